import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Panel } from '../ui/layout.tsx';
import { accessKey, type SiteAccess } from './queries.ts';

/** Readers' tokens, which let agents read the site. */
export function ReaderTokensPanel({ access }: { readonly access: SiteAccess }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('projects:write');
  const [isAsked, setIsAsked] = useState(false);
  const { projectId, readerTokens } = access;
  const revoke = useMutation({
    mutationFn: () => client.revokeReaderTokens({ projectId }),
    onSuccess: async () => {
      setIsAsked(false);
      await queryClient.invalidateQueries({ queryKey: accessKey(projectId) });
    },
  });
  return (
    <Panel
      title="Reader tokens"
      actions={
        canWrite &&
        readerTokens > 0 && (
          <Button kind="danger" onClick={() => setIsAsked(true)}>
            Revoke all tokens
          </Button>
        )
      }
    >
      <p>{describeTokens(readerTokens)}</p>
      <Dialog
        title="Revoke all tokens?"
        text="Agents that use a reader’s token, or that a reader allowed to read the site, lose access within seconds. Readers stay signed in and can create new tokens."
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
      >
        <ErrorNotice error={revoke.error} />
        <DialogActions>
          <Button onClick={() => setIsAsked(false)}>Cancel</Button>
          <Button kind="danger" isBusy={revoke.isPending} onClick={() => revoke.mutate()}>
            Revoke all tokens
          </Button>
        </DialogActions>
      </Dialog>
    </Panel>
  );
}

function describeTokens(count: number): string {
  if (count === 0)
    return 'No agent can read the site on behalf of a reader. Readers create tokens on the site’s /account page.';
  const number = count.toLocaleString('en-US');
  return `${number} ${count === 1 ? 'token is' : 'tokens are'} active. This includes tokens that readers created on /account and permissions that they granted to applications.`;
}
