import type { Deployment, Project } from '@docwright/sdk';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { lazy, Suspense, useState, type ReactElement, type ReactNode } from 'react';
import { useCan } from '../accounts/me.ts';
import { useClient } from '../api/api-context.ts';
import { ErrorNotice } from '../api/error-notice.tsx';
import { Loaded } from '../api/loaded.tsx';
import { projectQuery } from '../project-data/queries.ts';
import { Button } from '../ui/button.tsx';
import { CodeBlock, CopyId } from '../ui/code-block.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Dialog, DialogActions } from '../ui/dialog.tsx';
import { formatDuration, formatNumber } from '../ui/format.ts';
import { Facts, PageHeader, Panel, Stack } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { EmptyState, Skeleton } from '../ui/states.tsx';
import { Tabs, type TabSpec } from '../ui/tabs.tsx';
import { Time } from '../ui/time.tsx';
import { ChangedFiles, countFiles } from './changed-files.tsx';
import { DeployAgain } from './deploy-actions.tsx';
import { DeploymentStatus, LiveBadge } from './deployment-status.tsx';
import { environmentLabels, findRunningStep, sourceLabels, stepLabels, steps, toTitle } from './describe-deployment.ts';
import styles from './deployments.module.css';
import { PromoteButton } from './promote-dialog.tsx';
import { deploymentQuery, deploymentsKey, isEnded, type Followed, type Site } from './queries.ts';
import { ElapsedTime } from './elapsed-time.tsx';
import { AddressLine } from './address-line.tsx';
import { useFollowing, useStreams } from './use-followed.ts';
import { useSite } from './use-site.ts';

/** Loaded when the page's second tab is opened. */
const IssueList = lazy(() => import('../exports/issue-list.tsx'));
const SearchComparisonPanel = lazy(() => import('./search-comparison.tsx'));

const route = getRouteApi('/signed-in/projects/$projectId/deployments/$deploymentId');

export default function DeploymentPage(): ReactElement {
  const { projectId, deploymentId } = route.useParams();
  const client = useClient();
  const project = useQuery(projectQuery(client, projectId));
  const following = useFollowing();
  const { followed } = following;
  const deployment = useQuery(deploymentQuery(client, { projectId, deploymentId, followed }));
  useStreams(projectId, deployment.data && [deployment.data], following);
  return (
    <Loaded query={project} title="Deployment">
      {(ofProject) => (
        <Loaded query={deployment} title="Deployment">
          {(found) => <DeploymentView key={deploymentId} project={ofProject} deployment={found} followed={followed} />}
        </Loaded>
      )}
    </Loaded>
  );
}

interface DeploymentProps {
  readonly project: Project;
  readonly deployment: Deployment;
}

function DeploymentView({
  project,
  deployment,
  followed,
}: DeploymentProps & { readonly followed: Followed }): ReactElement {
  const { tab = 'log' } = route.useSearch();
  const navigate = route.useNavigate();
  const site = useSite(project, [deployment], followed);
  const isLive = site.data?.activeDeployment?.deploymentId === deployment.deploymentId;
  const tabs: readonly TabSpec<typeof tab>[] = [
    { value: 'log', label: 'Log', render: () => <Log deployment={deployment} /> },
    {
      value: 'issues',
      label: 'Issues',
      count: deployment.issueCount ?? undefined,
      render: () => <Issues project={project} deployment={deployment} />,
    },
    {
      value: 'files',
      label: 'Files changed',
      count: countFiles(deployment),
      render: () => <ChangedFiles deployment={deployment} />,
    },
  ];
  return (
    <>
      <PageHeader
        title={toTitle(deployment)}
        parent={{
          label: 'Deployments',
          link: { to: '/projects/$projectId/deployments', params: { projectId: project.id } },
        }}
        meta={
          <>
            <DeploymentStatus deployment={deployment} />
            {isLive && <LiveBadge />}
            <span>
              started <Time at={deployment.createdAt} />
            </span>
            <CopyId id={deployment.deploymentId} what="deployment ID" />
          </>
        }
        actions={site.data && <Actions {...{ project, deployment, site: site.data, isLive }} />}
      />
      <Stack>
        <Outcome deployment={deployment} />
        <Panel title="Details">
          <Facts rows={toFacts(deployment, { isLive, site: site.data })} />
        </Panel>
        {deployment.environment === 'preview' && deployment.status === 'success' && (
          <Suspense>
            <SearchComparisonPanel projectId={project.id} deploymentId={deployment.deploymentId} />
          </Suspense>
        )}
        <Tabs
          label="Parts of the deployment"
          value={tab}
          tabs={tabs}
          onChange={(next) => void navigate({ search: { tab: next }, replace: true, resetScroll: false })}
        />
      </Stack>
    </>
  );
}

interface ActionsProps extends DeploymentProps {
  readonly site: Site;
  readonly isLive: boolean;
}

