import type { PageHealth, Project } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement, ReactNode } from 'react';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { PageLink } from '../analytics/page-link.tsx';
import { formatCount } from '../ui/format.ts';
import { Panel, Stack, Table } from '../ui/layout.tsx';
import { Time } from '../ui/time.tsx';
import { pageHealthQuery } from './queries.ts';
import styles from './suggestions.module.css';

type Lists = { readonly [Name in keyof PageHealth]: NonNullable<PageHealth[Name]> };

interface ListOf<Name extends keyof Lists> {
  readonly projectId: string;
  readonly list: Lists[Name];
}

/** What is wrong with pages that are there, beside what is missing. */
export function PageHealthSection({ project }: { readonly project: Project }): ReactElement {
  const query = useQuery(pageHealthQuery(useClient(), project.id));
  return (
    <section aria-label="Page health">
      <Stack>
        <h2>Page health</h2>
        <Loaded query={query} lines={8}>
          {({ brokenLinks, unreadPages, searchedFromPages, stalePages }) => (
            <Stack>
              {brokenLinks && <BrokenLinks projectId={project.id} list={brokenLinks} />}
              {unreadPages && <UnreadPages projectId={project.id} list={unreadPages} />}
              {searchedFromPages && <SearchedFromPages projectId={project.id} list={searchedFromPages} />}
              {stalePages && <StalePages projectId={project.id} list={stalePages} />}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </section>
  );
}

interface ListProps {
  readonly title: string;
  readonly list: {
    readonly state: 'off' | 'waiting' | 'known';
    readonly rows: readonly unknown[];
    readonly hasMore: boolean;
  };
  /** What is said of each state, where there is no row. */
  readonly says: Readonly<Record<'off' | 'waiting' | 'known', string>>;
  readonly columns: readonly string[];
  readonly text?: string;
  readonly children: ReactNode;
}

const readersAreOff = 'Web analytics are off: switch them on under Deployment in the project’s settings.';
const isNotReadYet = 'The live site’s pages have not been looked at yet.';

function List({ title, list, says, columns, text, children }: ListProps): ReactElement {
  if (list.rows.length === 0)
    return (
      <Panel title={title}>
        <p className={styles['soft']}>{says[list.state]}</p>
      </Panel>
    );
  return (
    <Panel title={title} isFlush text={list.hasMore ? [text, 'These are the first.'].filter(Boolean).join(' ') : text}>
      <Table label={title} columns={columns}>
        {children}
      </Table>
    </Panel>
  );
}

const countLinks = ({ checked, links, complete }: Lists['brokenLinks']): string =>
  `${checked.toLocaleString('en')} of ${formatCount(links, 'link')} to other sites checked${complete ? '' : '; there are more, which are not'}.`;

const BrokenLinks = ({ projectId, list }: ListOf<'brokenLinks'>): ReactElement => (
  <List
    title="Broken links to other sites"
    list={list}
    says={{
      off: 'Links to other sites are not checked on this installation.',
      waiting: isNotReadYet,
      known: `No link is broken. ${countLinks(list)}`,
    }}
    columns={['Address', 'Answer', 'Pages', 'Since']}
    text={countLinks(list)}
  >
    {list.rows.map(({ url, status, pages, pageCount, brokenSince }) => (
      <tr key={url}>
        <td className={styles['cell']}>{url}</td>
        <td data-label="Answer">{status ?? 'No such host'}</td>
        <td data-label="Pages" className={styles['cell']}>
          {pages.slice(0, 3).map((path, index) => (
            <span key={path}>
              {index > 0 && ', '}
              <PageLink projectId={projectId} path={path} />
            </span>
          ))}
          {pageCount > 3 && ` and ${(pageCount - 3).toLocaleString('en')} more`}
        </td>
        <td data-label="Since">
          <Time at={brokenSince} />
        </td>
      </tr>
    ))}
  </List>
);

const UnreadPages = ({ projectId, list }: ListOf<'unreadPages'>): ReactElement => (
  <List
    title="Pages that nobody reads"
    list={list}
    says={{
      off: readersAreOff,
      waiting: 'Readers have to be counted for 30 days first.',
      known: 'Every page has a reader.',
    }}
    columns={['Page', 'Title']}
    {...(list.since !== null && { text: `No person viewed them since ${list.since}.` })}
  >
    {list.rows.map(({ path, title }) => (
      <tr key={path}>
        <td className={styles['cell']}>
          <PageLink projectId={projectId} path={path} />
        </td>
        <td data-label="Title" className={styles['cell']}>
          {title}
        </td>
      </tr>
    ))}
  </List>
);

const SearchedFromPages = ({ projectId, list }: ListOf<'searchedFromPages'>): ReactElement => (
  <List
    title="Pages that readers leave by searching"
    list={list}
    says={{
      off: readersAreOff,
      waiting: 'Nobody was counted yet.',
      known: 'From no page did a tenth of its readers, and at least 5, search in the last 30 days.',
    }}
    columns={['Page', 'Searched', 'Readers']}
    text="Of the last 30 days."
  >
    {list.rows.map(({ path, readers, searchers, share }) => (
      <tr key={path}>
        <td className={styles['cell']}>
          <PageLink projectId={projectId} path={path} />
        </td>
        <td data-label="Searched">
          {share.toLocaleString('en', { style: 'percent' })} ({searchers.toLocaleString('en')})
        </td>
        <td data-label="Readers">{readers.toLocaleString('en')}</td>
      </tr>
    ))}
  </List>
);

const StalePages = ({ projectId, list }: ListOf<'stalePages'>): ReactElement => (
  <List
    title="Pages that did not change for long"
    list={list}
    says={{
      off: readersAreOff,
      waiting: isNotReadYet,
      known: 'No page is known to be unchanged for 180 days.',
    }}
    columns={['Page', 'Views in 90 days', 'Unchanged since']}
  >
    {list.rows.map(({ path, views, unchangedSince }) => (
      <tr key={path}>
        <td className={styles['cell']}>
          <PageLink projectId={projectId} path={path} />
        </td>
        <td data-label="Views in 90 days">{views?.toLocaleString('en') ?? 'not counted'}</td>
        <td data-label="Unchanged since">
          <Time at={unchangedSince} />
        </td>
      </tr>
    ))}
  </List>
);
