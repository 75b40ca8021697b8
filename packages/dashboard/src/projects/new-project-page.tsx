import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactElement, type SyntheticEvent } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice, NotPermitted } from '../api/error-notice.tsx';
import { Button } from '../ui/button.tsx';
import { RadioGroup, SelectField, TextField } from '../ui/field.tsx';
import { Columns, PageHeader, Panel, Stack } from '../ui/layout.tsx';
import { kindHints, kindLabels, kinds, type Kind } from './kind-labels.ts';
import styles from './projects.module.css';
import { RepositoryCheckPanel } from './repository-check-panel.tsx';
import { toDomains } from './to-domains.ts';

const route = getRouteApi('/signed-in/projects/new');

export default function NewProjectPage(): ReactElement {
  const canWrite = useCan('projects:write');
  return (
    <>
      <PageHeader
        title="New project"
        text="Connect a repository that holds a docs.json."
        parent={{ label: 'Projects', link: { to: '/projects' } }}
      />
      {canWrite ? (
        <NewProjectForm />
      ) : (
        <NotPermitted>Your role can read projects, not create them. Ask an owner for another role.</NotPermitted>
      )}
    </>
  );
}

interface Draft {
  readonly repository: string;
  readonly branch: string;
  readonly docsFolder: string;
  readonly name: string;
  readonly domains: string;
  readonly kind: Kind;
}

const emptyDraft: Draft = { repository: '', branch: '', docsFolder: '', name: '', domains: '', kind: 'cloud' };

/** Where the documents are; what was left empty is the service's to find. */
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
  const [draft, setDraft] = useState<Draft>({ ...emptyDraft, repository, name: nameOf(repository) });
  const edit = (change: Partial<Draft>) => setDraft((before) => ({ ...before, ...change }));
  const create = useMutation({
    mutationFn: () =>
      client.createProject({
        ...placeOf(draft),
        name: draft.name.trim(),
        domains: toDomains(draft.domains),
        deploymentKind: draft.kind,
      }),
    onSuccess: async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ['projects'] });
      await navigate({ to: '/projects/$projectId', params: { projectId: id } });
    },
  });
  const errors = fieldErrors(create.error);
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!create.isPending) create.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack isNarrow>
        <RepositoryPanel draft={draft} edit={edit} errors={errors} />
        <SitePanel draft={draft} edit={edit} errors={errors} />
        <ErrorNotice error={create.error} />
        <div className={styles['foot']}>
          <Button type="submit" kind="primary" isBusy={create.isPending}>
            Create project
          </Button>
        </div>
      </Stack>
    </form>
  );
}

function RepositoryPanel({ draft, edit, errors }: PartProps): ReactElement {
  const client = useClient();
  const canListLocal = useCan('repositories:read');
  const local = useQuery({
    queryKey: ['repositories'],
    queryFn: async ({ signal }) => (await client.listRepositories({ signal })).repositories,
    enabled: canListLocal,
  });
  const [suggestedName, setSuggestedName] = useState(draft.name);
  const check = useMutation({
    mutationFn: (asked: ReturnType<typeof placeOf>) => client.checkRepository(asked),
    onSuccess: (found, asked) => {
      const [only] = found.docsFolders;
      const suggestion = URL.canParse(asked.repository) ? nameOf(asked.repository) : '';
      setSuggestedName(suggestion);
      edit({
        // A name that nobody typed follows the address.
        ...((draft.name === '' || draft.name === suggestedName) && { name: suggestion }),
        ...(draft.branch === '' && found.defaultBranch !== null && { branch: found.defaultBranch }),
        ...(draft.docsFolder === '' && found.docsFolders.length === 1 && only !== undefined && { docsFolder: only }),
      });
    },
  });
  return (
    <Panel title="Repository">
      {local.data !== undefined && local.data.length > 0 && (
        <SelectField
          label="On the embedded code host"
          value=""
          choices={[
            { value: '', label: 'Choose a repository, or enter an address below' },
            ...local.data.map(({ name: own, cloneUrl }) => ({ value: cloneUrl, label: own })),
          ]}
          onChange={(repository) => edit({ repository })}
        />
      )}
      <TextField
        label="Address"
        hint="On GitHub, GitLab, Gitea, Bitbucket, or the embedded code host."
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
      <TextField
        label="Domains"
        hint="Host names by which exports of this project are requested, separated by commas. Once the project exists, its Domains page connects a domain to the live site."
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
    </Panel>
  );
}

/** The last part of a repository's address. */
function nameOf(repository: string): string {
  return (
    repository
      .replace(/\/+$/, '')
      .replace(/\.git$/, '')
      .split('/')
      .at(-1) ?? ''
  );
}
