import { cleanEvidence } from '@docwright/doc-agent';
import { openSiteKnowledge } from '@docwright/site-assistant';
import { toDay, type SiteSource } from '@docwright/site-server';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { selectMostAsked, type AnalyticsTables } from '../analytics/index.ts';
import {
  findDeployment,
  findEnvironment,
  holdDeployment,
  type DeploymentRow,
  type DeploymentTables,
  type EnvironmentRow,
} from '../../publishing/deployments/index.ts';
import { findBundle, type SiteBundleRow } from '../../building/site-bundles/index.ts';
import { compareSearches, toPagePath, type ComparedSite, type SearchCheck } from './compare-searches.ts';
import {
  saveComparison,
  selectComparison,
  selectQuestions,
  type SearchCheckTables,
  type StoredComparison,
} from './store.ts';

type Tables = SearchCheckTables & DeploymentTables & AnalyticsTables;

/** Opens a bundle's files, for as long as they are used. */
type OpenBundle = (bundle: SiteBundleRow) => Promise<SiteSource>;

export interface CheckDeps {
  readonly database: Database<Tables>;
  readonly clock: Clock;
  readonly log: Logger;
  readonly openBundle: OpenBundle;
}

/** Readers' most frequent searches are counted over this many days. */
const askedDays = 30;
const maxAsked = 50;
const maxQueryLength = 200;
/** Time limit for all queries of a preview. */
const budgetMs = 15_000;

type Preview = Pick<EnvironmentRow, 'kind' | 'pull_request'>;

/**
 * Compares a preview's search results with the live site's, or returns an earlier comparison. Returns `undefined` for
 * production and forks, without a live site or queries, and if the comparison fails: a comparison must never fail a
 * deployment.
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
  // The same bundle finds the same pages.
  if (live.bundle_id === deployment.bundle_id) return undefined;
  const before = await openSite(deps, live.bundle_id);
  const after = await openSite(deps, deployment.bundle_id);
  if (before === undefined || after === undefined) return undefined;
  const checks = await listChecks(deps, projectId, before.knowledge.basePath);
  if (checks.length === 0) return undefined;
  const endMs = deps.clock.monotonicMs() + budgetMs;
  const results = await compareSearches({ before, after }, checks, () => deps.clock.monotonicMs() > endMs);
  await db.transaction().execute(async (tx) => {
    // No comparison is stored for a deployment that was deleted in the meantime.
    if (await holdDeployment(tx, deploymentId))
      await saveComparison(tx, { ...results, deploymentId, projectId, comparedWith: live.id });
  });
  return selectComparison(db, deploymentId);
}

/** Lists the checks, golden questions first, because they matter most if the time runs out. */
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
    // The comment on a pull request may be public, so queries that have to be masked are omitted.
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
