import type { AgentJob } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useClient } from '../../api/api-context.ts';
import { ErrorNotice } from '../../api/error-notice.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog, DialogActions } from '../../ui/dialog.tsx';

export type ShownPullRequest = NonNullable<AgentJob['pullRequest']>;
export type Ending = 'merge' | 'close';

export interface EndDialogProps {
  readonly job: AgentJob;
  readonly pullRequest: ShownPullRequest;
  /** `undefined` if the dialog is closed. */
  readonly asked: Ending | undefined;
  readonly onClose: () => void;
  /** Called once the pull request is merged or closed. */
  readonly onEnded: (ending: Ending) => void;
}

/** Merges the commit that this page shows, not a later one. */
export function EndDialog({ job, pullRequest, asked, onClose, onEnded }: EndDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const ids = { projectId: job.projectId, id: job.id };
  const { number, headCommit } = pullRequest;
  const end = useMutation({
    mutationFn: (what: Ending) =>
      what === 'merge' ? client.mergeAgentJobPullRequest({ ...ids, headCommit }) : client.closeAgentJobPullRequest(ids),
    onSuccess: (changed, ending) => {
      onClose();
      onEnded(ending);
      queryClient.setQueryData<AgentJob>(['job', job.id], (known) => known && { ...known, pullRequest: changed });
    },
    // The job is also reloaded after a rejection, because someone else may have merged or closed the pull request.
    onSettled: async () => {
      await Promise.all([
        queryClient.invalidateQueries({ queryKey: ['job', job.id], exact: true }),
        queryClient.invalidateQueries({ queryKey: ['jobs', 'newest'] }),
      ]);
    },
  });
  const leave = () => {
    onClose();
    end.reset();
  };
  const isMerge = asked === 'merge';
  return (
    <Dialog
      title={`${isMerge ? 'Merge' : 'Close'} pull request #${number}?`}
      text={
        isMerge
          ? `Merges commit ${headCommit.slice(0, 7)} into its base branch. If the project has a live site, it is updated. If the pull request has newer commits, nothing is merged.`
          : 'Nothing is merged, and the branch is kept. You can reopen the pull request on the code host.'
      }
      isOpen={asked !== undefined}
      onClose={leave}
    >
      <ErrorNotice error={end.error} />
      <DialogActions>
        <Button onClick={leave}>Cancel</Button>
        <Button
          kind={isMerge ? 'primary' : 'danger'}
          isBusy={end.isPending}
          onClick={() => asked !== undefined && end.mutate(asked)}
        >
          {isMerge ? 'Merge' : 'Close pull request'}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
