import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { useClient } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { projectsQuery } from '../projects/queries.ts';
import { Button } from '../ui/button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { Checkbox, FieldGroup, TextField } from '../ui/field.tsx';
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

export function EndpointDialog({ endpoint, onClose }: EndpointDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const projects = useQuery(projectsQuery(client));
  const [url, setUrl] = useState(endpoint?.url ?? '');
  const [description, setDescription] = useState(endpoint?.description ?? '');
  const [events, setEvents] = useState<readonly EventType[]>(endpoint?.events ?? []);
  const [projectIds, setProjectIds] = useState<readonly string[]>(endpoint?.projectIds ?? []);
  const body = {
    url: url.trim(),
    description: description.trim(),
    events: events.length === 0 ? null : [...events],
    projectIds: projectIds.length === 0 ? null : [...projectIds],
  };
  const save = useMutation({
    mutationFn: async () => {
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
  const toggle = <T,>(list: readonly T[], item: T, isIn: boolean) =>
    isIn ? [...list, item] : list.filter((each) => each !== item);
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
            value={url}
            onChange={setUrl}
          />
          <TextField
            label="Description"
            error={errors['description']}
            maxLength={500}
            value={description}
            onChange={setDescription}
          />
          <FieldGroup label="Events">
            {eventTypes.map((type) => (
              <Checkbox
                key={type}
                label={eventLabels[type]}
                hint={<code>{type}</code>}
                isChecked={events.includes(type)}
                onChange={(isIn) => setEvents(toggle(events, type, isIn))}
              />
            ))}
            <span className={styles['soft']}>All events, including ones added later</span>
          </FieldGroup>
          {projects.data !== undefined && projects.data.length > 1 && (
            <FieldGroup label="Only of these projects">
              {projects.data.map(({ id, name }) => (
                <Checkbox
                  key={id}
                  label={name}
                  isChecked={projectIds.includes(id)}
                  onChange={(isIn) => setProjectIds(toggle(projectIds, id, isIn))}
                />
              ))}
              <span className={styles['soft']}>All projects, including ones added later</span>
            </FieldGroup>
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
