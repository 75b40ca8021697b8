import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import {
  createAuthenticateSession,
  registerAuthRoutes,
  registerMemberRoutes,
  sessionCookieName,
  type AccountContext,
} from '../modules/accounts/index.ts';
import { createReadDiff, registerAgentJobRoutes } from '../modules/agent-jobs/index.ts';
import { createAgentOfPullRequests } from '../modules/code-host-events/index.ts';
import { registerAgentSettingsRoutes } from '../modules/agent-settings/index.ts';
import { registerApiKeyRoutes } from '../modules/api-keys/index.ts';
import { registerApiReferenceRoutes } from '../modules/api-reference/index.ts';
import { registerAuditLogRoutes } from '../modules/audit-log/index.ts';
import { registerDashboardRoutes } from '../modules/dashboard-files/index.ts';
import { registerDownloadRoutes } from '../modules/downloads/index.ts';
import { registerExportRoutes } from '../modules/exports/index.ts';
import { registerHealthRoutes } from '../modules/health/index.ts';
import { createLocalCodeHost, registerLocalCodeHostRoutes } from '../modules/local-code-host/index.ts';
import { createMetrics, registerMetricsRoutes } from '../modules/metrics/index.ts';
import { registerModelSettingsRoutes } from '../modules/model-settings/index.ts';
import { registerOrganizationRoutes } from '../modules/organizations/index.ts';
import {
  createPreviewCache,
  previewCacheBytes,
  previewPath,
  registerPreviewPages,
  registerPreviewRoutes,
} from '../modules/previews/index.ts';
import { findProjectUsing, registerProjectRoutes } from '../modules/projects/index.ts';
import { mirrorId, registerRepositoryRoutes } from '../modules/repositories/index.ts';
import { registerSystemRoutes } from '../modules/system/index.ts';
import { isConnectionLost } from '../platform/database/index.ts';
import { createApp, createOperationRoutes } from '../platform/http/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { compose, type Composition } from './compose.ts';
import { deleteBlobs } from './delete-blobs.ts';
import { describeSystem } from './describe-system.ts';
import { registerEventRoutes } from './event-routes.ts';
import { listenClearly } from './listen-clearly.ts';
import { createListPages } from './list-pages.ts';
import { isKnownModel, toModelChain, withPrices } from './model-names.ts';
import { openAccounts } from './open-accounts.ts';
import { openPlatform, type Platform } from './open-platform.ts';
import type { ServerTables } from './server-tables.ts';
import { localAddress, type Settings } from './settings.ts';
import { startHousekeeping } from './start-housekeeping.ts';
import { version } from './version.ts';

/** Where the dashboard's build puts it. An installation without it works, and says at `/dashboard` what is missing. */
const dashboardFolder = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url));

export interface RunningApi {
  readonly baseUrl: string;
  readonly platform: Platform;
  readonly composition: Composition;
  readonly accounts: AccountContext;
  /** Takes no more requests, waits for those under way, closes everything. */
  stop(): Promise<void>;
}

/** Starts the HTTP API. @throws SettingsError, DatabaseError, PortError: each with one clear line */
export async function serve(settings: Settings, log: Logger): Promise<RunningApi> {
  // The port is taken before anything else is opened: links need to know it, and a taken one must fail at once.
  const stopping = { now: false };
  const port = await listenClearly.reserve(settings);
  const baseUrl = settings.baseUrl ?? localAddress(port.number);
  await using cleanup = new AsyncDisposableStack();
  cleanup.defer(() => port.release());
  const platform = await openPlatform({ settings, baseUrl, log, applicationName: 'docwright-api' });
  cleanup.defer(() => platform.close());
  const composition = await compose(platform, settings, baseUrl);
  cleanup.defer(() => composition.renderer.close());
  composition.renderer.warmUp({ spares: 0 });
  await platform.engine.start();
  cleanup.defer(() => platform.engine.stop());
  const opened = openAccounts(platform, settings, baseUrl);
  cleanup.defer(() => opened.close());
  const { accounts } = opened;
  const housekeeping = startHousekeeping(platform, settings);
  cleanup.defer(() => housekeeping.stop());
  const app = createRoutes({ settings, baseUrl, platform, composition, accounts, isStopping: () => stopping.now });
  await port.release();
  await app.listen({ port: port.number, host: settings.host });
  log.info({ baseUrl, address: (app.server.address() as AddressInfo).address }, 'API is ready');
  const owned = cleanup.move();
  let stopped: Promise<void> | undefined;
  const stop = async (): Promise<void> => {
    stopping.now = true;
    // Streams and long polls would hold the server open for minutes: after the drain time they are cut.
    const cut = setTimeout(() => app.server.closeAllConnections(), settings.drainSeconds * 1000);
    composition.changes.notifyAll();
    await app.close();
    clearTimeout(cut);
    await owned.disposeAsync();
  };
  return { baseUrl, platform, composition, accounts, stop: () => (stopped ??= stop()) };
}

