import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { Badge } from '../ui/badge.tsx';
import { TextField } from '../ui/field.tsx';
import { Stack, Table } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Notice } from '../ui/notice.tsx';
import styles from './code-hosts.module.css';
import { hostedRepositoriesQuery } from './queries.ts';

/** The repositories that a credential can access. The user selects one for a project. */
export function RepositoryPicker(props: { readonly hostId: string; readonly installUrl: string | null }): ReactElement {
  const [search, setSearch] = useState('');
  const query = useQuery(hostedRepositoriesQuery(useClient(), props.hostId, useDeferredValue(search.trim())));
  return (
    <Stack>
      <TextField
        label="Search repositories"
        type="search"
        placeholder="owner/name"
        maxLength={100}
        value={search}
        onChange={setSearch}
      />
      <Loaded query={query}>
        {({ repositories, isWhole }) =>
          repositories.length === 0 ? (
            <Notice>
              {search.trim() !== ''
                ? 'No matching repositories.'
                : props.installUrl === null
                  ? 'The credential can’t access any repositories.'
                  : 'The App isn’t installed yet. Install it and choose its repositories on GitHub.'}
            </Notice>
          ) : (
            <>
              <Table label="Repositories" columns={['Repository', 'Branch', { hidden: 'Actions' }]}>
                {repositories.map((repository) => (
                  <tr key={repository.url}>
                    <td>
                      <span className={styles['name']}>{repository.fullName}</span>{' '}
                      {repository.private && <Badge>private</Badge>}
                    </td>
                    <td data-label="Branch">{repository.defaultBranch ?? 'none yet'}</td>
                    <td>
                      {repository.canPush === false ? (
                        <span className={styles['soft']}>read only</span>
                      ) : (
                        <LinkButton
                          isSmall
                          to="/projects/new"
                          search={{ repository: repository.url }}
                          aria-label={`Use ${repository.fullName}`}
                        >
                          Use
                        </LinkButton>
                      )}
                    </td>
                  </tr>
                ))}
              </Table>
              {!isWhole && <div className={styles['soft']}>More repositories match. Search for part of the name.</div>}
            </>
          )
        }
      </Loaded>
    </Stack>
  );
}
