import type { Project } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement, ReactNode } from 'react';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { PageLink } from '../project-data/page-link.tsx';
import { Button } from '../ui/button.tsx';
import { formatCount, formatDay } from '../ui/format.ts';
import { Panel, Stack, Table, type Column } from '../ui/layout.tsx';
import { Time } from '../ui/time.tsx';
import { pageHealthQuery } from './queries.ts';
import { usePageHealthRows, type PageHealthLists, type PageHealthRows } from './use-page-health-rows.ts';
import styles from './suggestions.module.css';

type Lists = PageHealthLists;

interface ListOf<Name extends keyof Lists> {
  readonly projectId: string;
  /** The list with its first rows. */
  readonly list: Lists[Name];
}

/** Problems with existing pages, shown next to missing pages. */
export function PageHealthSection({ project }: { readonly project: Project }): ReactElement {
  const query = useQuery(pageHealthQuery(useClient(), project.id));
  return (
    <section aria-label="Page health">
      <Stack>
        <h2>Page health</h2>
        <Loaded query={query} lines={8}>
          {({ brokenLinks, unreadPages, searchedFromPages, stalePages, codeChangedPages }) => (
            <Stack>
              {brokenLinks && <BrokenLinks projectId={project.id} list={brokenLinks} />}
              {unreadPages && <UnreadPages projectId={project.id} list={unreadPages} />}
              {searchedFromPages && <SearchedFromPages projectId={project.id} list={searchedFromPages} />}
              {stalePages && <StalePages projectId={project.id} list={stalePages} />}
              {codeChangedPages && codeChangedPages.state !== 'off' && (
                <CodeChangedPages projectId={project.id} list={codeChangedPages} />
              )}
            </Stack>
          )}
        </Loaded>
      </Stack>
    </section>
  );
}

interface ListProps {
  readonly title: string;
  readonly state: 'off' | 'waiting' | 'known';
  readonly shown: Pick<PageHealthRows<unknown>, 'rows' | 'more' | 'isLoading' | 'error'>;
  /** The text for an empty list in each state. */
  readonly says: Readonly<Record<'off' | 'waiting' | 'known', ReactNode>>;
  readonly columns: readonly Column[];
  readonly text?: string;
  readonly children: ReactNode;
}

const readersAreOff = (projectId: string): ReactNode => (
  <>
    Web analytics is off. Turn it on in the{' '}
    <Link to="/projects/$projectId" params={{ projectId }} search={{ tab: 'deployment' }}>
      project’s settings
    </Link>
    .
  </>
);
const isNotReadYet = 'The live site’s pages haven’t been checked yet.';

function List({ title, state, shown, says, columns, text, children }: ListProps): ReactElement {
  if (shown.rows.length === 0)
    return (
      <Panel title={title}>
        <p className={styles['soft']}>{says[state]}</p>
      </Panel>
    );
  return (
    <Panel title={title} isFlush text={text}>
      <Table label={title} columns={columns}>
        {children}
      </Table>
      {(shown.more !== undefined || shown.error !== null) && (
        <div className={styles['more']}>
          <ErrorNotice error={shown.error} />
          {shown.more !== undefined && (
            <Button isBusy={shown.isLoading} onClick={shown.more} aria-label={`Show more: ${title}`}>
              Show more
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}

const countLinks = ({ checked, links, complete }: Lists['brokenLinks']): string =>
  `${checked.toLocaleString('en')} of ${formatCount(links, 'link')} to other sites checked${complete ? '' : '; the rest aren’t checked'}.`;

function BrokenLinks({ projectId, list }: ListOf<'brokenLinks'>): ReactElement {
  const shown = usePageHealthRows(projectId, 'brokenLinks', list);
  return (
    <List
      title="Broken links to other sites"
      state={list.state}
      shown={shown}
      says={{
        off: 'This installation doesn’t check links to other sites.',
        waiting: isNotReadYet,
        known: `${list.checked === 0 && list.links > 0 ? 'No link has been checked yet.' : 'No broken links.'} ${countLinks(list)}`,
      }}
      columns={['Address', 'Status', 'Pages', 'Since']}
      text={countLinks(list)}
    >
      {shown.rows.map(({ url, status, pages, pageCount, brokenSince }) => (
        <tr key={url}>
          <td className={styles['cell']}>{url}</td>
          <td data-label="Status">{status ?? 'Unknown host'}</td>
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
}

function UnreadPages({ projectId, list }: ListOf<'unreadPages'>): ReactElement {
  const shown = usePageHealthRows(projectId, 'unreadPages', list);
  return (
    <List
      title="Pages without readers"
      state={list.state}
      shown={shown}
      says={{
        off: readersAreOff(projectId),
        waiting: 'Available after 30 days of analytics.',
        known: 'Every page has readers.',
      }}
      columns={['Page', 'Title']}
      {...(list.since !== null && { text: `Not viewed by a person since ${list.since}.` })}
    >
      {shown.rows.map(({ path, title }) => (
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
}

function SearchedFromPages({ projectId, list }: ListOf<'searchedFromPages'>): ReactElement {
  const shown = usePageHealthRows(projectId, 'searchedFromPages', list);
  return (
    <List
      title="Pages readers search from"
      state={list.state}
      shown={shown}
      says={{
        off: readersAreOff(projectId),
        waiting: 'Shown after the first daily count of this site’s readers.',
        known: 'In the last 30 days, no page had 10% of its readers (and at least 5) start a search.',
      }}
      columns={['Page', { number: 'Searched' }, { number: 'Readers' }]}
      text="In the last 30 days."
    >
      {shown.rows.map(({ path, readers, searchers, share }) => (
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
}

function StalePages({ projectId, list }: ListOf<'stalePages'>): ReactElement {
  const shown = usePageHealthRows(projectId, 'stalePages', list);
  return (
    <List
      title="Pages unchanged for a long time"
      state={list.state}
      shown={shown}
      says={{
        off: readersAreOff(projectId),
        waiting: isNotReadYet,
        known: 'No pages are known to be unchanged for 180 days.',
      }}
      columns={['Page', { number: 'Views in 90 days' }, 'Unchanged since']}
    >
      {shown.rows.map(({ path, views, unchangedSince }) => (
        <tr key={path}>
          <td className={styles['cell']}>
            <PageLink projectId={projectId} path={path} />
          </td>
          <td data-label="Views in 90 days">{views?.toLocaleString('en') ?? 'not counted'}</td>
          <td data-label="Unchanged since">{formatDay(unchangedSince.slice(0, 10))}</td>
        </tr>
      ))}
    </List>
  );
}

function CodeChangedPages({ projectId, list }: ListOf<'codeChangedPages'>): ReactElement {
  const shown = usePageHealthRows(projectId, 'codeChangedPages', list);
  return (
    <List
      title="Pages whose cited code changed"
      state={list.state}
      shown={shown}
      says={{
        off: 'Code anchors are off.',
        waiting: 'The code that pages cite hasn’t been compared yet.',
        known: 'All cited code is unchanged.',
      }}
      columns={['Page', 'Code', 'Since']}
      {...(list.fault !== null && { text: `The last check failed: ${list.fault}` })}
    >
      {shown.rows.map(({ path, line, location, reason, since }) => (
        <tr key={`${path} ${line}`}>
          <td className={styles['cell']}>
            <PageLink projectId={projectId} path={path} />
          </td>
          <td data-label="Code" className={styles['cell']}>
            {location}
            {reason === 'missing' && ' (missing)'}
          </td>
          <td data-label="Since">{formatDay(since.slice(0, 10))}</td>
        </tr>
      ))}
    </List>
  );
}
