import { setTimeout as delay } from 'node:timers/promises';
import { findBudgetOfTurn } from '../modules/agent/automations/index.ts';
import { createFolderShare, workOnAgentJobs, createFetchUrl } from '../modules/agent/agent-jobs/index.ts';
import { workOnExports } from '../modules/publishing/exports/index.ts';
import { createBundleCaches } from '../modules/building/site-bundles/index.ts';
import type { Repetition } from '../platform/clock/index.ts';
import { armFaultPoints, noFaultPoints } from '../platform/fault-points/index.ts';
import type { JobEngine } from '../platform/job-engine/index.ts';
import { createMailer, type Mailer } from '../platform/mail/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { compose, type Composition } from './compose.ts';
import { createOpenModel, requireModels } from './models.ts';
import { openPageBrowser } from './open-page-browser.ts';
import { openPlatform, type Platform } from './open-platform.ts';
import { listSecretValues } from './settings/list-secret-values.ts';
import { createAskedDrafts } from '../modules/publishing/draft-asks/index.ts';
import { editPath } from '../modules/publishing/drafts/index.ts';
import { createDraftDeps } from './create-draft-deps.ts';
import { createFindWebRepository } from '../modules/sources/repositories/index.ts';
import { readSigningKey } from './settings/read-signing-key.ts';
import { localAddress } from './local-address.ts';
import { startDiskHousekeeping } from './start-housekeeping.ts';
import { openSpecFetcher } from './open-spec-fetcher.ts';
import type { Settings } from './settings/settings.ts';
import { stopOnce } from '../platform/processes/index.ts';
import { version } from './version.ts';
import { workOnSites } from './work-on-sites.ts';
import { workOnDeletedThings } from './work-on-deletions.ts';
import {
  startWatchingBudgets,
  startWatchingDrafts,
  workOnAutomationRuns,
  workOnEvents,
  workOnMergedPullRequests,
  type EventParts,
} from './work-on-events.ts';

export interface RunningWorker {
  /**
   * Stops accepting jobs, waits up to the drain time for running jobs, and returns the rest to the queue.
   * @throws Error if this takes too long
   */
  stop(): Promise<void>;
}

// The AI SDK would write its warnings to the console, bypassing the log and its redaction.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

/** Starts a worker. `settings.baseUrl` must be the API's address, because links in pull requests start with it. */
export async function work(settings: Settings, log: Logger): Promise<RunningWorker> {
  const baseUrl = settings.baseUrl ?? localAddress(settings.port);
  await using cleanup = new AsyncDisposableStack();
  const platform = await openPlatform({ settings, baseUrl, log, applicationName: 'docwright-worker' });
  cleanup.defer(() => platform.close());
  // An unusable model prevents the start instead of failing the first job.
  requireModels(settings, { http: platform.installationModelHttp });
  const composition = await compose(platform, settings, baseUrl);
  cleanup.defer(() => composition.renderer.close());
  // One builder is enough for jobs that arrive one by one; if several arrive together, further builders are started.
  composition.renderer.warmUp({ spares: 1 });
  const { database, engine, clock } = platform;
  const mailer = await openMailer(settings, cleanup);
  const { isolation } = composition.renderer;
  const browser = openPageBrowser({ settings, isolation, isShared: platform.isShared, log });
  cleanup.defer(() => browser.close());
  await engine.start();
  cleanup.defer(() => engine.stop({ drainMs: settings.drainSeconds * 1000 }));
  const shared = {
    database,
    connectRepository: composition.connectRepository,
    renderer: composition.renderer,
    publishEvent: composition.publishEvent,
    repositoryUrl: composition.repositoryUrl,
    clock,
    log,
    faultPoint:
      settings.faultPoints === undefined ? noFaultPoints : armFaultPoints(settings.faultPoints, killOurselves),
  };
  const specs = openSpecFetcher(settings);
  cleanup.defer(() => specs.close());
  // A project's exports and deployments share the cache of its last bundle.
  const bundling = {
    blobs: platform.blobs,
    bundleCaches: createBundleCaches({ onKept: createCacheNote(engine, log) }),
    fetchSpecs: specs.fetchSpecs,
    findWebRepository: createFindWebRepository(composition.addressRules),
    signingKey: readSigningKey(settings),
    maxFiles: settings.maxBundleFiles,
    storage: composition.storage,
    generator: `docwright ${version}`,
  };
  const groupConcurrency = settings.tenantConcurrency;
  if (settings.agentConcurrency > 0) {
    await workOnAgentJobs(engine, composition.agentQueue, {
      concurrency: settings.agentConcurrency,
      groupConcurrency,
      changes: composition.changes,
      deps: {
        ...shared,
        ...createAgentDeps(platform, { settings, composition, baseUrl }),
        findBrowser: browser.find,
      },
    });
  }
  if (settings.exportConcurrency > 0) {
    await workOnExports(engine, composition.exportQueue, {
      concurrency: settings.exportConcurrency,
      groupConcurrency,
      deps: { ...shared, ...bundling },
    });
  }
  const { deploymentQueue: queue, sites: siteAddress, onDeploymentChanged: onChanged, hasSubscribers } = composition;
  const live = { engine, queue, sites: siteAddress, editRoot: `${baseUrl}${editPath}`, onChanged, hasSubscribers };
  const sites = await workOnSites({ platform, settings, composition }, { ...shared, ...bundling, ...live });
  cleanup.defer(() => sites.stop());
  const deletions = await workOnDeletedThings(platform, composition);
  cleanup.defer(() => deletions.stop());
  await workOnEvents(platform, { settings, composition, faultPoint: shared.faultPoint, mailer, baseUrl });
  const watched = await startWatching(platform, { settings, composition, faultPoint: shared.faultPoint });
  cleanup.defer(() => Promise.all(watched.map((one) => one.stop())).then(() => undefined));
  log.info('worker is ready');
  const owned = cleanup.move();
  return { stop: stopOnce(settings.drainSeconds * 1000, 'the worker', () => owned.disposeAsync()) };
}

