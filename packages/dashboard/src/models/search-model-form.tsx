import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement } from 'react';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Panel, Row } from '../ui/layout.tsx';
import { emptyModel, toDraft, toModelBody, type ModelDraft } from './model-draft.ts';
import { ModelEntry } from './model-entry.tsx';
import styles from './models.module.css';
import type { ModelsOwner, ShownModels } from './use-models-owner.ts';
import { Form } from '../ui/form.tsx';

export interface SearchModelFormProps {
  readonly owner: ModelsOwner;
  readonly stored: ShownModels;
  /** Called after the model was saved, to test all models. */
  readonly onSaved: () => void;
}

const sourceLabels = {
  project: 'this project’s',
  organization: 'the organization’s',
  installation: 'the installation’s',
} as const;

/** The model that compares readers' searches with the site's sections. */
export function SearchModelForm({ owner, stored, onSaved }: SearchModelFormProps): ReactElement {
  const [draft, setDraft] = useState<ModelDraft>();
  const { embedding, source, updatedAt } = stored;
  const own = embedding?.source === owner.level ? embedding.model : undefined;
  const save = useMutation({
    mutationFn: (next: ModelDraft | undefined) => {
      // The models for agent jobs and their keys are unchanged.
      const models = source === owner.level ? stored.models.map((model) => toModelBody(toDraft(model))) : [];
      return owner.set({ models, embedding: next === undefined ? null : toModelBody(next) }, updatedAt);
    },
    onSuccess: async (_saved, next) => {
      await owner.reload();
      setDraft(undefined);
      if (next !== undefined) onSaved();
    },
  });
  const submit = () => {
    if (!save.isPending) save.mutate(draft);
  };
  const first = own === undefined ? { ...emptyModel, provider: 'openai' as const } : toDraft(own);
  const actions = owner.canWrite && draft === undefined && (
    <Row>
      <Button isSmall onClick={() => setDraft(first)}>
        {own ? 'Change' : 'Set a search model'}
      </Button>
      {own && (
        <Button isSmall kind="danger" isBusy={save.isPending} onClick={() => save.mutate(undefined)}>
          Remove
        </Button>
      )}
    </Row>
  );
  return (
    <Panel
      title="Search model"
      text="An embedding model compares searches with the live site’s sections by meaning. Without one, search compares only words."
      actions={actions}
    >
      {embedding !== null && (
        <p>
          <code>
            {embedding.model.provider}/{embedding.model.model}
          </code>{' '}
          <Badge tone="neutral">{sourceLabels[embedding.source]}</Badge>
        </p>
      )}
      {draft !== undefined && (
        <Form onSubmit={submit}>
          <ModelEntry use="search" draft={draft} onChange={setDraft} onRemove={undefined} />
          <div className={styles['foot']}>
            <Button onClick={() => setDraft(undefined)}>Discard</Button>
            <Button type="submit" kind="primary" isBusy={save.isPending}>
              Save and test
            </Button>
          </div>
        </Form>
      )}
      <ErrorNotice error={save.error} />
    </Panel>
  );
}
