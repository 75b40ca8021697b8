import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Panel } from '../ui/layout.tsx';
import { deploymentsKey, type Site } from './queries.ts';
import { SiteAddress, TakedownNotice } from './site-address.tsx';

/** Shows whether readers can open the site. Unlike settings, its button acts immediately. */
export function PublicationPanel({ site }: { readonly site: Site }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('projects:write');
  const [isAsked, setIsAsked] = useState(false);
  const { projectId, url, settings } = site;
  const change = useMutation({
    mutationFn: (published: boolean) => client.updateSite({ projectId, published }),
    onSuccess: (changed) => {
      setIsAsked(false);
      queryClient.setQueryData([...deploymentsKey(projectId), 'site'], changed);
    },
  });
  return (
    <Panel
      title="Publication"
      text={
        settings.published
          ? 'Unpublishing takes effect immediately. Readers see an error until you publish the site again.'
          : 'The site isn’t served. Publishing takes effect immediately.'
      }
      actions={
        canWrite &&
        (settings.published ? (
          <Button kind="danger" onClick={() => setIsAsked(true)}>
            Unpublish
          </Button>
        ) : (
          <Button kind="primary" isBusy={change.isPending} onClick={() => change.mutate(true)}>
            Publish
          </Button>
        ))
      }
    >
      <TakedownNotice site={site} />
      <SiteAddress site={site} />
      {!isAsked && <ErrorNotice error={change.error} />}
      <Dialog
        title="Unpublish the site?"
        text={`${url} and its previews are offline until you publish the site again. Pushes don’t republish it.`}
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
      >
        <ErrorNotice error={change.error} />
        <DialogActions>
          <Button onClick={() => setIsAsked(false)}>Cancel</Button>
          <Button kind="danger" isBusy={change.isPending} onClick={() => change.mutate(false)}>
            Unpublish
          </Button>
        </DialogActions>
      </Dialog>
    </Panel>
  );
}