function createAgentDeps(
  platform: Platform,
  parts: { readonly settings: Settings; readonly composition: Composition; readonly baseUrl: string },
) {
  const { settings, composition, baseUrl } = parts;
  return {
    storage: composition.storage,
    onPublished: composition.onHint,
    folders: createFolderShare(),
    drafts: createAskedDrafts({ ...createDraftDeps(platform, parts), database: platform.database }),
    openModel: createOpenModel(settings, platform),
    findSpentBudget: (turn: Parameters<typeof findBudgetOfTurn>[1]) => findBudgetOfTurn(platform.database.kysely, turn),
    fetchUrl: createFetchUrl(platform.publicHttp),
    baseUrl,
    secrets: listSecretValues(settings).map(({ value }) => value),
    sleep: async (ms: number, signal: AbortSignal) => delay(ms, undefined, { signal }),
    random: Math.random,
  };
}

/** Starts the worker's repeated tasks. */
async function startWatching(
  platform: Platform,
  parts: Pick<EventParts, 'settings' | 'composition' | 'faultPoint'>,
): Promise<readonly Repetition[]> {
  const { settings, composition } = parts;
  return [
    await workOnAutomationRuns(platform, parts),
    await workOnMergedPullRequests(platform, parts),
    startWatchingBudgets(platform, composition),
    startWatchingDrafts(platform, settings, composition),
    startDiskHousekeeping(platform, settings),
  ];
}

/**
 * Opens the mailer. Called before the engine starts, so that the mailer is closed after it and can send pending emails.
 */
async function openMailer({ mail }: Settings, cleanup: AsyncDisposableStack): Promise<Mailer | undefined> {
  const mailer = mail === undefined ? undefined : await createMailer(mail);
  cleanup.defer(() => mailer?.close());
  return mailer;
}

/** Records that this process has the project's cache. If this fails, the next build may be slower. */
function createCacheNote(engine: Pick<JobEngine, 'holdAffinity'>, log: Logger): (projectId: string) => void {
  return (projectId) =>
    void engine
      .holdAffinity(projectId)
      .catch((error: unknown) =>
        log.debug({ err: error, projectId }, 'the owner of a build cache could not be recorded'),
      );
}

/** Kills this process like an external `kill -9`: nothing is flushed, closed, or reported. */
const killOurselves = (): void => void process.kill(process.pid, 'SIGKILL');