function Actions({ project, deployment, site, isLive }: ActionsProps): ReactElement | null {
  if (!useCan('deployments:write')) return null;
  if (!isEnded(deployment)) return <CancelButton deployment={deployment} />;
  if (deployment.status !== 'success') return <DeployAgain deployment={deployment} />;
  if (isLive) return null;
  return <PromoteButton project={project} deployment={deployment} live={site.activeDeployment} />;
}

function CancelButton({ deployment }: { readonly deployment: Deployment }): ReactElement {
  const client = useClient();
  const queryClient = useQueryClient();
  const [isAsked, setIsAsked] = useState(false);
  const { projectId, deploymentId } = deployment;
  const cancel = useMutation({
    mutationFn: () => client.cancelDeployment({ projectId, deploymentId }),
    onSuccess: async () => queryClient.invalidateQueries({ queryKey: deploymentsKey(projectId) }),
  });
  return (
    <>
      <Button icon="stop" onClick={() => setIsAsked(true)}>
        Cancel deployment
      </Button>
      <Dialog
        title="Cancel this deployment?"
        text="The live site doesn’t change."
        isOpen={isAsked}
        onClose={() => setIsAsked(false)}
      >
        <ErrorNotice error={cancel.error} />
        <DialogActions>
          <Button onClick={() => setIsAsked(false)}>Keep running</Button>
          <Button kind="danger" isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
            Cancel deployment
          </Button>
        </DialogActions>
      </Dialog>
    </>
  );
}

function Outcome({ deployment }: { readonly deployment: Deployment }): ReactElement | null {
  const { status, summary, errorCode } = deployment;
  if (status === 'failure') {
    if (errorCode === 'cancelled') return <Notice>{summary}</Notice>;
    return (
      <Notice tone="bad" title="The site couldn’t be deployed">
        {summary} {errorCode !== null && `(${errorCode})`}{' '}
        {errorCode === 'permission_denied' && (
          <>
            Give access to the repository in <Link to="/code-hosts">Code hosts</Link>, then deploy again.
          </>
        )}
      </Notice>
    );
  }
  if (status === 'skipped') return <Notice title="Skipped">{summary}</Notice>;
  return null;
}

interface Around {
  readonly isLive: boolean;
  readonly site: Site | undefined;
}

function toFacts(deployment: Deployment, { isLive, site }: Around): readonly (readonly [string, ReactNode])[] {
  const { environment, branch, commit, author, source, url, active, pageCount, durations } = deployment;
  const { summary, status, activatedAt } = deployment;
  const isAnswered = (active || isLive) && site?.settings.published === true && site.takedown === null;
  const running = findRunningStep(deployment);
  return [
    ...(status === 'success' && summary !== null && activatedAt === null ? ([['Result', summary]] as const) : []),
    ['Environment', environmentLabels[environment]],
    ['Address', <AddressLine key="address" url={url} isAnswered={isAnswered} />],
    ['Branch', branch],
    [
      'Commit',
      commit === null ? (
        isEnded(deployment) ? (
          '—'
        ) : (
          'read when the build starts'
        )
      ) : (
        <span key="commit" className={styles['mono']}>
          {commit.sha} <CopyButton text={commit.sha} what="commit" />
        </span>
      ),
    ],
    ['Started by', author === null ? sourceLabels[source] : `${author.name} (${sourceLabels[source]})`],
    ['Pages', pageCount === null ? '—' : formatNumber(pageCount)],
    ['Went live', activatedAt === null ? '—' : <Time key="activated" at={activatedAt} />],
    ...steps.flatMap((step): readonly (readonly [string, ReactNode])[] => {
      const ms = durations[step];
      if (ms !== null) return [[stepLabels[step], formatDuration(ms)]];
      if (running?.step !== step) return [];
      return [[stepLabels[step], <ElapsedTime key={step} sinceMs={running.sinceMs} />]];
    }),
  ];
}

function Log({ deployment }: { readonly deployment: Deployment }): ReactElement {
  const { logs, status } = deployment;
  if (logs.length > 0) return <CodeBlock label="log" code={logs.join('\n')} isWrapped />;
  return status === 'queued' || status === 'in_progress' ? (
    <EmptyState icon="refresh" title={status === 'queued' ? 'Waiting for its turn' : 'Nothing logged yet'} />
  ) : (
    <EmptyState icon="stop" title="Nothing was logged" />
  );
}

function Issues({ project, deployment }: DeploymentProps): ReactElement {
  const { issues, issueCount, commit, status } = deployment;
  return (
    <Suspense fallback={<Skeleton lines={3} />}>
      <IssueList
        issues={issues}
        issueCount={issueCount ?? 0}
        commit={commit?.sha ?? null}
        project={project}
        empty={
          !isEnded(deployment) ? (
            <EmptyState icon="refresh" title="No issues so far" />
          ) : status === 'success' ? (
            <EmptyState icon="check" title="No issues">
              Every page rendered without problems.
            </EmptyState>
          ) : (
            <EmptyState icon="stop" title="The deployment ended before its pages were checked" />
          )
        }
      />
    </Suspense>
  );
}
