import type { Project } from '@docwright/sdk';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { fieldErrors } from '../api/describe-error.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { SaveBar } from '../editing/save-bar.tsx';
import { Button } from '../ui/button.tsx';
import { Checkbox, TextField } from '../ui/field.tsx';
import { Form } from '../ui/form.tsx';
import { Columns, Panel, Stack } from '../ui/layout.tsx';
import styles from './projects.module.css';
import { RepositoryCheckPanel } from './repository-check-panel.tsx';
import { toDomains } from './to-domains.ts';
import { useProjectEdits } from './use-project-edits.ts';

const names = {
  name: 'Name',
  repository: 'Repository',
  branch: 'Branch',
  docsFolder: 'Docs folder',
  domains: 'Export names',
  asDraft: 'Drafts',
  excludeOrphans: 'Pages outside the navigation',
};

const fields = ['name', 'repository', 'branch', 'docsFolder', 'domains', 'asDraft', 'excludeOrphans'] as const;

interface PartProps {
  readonly values: Pick<Project, (typeof fields)[number]>;
  readonly edit: (change: Partial<Pick<Project, (typeof fields)[number]>>) => void;
  readonly errors: ReturnType<typeof fieldErrors>;
}

export function GeneralForm({ project }: { readonly project: Project }): ReactElement {
  const canWrite = useCan('projects:write');
  const edits = useProjectEdits(project, fields);
  const part: PartProps = { values: edits.values, edit: edits.edit, errors: fieldErrors(edits.error) };
  const submit = () => {
    edits.save();
  };
  return (
    <Form onSubmit={submit}>
      <fieldset disabled={!canWrite} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        <Stack isNarrow>
          <SitePanel {...part} projectId={project.id} />
          <RepositoryPanel {...part} />
          {canWrite && <SaveBar edits={edits} names={names} />}
        </Stack>
      </fieldset>
    </Form>
  );
}

function SitePanel({ values, edit, errors, projectId }: PartProps & { readonly projectId: string }): ReactElement {
  // Stored as typed, because text that ends with a comma isn't a complete list.
  const [domainText, setDomainText] = useState<string>();
  return (
    <Panel title="Site">
      <TextField
        label="Name"
        error={errors['name']}
        required
        maxLength={200}
        value={values.name}
        onChange={(name) => edit({ name })}
      />
      <TextField
        label="Export names"
        hint={
          <>
            Host names by which an export can be started, separated by commas. They don’t change where the live site is
            served: for that, see{' '}
            <Link to="/projects/$projectId/domains" params={{ projectId }}>
              Domains
            </Link>
            .
          </>
        }
        error={errors['domains']}
        value={domainText ?? values.domains.join(', ')}
        onChange={(text) => {
          setDomainText(text);
          edit({ domains: toDomains(text) });
        }}
        onBlur={() => setDomainText(undefined)}
      />
    </Panel>
  );
}

function RepositoryPanel({ values, edit, errors }: PartProps): ReactElement {
  const client = useClient();
  const check = useMutation({
    mutationFn: () =>
      client.checkRepository({
        repository: values.repository,
        branch: values.branch,
        docsFolder: values.docsFolder,
      }),
  });
  return (
    <Panel title="Repository">
      <TextField
        label="Address"
        error={errors['repository']}
        type="url"
        required
        maxLength={500}
        value={values.repository}
        onChange={(repository) => edit({ repository })}
      />
      <Columns>
        <TextField
          label="Branch"
          error={errors['branch']}
          required
          maxLength={200}
          value={values.branch}
          onChange={(branch) => edit({ branch })}
        />
        <TextField
          label="Docs folder"
          hint="The folder with docs.json. Defaults to the root."
          error={errors['docsFolder']}
          maxLength={500}
          value={values.docsFolder}
          onChange={(docsFolder) => edit({ docsFolder })}
        />
      </Columns>
      <Checkbox
        label="Open agent pull requests as drafts"
        hint="A job can override this."
        isChecked={values.asDraft}
        onChange={(asDraft) => edit({ asDraft })}
      />
      <Checkbox
        label="Exclude pages outside the navigation from exports"
        hint="Pages with hidden: true are exported."
        isChecked={values.excludeOrphans}
        onChange={(excludeOrphans) => edit({ excludeOrphans })}
      />
      <div className={styles['foot']}>
        <Button icon="search" isBusy={check.isPending} onClick={() => check.mutate()}>
          Check the repository
        </Button>
      </div>
      <ErrorNotice error={check.error} />
      {check.data && <RepositoryCheckPanel found={check.data} onDocsFolder={(docsFolder) => edit({ docsFolder })} />}
    </Panel>
  );
}
