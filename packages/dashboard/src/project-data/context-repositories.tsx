import type { ContextRepository } from '@docwright/sdk';
import type { ReactElement } from 'react';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { Columns, Panel, Row, Stack } from '../ui/layout.tsx';

/** The limits of the API. */
const maxRepositories = 10;

interface ContextRepositoriesProps {
  readonly repositories: readonly ContextRepository[];
  readonly error: string | undefined;
  readonly onChange: (repositories: ContextRepository[]) => void;
}

/** Repositories with source code that the agent can read. */
export function ContextRepositories({ repositories, error, onChange }: ContextRepositoriesProps): ReactElement {
  const replace = (at: number, ...by: ContextRepository[]) =>
    onChange(repositories.flatMap((one, index) => (index === at ? by : [one])));
  return (
    <Panel
      title="Source code"
      text="Repositories that the agent can read but not change. They can be on any code host that is connected to the organization."
    >
      <Stack>
        {repositories.map((repository, index) => (
          <RepositoryFields
            key={index}
            number={index + 1}
            repository={repository}
            error={index === repositories.length - 1 ? error : undefined}
            onChange={(changed) => replace(index, changed)}
            onRemove={() => replace(index)}
          />
        ))}
        {repositories.length < maxRepositories && (
          <Row>
            <Button icon="plus" onClick={() => onChange([...repositories, { repository: '' }])}>
              Add repository
            </Button>
          </Row>
        )}
      </Stack>
    </Panel>
  );
}

interface RepositoryFieldsProps {
  readonly number: number;
  readonly repository: ContextRepository;
  readonly error: string | undefined;
  readonly onChange: (repository: ContextRepository) => void;
  readonly onRemove: () => void;
}

function RepositoryFields(props: RepositoryFieldsProps): ReactElement {
  const { number, repository, error, onChange, onRemove } = props;
  const { branch, paths, ...rest } = repository;
  const change = (text: { readonly branch?: string | undefined; readonly paths?: string[] | undefined }) => {
    const next = { branch, paths, ...text };
    onChange({
      ...rest,
      ...(next.branch !== undefined && next.branch !== '' && { branch: next.branch }),
      ...(next.paths !== undefined && next.paths.length > 0 && { paths: next.paths }),
    });
  };
  return (
    <fieldset style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
      <legend className="visually-hidden">Repository {number}</legend>
      <TextField
        label="Repository"
        hint="Full URL"
        error={error}
        isMono
        required
        maxLength={500}
        value={repository.repository}
        onChange={(text) => onChange({ ...repository, repository: text.trim() })}
      />
      <Columns>
        <TextField
          label="Branch"
          hint="If empty, the default branch is used."
          isMono
          maxLength={200}
          value={branch ?? ''}
          onChange={(text) => change({ branch: text.trim() })}
        />
        <TextField
          label="Paths"
          hint="Folders, files or globs, separated by spaces. If empty, the agent can read all files."
          isMono
          value={(paths ?? []).join(' ')}
          onChange={(text) => change({ paths: text === '' ? [] : text.trimStart().split(/ +/) })}
          onBlur={() => change({ paths: paths?.filter((path) => path !== '') })}
        />
      </Columns>
      <Row>
        <Button kind="quiet" isSmall onClick={onRemove}>
          Remove<span className="visually-hidden"> repository {number}</span>
        </Button>
      </Row>
    </fieldset>
  );
}
