import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { useClient } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { projectsQuery } from '../projects/queries.ts';
import { Button } from '../ui/button.tsx';
import { Checklist } from '../ui/checklist.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Stack } from '../ui/layout.tsx';
import { eventLabels, eventTypes } from './event-labels.ts';
import type { Endpoint, EventType } from './queries.ts';
import { SecretDialog } from './secret-dialog.tsx';
import styles from './webhooks.module.css';

export interface EndpointDialogProps {
  /** Undefined: a new one. */
  readonly endpoint: Endpoint | undefined;
  readonly onClose: () => void;
}

interface Draft {
  readonly url: string;
  readonly description: string;
  /** None: all of them. */
  readonly events: readonly EventType[] | null;
  readonly projectIds: readonly string[] | null;
}

const emptyDraft: Draft = { url: '', description: '', events: null, projectIds: null };

const toBody = ({ url, description, events, projectIds }: Draft) => ({
  url: url.trim(),
  description: description.trim(),
  events: events === null || events.length === 0 ? null : [...events],
  projectIds: projectIds === null || projectIds.length === 0 ? null : [...projectIds],
});

export function EndpointDialog({ endpoint, onClose }: EndpointDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const projects = useQuery(projectsQuery(client));
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, ...endpoint });
  const edit = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const save = useMutation({
    mutationFn: async () => {
      const body = toBody(draft);
      if (endpoint === undefined) return (await client.createWebhookEndpoint(body)).secret;
      await client.updateWebhookEndpoint({ id: endpoint.id, ...body });
      return undefined;
    },
    onSuccess: async (secret) => {
      await queryClient.invalidateQueries({ queryKey: ['webhooks'] });
      if (secret === undefined) onClose();
    },
  });
  if (save.data !== undefined) return <SecretDialog secret={save.data} onClose={onClose} />;
  const errors = fieldErrors(save.error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate();
  };
  return (
    <Dialog title={endpoint === undefined ? 'Add an endpoint' : 'Change the endpoint'} isOpen onClose={onClose}>
      <form onSubmit={submit}>
        <Stack>
          <TextField
            label="Address"
            hint="An https URL at a public address."
            type="url"
            placeholder="https://example.com/hooks/docwright"
            error={errors['url']}
            required
            autoFocus
            maxLength={2000}
            value={draft.url}
            onChange={(url) => edit({ url })}
          />
          <TextField
            label="Description"
            error={errors['description']}
            maxLength={500}
            value={draft.description}
            onChange={(description) => edit({ description })}
          />
          <Checklist
            label="Events"
            items={eventTypes.map((type) => ({ value: type, label: eventLabels[type], hint: <code>{type}</code> }))}
            chosen={draft.events ?? []}
            onChange={(events) => edit({ events })}
          >
            <span className={styles['soft']}>All events, including ones added later</span>
          </Checklist>
          {projects.data !== undefined && projects.data.length > 1 && (
            <Checklist
              label="Only of these projects"
              items={projects.data.map(({ id, name }) => ({ value: id, label: name }))}
              chosen={draft.projectIds ?? []}
              onChange={(projectIds) => edit({ projectIds })}
            >
              <span className={styles['soft']}>All projects, including ones added later</span>
            </Checklist>
          )}
          <ErrorNotice error={save.error} />
          <DialogActions>
            <Button onClick={onClose}>Close</Button>
            <Button type="submit" kind="primary" isBusy={save.isPending}>
              {endpoint === undefined ? 'Add endpoint' : 'Save'}
            </Button>
          </DialogActions>
        </Stack>
      </form>
    </Dialog>
  );
}
