import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import type { Client } from '../api/create-api.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice, NotPermitted } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox, RadioGroup, SelectField, TextField, type Choice } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { formatCount } from '../ui/format.ts';
import { Columns, PageHeader, Panel, Stack } from '../ui/layout.tsx';
import { Progress } from '../ui/progress.tsx';
import { supportedHostsHint } from '../code-hosts/host-kinds.ts';
import { kindHints, kindLabels, kinds, type Kind } from '../project-data/kind-labels.ts';
import styles from './projects.module.css';
import { RepositoryCheckPanel } from './repository-check-panel.tsx';
import { toDomains } from './to-domains.ts';
import type { ArrangedUpload } from './upload/arrange-files.ts';
import { UploadPanel } from './upload/upload-panel.tsx';

const route = getRouteApi('/signed-in/projects/new');

export default function NewProjectPage(): ReactElement {
  const canWrite = useCan('projects:write');
  return (
    <>
      <PageHeader
        title="New project"
        text="From a repository, from files on this computer, or from a starter site."
        parent={{ label: 'Projects', link: { to: '/projects' } }}
      />
      {canWrite ? (
        <NewProjectForm />
      ) : (
        <NotPermitted>
          Your role lets you read projects but not create them. Ask an owner for another role.
        </NotPermitted>
      )}
    </>
  );
}

type Source = 'repository' | 'upload' | 'starter';

const sources: readonly Choice<Source>[] = [
  {
    value: 'repository',
    label: 'In a repository',
    hint: supportedHostsHint,
  },
  {
    value: 'upload',
    label: 'On this computer',
    hint: 'A folder or a ZIP archive becomes a repository on the embedded code host.',
  },
  {
    value: 'starter',
    label: 'Not written yet',
    hint: 'Start with a small site on the embedded code host and replace its pages.',
  },
];

interface Draft {
  readonly source: Source;
  readonly upload: ArrangedUpload | undefined;
  readonly repository: string;
  readonly branch: string;
  readonly docsFolder: string;
  readonly name: string;
  /** The suggested name from the source. The next suggestion replaces it, but not a name that the user typed. */
  readonly suggestedName: string;
  readonly domains: string;
  readonly kind: Kind;
  readonly analytics: boolean;
  readonly feedback: boolean;
}

const emptyDraft: Draft = {
  source: 'repository',
  upload: undefined,
  repository: '',
  branch: '',
  docsFolder: '',
  name: '',
  suggestedName: '',
  domains: '',
  kind: 'cloud',
  analytics: true,
  feedback: true,
};

/** Updates the name when the source changes, unless the user has typed a name. */
const withSuggestion = ({ name, suggestedName }: Draft, suggestion: string): Partial<Draft> => ({
  suggestedName: suggestion,
  ...((name === '' || name === suggestedName) && { name: suggestion }),
});

/** Returns the docs' location. Empty fields are left out, and the service detects their values. */
const placeOf = ({ repository, branch, docsFolder }: Draft) => ({
  repository: repository.trim(),
  ...(branch.trim() !== '' && { branch: branch.trim() }),
  ...(docsFolder.trim() !== '' && { docsFolder: docsFolder.trim() }),
});

interface PartProps {
  readonly draft: Draft;
  readonly edit: (change: Partial<Draft>) => void;
  readonly errors: ReturnType<typeof fieldErrors>;
}

function NewProjectForm(): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const { repository = '' } = route.useSearch();
  const [draft, setDraft] = useState<Draft>({
    ...emptyDraft,
    repository,
    ...withSuggestion(emptyDraft, nameOf(repository)),
  });
  const edit = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const canCreateRepositories = useCan('repositories:write');
  const [arrived, setArrived] = useState(0);
  const create = useMutation({
    mutationFn: () => createFrom(client, draft, setArrived),
    onMutate: () => setArrived(0),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ['projects'] });
      await navigate({ to: '/projects/$projectId', params: { projectId: id } });
    },
  });
  const errors = fieldErrors(create.error);
  const submit = () => {
    if (!create.isPending) create.mutate();
  };
  return (
    <Form onSubmit={submit}>
      <Stack isNarrow>
        {canCreateRepositories && (
          <Panel title="Where are your docs?">
            <RadioGroup
              label="Where are your docs?"
              isLabelHidden
              value={draft.source}
              choices={sources}
              onChange={(source) => edit({ source })}
            />
          </Panel>
        )}
        {draft.source === 'repository' && <RepositoryPanel draft={draft} edit={edit} errors={errors} />}
        {draft.source === 'upload' && (
          <UploadPanel
            upload={draft.upload}
            docsFolder={draft.docsFolder}
            onDocsFolder={(docsFolder) => edit({ docsFolder })}
            onUpload={(upload) =>
              edit({
                upload,
                docsFolder: upload?.docsFolders[0] ?? '',
                ...withSuggestion(draft, upload?.name ?? ''),
              })
            }
          />
        )}
        <SitePanel draft={draft} edit={edit} errors={errors} />
        <ErrorNotice error={create.error} />
        <div className={styles['foot']}>
          <Button type="submit" kind="primary" isBusy={create.isPending} disabled={!isComplete(draft)}>
            Create project
          </Button>
          {create.isPending && draft.source === 'upload' && draft.upload !== undefined && (
            <Progress
              label="Upload"
              percent={(100 * arrived) / draft.upload.files.length}
              text={`${arrived} of ${formatCount(draft.upload.files.length, 'file')}`}
            />
          )}
        </div>
      </Stack>
    </Form>
  );
}

/** Whether the source can be used. An upload without a docs folder can't be built. */
const isComplete = ({ source, upload }: Draft): boolean =>
  source !== 'upload' || (upload !== undefined && upload.docsFolders.length > 0);

