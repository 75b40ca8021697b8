import type { Deployment, Project } from '@docwright/sdk';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, type ReactElement } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { projectQuery } from '../project-data/queries.ts';
import { Button } from '../ui/button.tsx';
import { Checkbox } from '../ui/field.tsx';
import { formatDuration } from '../ui/format.ts';
import { PageHeader, Panel, Stack, Table } from '../ui/layout.tsx';
import { LinkButton } from '../ui/link-button.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { EmptyState } from '../ui/states.tsx';
import { Time } from '../ui/time.tsx';
import { DeployBranch, DeployNow } from './deploy-actions.tsx';
import { DeploymentStatus, LiveBadge } from './deployment-status.tsx';
import { environmentLabels, sourceLabels, toShortSha, toTitle, toWorkMs } from './describe-deployment.ts';
import styles from './deployments.module.css';
import { ForkPanel } from './fork-panel.tsx';
import { hasLiveSite, whyNoLiveSite } from '../project-data/live-kind.ts';
import { PreviewsPanel } from './previews-panel.tsx';
import { deploymentPagesQuery, type DeploymentFilters } from './queries.ts';
import { SiteAddress, TakedownNotice } from './site-address.tsx';
import { useFollowing, useStreams } from './use-followed.ts';
import { useSite } from './use-site.ts';

/** Loaded on demand, because it is below the page's main content. */
const GoldenQuestions = lazy(() => import('./golden-questions.tsx'));

const route = getRouteApi('/signed-in/projects/$projectId/deployments');

export default function DeploymentsPage(): ReactElement {
  const { projectId } = route.useParams();
  const query = useQuery(projectQuery(useClient(), projectId));
  return (
    <Loaded query={query} title="Deployments">
      {(project) =>
        hasLiveSite(project) ? <DeploymentsView key={projectId} project={project} /> : <NoSite project={project} />
      }
    </Loaded>
  );
}

const toParent = ({ id, name }: Project) =>
  ({ label: name, link: { to: '/projects/$projectId', params: { projectId: id } } }) as const;

function NoSite({ project }: { readonly project: Project }): ReactElement {
  return (
    <>
      <PageHeader title="Deployments" parent={toParent(project)} />
      <EmptyState
        icon="info"
        title="This project has no live site"
        actions={
          <LinkButton to="/exports" search={{ project: project.id }}>
            Exports
          </LinkButton>
        }
      >
        {whyNoLiveSite(project)}
      </EmptyState>
    </>
  );
}

