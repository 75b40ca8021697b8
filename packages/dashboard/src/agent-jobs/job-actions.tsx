import type { AgentJob } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Checkbox } from '../ui/field.tsx';
import { AnchorButton } from '../ui/link-button.tsx';

export function JobActions({ job, canWrite }: { readonly job: AgentJob; readonly canWrite: boolean }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<'cancel' | 'archive'>();
  const [closesToo, setClosesToo] = useState(false);
  const isOpen = job.pullRequest?.state === 'open';
  const ids = { projectId: job.projectId, id: job.id };
  const end = useMutation({
    mutationFn: (what: 'cancel' | 'archive') =>
      what === 'cancel'
        ? client.cancelAgentJob(ids)
        : client.archiveAgentJob({ ...ids, closePullRequest: isOpen && closesToo }),
    onSuccess: (changed) => {
      setAsked(undefined);
      queryClient.setQueryData(['job', job.id], changed);
      void queryClient.invalidateQueries({ queryKey: ['jobs', 'newest'] });
    },
  });
  const close = () => {
    setAsked(undefined);
    end.reset();
  };
  return (
    <>
      {canWrite && job.status === 'active' && (
        <Button icon="stop" onClick={() => setAsked('cancel')}>
          Cancel job
        </Button>
      )}
      {canWrite && (job.status === 'completed' || job.status === 'failed') && (
        <Button icon="archive" onClick={() => setAsked('archive')}>
          Archive
        </Button>
      )}
      {job.prLink !== null && (
        <AnchorButton href={job.prLink} target="_blank" rel="noreferrer" icon="external">
          Pull request
        </AnchorButton>
      )}
      <Dialog
        title={asked === 'cancel' ? 'Cancel this job?' : 'Archive this job?'}
        text={
          asked === 'cancel'
            ? 'The agent stops. An existing pull request stays open.'
            : 'You can’t send more follow-ups to an archived job. This can’t be undone.'
        }
        isOpen={asked !== undefined}
        onClose={close}
      >
        {asked === 'archive' && isOpen && (
          <Checkbox
            label="Close the pull request too"
            hint="It stays open otherwise."
            isChecked={closesToo}
            onChange={setClosesToo}
          />
        )}
        <ErrorNotice error={end.error} />
        <DialogActions>
          <Button onClick={close}>{asked === 'cancel' ? 'Keep running' : 'Cancel'}</Button>
          <Button kind="danger" isBusy={end.isPending} onClick={() => asked && end.mutate(asked)}>
            {asked === 'cancel' ? 'Cancel job' : 'Archive'}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}
