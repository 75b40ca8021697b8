import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { feedbackKey, without, type LoadedFeedback } from './queries.ts';

interface DeleteProps {
  readonly projectId: string;
  readonly id: string;
  readonly path: string;
}

export function DeleteFeedback({ projectId, id, path }: DeleteProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const [isAsking, setIsAsking] = useState(false);
  const remove = useMutation({
    mutationFn: () => client.deleteFeedback({ projectId, feedbackId: id }),
    onSuccess: () =>
      queryClient.setQueriesData({ queryKey: feedbackKey(projectId) }, (loaded: LoadedFeedback | undefined) =>
        without(loaded, id),
      ),
  });
  return (
    <>
      <Button isSmall kind="danger" aria-label={`Delete feedback on ${path}`} onClick={() => setIsAsking(true)}>
        Delete
      </Button>
      <Dialog
        title="Delete this feedback?"
        text="Its comment and email address are also deleted. This can’t be undone."
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
      >
        <ErrorNotice error={remove.error} />
        <DialogActions>
          <Button onClick={() => setIsAsking(false)}>Keep</Button>
          <Button kind="danger" isBusy={remove.isPending} onClick={() => remove.mutate()}>
            Delete
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
