import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Panel } from '../ui/layout.tsx';
import { Time } from '../ui/time.tsx';
import { accessKey, type SiteAccess } from './queries.ts';
import { formatCount } from '../ui/format.ts';

export function SessionsPanel({ access }: { readonly access: SiteAccess }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('projects:write');
  const [isAsked, setIsAsked] = useState(false);
  const { projectId, mode, sessions, signedOutAt } = access;
  const signOut = useMutation({
    mutationFn: () => client.signOutReaders({ projectId }),
    onSuccess: async () => {
      setIsAsked(false);
      await queryClient.invalidateQueries({ queryKey: accessKey(projectId) });
    },
  });
  return (
    <Panel
      title="Sessions"
      actions={
        canWrite && (
          <Button kind="danger" onClick={() => setIsAsked(true)}>
            Sign out everyone
          </Button>
        )
      }
    >
      <p>
        {describeSessions(mode, sessions)}
        {signedOutAt !== null && (
          <>
            {' '}
            All readers were last signed out <Time at={signedOutAt} />.
          </>
        )}
      </p>
      <Dialog
        title="Sign out everyone?"
        text="All sessions end within seconds. Readers can sign in again."
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
      >
        <ErrorNotice error={signOut.error} />
        <DialogActions>
          <Button onClick={() => setIsAsked(false)}>Cancel</Button>
          <Button kind="danger" isBusy={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign out everyone
          </Button>
        </DialogActions>
      </Dialog>
    </Panel>
  );
}

function describeSessions(mode: SiteAccess['mode'], sessions: number): string {
  if (mode === 'proxy') return 'The proxy identifies the reader in each request, and Docwright stores no sessions.';
  if (sessions === 0) return 'Nobody is signed in.';
  return `${formatCount(sessions, 'reader is', 'readers are')} signed in.`;
}
