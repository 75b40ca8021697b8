import type { Deployment, Project } from '@docwright/sdk';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, type ReactElement, type ReactNode } from 'react';
import { useClient } from '../api/api-context.ts';
import { Loaded } from '../api/loaded.tsx';
import { Badge, type Tone } from '../ui/badge.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import { Facts, Panel } from '../ui/layout.tsx';
import { Notice } from '../ui/notice.tsx';
import { Time } from '../ui/time.tsx';
import { DeploymentStatus } from './deployment-status.tsx';
import { toShortSha, toSiteState, toTitle, type SiteState } from './describe-deployment.ts';
import styles from './deployments.module.css';
import { hasLiveSite, whyNoLiveSite } from './live-kind.ts';
import { newestDeploymentsQuery, type Site } from './queries.ts';
import { useFollowing, useStreams } from './use-followed.ts';
import { useSite } from './use-site.ts';

/** No part of the first load of a project's page. */
const PushSource = lazy(() => import('./push-source.tsx'));

const looks: Readonly<Record<SiteState, { label: string; tone: Tone }>> = {
  live: { label: 'Live', tone: 'good' },
  'not-yet': { label: 'Not live yet', tone: 'neutral' },
  unpublished: { label: 'Unpublished', tone: 'warn' },
  'taken-down': { label: 'Taken down', tone: 'bad' },
};

/** The live site on a project's first page. */
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

export function SiteAddress({ site }: { readonly site: Site }): ReactElement {
  const state = toSiteState(site);
  return (
    <AddressLine url={site.url} isAnswered={state === 'live'}>
      <Badge tone={looks[state].tone} dot="still">
        {looks[state].label}
      </Badge>
    </AddressLine>
  );
}

export interface AddressLineProps {
  readonly url: string;
  /** An address that answers nothing is text, and no link. */
  readonly isAnswered: boolean;
  readonly children?: ReactNode;
}

export function AddressLine({ url, isAnswered, children }: AddressLineProps): ReactElement {
  return (
    <span className={styles['address']}>
      {isAnswered ? (
        <a href={url} target="_blank" rel="noreferrer">
          {url}
        </a>
      ) : (
        <span>{url}</span>
      )}
      <CopyButton text={url} what="address" /> {children}
    </span>
  );
}

export function TakedownNotice({ site }: { readonly site: Site }): ReactElement | null {
  if (site.takedown === null) return null;
  return (
    <Notice tone="bad" title="The operator of this installation has taken the site down">
      Readers get an error ({site.takedown.status}). Reason: {site.takedown.reason}
    </Notice>
  );
}
