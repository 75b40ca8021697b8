import type { Project } from '@docwright/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Checkbox } from '../ui/field.tsx';
import { Panel, Row } from '../ui/layout.tsx';
import { hasLiveSite, whyNoLiveSite } from './live-kind.ts';
import { PreviewAccess } from './preview-access.tsx';
import { BasePathForm } from './base-path-form.tsx';
import { deploymentsKey, type Site } from './queries.ts';
import { SiteAddress, TakedownNotice } from './site-address.tsx';
import { useSite } from './use-site.ts';

/** What may go live; each change holds at once. */
export function SiteSettings({ project }: { readonly project: Project }): ReactElement {
  const site = useSite(project);
  if (!hasLiveSite(project)) return <Panel title="Live site">{whyNoLiveSite(project)}</Panel>;
  return (
    <Panel title="Live site" text="Changes take effect immediately; a new base path, when the site has been rebuilt.">
      <Loaded query={site} lines={3}>
        {(found) => <SettingsForm site={found} />}
      </Loaded>
    </Panel>
  );
}

type Change = Partial<Site['settings']>;

function SettingsForm({ site }: { readonly site: Site }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const canWrite = useCan('projects:write');
  const [isAsked, setIsAsked] = useState(false);
  const { projectId } = site;
  const save = useMutation({
    mutationFn: (change: Change) => client.updateSite({ projectId, ...change }),
    onSuccess: (changed) => {
      setIsAsked(false);
      queryClient.setQueryData([...deploymentsKey(projectId), 'site'], changed);
    },
  });
  const settings = { ...site.settings, ...(save.isPending && save.variables) };
  return (
    <>
      <TakedownNotice site={site} />
      <Switches settings={settings} onChange={(change) => save.mutate(change)} />
      <BasePathForm
        // Saves the content of the field, even if somebody else has saved in the meantime.
        key={site.settings.basePath}
        site={site}
        isBusy={save.isPending}
        onSave={(basePath) => save.mutate({ basePath })}
      />
      <PreviewAccess
        site={site}
        access={settings.previewAccess}
        onChange={(previewAccess) => save.mutate({ previewAccess })}
      />
      <Row>
        <SiteAddress site={site} />
        {canWrite && site.settings.published && (
          <Button isSmall kind="danger" onClick={() => setIsAsked(true)}>
            Unpublish
          </Button>
        )}
        {canWrite && !site.settings.published && (
          <Button isSmall kind="primary" isBusy={save.isPending} onClick={() => save.mutate({ published: true })}>
            Publish
          </Button>
        )}
        <span role="status">{save.isSuccess ? 'Saved' : ''}</span>
      </Row>
      {!isAsked && <ErrorNotice error={save.error} />}
      <Dialog
        title="Unpublish the site?"
        text={`${site.url} and its previews stop being served until you publish the site again. Pushes don’t republish it.`}
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
      >
        <ErrorNotice error={save.error} />
        <DialogActions>
          <Button onClick={() => setIsAsked(false)}>Cancel</Button>
          <Button kind="danger" isBusy={save.isPending} onClick={() => save.mutate({ published: false })}>
            Unpublish
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

interface SwitchesProps {
  readonly settings: Site['settings'];
  readonly onChange: (change: Change) => void;
}

function Switches({ settings, onChange }: SwitchesProps): ReactElement {
  const canWrite = useCan('projects:write');
  return (
    <>
      <Checkbox
        label="Previews"
        hint="Other branches get a preview at their own address."
        isChecked={settings.previews}
        isDisabled={!canWrite}
        onChange={(previews) => onChange({ previews })}
      />
      <Checkbox
        label="Require a site without errors"
        hint="A deployment fails if its pages have errors, and the live site doesn’t change."
        isChecked={settings.requireNoErrors}
        isDisabled={!canWrite}
        onChange={(requireNoErrors) => onChange({ requireNoErrors })}
      />
      <Checkbox
        label="Approve pull requests from forks"
        hint="Each commit of a fork needs a member’s approval. Otherwise every pull request from a fork gets a preview: built in the sandbox without secrets or a model, but published at an address of this site, including its author’s scripts."
        isChecked={settings.requireForkApproval}
        isDisabled={!canWrite}
        onChange={(requireForkApproval) => onChange({ requireForkApproval })}
      />
    </>
  );
}
