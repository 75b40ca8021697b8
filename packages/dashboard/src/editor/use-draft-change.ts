import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { draftKey, type DraftIds } from './queries.ts';

/** Changes the draft and then reloads it. */
export function useDraftChange<T>(
  ids: DraftIds,
  { run, onDone }: { run: () => Promise<T>; onDone: (result: T) => void },
): UseMutationResult<T, Error, void> {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: run,
    onSuccess: async (result) => {
      await queryClient.invalidateQueries({ queryKey: draftKey(ids) });
      onDone(result);
    },
  });
}
