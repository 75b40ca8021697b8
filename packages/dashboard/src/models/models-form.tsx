import type { ModelTests } from '@docwright/sdk';
import { useMutation, useQuery, type UseMutationResult } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement, type ReactNode } from 'react';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { isConflict } from '../editing/use-edits.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Panel, Row, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { ModelEntry } from './model-entry.tsx';
import { ModelTestNotice } from '../project-data/model-test-notice.tsx';
import styles from './models.module.css';
import { SearchModelForm } from './search-model-form.tsx';
import { emptyModel, nameCredential, toDraft, toModelBody, type ModelDraft } from './model-draft.ts';
import { useModelsOwner, type ModelsOwner, type ShownModels } from './use-models-owner.ts';
import { Form } from '../ui/form.tsx';

const MOST_MODELS = 5;

/** The models of a project or, if null, of the organization. */
export function ModelsForm({ projectId }: { readonly projectId: string | null }): ReactElement {
  const owner = useModelsOwner(projectId);
  const models = useQuery({ queryKey: owner.queryKey, queryFn: ({ signal }) => owner.get(signal) });
  return <Loaded query={models}>{(stored) => <ModelsView owner={owner} stored={stored} />}</Loaded>;
}

interface ModelsViewProps {
  readonly owner: ModelsOwner;
  readonly stored: ShownModels;
}

function ModelsView({ owner, stored }: ModelsViewProps): ReactElement {
  const [isChanging, setIsChanging] = useState(false);
  const test = useMutation({ mutationFn: owner.test });
  return (
    <Stack isNarrow>
      <StoredModels
        owner={owner}
        stored={stored}
        test={test}
        onChange={isChanging ? undefined : () => setIsChanging(true)}
      />
      {isChanging && (
        <ModelDrafts owner={owner} stored={stored} onSaved={() => test.mutate()} onDone={() => setIsChanging(false)} />
      )}
      <SearchModelForm owner={owner} stored={stored} onSaved={() => test.mutate()} />
    </Stack>
  );
}

const ownTexts = {
  project: 'The first model is used. If it can’t answer, the next one is tried.',
  organization:
    'Projects without their own models use these. The first model is used. If it can’t answer, the next one is tried.',
};
const inheritedTexts = {
  project: 'The project uses the installation’s default model.',
  organization: 'Projects without their own models use the installation’s default model.',
};

function describeSource({ level }: ModelsOwner, { source }: ShownModels): ReactNode {
  if (source === level) return ownTexts[level];
  if (source === 'installation') return inheritedTexts[level];
  return (
    <>
      The project uses the organization’s models. Change them for all projects in{' '}
      <Link to="/settings" search={{ tab: 'models' }}>
        the organization’s settings
      </Link>
      .
    </>
  );
}

interface StoredModelsProps extends ModelsViewProps {
  readonly test: UseMutationResult<ModelTests, Error, void>;
  /** `undefined` while the models are being changed. */
  readonly onChange: (() => void) | undefined;
}

function StoredModels({ owner, stored, test, onChange }: StoredModelsProps): ReactElement {
  const reset = useMutation({ mutationFn: owner.remove, onSuccess: owner.reload });
  const isOwn = stored.source === owner.level;
  const setLabel = owner.level === 'project' ? 'Set models for this project' : 'Set models for all projects';
  const resetLabel = owner.level === 'project' ? 'Use the default' : 'Use the installation’s default';
  return (
    <Panel
      title="Models"
      text={describeSource(owner, stored)}
      actions={
        owner.canWrite && (
          <Row>
            <Button isSmall isBusy={test.isPending} onClick={() => test.mutate()}>
              Test
            </Button>
            {onChange && (
              <Button isSmall onClick={onChange}>
                {isOwn ? 'Change' : setLabel}
              </Button>
            )}
            {isOwn && (
              <Button isSmall kind="danger" isBusy={reset.isPending} onClick={() => reset.mutate()}>
                {resetLabel}
              </Button>
            )}
          </Row>
        )
      }
    >
      {!stored.credentialsReadable && (
        <Notice tone="bad" title="The credentials can’t be read">
          They were encrypted with a different master key. Enter them again.
        </Notice>
      )}
      <ul className={styles['checks']}>
        {stored.models.map((model) => (
          <li key={`${model.provider}/${model.model}`}>
            <code>
              {model.provider}/{model.model}
            </code>{' '}
            {model.credentials.map((name) => (
              <Badge key={name} tone="good">
                {nameCredential(name)} is set
              </Badge>
            ))}
            {model.baseUrl !== null && <div className={styles['soft']}>{model.baseUrl}</div>}
          </li>
        ))}
      </ul>
      {test.data && <ModelTestNotice tests={test.data} />}
      <ErrorNotice error={test.error ?? reset.error} />
    </Panel>
  );
}

interface ModelDraftsProps extends ModelsViewProps {
  /** Called before `onDone`: the models are tested immediately, so that a wrong name isn't discovered only by a job. */
  readonly onSaved: () => void;
  readonly onDone: () => void;
}

function ModelDrafts({ owner, stored, onSaved, onDone }: ModelDraftsProps): ReactElement {
  const [drafts, setDrafts] = useState(stored.source === owner.level ? stored.models.map(toDraft) : [emptyModel]);
  /** Version of the settings that the drafts were based on. */
  const [base] = useState(stored.updatedAt);
  const save = useMutation({
    mutationFn: (ifMatch: string | null) => owner.set({ models: drafts.map(toModelBody) }, ifMatch),
    onSuccess: async () => {
      await owner.reload();
      onSaved();
      onDone();
    },
    // The current settings are shown above the drafts, which are preserved.
    onError: (error) => (isConflict(error) ? owner.reload() : undefined),
  });
  const submit = () => {
    if (!save.isPending) save.mutate(base);
  };
  const replace = (index: number, ...next: readonly ModelDraft[]) =>
    setDrafts((before) => before.toSpliced(index, 1, ...next));
  return (
    <Form onSubmit={submit}>
      <Panel title="Edit models" text="Empty credential fields stay unchanged. Stored credentials are never shown.">
        {drafts.map((draft, index) => (
          <ModelEntry
            // Entries are edited in place; their order identifies them.
            // oxlint-disable-next-line react/no-array-index-key
            key={index}
            use="writing"
            draft={draft}
            onChange={(next) => replace(index, next)}
            onRemove={drafts.length > 1 ? () => replace(index) : undefined}
          />
        ))}
        {isConflict(save.error) ? (
          <Notice tone="warn" title="Someone else changed the models" isLive>
            <p>The current settings are shown above. Yours aren’t saved yet.</p>
            <Row>
              <Button isSmall onClick={onDone}>
                Use theirs
              </Button>
              <Button isSmall isBusy={save.isPending} onClick={() => save.mutate(stored.updatedAt)}>
                Overwrite with mine
              </Button>
            </Row>
          </Notice>
        ) : (
          <ErrorNotice error={save.error} />
        )}
        <div className={styles['foot']}>
          {drafts.length < MOST_MODELS && (
            <Button icon="plus" onClick={() => setDrafts([...drafts, emptyModel])}>
              Add a fallback
            </Button>
          )}
          <Button onClick={onDone}>Discard</Button>
          <Button type="submit" kind="primary" isBusy={save.isPending}>
            Save and test
          </Button>
        </div>
      </Panel>
    </Form>
  );
}
