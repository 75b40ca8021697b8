import { useMutation, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useApi } from '../api/api-context.ts';
import { thisPage } from './link-page.tsx';
import { signOut } from './session-endpoints.ts';

/** Signs out, lets another person sign in, and returns to this page. */
export function useSwitchAccount(email?: string): UseMutationResult<void, Error, void> {
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => signOut(api),
    onSuccess: async () => {
      api.gate.abandon();
      const next = thisPage();
      await navigate({ to: '/sign-in', search: { next, email } });
      queryClient.removeQueries({ queryKey: ['me'] });
    },
  });
}
