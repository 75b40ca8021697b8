import type { Deployment, SiteSummary } from '@docwright/sdk';
import type { Site } from './queries.ts';

/** The source of a deployment. */
export const sourceLabels: Readonly<Record<Deployment['source'], string>> = {
  internal: 'Docwright',
  api: 'API',
  dashboard: 'dashboard',
  cli: 'command line',
  push: 'push',
  github: 'push to GitHub',
  gitlab: 'push to GitLab',
  gitea: 'push to Gitea or Forgejo',
  bitbucket: 'push to Bitbucket',
  poll: 'new commit',
  promotion: 'promotion',
  onboarding: 'project setup',
};

export const environmentLabels: Readonly<Record<Deployment['environment'], string>> = {
  production: 'Production',
  preview: 'Preview',
};

/**
 * Returns the commit's subject or, for a merge, the title of its pull request. A deployment that is waiting or was
 * skipped has no commit yet. Its branch, which may be named after an agent job, is shown next to the title.
 */
export function toTitle({ commit, environment }: Pick<Deployment, 'commit' | 'environment'>): string {
  const [subject = '', ...others] = (commit?.message ?? '').split('\n').filter((line) => line.trim() !== '');
  if (subject === '') return titleWithoutCommit(environment);
  return mergeSubject.test(subject) ? (others[0]?.trim() ?? subject) : subject;
}

/** Recognizes the default subjects of merge commits on each code host. */
const mergeSubject = /^(?:Merge (?:pull request|branch) |Merged in )/;

export const titleWithoutCommit = (environment: Deployment['environment']): string =>
  `${environmentLabels[environment]} deployment`;

export const toShortSha = (sha: string): string => sha.slice(0, 7);

/** The steps of a deployment, in this order. */
export const steps = ['waiting', 'fetching', 'building', 'activating'] as const;

export const stepLabels: Readonly<Record<(typeof steps)[number], string>> = {
  waiting: 'Waiting',
  fetching: 'Fetching',
  building: 'Building',
  activating: 'Activating',
};

export interface RunningStep {
  readonly step: (typeof steps)[number];
  /** The start time. Each step begins when the previous step ends. */
  readonly sinceMs: number;
}

/** Returns the current step, or `undefined` once the deployment has ended. */
export function findRunningStep({
  durations,
  createdAt,
  endedAt,
}: Pick<Deployment, 'durations' | 'createdAt' | 'endedAt'>): RunningStep | undefined {
  const step = endedAt === null ? steps.find((each) => durations[each] === null) : undefined;
  if (step === undefined) return undefined;
  const doneMs = steps.reduce((sum, each) => sum + (durations[each] ?? 0), 0);
  return { step, sinceMs: Date.parse(createdAt) + doneMs };
}

/** Returns the milliseconds of work, excluding waiting time. */
export function toWorkMs({ durations }: Pick<Deployment, 'durations'>): number | undefined {
  const done = [durations.fetching, durations.building, durations.activating].filter((ms) => ms !== null);
  return done.length === 0 ? undefined : done.reduce((sum, ms) => sum + ms, 0);
}

export type SiteState = SiteSummary['state'];

/**
 * Determines a site's state. A takedown overrides the project's settings, and unpublishing overrides any deployment.
 */
export function toSiteState({ takedown, settings, live }: Pick<Site, 'takedown' | 'settings' | 'live'>): SiteState {
  if (takedown !== null) return 'taken_down';
  if (!settings.published) return 'unpublished';
  return live ? 'live' : 'not_deployed';
}

/** @param newestFirst deployments to previews */
export function newestOfBranches(newestFirst: readonly Deployment[]): ReadonlyMap<string, Deployment> {
  const newest = new Map<string, Deployment>();
  for (const each of newestFirst) if (!newest.has(each.branch)) newest.set(each.branch, each);
  return newest;
}

/**
 * Finds the files that differ between the live deployment and another, if they can be determined. A deployment lists
 * its changes compared with the deployment that was live when it was fetched, so the other deployment must have been
 * live immediately before.
 * @param ready ready deployments of all environments, because previews may have been promoted
 */
export function findFilesBetween(
  live: Deployment,
  target: Deployment,
  ready: readonly Deployment[],
): readonly string[] | undefined {
  if (live.commit !== null && live.commit.sha === target.commit?.sha) return [];
  const fetchedAt = Date.parse(live.createdAt) + (live.durations.waiting ?? 0);
  if (live.commit === null || wasPromoted(live) || toMs(target.activatedAt) > fetchedAt) return undefined;
  const [before] = ready
    .filter(({ deploymentId, activatedAt }) => deploymentId !== live.deploymentId && activatedAt !== null)
    .filter((each) => each.environment === 'production' || wasPromoted(each))
    .toSorted((a, b) => toMs(b.activatedAt) - toMs(a.activatedAt));
  if (before?.deploymentId !== target.deploymentId) return undefined;
  const { added, modified, removed } = live.commit.filesChanged;
  return [...new Set([...added, ...modified, ...removed])];
}

/** Automatic activation happens when a deployment ends; promotion happens later. */
const PROMOTED_AFTER_MS = 1000;
const wasPromoted = ({ activatedAt, endedAt }: Deployment): boolean =>
  activatedAt !== null && toMs(activatedAt) - toMs(endedAt) > PROMOTED_AFTER_MS;

const toMs = (at: string | null): number => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at));
