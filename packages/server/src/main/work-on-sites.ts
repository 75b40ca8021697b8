import {
  startReconciling,
  startCheckingSpecs,
  workOnBranchHints,
  workOnDeployments,
  type RunDeploymentDeps,
} from '../modules/publishing/deployments/index.ts';
import { openBlobSource } from '../modules/readers/edge/index.ts';
import { startWatchingDomains } from '../modules/publishing/domains/index.ts';
import type { SiteBundleRow } from '../modules/building/site-bundles/index.ts';
import { startCheckingAnchors } from '../modules/agent/context-repositories/index.ts';
import { startWatchingPages } from '../modules/readers/page-health/index.ts';
import { startAskingCodeHosts, workOnPullRequests, workOnReports } from '../modules/publishing/pull-requests/index.ts';
import { startMakingVectors } from '../modules/readers/section-vectors/index.ts';
import { checkSearches } from '../modules/readers/search-checks/index.ts';
import { openSiteKnowledge } from '@docwright/site-assistant';
import { openAudience, SharedReads, signedInReader } from '@docwright/site-server';
import { createHttpClient } from '../platform/http-client/index.ts';
import type { Composition } from './compose.ts';
import { createOpenEmbedder } from './create-meaning-of.ts';
import { createDomainDeps } from './domain-deps.ts';
import type { Platform } from './open-platform.ts';
import type { Settings } from './settings/settings.ts';

/** Maximum number of pushes that are processed concurrently; they mostly wait for the host's response. */
const hintConcurrency = 5;

/** Builds deployments, and polls branches and domains. */
export async function workOnSites(
  {
    platform,
    settings,
    composition,
  }: { readonly platform: Platform; readonly settings: Settings; readonly composition: Composition },
  deps: RunDeploymentDeps,
): Promise<{ stop(): Promise<void> }> {
  if (settings.deploymentConcurrency === 0) return { stop: async () => undefined };
  await workOnDeployments(deps.engine, composition.deploymentQueue, {
    concurrency: settings.deploymentConcurrency,
    groupConcurrency: settings.tenantConcurrency,
    deps,
  });
  await workOnBranchHints(composition.branchQueue, { concurrency: hintConcurrency, deps });
  const pullRequestDeps = { ...deps, database: platform.database };
  await workOnPullRequests(composition.pullRequestQueue, { concurrency: hintConcurrency, deps: pullRequestDeps });
  const cache = new SharedReads();
  const { database, blobs, clock, log } = platform;
  const checking = {
    database,
    clock,
    log,
    openBundle: async (bundle: SiteBundleRow) => {
      const { project_id: site, blob_key: blobKey, size_bytes: sizeBytes } = bundle;
      const { source } = await openBlobSource({ blobs, cache }, { site, blobKey, sizeBytes });
      return openAudience(source, signedInReader);
    },
  };
  await workOnReports(composition.reportQueue, {
    concurrency: hintConcurrency,
    deps: {
      ...pullRequestDeps,
      checkSearches: (environment, deployment) => checkSearches(checking, environment, deployment),
    },
  });
  const started = [
    startReconciling(deps, settings.branchSeconds),
    startCheckingSpecs(deps, settings.specSeconds),
    startAskingCodeHosts(pullRequestDeps, settings.branchSeconds),
    startMakingVectors({
      database: platform.database,
      blobs: deps.blobs,
      openEmbedder: createOpenEmbedder(platform, settings),
      installationModel: settings.embeddingModel,
      log: deps.log,
    }),
    startWatchingDomains({ ...createDomainDeps(platform, settings, composition), log: deps.log }),
    watchPagesOfSites(platform, settings),
    startCheckingAnchors({
      database: platform.database,
      connectRepository: composition.connectRepository,
      repositoryUrl: composition.repositoryUrl,
      clock,
      log,
    }),
  ];
  return { stop: async () => void (await Promise.all(started.map((one) => one.stop()))) };
}

/**
 * Starts checking live sites' pages, over separate connections so that their links don't delay models or code hosts.
 */
function watchPagesOfSites({ database, blobs, clock, log }: Platform, settings: Settings): { stop(): Promise<void> } {
  const http = settings.linkChecks ? createHttpClient({ allowPlainHttp: true, userAgent: 'docwright' }) : undefined;
  const watching = startWatchingPages({
    database,
    clock,
    log,
    http,
    // Each site is read once, from beginning to end.
    openKnowledge: async ({ projectId: site, blobKey, sizeBytes }) => {
      const opened = await openBlobSource({ blobs, cache: new SharedReads() }, { site, blobKey, sizeBytes });
      return openSiteKnowledge(await openAudience(opened.source, signedInReader));
    },
  });
  return {
    stop: async () => {
      await watching.stop();
      await http?.close();
    },
  };
}
