import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { projectsQuery } from '../project-data/queries.ts';
import { Button } from '../ui/button.tsx';
import { Checklist } from '../ui/checklist.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { SelectField, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Stack } from '../ui/layout.tsx';
import { eventLabels, eventTypes } from './event-labels.ts';
import { addressHints, formatLabels, formats } from './format-labels.ts';
import type { Endpoint, EventType, Format } from './queries.ts';
import { SecretDialog } from './secret-dialog.tsx';
import styles from './webhooks.module.css';

export interface EndpointDialogProps {
  /** `undefined` if the endpoint is new. */
  readonly endpoint: Endpoint | undefined;
  readonly onClose: () => void;
}

interface Draft {
  readonly url: string;
  readonly format: Format;
  readonly description: string;
  /** Null or empty: all events. */
  readonly events: readonly EventType[] | null;
  /** Null or empty: all projects. */
  readonly projectIds: readonly string[] | null;
}

const emptyDraft: Draft = { url: '', format: 'standard', description: '', events: null, projectIds: null };

const toBody = ({ url, format, description, events, projectIds }: Draft) => ({
  url: url.trim(),
  format,
  description: description.trim(),
  events: events === null || events.length === 0 ? null : [...events],
  projectIds: projectIds === null || projectIds.length === 0 ? null : [...projectIds],
});

/** Returns the secret for checking signatures, unless the endpoint is a chat, which doesn't check them. */
const readSecret = ({ format, secret }: { readonly format: Format; readonly secret: string }): string | undefined =>
  format === 'standard' ? secret : undefined;

export function EndpointDialog({ endpoint, onClose }: EndpointDialogProps): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, ...endpoint });
  const edit = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const save = useMutation({
    mutationFn: async () => {
      const body = toBody(draft);
      if (endpoint === undefined) return readSecret(await client.createWebhookEndpoint(body));
      // A chat's address is shown in shortened form, which isn't a valid address.
      const { url, ...rest } = body;
      await client.updateWebhookEndpoint({ id: endpoint.id, ...rest, ...(url !== endpoint.url && { url }) });
      return undefined;
    },
    onSuccess: async (secret) => {
      await queryClient.invalidateQueries({ queryKey: ['webhooks'] });
      if (secret === undefined) onClose();
    },
  });
  if (save.data !== undefined) return <SecretDialog secret={save.data} onClose={onClose} />;
  const submit = () => {
    if (!save.isPending) save.mutate();
  };
  return (
    <Dialog title={endpoint === undefined ? 'Add an endpoint' : 'Change the endpoint'} isOpen onClose={onClose}>
      <Form onSubmit={submit}>
        <Stack>
          <EndpointFields draft={draft} edit={edit} errors={fieldErrors(save.error)} />
          <ErrorNotice error={save.error} />
          <DialogActions>
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" kind="primary" isBusy={save.isPending}>
              {endpoint === undefined ? 'Add endpoint' : 'Save'}
            </Button>
          </DialogActions>
        </Stack>
      </Form>
    </Dialog>
  );
}

interface FieldsProps {
  readonly draft: Draft;
  readonly edit: (change: Partial<Draft>) => void;
  readonly errors: Readonly<Record<string, string>>;
}

function EndpointFields({ draft, edit, errors }: FieldsProps): ReactElement {
  const projects = useQuery(projectsQuery(useClient()));
  return (
    <>
      <SelectField
        label="Send as"
        choices={formats.map((value) => ({ value, label: formatLabels[value] }))}
        value={draft.format}
        onChange={(format) => edit({ format })}
      />
      <TextField
        label="Address"
        hint={addressHints[draft.format]}
        type="url"
        placeholder={draft.format === 'standard' ? 'https://example.com/hooks/docwright' : 'https://'}
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
          label="Only for these projects"
          items={projects.data.map(({ id, name }) => ({ value: id, label: name }))}
          chosen={draft.projectIds ?? []}
          onChange={(projectIds) => edit({ projectIds })}
        >
          <span className={styles['soft']}>All projects, including ones added later</span>
        </Checklist>
      )}
    </>
  );
}
