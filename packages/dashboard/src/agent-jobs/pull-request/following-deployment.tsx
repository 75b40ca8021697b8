import type { Deployment } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactElement } from 'react';
import { useCan } from '../../accounts/me.ts';
import { useClient } from '../../api/api-context.ts';
import { DeploymentStatus } from '../../deployments/deployment-status.tsx';
import { hasLiveSite } from '../../project-data/live-kind.ts';
import { newestDeploymentsQuery } from '../../deployments/queries.ts';
import { projectsQuery } from '../../project-data/queries.ts';
import { SafeLink } from '../timeline.tsx';
import { findFollowing } from './find-following.ts';
import styles from './pull-request-panel.module.css';

const nobody: ReadonlySet<string> = new Set();
/** Number of recent deployments to search, enough for a busy project. An older merge's deployment isn't shown. */
const LOOKED_AT = 50;

/**
 * The deployment that publishes a merge: the first production deployment since the merge. Renders nothing without a
 * live site.
 */
export function FollowingDeployment({
  projectId,
  mergedAt,
}: {
  readonly projectId: string;
  readonly mergedAt: string | null;
}): ReactElement | null {
  const client = useClient();
  const canRead = useCan('deployments:read');
  const project = useQuery(projectsQuery(client)).data?.find(({ id }) => id === projectId);
  const isAsked = canRead && mergedAt !== null && project !== undefined && hasLiveSite(project);
  const newest = useQuery({
    ...newestDeploymentsQuery(client, projectId, { environment: 'production', limit: LOOKED_AT, followed: nobody }),
    enabled: isAsked,
  });
  if (!isAsked || newest.data === undefined) return null;
  const following = findFollowing(newest.data, Date.parse(mergedAt), Date.now());
  switch (following.kind) {
    case 'none':
      return null;
    case 'expected':
      return <p className={styles['soft']}>The live site is updated within a minute.</p>;
    case 'found':
      return <Found deployment={following.deployment} />;
  }
}

function Found({ deployment }: { readonly deployment: Deployment }): ReactElement {
  const { projectId, deploymentId, active, url } = deployment;
  return (
    <div className={styles['row']}>
      <DeploymentStatus deployment={deployment} />
      <Link to="/projects/$projectId/deployments/$deploymentId" params={{ projectId, deploymentId }}>
        Deployment of the merge
      </Link>
      {active && <SafeLink href={url}>Open the live site</SafeLink>}
    </div>
  );
}