interface RouteContext {
  readonly settings: Settings;
  readonly baseUrl: string;
  readonly platform: Platform;
  readonly composition: Composition;
  readonly accounts: AccountContext;
  readonly isStopping: () => boolean;
}

function createRoutes(context: RouteContext): FastifyInstance {
  const { settings, baseUrl, platform, composition, accounts } = context;
  const { database, engine, clock, log } = platform;
  const metrics = createMetrics(engine);
  const app = createApp({
    log,
    isUnavailable: isConnectionLost,
    trustedProxies: settings.trustedProxies,
    onFinished: (request) => metrics.observeRequest(request),
  });
  const routes = createOperationRoutes(app, {
    byKey: composition.authenticate,
    bySession: createAuthenticateSession(accounts),
    sessionCookie: sessionCookieName(baseUrl),
    baseUrl,
  });
  const projectDeps = {
    database,
    rules: composition.addressRules,
    localCodeHost: composition.localCodeHost,
    isKnownModel: (model: string) => isKnownModel(model, settings),
    defaultModel: settings.model,
  };

  registerOrganizationRoutes(routes, { database });
  registerApiKeyRoutes(routes, { database, clock });
  registerMemberRoutes(routes, accounts);
  registerAuthRoutes(app, accounts);
  registerAuditLogRoutes(routes, { database });
  registerProjectRoutes(routes, {
    ...projectDeps,
    onDeleted: async ({ projectId, organizationId, unusedRepository }) => {
      await deleteBlobs(platform.blobs, `exports/${organizationId}/${projectId}/`);
      if (unusedRepository !== undefined) {
        await platform.mirrors.remove(mirrorId({ organizationId, repository: unusedRepository }));
      }
    },
  });
  registerAgentSettingsRoutes(routes, { database });
  registerModelSettingsRoutes(routes, {
    database,
    secretBox: platform.secretBox,
    installationModels: (model) => toModelChain(model, settings),
    defaultModel: settings.model,
    tryModel: async (model, signal) => {
      // The providers' packages are loaded by who asks a model first.
      const { tryModel } = await import('./models.ts');
      return tryModel(withPrices(model, settings), platform, signal);
    },
  });
  registerRepositoryRoutes(routes, {
    database,
    rules: composition.addressRules,
    connectRepository: composition.connectRepository,
    localCodeHost: composition.localCodeHost,
    localCodeHostIn: (tx) =>
      createLocalCodeHost({
        ...composition.localCodeHostOptions,
        database: { kysely: tx as unknown as Kysely<ServerTables> },
      }),
    findProjectUsing: (organizationId, repository) => findProjectUsing(database.kysely, organizationId, repository),
  });
  registerAgentJobRoutes(routes, {
    database,
    engine,
    queue: composition.agentQueue,
    repositoryUrl: composition.repositoryUrl,
    changes: composition.changes,
    publishEvent: composition.publishEvent,
    readDiff: createReadDiff({ database, connectRepository: composition.connectRepository }),
  });
  registerExportRoutes(routes, {
    database,
    engine,
    queue: composition.exportQueue,
    blobs: platform.blobs,
    clock,
    linkSeconds: settings.linkSeconds,
    changes: composition.changes,
    publishEvent: composition.publishEvent,
    listPages: createListPages(composition),
  });
  registerEventRoutes(app, routes, context);
  const previewDeps = {
    database,
    connectRepository: composition.connectRepository,
    renderer: composition.renderer,
    cache: createPreviewCache({ root: join(settings.dataDir, 'cache', 'previews'), maxBytes: previewCacheBytes, log }),
    blobs: platform.blobs,
    linkSecrets: platform.linkSecrets,
    clock,
    baseUrl,
  };
  registerPreviewRoutes(routes, previewDeps);
  registerPreviewPages(app, previewDeps);
  registerSystemRoutes(routes, describeSystem(platform, settings, baseUrl));
  registerHealthRoutes(routes, {
    version,
    isStopping: context.isStopping,
    checks: {
      database: async () => void (await database.pool.query('select 1')),
      blobStore: async () => void (await platform.blobs.head('readiness')),
      jobEngine: async () => void (await engine.stats()),
    },
  });
  registerMetricsRoutes(routes, metrics);
  registerApiReferenceRoutes(app, { baseUrl });
  registerDashboardRoutes(app, { folder: dashboardFolder, baseUrl, frameSources: [`${baseUrl}${previewPath}/`] });
  const { agentQueue, repositoryUrl } = composition;
  registerLocalCodeHostRoutes(app, {
    ...composition.localCodeHostOptions,
    authenticate: composition.authenticate,
    agent: createAgentOfPullRequests({ database, engine, queue: agentQueue, repositoryUrl }),
  });
  if (platform.blobFiles !== undefined) {
    registerDownloadRoutes(app, { blobs: platform.blobFiles, linkSecrets: platform.linkSecrets, clock });
  }
  return app;
}
