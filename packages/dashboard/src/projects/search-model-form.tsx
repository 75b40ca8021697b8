import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import type { Client } from '../api/create-api.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Panel, Row } from '../ui/layout.tsx';
import { emptyModel, toDraft, toModelBody, type ModelDraft } from './model-draft.ts';
import { ModelEntry } from './model-entry.tsx';
import styles from './projects.module.css';

type ProjectModels = Awaited<ReturnType<Client['getProjectModels']>>;

export interface SearchModelFormProps {
  readonly projectId: string;
  readonly stored: ProjectModels;
  readonly reload: () => Promise<void>;
  /** Tries all models. */
  readonly onSaved: () => void;
}

/** The model that compares readers' searches with the site's sections. */
export function SearchModelForm({ projectId, stored, reload, onSaved }: SearchModelFormProps): ReactElement {
  const client = useClient();
  const canWrite = useCan('projects:write');
  const [draft, setDraft] = useState<ModelDraft>();
  const { embedding, source, updatedAt } = stored;
  const isOwn = embedding?.source === 'project';
  const save = useMutation({
    mutationFn: (next: ModelDraft | undefined) => {
      // The models that write stay, with their keys.
      const models = source === 'project' ? stored.models.map((model) => toModelBody(toDraft(model))) : [];
      const request = { projectId, models, embedding: next === undefined ? null : toModelBody(next) };
      return client.setProjectModels(request, { ifMatch: updatedAt ?? 'null' });
    },
    onSuccess: async (_saved, next) => {
      await reload();
      setDraft(undefined);
      if (next !== undefined) onSaved();
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(draft);
  };
  const own = isOwn ? toDraft(embedding.model) : { ...emptyModel, provider: 'openai' as const };
  const actions = canWrite && draft === undefined && (
    <Row>
      <Button isSmall onClick={() => setDraft(own)}>
        {isOwn ? 'Change' : 'Set a search model'}
      </Button>
      {isOwn && (
        <Button isSmall kind="danger" isBusy={save.isPending} onClick={() => save.mutate(undefined)}>
          Remove
        </Button>
      )}
    </Row>
  );
  return (
    <Panel
      title="Search model"
      text="An embedding model compares searches with the live site’s sections by meaning. Without one, search compares words only."
      actions={actions}
    >
      {embedding !== null && (
        <p>
          <code>
            {embedding.model.provider}/{embedding.model.model}
          </code>{' '}
          <Badge tone="neutral">{isOwn ? 'this project’s' : 'the installation’s'}</Badge>
        </p>
      )}
      {draft !== undefined && (
        <form onSubmit={submit}>
          <ModelEntry use="search" draft={draft} onChange={setDraft} onRemove={undefined} />
          <div className={styles['foot']}>
            <Button onClick={() => setDraft(undefined)}>Discard</Button>
            <Button type="submit" kind="primary" isBusy={save.isPending}>
              Save and test
            </Button>
          </div>
        </form>
      )}
      <ErrorNotice error={save.error} />
    </Panel>
  );
}
