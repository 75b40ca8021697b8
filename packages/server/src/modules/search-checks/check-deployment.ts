import { cleanEvidence } from '@docwright/doc-agent';
import { openSiteKnowledge } from '@docwright/site-assistant';
import { toDay, type SiteSource } from '@docwright/site-server';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { selectMostAsked, type AnalyticsTables } from '../analytics/index.ts';
import {
  findDeployment,
  findEnvironment,
  type DeploymentRow,
  type DeploymentTables,
  type EnvironmentRow,
} from '../deployments/index.ts';
import { findBundle, type SiteBundleRow } from '../site-bundles/index.ts';
import { compareSearches, toPagePath, type ComparedSite, type SearchCheck } from './compare-searches.ts';
import {
  saveComparison,
  selectComparison,
  selectQuestions,
  type SearchCheckTables,
  type StoredComparison,
} from './store.ts';

type Tables = SearchCheckTables & DeploymentTables & AnalyticsTables;

/** A bundle's files, for as long as somebody asks. */
type OpenBundle = (bundle: SiteBundleRow) => Promise<SiteSource>;

export interface CheckDeps {
  readonly database: Database<Tables>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly openBundle: OpenBundle;
}

/** What readers ask most is counted over these days. */
const askedDays = 30;
const maxAsked = 50;
const maxQueryLength = 200;
/** For all queries of a preview. */
const budgetMs = 15_000;

type Preview = Pick<EnvironmentRow, 'kind' | 'pull_request'>;

/**
 * What the search of a preview finds compared with the live site: as it was compared before, or now. Undefined of production, of a
 * fork, where nothing is live or nothing is asked, and where it can't be done: it is never a reason to fail.
 */
export async function checkSearches(
  deps: CheckDeps,
  environment: Preview,
  deployment: DeploymentRow,
): Promise<StoredComparison | undefined> {
  if (environment.kind !== 'preview' || environment.pull_request !== null) return undefined;
  try {
    return await compareWithLive(deps, deployment);
  } catch (err) {
    deps.log.warn({ err, deploymentId: deployment.id }, 'the searches of a preview could not be compared');
    return undefined;
  }
}

async function compareWithLive(deps: CheckDeps, deployment: DeploymentRow): Promise<StoredComparison | undefined> {
  const { kysely: db } = deps.database;
  const { id: deploymentId, project_id: projectId } = deployment;
  const production = await findEnvironment(db, projectId, null);
  const liveId = production?.active_deployment_id ?? null;
  const live = liveId === null ? undefined : await findDeployment(db, liveId);
  if (live === undefined || live.bundle_id === null || deployment.bundle_id === null) return undefined;
  const known = await selectComparison(db, deploymentId);
  if (known?.comparedWith === live.id) return known;
  // The same bundle finds the same.
  if (live.bundle_id === deployment.bundle_id) return undefined;
  const before = await openSite(deps, live.bundle_id);
  const after = await openSite(deps, deployment.bundle_id);
  if (before === undefined || after === undefined) return undefined;
  const checks = await listChecks(deps, projectId, before.knowledge.basePath);
  if (checks.length === 0) return undefined;
  const endMs = deps.clock.monotonicMs() + budgetMs;
  const results = await compareSearches({ before, after }, checks, () => deps.clock.monotonicMs() > endMs);
  await saveComparison(db, { ...results, deploymentId, projectId, comparedWith: live.id });
  return selectComparison(db, deploymentId);
}

/** Golden questions first: should the time not suffice, they are those that somebody wants to know. */
async function listChecks(
  { database: { kysely: db }, clock }: CheckDeps,
  projectId: string,
  basePath: string,
): Promise<readonly SearchCheck[]> {
  const stored = await selectQuestions(db, projectId);
  const golden = (stored?.questions ?? []).map(({ query, path }): SearchCheck => ({
    query,
    source: 'golden',
    path: toPagePath(path, basePath),
  }));
  const from = toDay(clock.now(), -askedDays);
  const asked = await selectMostAsked(db, { projectId, from, limit: maxAsked });
  const known = new Set(golden.map(({ query }) => query.trim().toLowerCase()));
  return [
    ...golden,
    // The comment on a pull request may be public: what has to be masked is left out.
    ...asked
      .filter(({ query }) => query.length <= maxQueryLength && cleanEvidence(query) === query)
      .filter(({ query }) => !known.has(query.trim().toLowerCase()))
      .map(({ query, target }): SearchCheck => ({
        query,
        source: 'asked',
        path: target === null ? undefined : toPagePath(target, basePath),
      })),
  ];
}

async function openSite(
  { database: { kysely: db }, openBundle }: CheckDeps,
  bundleId: string,
): Promise<ComparedSite | undefined> {
  const bundle = await findBundle(db, bundleId);
  if (bundle === undefined) return undefined;
  const source = await openBundle(bundle);
  const paths = source.redirects.map(
    ({ source: from, destination }) =>
      [toPagePath(from, source.basePath), toPagePath(destination, source.basePath)] as const,
  );
  return { knowledge: openSiteKnowledge(source), movedTo: new Map(paths) };
}
