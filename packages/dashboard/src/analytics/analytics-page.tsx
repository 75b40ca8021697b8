import type {
  AnalyticsAgentReads,
  AnalyticsTimeseries,
  AnalyticsCodeCopies,
  AnalyticsNotFound,
  AnalyticsOutlinks,
  AnalyticsPlaygroundCalls,
  AnalyticsReferrers,
  AnalyticsSearches,
  AnalyticsViews,
  Project,
} from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useState, type ReactElement, type ReactNode } from 'react';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { hasLiveSite, whyNoLiveSite } from '../project-data/live-kind.ts';
import { projectQuery } from '../project-data/queries.ts';
import { PageHeader, Panel, Stack, Table, type Column } from '../ui/layout.tsx';
import { TurnOn } from '../project-data/turn-on.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import styles from './analytics.module.css';
import { ExportButton, type ExportedTable } from './export-button.tsx';
import { PageLink } from '../project-data/page-link.tsx';
import { PeriodField } from './period-field.tsx';
import { lastDays, type Period } from './period.ts';
import { analyticsQuery, deployedQuery } from './queries.ts';
import { readingFormats } from './reading-formats.ts';
import { Totals } from './totals.tsx';
import { ViewsChart } from './views-chart.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/analytics');

export default function AnalyticsPage(): ReactElement {
  const { projectId } = route.useParams();
  const [period, setPeriod] = useState(() => lastDays(30, Date.now()));
  const query = useQuery(projectQuery(useClient(), projectId));
  return (
    <Loaded query={query} title="Analytics">
      {(project) => (
        <>
          <PageHeader
            title="Analytics"
            text="What readers of the live site view, search for and can’t find. Days and hours are in UTC."
            parent={{ label: project.name, link: { to: '/projects/$projectId', params: { projectId } } }}
          />
          {hasLiveSite(project) ? (
            <>
              <PeriodField period={period} onChange={setPeriod} />
              <Figures project={project} period={period} />
            </>
          ) : (
            <EmptyState icon="info" title="This project has no live site">
              {whyNoLiveSite(project)}
            </EmptyState>
          )}
        </>
      )}
    </Loaded>
  );
}

function Figures({ project, period }: { readonly project: Project; readonly period: Period }): ReactElement {
  const query = useQuery(analyticsQuery(useClient(), project.id, period));
  const deployed = useQuery(deployedQuery(useClient(), project.id)).data;
  const table = { projectId: project.id, period };
  return (
    <Loaded query={query}>
      {({ days, bars, before, totals, views, searches, totalSearches, notFound, ...lists }) =>
        totals.total + totalSearches + notFound.length + lists.agentReads.length === 0 ? (
          <NobodyCounted project={project} />
        ) : (
          <Stack>
            <Panel title="Views">
              <Totals
                rows={[
                  ['Views by people', totals.human, before && sumOf(before, ({ views }) => views.human)],
                  ['Views by AI agents', totals.ai, before && sumOf(before, ({ views }) => views.ai)],
                  [
                    'Visitors, summed by day',
                    sumOf(days, ({ visitors }) => visitors.total),
                    before && sumOf(before, ({ visitors }) => visitors.total),
                  ],
                  ['Searches', totalSearches, undefined],
                ]}
              />
              <ViewsChart projectId={project.id} {...bars} deployed={deployed} />
            </Panel>
            <div className={styles['lists']}>
              <TopPages views={views} table={{ ...table, kind: 'views' }} />
              <Sources referrers={lists.referrers} table={{ ...table, kind: 'referrers' }} />
              <Searches searches={searches} table={{ ...table, kind: 'searches' }} />
              <FruitlessSearches searches={lists.fruitless} table={{ ...table, kind: 'searches' }} />
              <MissingPages notFound={notFound} table={{ ...table, kind: 'not-found' }} />
              <Outlinks outlinks={lists.outlinks} table={{ ...table, kind: 'outlinks' }} />
              <CodeCopies codeCopies={lists.codeCopies} table={{ ...table, kind: 'code-copies' }} />
              <PlaygroundCalls calls={lists.playgroundCalls} table={{ ...table, kind: 'playground-calls' }} />
              <AgentReads agentReads={lists.agentReads} table={{ ...table, kind: 'agent-reads' }} />
            </div>
          </Stack>
        )
      }
    </Loaded>
  );
}