async function createFrom(
  client: Client,
  draft: Draft,
  onProgress: (done: number) => void,
): ReturnType<Client['createProject']> {
  const name = draft.name.trim();
  const { kind, analytics, feedback } = draft;
  const features = kind === 'air-gapped' ? undefined : { analytics, feedback };
  const rest = { name, domains: toDomains(draft.domains), deploymentKind: kind, ...(features && { features }) };
  if (draft.source === 'repository') return client.createProject({ ...placeOf(draft), ...rest });
  const { createUploaded } = await import('./upload/create-uploaded.ts');
  const files = draft.source === 'upload' ? draft.upload?.files : undefined;
  const repository = await createUploaded(client, { name, files }, onProgress);
  try {
    const docsFolder = draft.source === 'upload' ? draft.docsFolder : '';
    return await client.createProject({ repository: repository.cloneUrl, docsFolder, ...rest });
  } catch (error) {
    await client.deleteRepository({ name: repository.name }).catch(() => undefined);
    throw error;
  }
}

/** Repositories of the embedded code host; empty if it has none, or if the user isn't allowed to see them. */
function LocalRepositories({ onChoose }: { readonly onChoose: (cloneUrl: string) => void }): ReactElement | null {
  const client = useClient();
  const canListLocal = useCan('repositories:read');
  const local = useQuery({
    queryKey: ['repositories'],
    queryFn: ({ signal }) => client.listRepositories({ limit: 100 }, { signal }),
    enabled: canListLocal,
  });
  if (local.data === undefined || local.data.repositories.length === 0) return null;
  return (
    <SelectField
      label="On the embedded code host"
      hint={
        local.data.nextCursor === null
          ? undefined
          : 'Shows the first 100 by name. For another one, enter its address below.'
      }
      value=""
      choices={[
        { value: '', label: 'Choose a repository, or enter an address below' },
        ...local.data.repositories.map(({ name: own, cloneUrl }) => ({ value: cloneUrl, label: own })),
      ]}
      onChange={onChoose}
    />
  );
}

function RepositoryPanel({ draft, edit, errors }: PartProps): ReactElement {
  const client = useClient();
  const check = useMutation({
    mutationFn: (asked: ReturnType<typeof placeOf>) => client.checkRepository(asked),
    onSuccess: (found, asked) => {
      const [only] = found.docsFolders;
      edit({
        ...withSuggestion(draft, URL.canParse(asked.repository) ? nameOf(asked.repository) : ''),
        ...(draft.branch === '' && found.defaultBranch !== null && { branch: found.defaultBranch }),
        ...(draft.docsFolder === '' && found.docsFolders.length === 1 && only !== undefined && { docsFolder: only }),
      });
    },
  });
  return (
    <Panel title="Repository">
      <LocalRepositories onChoose={(repository) => edit({ repository })} />
      <TextField
        label="Address"
        hint={supportedHostsHint}
        error={errors['repository']}
        placeholder="https://github.com/owner/name"
        type="url"
        required
        maxLength={500}
        value={draft.repository}
        onChange={(repository) => edit({ repository })}
      />
      <Columns>
        <TextField
          label="Branch"
          hint="Defaults to the repository’s default branch."
          error={errors['branch']}
          maxLength={200}
          value={draft.branch}
          onChange={(branch) => edit({ branch })}
        />
        <TextField
          label="Docs folder"
          hint="The folder with docs.json. Defaults to the root."
          error={errors['docsFolder']}
          maxLength={500}
          value={draft.docsFolder}
          onChange={(docsFolder) => edit({ docsFolder })}
        />
      </Columns>
      <div className={styles['foot']}>
        <Button
          icon="search"
          isBusy={check.isPending}
          disabled={draft.repository.trim() === ''}
          onClick={() => check.mutate(placeOf(draft))}
        >
          Check the repository
        </Button>
      </div>
      <ErrorNotice error={check.error} />
      {check.data && <RepositoryCheckPanel found={check.data} onDocsFolder={(docsFolder) => edit({ docsFolder })} />}
    </Panel>
  );
}

function SitePanel({ draft, edit, errors }: PartProps): ReactElement {
  return (
    <Panel title="Site">
      <TextField
        label="Name"
        error={errors['name']}
        required
        maxLength={200}
        value={draft.name}
        onChange={(name) => edit({ name })}
      />
      {draft.kind !== 'air-gapped' && (
        <>
          <Checkbox
            label="Web analytics"
            hint="Counts views, visitors and searches. No cookies, and no addresses are stored."
            isChecked={draft.analytics}
            onChange={(analytics) => edit({ analytics })}
          />
          <Checkbox
            label="Feedback"
            hint="Each page asks its readers whether it helped."
            isChecked={draft.feedback}
            onChange={(feedback) => edit({ feedback })}
          />
        </>
      )}
      <details className={styles['advanced']}>
        <summary>Advanced: deployment and export names</summary>
        <Stack>
          <TextField
            label="Export names"
            hint="Optional. Host names by which an export can be started, separated by commas. To serve the live site at your own domain, add it on the project’s Domains page after you create the project."
            error={errors['domains']}
            placeholder="docs.example.com"
            value={draft.domains}
            onChange={(domains) => edit({ domains })}
          />
          <RadioGroup
            label="Deployment"
            value={draft.kind}
            choices={kinds.map((value) => ({ value, label: kindLabels[value], hint: kindHints[value] }))}
            onChange={(kind) => edit({ kind })}
          />
        </Stack>
      </details>
    </Panel>
  );
}

/** Returns the last part of a repository's address. */
function nameOf(repository: string): string {
  return (
    repository
      .replace(/\/+$/, '')
      .replace(/\.git$/, '')
      .split('/')
      .at(-1) ?? ''
  );
}
