import type { AnalyticsPage, Project, Suggestion } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { useSite } from '../deployments/use-site.ts';
import { projectQuery } from '../project-data/queries.ts';
import { suggestionsQuery } from '../suggestions/queries.ts';
import { AnchorButton } from '../ui/link-button.tsx';
import { PageHeader, Panel, Stack } from '../ui/layout.tsx';
import { EmptyState } from '../ui/states.tsx';
import { PageSources, PageActivity } from './page-lists.tsx';
import { PageAnswers, PageFeedback, PageState } from './page-reactions.tsx';
import { PeriodField } from './period-field.tsx';
import { findPeriodFault, lastDays, type Period } from './period.ts';
import { toDayBars } from './chart-bars.ts';
import { deployedQuery, pageQuery } from './queries.ts';
import { Totals } from './totals.tsx';
import { ViewsChart } from './views-chart.tsx';

const route = getRouteApi('/signed-in/projects/$projectId/analytics/page');

const DEFAULT_DAYS = 30;

/** Returns the period in the address, or the last days if the address has no valid range. */
function toPeriod({ from, to }: { readonly from?: string | undefined; readonly to?: string | undefined }): Period {
  const now = Date.now();
  if (from === undefined || to === undefined || findPeriodFault({ from, to }, now) !== undefined)
    return lastDays(DEFAULT_DAYS, now);
  return { from, to };
}

export default function PageDetailsPage(): ReactElement {
  const { projectId } = route.useParams();
  const { path = '/', ...days } = route.useSearch();
  const navigate = route.useNavigate();
  const period = toPeriod(days);
  const query = useQuery(projectQuery(useClient(), projectId));
  return (
    <Loaded query={query} title={path}>
      {(project) => (
        <>
          <PageHeader
            title={path}
            text="What readers did on this page. Days are in UTC."
            parent={{ label: 'Analytics', link: { to: '/projects/$projectId/analytics', params: { projectId } } }}
            actions={<LiveLink project={project} path={path} period={period} />}
          />
          <PeriodField
            period={period}
            onChange={(next) => void navigate({ search: { path, ...next }, replace: true, resetScroll: false })}
          />
          <Details projectId={projectId} path={path} period={period} />
        </>
      )}
    </Loaded>
  );
}

interface DetailsProps {
  readonly projectId: string;
  readonly path: string;
  readonly period: Period;
}

interface LiveLinkProps extends Omit<DetailsProps, 'projectId'> {
  readonly project: Project;
}

function LiveLink({ project, path, period }: LiveLinkProps): ReactElement | null {
  const site = useSite(project).data;
  const page = useQuery(pageQuery(useClient(), { projectId: project.id, path, period })).data;
  if (site?.live !== true || page === undefined || page === null || page.state === 'missing') return null;
  return (
    <AnchorButton isSmall icon="external" href={site.url.replace(/\/$/, '') + path} target="_blank" rel="noreferrer">
      Open the page
    </AnchorButton>
  );
}

function Details(asked: DetailsProps): ReactElement {
  const { projectId, path } = asked;
  const client = useClient();
  const query = useQuery(pageQuery(client, asked));
  const deployed = useQuery(deployedQuery(client, projectId)).data;
  return (
    <Loaded query={query}>
      {(page) =>
        page === null ? (
          <EmptyState icon="chart" title="No readers in this range">
            The live site doesn’t have this page, and it wasn’t requested in this range or the previous one.
          </EmptyState>
        ) : (
          <Stack>
            {page.state === 'missing' && (
              <Panel title="The live site doesn’t have this page">
                {page.missed.total === 0
                  ? 'Its figures are shown until they expire.'
                  : `Requests answered with 404: ${page.missed.total.toLocaleString('en')}.`}
              </Panel>
            )}
            <Views page={page}>
              <ViewsChart projectId={projectId} unit="day" bars={toDayBars(page.days)} deployed={deployed} />
            </Views>
            <PageSuggestions projectId={projectId} path={path} />
            <PageState page={page} />
            <PageSources page={page} />
            <PageActivity page={page} />
            <PageFeedback projectId={projectId} page={page} />
            <PageAnswers projectId={projectId} page={page} />
          </Stack>
        )
      }
    </Loaded>
  );
}

const Views = ({ page, children }: { readonly page: AnalyticsPage; readonly children: ReactElement }): ReactElement => {
  const { totals, before, title } = page;
  return (
    <Panel title="Views" {...(title !== null && { text: title })}>
      <Totals
        rows={[
          ['Views by people', totals.views.human, before?.views.human],
          ['Views by AI agents', totals.views.ai, before?.views.ai],
          ['Visitors, summed by day', totals.visitors.total, before?.visitors.total],
        ]}
      />
      {children}
    </Panel>
  );
};

/** Suggestions about the page, or about its address as a missing page. Renders nothing if none exist. */
function PageSuggestions({ projectId, path }: Omit<DetailsProps, 'period'>): ReactElement | null {
  const suggestions = useQuery(suggestionsQuery(useClient(), projectId, {})).data?.suggestions ?? [];
  const found = suggestions.filter((one) => namesPage(one, path));
  if (found.length === 0) return null;
  return (
    <Panel title="Suggestions about this page">
      <ul>
        {found.map(({ id, title }) => (
          <li key={id}>
            <Link to="/projects/$projectId/suggestions" params={{ projectId }}>
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

const namesPage = ({ pages, kind, evidence }: Suggestion, path: string): boolean =>
  pages.some((page) => page.path === path) ||
  (kind === 'missing_address' && evidence.some(({ text }) => text === path));