const NobodyCounted = ({ project }: { readonly project: Project }): ReactElement =>
  project.features.analytics ? (
    <EmptyState icon="chart" title="No views yet">
      Pages count their readers from the first deployment after analytics was turned on.
    </EmptyState>
  ) : (
    <EmptyState
      icon="chart"
      title="Web analytics is off"
      actions={<TurnOn project={project} features={['analytics']} label="web analytics" />}
    >
      No cookie is set, and no address is stored. Counting begins with the next deployment.
    </EmptyState>
  );

type Day = AnalyticsTimeseries['days'][number];

const sumOf = (days: readonly Day[], count: (day: Day) => number): number =>
  days.reduce((sum, day) => sum + count(day), 0);

interface Exported {
  readonly table: ExportedTable;
}

interface ListProps extends Exported {
  readonly title: string;
  readonly columns: readonly Column[];
  readonly isEmpty: boolean;
  readonly emptyText: string;
  readonly children: ReactNode;
}

const List = ({ title, columns, isEmpty, emptyText, table, children }: ListProps): ReactElement =>
  isEmpty ? (
    <Panel title={title}>{emptyText}</Panel>
  ) : (
    <Panel title={title} isFlush actions={<ExportButton {...table} />}>
      <Table label={title} columns={columns}>
        {children}
      </Table>
    </Panel>
  );

const TopPages = ({ views, table }: Pick<AnalyticsViews, 'views'> & Exported): ReactElement => (
  <List
    table={table}
    title="Most viewed pages"
    columns={['Page', { number: 'People' }, { number: 'AI agents' }]}
    isEmpty={views.length === 0}
    emptyText="No page views."
  >
    {views.map(({ path, human, ai }) => (
      <tr key={path}>
        <td className={styles['path']}>
          <PageLink projectId={table.projectId} path={path} period={table.period} />
        </td>
        <td data-label="People">{human.toLocaleString('en')}</td>
        <td data-label="AI agents">{ai.toLocaleString('en')}</td>
      </tr>
    ))}
  </List>
);

const Sources = ({ referrers, table }: Pick<AnalyticsReferrers, 'referrers'> & Exported): ReactElement => (
  <List
    table={table}
    title="Sources"
    columns={['Site', { number: 'People' }, { number: 'AI agents' }]}
    isEmpty={referrers.length === 0}
    emptyText="No other site sent readers. Sites that hide where their readers come from aren’t listed."
  >
    {referrers.map(({ referrer, human, ai }) => (
      <tr key={referrer}>
        <td className={styles['path']}>{referrer === OTHERS ? 'All other sites' : referrer}</td>
        <td data-label="People">{human.toLocaleString('en')}</td>
        <td data-label="AI agents">{ai.toLocaleString('en')}</td>
      </tr>
    ))}
  </List>
);

/** The name under which the service counts all names beyond a day's first thousand. */
const OTHERS = '(other)';

const AgentReads = ({ agentReads, table }: Pick<AnalyticsAgentReads, 'agentReads'> & Exported): ReactElement => (
  <List
    table={table}
    title="Read by agents"
    columns={['Page', 'How', { number: 'Read' }, 'Last']}
    isEmpty={agentReads.length === 0}
    emptyText="No agents read the site."
  >
    {agentReads.map(({ path, via, tool, reads, lastReadAt }) => (
      <tr key={JSON.stringify([path, via, tool])}>
        <td className={styles['path']}>{path ?? 'The whole site'}</td>
        <td data-label="How">
          {readingFormats[via]} {tool !== null && <code>{tool}</code>}
        </td>
        <td data-label="Read">{reads.toLocaleString('en')}</td>
        <td data-label="Last">
          <Time at={lastReadAt} />
        </td>
      </tr>
    ))}
  </List>
);

const Searches = ({ searches, table }: Pick<AnalyticsSearches, 'searches'> & Exported): ReactElement => (
  <List
    table={table}
    title="Searches"
    columns={['Query', { number: 'Searched' }, { number: 'Clicks' }, 'Top result']}
    isEmpty={searches.length === 0}
    emptyText="No searches."
  >
    {searches.map(({ searchQuery, hits, ctr, topClickedPage }) => (
      <tr key={searchQuery}>
        <td className={styles['path']}>{searchQuery}</td>
        <td data-label="Searched">{hits.toLocaleString('en')}</td>
        <td data-label="Clicks">{ctr.toLocaleString('en', { style: 'percent' })}</td>
        <td data-label="Top result">{topClickedPage ?? 'none'}</td>
      </tr>
    ))}
  </List>
);

