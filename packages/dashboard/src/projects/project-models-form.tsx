import type { ModelTests, Project } from '@docwright/sdk';
import { useMutation, useQuery, useQueryClient, type UseMutationResult } from '@tanstack/react-query';
import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import type { Client } from '../api/create-api.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { isConflict } from '../editing/use-edits.ts';
import { Badge } from '../ui/badge.tsx';
import { Button } from '../ui/button.tsx';
import { Panel, Row, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { ModelEntry } from './model-entry.tsx';
import { ModelTestNotice } from '../project-data/model-test-notice.tsx';
import styles from './projects.module.css';
import { SearchModelForm } from './search-model-form.tsx';
import { emptyModel, nameCredential, toDraft, toModelBody, type ModelDraft } from './model-draft.ts';

type ProjectModels = Awaited<ReturnType<Client['getProjectModels']>>;
const MOST_MODELS = 5;

export function ProjectModelsForm({ project }: { readonly project: Project }): ReactElement {
  const client = useClient();
  const models = useQuery({
    queryKey: ['models', project.id],
    queryFn: ({ signal }) => client.getProjectModels({ projectId: project.id }, { signal }),
  });
  return <Loaded query={models}>{(stored) => <ModelsView projectId={project.id} stored={stored} />}</Loaded>;
}

interface ModelsViewProps {
  readonly projectId: string;
  readonly stored: ProjectModels;
}

function ModelsView({ projectId, stored }: ModelsViewProps): ReactElement {
  const queryClient = useQueryClient();
  const client = useClient();
  const [isChanging, setIsChanging] = useState(false);
  const test = useMutation({ mutationFn: () => client.testProjectModels({ projectId }, { timeoutMs: 120_000 }) });
  const reload = async () => {
    await queryClient.invalidateQueries({ queryKey: ['models', projectId] });
    await queryClient.invalidateQueries({ queryKey: ['projects'] });
  };
  return (
    <Stack isNarrow>
      <StoredModels
        projectId={projectId}
        stored={stored}
        test={test}
        reload={reload}
        onChange={isChanging ? undefined : () => setIsChanging(true)}
      />
      {isChanging && (
        <ModelDrafts
          projectId={projectId}
          stored={stored}
          reload={reload}
          onSaved={() => test.mutate()}
          onDone={() => setIsChanging(false)}
        />
      )}
      <SearchModelForm projectId={projectId} stored={stored} reload={reload} onSaved={() => test.mutate()} />
    </Stack>
  );
}

interface StoredModelsProps extends ModelsViewProps {
  readonly test: UseMutationResult<ModelTests, Error, void>;
  readonly reload: () => Promise<void>;
  /** Undefined while they are being changed. */
  readonly onChange: (() => void) | undefined;
}

function StoredModels({ projectId, stored, test, reload, onChange }: StoredModelsProps): ReactElement {
  const client = useClient();
  const canWrite = useCan('projects:write');
  const reset = useMutation({ mutationFn: () => client.deleteProjectModels({ projectId }), onSuccess: reload });
  const isOwn = stored.source === 'project';
  return (
    <Panel
      title="Models"
      text={
        isOwn
          ? 'The first model is used. If it can’t answer, the next one is tried.'
          : 'The project uses the installation’s default model.'
      }
      actions={
        canWrite && (
          <Row>
            <Button isSmall isBusy={test.isPending} onClick={() => test.mutate()}>
              Test
            </Button>
            {onChange && (
              <Button isSmall onClick={onChange}>
                {isOwn ? 'Change' : 'Set models for this project'}
              </Button>
            )}
            {isOwn && (
              <Button isSmall kind="danger" isBusy={reset.isPending} onClick={() => reset.mutate()}>
                Use the installation’s default
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
  readonly reload: () => Promise<void>;
  /** Before `onDone`: they are tried at once, as nobody wants to learn from a job that a name was wrong. */
  readonly onSaved: () => void;
  readonly onDone: () => void;
}

function ModelDrafts({ projectId, stored, reload, onSaved, onDone }: ModelDraftsProps): ReactElement {
  const client = useClient();
  const [drafts, setDrafts] = useState(stored.source === 'project' ? stored.models.map(toDraft) : [emptyModel]);
  /** Version of the settings that the drafts were based on. */
  const [base] = useState(stored.updatedAt);
  const save = useMutation({
    mutationFn: (ifMatch: string | null) =>
      client.setProjectModels({ projectId, models: drafts.map(toModelBody) }, { ifMatch: ifMatch ?? 'null' }),
    onSuccess: async () => {
      await reload();
      onSaved();
      onDone();
    },
    // The current settings are shown above the drafts, which are preserved.
    onError: (error) => (isConflict(error) ? reload() : undefined),
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!save.isPending) save.mutate(base);
  };
  const replace = (index: number, ...next: readonly ModelDraft[]) =>
    setDrafts((before) => before.toSpliced(index, 1, ...next));
  return (
    <form onSubmit={submit}>
      <Panel title="Edit models" text="Empty credential fields stay unchanged. Stored credentials are never shown.">
        {drafts.map((draft, index) => (
          <ModelEntry
            // Entries are edited in place; their order is what they are.
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
                Take theirs
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
    </form>
  );
}