function DeploymentsView({ project }: { readonly project: Project }): ReactElement {
  const { environment, skipped } = route.useSearch();
  const navigate = route.useNavigate();
  const change = (next: DeploymentFilters) =>
    navigate({ search: (before) => ({ ...before, ...next }), replace: true, resetScroll: false });
  const client = useClient();
  const canDeploy = useCan('deployments:write');
  const following = useFollowing();
  const { followed } = following;
  const pages = useInfiniteQuery(deploymentPagesQuery(client, project.id, { environment, skipped, followed }));
  const deployments = pages.data?.pages.flatMap((page) => page.deployments);
  useStreams(project.id, deployments, following);
  const site = useSite(project, deployments, followed);
  const liveId = site.data?.activeDeployment?.deploymentId;
  return (
    <>
      <PageHeader
        title="Deployments"
        parent={toParent(project)}
        meta={site.data && <SiteAddress site={site.data} />}
        actions={
          canDeploy && (
            <>
              {site.data?.settings.previews === true && <DeployBranch project={project} />}
              <DeployNow project={project} />
            </>
          )
        }
      />
      <Stack>
        {site.data && <TakedownNotice site={site.data} />}
        <ForkPanel project={project} />
        <div>
          <div className={styles['filters']}>
            <Segmented
              label="Environment"
              value={environment ?? 'all'}
              choices={[
                { value: 'all', label: 'All' },
                { value: 'production', label: 'Production' },
                { value: 'preview', label: 'Previews' },
              ]}
              onChange={(next) => void change({ environment: next === 'all' ? undefined : next })}
            />
            <Checkbox
              label="Show skipped"
              isChecked={skipped === true}
              onChange={(isShown) => change({ skipped: isShown ? true : undefined })}
            />
          </div>
          <Loaded query={pages} lines={7}>
            {({ pages: loaded }) => (
              <DeploymentTable
                project={project}
                deployments={loaded.flatMap((page) => page.deployments)}
                liveId={liveId}
                isFiltered={environment !== undefined}
                hidesSkipped={skipped !== true}
              />
            )}
          </Loaded>
          {pages.hasNextPage && (
            <div className={styles['more']}>
              <Button isBusy={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
                Show more
              </Button>
            </div>
          )}
        </div>
        <Loaded query={site} lines={3}>
          {(found) => <PreviewsPanel project={project} site={found} followed={followed} />}
        </Loaded>
        <Suspense>
          <GoldenQuestions projectId={project.id} />
        </Suspense>
      </Stack>
    </>
  );
}

interface DeploymentTableProps {
  readonly project: Project;
  readonly deployments: readonly Deployment[];
  readonly liveId: string | undefined;
  readonly isFiltered: boolean;
  readonly hidesSkipped: boolean;
}

function DeploymentTable({ deployments, liveId, ...rest }: DeploymentTableProps): ReactElement {
  if (deployments.length === 0) return <NoDeployments {...rest} />;
  return (
    <Panel isFlush>
      <Table
        label="Deployments"
        columns={['Commit', 'Status', 'Environment', 'Started by', { number: 'Duration' }, 'Started']}
      >
        {deployments.map((deployment) => (
          <DeploymentRow
            key={deployment.deploymentId}
            deployment={deployment}
            isLive={deployment.deploymentId === liveId}
          />
        ))}
      </Table>
    </Panel>
  );
}

interface DeploymentRowProps {
  readonly deployment: Deployment;
  readonly isLive: boolean;
}

function DeploymentRow({ deployment, isLive }: DeploymentRowProps): ReactElement {
  const { projectId, deploymentId, commit, branch, environment, author, source, createdAt } = deployment;
  const workMs = toWorkMs(deployment);
  return (
    <tr>
      <td>
        <div>
          <Link
            to="/projects/$projectId/deployments/$deploymentId"
            params={{ projectId, deploymentId }}
            className={styles['name'] ?? ''}
          >
            {toTitle(deployment)}
          </Link>
          <div className={styles['soft']}>
            {commit && (
              <>
                <code>{toShortSha(commit.sha)}</code> ·{' '}
              </>
            )}
            {branch}
          </div>
        </div>
      </td>
      <td data-label="Status">
        <span className={styles['statuses']}>
          <DeploymentStatus deployment={deployment} />
          {isLive && <LiveBadge />}
        </span>
      </td>
      <td data-label="Environment">{environmentLabels[environment]}</td>
      <td data-label="Started by">
        <div>
          {author?.name ?? sourceLabels[source]}
          {author && <div className={styles['soft']}>{sourceLabels[source]}</div>}
        </div>
      </td>
      <td data-label="Duration">{workMs === undefined ? '—' : formatDuration(workMs)}</td>
      <td data-label="Started">
        <Time at={createdAt} />
      </td>
    </tr>
  );
}

type NoDeploymentsProps = Pick<DeploymentTableProps, 'project' | 'isFiltered' | 'hidesSkipped'>;

function NoDeployments({ project, isFiltered, hidesSkipped }: NoDeploymentsProps): ReactElement {
  const canDeploy = useCan('deployments:write');
  return isFiltered ? (
    <EmptyState icon="search" title="No matching deployments">
      No deployments in this environment{hidesSkipped && ', not counting skipped ones'}.
    </EmptyState>
  ) : (
    <EmptyState icon="branch" title="No deployments yet">
      Each push to <code>{project.branch}</code> is built and goes live automatically.
      {canDeploy && ' “Deploy now” builds the current commit.'}
    </EmptyState>
  );
}