const FruitlessSearches = ({ searches, table }: Pick<AnalyticsSearches, 'searches'> & Exported): ReactElement => (
  <List
    table={table}
    title="Searches without results"
    columns={['Query', { number: 'No results' }, { number: 'Searched' }, 'Last searched']}
    isEmpty={searches.length === 0}
    emptyText="Every search had results."
  >
    {searches.map(({ searchQuery, withoutResult, hits, lastSearchedAt }) => (
      <tr key={searchQuery}>
        <td className={styles['path']}>{searchQuery}</td>
        <td data-label="No results">{withoutResult.toLocaleString('en')}</td>
        <td data-label="Searched">{hits.toLocaleString('en')}</td>
        <td data-label="Last searched">
          <Time at={lastSearchedAt} />
        </td>
      </tr>
    ))}
  </List>
);

const MissingPages = ({ notFound, table }: Pick<AnalyticsNotFound, 'notFound'> & Exported): ReactElement => (
  <List
    table={table}
    title="Broken addresses (404)"
    columns={['Address', { number: 'Requests' }, 'Top source', 'Last']}
    isEmpty={notFound.length === 0}
    emptyText="No broken addresses."
  >
    {notFound.map(({ path, hits, topReferrer, lastSeenAt }) => (
      <tr key={path}>
        <td className={styles['path']}>{path}</td>
        <td data-label="Requests">{hits.toLocaleString('en')}</td>
        <td data-label="Top source">{topReferrer ?? 'unknown'}</td>
        <td data-label="Last">
          <Time at={lastSeenAt} />
        </td>
      </tr>
    ))}
  </List>
);

const Outlinks = ({ outlinks, table }: Pick<AnalyticsOutlinks, 'outlinks'> & Exported): ReactElement => (
  <List
    table={table}
    title="Links to other sites"
    columns={['Address', { number: 'Clicks' }, 'Top page', 'Last']}
    isEmpty={outlinks.length === 0}
    emptyText="No clicks on links to other sites."
  >
    {outlinks.map(({ url, clicks, topPage, lastClickedAt }) => (
      <tr key={url}>
        <td className={styles['path']}>{url}</td>
        <td data-label="Clicks">{clicks.toLocaleString('en')}</td>
        <td data-label="Top page" className={styles['page']}>
          {topPage ?? 'unknown'}
        </td>
        <td data-label="Last">
          <Time at={lastClickedAt} />
        </td>
      </tr>
    ))}
  </List>
);

const CodeCopies = ({ codeCopies, table }: Pick<AnalyticsCodeCopies, 'codeCopies'> & Exported): ReactElement => (
  <List
    table={table}
    title="Copied code"
    columns={['First line', 'Language', 'Page', { number: 'Copied' }]}
    isEmpty={codeCopies.length === 0}
    emptyText="No copied code blocks."
  >
    {codeCopies.map(({ path, language, firstLine, copies }) => (
      <tr key={JSON.stringify([path, language, firstLine])}>
        <td className={styles['path']}>{firstLine === '' ? 'unknown' : <code>{firstLine}</code>}</td>
        <td data-label="Language">{language === '' ? 'unknown' : language}</td>
        <td data-label="Page" className={styles['page']}>
          {path}
        </td>
        <td data-label="Copied">{copies.toLocaleString('en')}</td>
      </tr>
    ))}
  </List>
);

const answers = { none: 'No response', unknown: 'Unknown' } as const;

interface PlaygroundCallsProps extends Exported {
  readonly calls: AnalyticsPlaygroundCalls['playgroundCalls'];
}

const PlaygroundCalls = ({ calls, table }: PlaygroundCallsProps): ReactElement => (
  <List
    table={table}
    title="API playground"
    columns={['Operation', 'Status', { number: 'Sent' }, 'Top page', 'Last']}
    isEmpty={calls.length === 0}
    emptyText="No requests from the API playground."
  >
    {calls.map(({ method, operation, status, calls: sent, topPage, lastCalledAt }) => (
      <tr key={JSON.stringify([method, operation, status])}>
        <td className={styles['path']}>
          <code>{`${method} ${operation}`.trim()}</code>
        </td>
        <td data-label="Status">{status === 'none' || status === 'unknown' ? answers[status] : status}</td>
        <td data-label="Sent">{sent.toLocaleString('en')}</td>
        <td data-label="Top page" className={styles['page']}>
          {topPage ?? 'unknown'}
        </td>
        <td data-label="Last">
          <Time at={lastCalledAt} />
        </td>
      </tr>
    ))}
  </List>
);
