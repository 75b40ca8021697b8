import type { Deployment, Project } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, type ReactElement } from 'react';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { Facts, Panel } from '../ui/layout.tsx';
import { Time } from '../ui/time.tsx';
import { DeploymentStatus } from './deployment-status.tsx';
import { toShortSha, toTitle } from './describe-deployment.ts';
import styles from './deployments.module.css';
import { hasLiveSite, whyNoLiveSite } from '../project-data/live-kind.ts';
import { newestDeploymentsQuery } from './queries.ts';
import { SiteAddress, TakedownNotice } from './site-address.tsx';
import { useFollowing, useStreams } from './use-followed.ts';
import { useSite } from './use-site.ts';

/** Loaded on demand, not with a project's page. */
const PushSource = lazy(() => import('./push-source.tsx'));

/** The live site, on a project's first page. */
export function SitePanel({ project }: { readonly project: Project }): ReactElement {
  if (!hasLiveSite(project)) return <Panel title="Live site">{whyNoLiveSite(project)}</Panel>;
  return <LiveSitePanel project={project} />;
}

function LiveSitePanel({ project }: { readonly project: Project }): ReactElement {
  const client = useClient();
  const following = useFollowing();
  const { followed } = following;
  const wanted = { environment: 'production', limit: 1, followed } as const;
  const newest = useQuery(newestDeploymentsQuery(client, project.id, wanted));
  const last = newest.data?.[0];
  useStreams(project.id, newest.data, following);
  const site = useSite(project, newest.data, followed);
  return (
    <Panel title="Live site">
      <Loaded query={site} lines={2}>
        {(found) => (
          <>
            <TakedownNotice site={found} />
            <Facts
              rows={[
                ['Address', <SiteAddress key="address" site={found} />],
                ['Last deployment', last === undefined ? 'none yet' : <LastDeployment key="last" deployment={last} />],
                [
                  'Pushes',
                  <Suspense key="pushes" fallback="…">
                    <PushSource project={project} />
                  </Suspense>,
                ],
              ]}
            />
          </>
        )}
      </Loaded>
    </Panel>
  );
}

function LastDeployment({ deployment }: { readonly deployment: Deployment }): ReactElement {
  const { projectId, deploymentId, commit, createdAt } = deployment;
  return (
    <span className={styles['statuses']}>
      <DeploymentStatus deployment={deployment} />
      <Link to="/projects/$projectId/deployments/$deploymentId" params={{ projectId, deploymentId }}>
        {toTitle(deployment)}
      </Link>
      <span className={styles['soft']}>
        {commit && <code>{toShortSha(commit.sha)}</code>} <Time at={createdAt} />
      </span>
    </span>
  );
}
