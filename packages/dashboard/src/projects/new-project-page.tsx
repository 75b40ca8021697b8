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

function NewProjectForm(): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const navigate = route.useNavigate();
  const canListLocal = useCan('repositories:read');
  const local = useQuery({
    queryKey: ['repositories'],
    queryFn: async ({ signal }) => (await client.listRepositories({ signal })).repositories,
    enabled: canListLocal,
  });
  const [repository, setRepository] = useState('');
  const [name, setName] = useState('');
  const [suggestedName, setSuggestedName] = useState('');
  const [branch, setBranch] = useState('');
  const [docsFolder, setDocsFolder] = useState('');
  const [domains, setDomains] = useState('');
  const [kind, setKind] = useState<Kind>('cloud');
  const place = {
    repository: repository.trim(),
    ...(branch.trim() !== '' && { branch: branch.trim() }),
    ...(docsFolder.trim() !== '' && { docsFolder: docsFolder.trim() }),
  };
  const check = useMutation({
    mutationFn: (asked: typeof place) => client.checkRepository(asked),
    onSuccess: (found, asked) => {
      // A name that nobody typed follows the address.
      if (name === '' || name === suggestedName) {
        const suggestion = URL.canParse(asked.repository) ? nameOf(asked.repository) : '';
        setName(suggestion);
        setSuggestedName(suggestion);
      }
      if (branch === '' && found.defaultBranch !== null) setBranch(found.defaultBranch);
      const [only] = found.docsFolders;
      if (docsFolder === '' && found.docsFolders.length === 1 && only !== undefined) setDocsFolder(only);
    },
  });
  const create = useMutation({
    mutationFn: () =>
      client.createProject({ ...place, name: name.trim(), domains: toDomains(domains), deploymentKind: kind }),
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
        <Panel title="Repository">
          {local.data !== undefined && local.data.length > 0 && (
            <SelectField
              label="On the embedded code host"
              value=""
              choices={[
                { value: '', label: 'Choose a repository, or enter an address below' },
                ...local.data.map(({ name: own, cloneUrl }) => ({ value: cloneUrl, label: own })),
              ]}
              onChange={setRepository}
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
            value={repository}
            onChange={setRepository}
          />
          <Columns>
            <TextField
              label="Branch"
              hint="Defaults to the repository’s default branch."
              error={errors['branch']}
              maxLength={200}
              value={branch}
              onChange={setBranch}
            />
            <TextField
              label="Docs folder"
              hint="The folder with docs.json. Defaults to the root."
              error={errors['docsFolder']}
              maxLength={500}
              value={docsFolder}
              onChange={setDocsFolder}
            />
          </Columns>
          <div className={styles['foot']}>
            <Button
              icon="search"
              isBusy={check.isPending}
              disabled={repository.trim() === ''}
              onClick={() => check.mutate(place)}
            >
              Check the repository
            </Button>
          </div>
          <ErrorNotice error={check.error} />
          {check.data && <RepositoryCheckPanel found={check.data} onDocsFolder={setDocsFolder} />}
        </Panel>
        <Panel title="Site">
          <TextField label="Name" error={errors['name']} required maxLength={200} value={name} onChange={setName} />
          <TextField
            label="Domains"
            hint="Host names of the site, separated by commas."
            error={errors['domains']}
            placeholder="docs.example.com"
            value={domains}
            onChange={setDomains}
          />
          <RadioGroup
            label="Deployment"
            value={kind}
            choices={kinds.map((value) => ({ value, label: kindLabels[value], hint: kindHints[value] }))}
            onChange={setKind}
          />
        </Panel>
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
