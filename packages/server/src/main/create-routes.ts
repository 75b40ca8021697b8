import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import {
  createAuthenticateSession,
  registerAuthRoutes,
  registerMemberRoutes,
  sessionCookieName,
  type AccountContext,
} from '../modules/identity/accounts/index.ts';
import {
  createReadDiff,
  createReadDiffLines,
  createRefreshPullRequest,
  hasActiveJob,
  registerAgentJobRoutes,
} from '../modules/agent/agent-jobs/index.ts';
import { createPullRequestAgent } from '../modules/agent/code-host-events/index.ts';
import { registerAgentSettingsRoutes } from '../modules/project-config/agent-settings/index.ts';
import {
  registerAnalyticsExport,
  registerAnalyticsRoutes,
  registerFeedbackRoutes,
} from '../modules/readers/analytics/index.ts';
import { registerAssistantAnalyticsRoutes } from '../modules/readers/assistant/index.ts';
import { registerApiKeyRoutes } from '../modules/project-config/api-keys/index.ts';
import { registerApiDescriptionRoutes } from '../modules/interfaces/api-description/index.ts';
import { recordAuditEvent, registerAuditLogRoutes } from '../modules/foundation/audit-log/index.ts';
import { registerBudgetRoutes } from '../modules/project-config/budgets/index.ts';
import {
  createLoadDashboard,
  registerDashboardRoutes,
  type LoadDashboard,
} from '../modules/interfaces/dashboard-files/index.ts';
import { enqueueDeletion } from '../modules/operations/retention/index.ts';
import { notifySite, registerDeploymentRoutes } from '../modules/publishing/deployments/index.ts';
import { registerDomainRoutes } from '../modules/publishing/domains/index.ts';
import { registerDownloadRoutes } from '../modules/operations/downloads/index.ts';
import { registerOpenPreviewRoute, registerPreviewLinkRoutes } from '../modules/readers/edge/index.ts';
import { hasUnfinishedExport, registerExportRoutes } from '../modules/publishing/exports/index.ts';
import {
  createMetrics,
  registerHealthRoutes,
  registerMetricsRoutes,
  registerSystemRoutes,
} from '../modules/operations/status/index.ts';
import { createLocalCodeHost, registerLocalCodeHostRoutes } from '../modules/sources/local-code-host/index.ts';
import { registerManualRoutes } from '../modules/interfaces/manual/index.ts';
import { registerMcpRoutes } from '../modules/interfaces/mcp/index.ts';
import { registerFirstStepRoutes, registerOverviewRoutes } from '../modules/operations/overview/index.ts';
import { followForkApproval, registerPullRequestRoutes } from '../modules/publishing/pull-requests/index.ts';
import { registerModelSettingsRoutes } from '../modules/project-config/model-settings/index.ts';
import { registerNotificationRoutes } from '../modules/agent/notifications/index.ts';
import { findPlan, registerOrganizationRoutes } from '../modules/identity/organizations/index.ts';
import {
  createPreviewCache,
  previewCacheBytes,
  previewPath,
  registerPreviewPages,
  registerPreviewRoutes,
} from '../modules/publishing/previews/index.ts';
import {
  findProjectUsing,
  listProjectRepositories,
  registerProjectRoutes,
} from '../modules/project-config/projects/index.ts';
import { createAuthenticatePublicKey, registerPublicKeyRoutes } from '../modules/project-config/public-keys/index.ts';
import { registerRepositoryRoutes, toLocalAddress } from '../modules/sources/repositories/index.ts';
import { registerStorageRoutes } from '../modules/identity/storage/index.ts';
import { registerUsageRoutes } from '../modules/operations/usage/index.ts';
import { isConnectionLost } from '../platform/database/index.ts';
import { createUrlCheck } from '../platform/http-client/index.ts';
import { createApp, createOperationRoutes, defaultBodyBounds, type OperationRoutes } from '../platform/http/index.ts';
import type { Composition } from './compose.ts';
import { createMergeHint } from './create-merge-hint.ts';
import { createDomainDeps, createOwnNames } from './domain-deps.ts';
import { describeSystem } from './describe-system.ts';
import { registerCodeHosts } from './register-code-hosts.ts';
import { registerDrafts } from './register-drafts.ts';
import { registerSiteAccess } from './register-site-access.ts';
import { registerSiteQuestions } from './register-site-questions.ts';
import { registerEventRoutes } from './event-routes.ts';
import { createListPages } from './list-pages.ts';
import { hasOwnModel, isKnownModel, toEmbeddingModel, toModelChain, withPrices } from './model-names.ts';
import type { Platform } from './open-platform.ts';
import type { ServerTables } from './server-tables.ts';
import { dashboardFolder, manualFolder, starterFolder } from './served-folders.ts';
import type { Settings } from './settings/settings.ts';
import { version } from './version.ts';

interface RouteContext {
  readonly settings: Settings;
  readonly baseUrl: string;
  readonly platform: Platform;
  readonly composition: Composition;
  readonly accounts: AccountContext;
  readonly isStopping: () => boolean;
}

/** Registers all of the service's routes on one Fastify instance, which isn't listening yet. */
export function createRoutes(context: RouteContext): FastifyInstance {
  const { settings, baseUrl, platform, composition, accounts } = context;
  const metrics = createMetrics(platform.engine);
  const app = createApp({
    log: platform.log,
    isUnavailable: isConnectionLost,
    trustedProxies: settings.trustedProxies,
    bodies: { ...defaultBodyBounds, seconds: settings.bodySeconds },
    connections: settings.connections,
    onFinished: (request) => metrics.observeRequest(request),
    onFault: () => metrics.countFault(),
  });
  const authentication = {
    byKey: composition.authenticate,
    byPublicKey: createAuthenticatePublicKey({ db: platform.database.kysely, clock: platform.clock }),
    bySession: createAuthenticateSession(accounts),
    sessionCookie: sessionCookieName(baseUrl),
    findPlan: (organizationId: string) => findPlan(platform.database.kysely, organizationId),
    baseUrl,
  };
  const routes = createOperationRoutes(app, authentication, (principal, attempt) =>
    recordAuditEvent(platform.database.kysely, principal, { ...attempt, result: 'refused' }),
  );
  registerOrganizationAndAccounts(app, routes, context);
  registerProjectsAndRepositories(routes, context);
  registerCodeHosts(app, routes, context);
  registerJobs(app, routes, context);
  registerSiteAccess(routes, context);
  registerPreviews(app, routes, context);
  registerDrafts(app, routes, context);
  registerSiteQuestions(app, routes, { ...context, metrics });
  registerMcpRoutes(app, routes, { version });
  registerOperations(routes, context);
  registerMetricsRoutes(routes, metrics);
  registerApiDescriptionRoutes(app, { baseUrl });
  registerManualRoutes(app, {
    folder: manualFolder,
    cacheFolder: join(settings.dataDir, 'cache', 'manual'),
    baseUrl,
    renderer: composition.renderer,
    clock: platform.clock,
    log: platform.log,
  });
  const load = createLoadDashboard(dashboardFolder, baseUrl);
  registerDashboardRoutes(app, {
    load,
    baseUrl,
    frameSources: [`${settings.previewUrl ?? baseUrl}${previewPath}/`],
  });
  registerFileAndGitRoutes(app, context, load);
  return app;
}

function registerOrganizationAndAccounts(app: FastifyInstance, routes: OperationRoutes, context: RouteContext): void {
  const { accounts, platform, settings } = context;
  const { database, clock } = platform;
  registerOrganizationRoutes(routes, { database });
  registerApiKeyRoutes(routes, { database, clock });
  registerPublicKeyRoutes(routes, { database });
  registerMemberRoutes(routes, accounts);
  registerAuthRoutes(app, accounts);
  registerAuditLogRoutes(routes, { database });
  registerOverviewRoutes(routes, { database, clock });
  registerUsageRoutes(routes, { database, clock, storage: context.composition.storage });
  registerStorageRoutes(routes, { database });
  registerBudgetRoutes(routes, { database });
  registerNotificationRoutes(routes, { database, hasMail: settings.mail !== undefined });
  registerFirstStepRoutes(app, { database, accounts, hasModel: hasOwnModel(settings) });
}

function registerProjectsAndRepositories(routes: OperationRoutes, { settings, platform, composition }: RouteContext) {
  const { database } = platform;
  const { addressRules: rules, connectRepository, findConnected, localCodeHost } = composition;
  registerProjectRoutes(routes, {
    database,
    rules,
    localCodeHost,
    findConnected,
    isKnownModel: (model: string) => isKnownModel(model, settings),
    maxProjects: settings.tenantProjects,
    defaultModel: settings.model,
    onSaved: composition.onProjectSaved,
    hasUnfinishedJobs: async (tx, projectId) =>
      (await hasActiveJob(tx, projectId)) || (await hasUnfinishedExport(tx, projectId)),
    onDeleted: async (tx, projectId) => {
      await notifySite(tx as unknown as Transaction<ServerTables>, projectId);
      await enqueueDeletion({ engine: platform.engine, queue: composition.deletionQueue }, { projectId }, tx);
    },
  });
  registerAgentSettingsRoutes(routes, { database, rules, localCodeHost, findConnected });
  registerModelSettingsRoutes(routes, {
    database,
    secretBox: platform.secretBox,
    installationModels: (model) => toModelChain(model, settings),
    installationEmbedding: toEmbeddingModel(settings),
    defaultModel: settings.model,
    tryModel: async (model, { source, purpose, signal }) => {
      // The providers' packages are loaded on the first call to a model.
      const { tryEmbedding, tryModel } = await import('./models.ts');
      const http = source === 'installation' ? platform.installationModelHttp : platform.modelHttp;
      return (purpose === 'text' ? tryModel : tryEmbedding)(withPrices(model, settings), { http }, signal);
    },
    checkUrl: createUrlCheck({ allowedPrivateHosts: settings.privateModelHosts }),
  });
  registerRepositoryRoutes(routes, {
    database,
    rules,
    connectRepository,
    starterFolder,
    localCodeHost,
    localCodeHostIn: (tx) =>
      createLocalCodeHost({
        ...composition.localCodeHostOptions,
        storage: composition.storage.within(tx as unknown as Kysely<ServerTables>),
        database: { kysely: tx as unknown as Kysely<ServerTables> },
      }),
    findProjectUsing: (organizationId, repository) => findProjectUsing(database.kysely, organizationId, repository),
  });
}

function registerJobs(app: FastifyInstance, routes: OperationRoutes, context: RouteContext): void {
  const { settings, baseUrl, platform, composition } = context;
  const { database, engine, clock } = platform;
  const { changes, connectRepository, publishEvent } = composition;
  registerAgentJobRoutes(routes, {
    database,
    engine,
    queue: composition.agentQueue,
    storage: composition.storage,
    repositoryUrl: composition.repositoryUrl,
    changes,
    publishEvent,
    connectRepository,
    readDiff: createReadDiff({ database, connectRepository }),
    readDiffLines: createReadDiffLines({ database, connectRepository }),
    refreshPullRequest: createRefreshPullRequest({ database, connectRepository, clock, log: platform.log }),
    onMerged: createMergeHint(composition),
  });
  registerExportRoutes(routes, {
    database,
    engine,
    queue: composition.exportQueue,
    blobs: platform.blobs,
    clock,
    linkSeconds: settings.linkSeconds,
    changes,
    publishEvent,
    listPages: createListPages(composition),
    storage: composition.storage,
  });
  registerDeploymentRoutes(routes, {
    storage: composition.storage,
    database,
    passwords: platform.passwords,
    engine,
    queue: composition.deploymentQueue,
    sites: composition.sites,
    blobs: platform.blobs,
    changes,
    publishEvent,
    hasSubscribers: composition.hasSubscribers,
    onChanged: composition.onDeploymentChanged,
    onForkApproval: (tx, change) =>
      followForkApproval(
        {
          database,
          engine,
          queue: composition.deploymentQueue,
          publishEvent,
          onChanged: composition.onDeploymentChanged,
          notifyPullRequest: async (transaction, hint) =>
            void (await engine.enqueue(composition.pullRequestQueue, hint, {
              transaction,
              groupId: hint.organizationId,
            })),
        },
        tx as unknown as Transaction<ServerTables>,
        change,
      ),
  });
  registerAnalyticsRoutes(routes, { database, clock });
  registerAnalyticsExport(routes, { database, clock });
  registerAssistantAnalyticsRoutes(routes, { database, clock });
  registerFeedbackRoutes(routes, { database, clock });
  registerPullRequestRoutes(routes, { database, engine, queue: composition.deploymentQueue });
  registerDomainRoutes(routes, {
    ...createDomainDeps(platform, settings, composition),
    database,
    ownNames: createOwnNames(settings, baseUrl),
    hasCertificates: settings.acme !== undefined,
  });
  registerPreviewLinkRoutes(routes, {
    database,
    sites: composition.sites,
    linkSecrets: platform.linkSecrets,
    clock,
  });
  registerOpenPreviewRoute(app, { database, accounts: context.accounts, sites: composition.sites });
  registerEventRoutes(app, routes, context);
}

function registerPreviews(app: FastifyInstance, routes: OperationRoutes, context: RouteContext): void {
  const { settings, baseUrl, platform, composition } = context;
  const { database, blobs, linkSecrets, clock, log } = platform;
  const root = join(settings.dataDir, 'cache', 'previews');
  const deps = {
    database,
    connectRepository: composition.connectRepository,
    renderer: composition.renderer,
    cache: createPreviewCache({ root, maxBytes: previewCacheBytes, log }),
    blobs,
    linkSecrets,
    clock,
    baseUrl,
    previewUrl: settings.previewUrl,
  };
  registerPreviewRoutes(routes, deps);
  registerPreviewPages(app, deps);
}

/** Registers the routes for the installation's operator. */
function registerOperations(routes: OperationRoutes, context: RouteContext): void {
  const { settings, baseUrl, platform, composition, isStopping } = context;
  const { isolation } = composition.renderer;
  registerSystemRoutes(routes, describeSystem(platform, settings, { baseUrl, isolation }));
  registerHealthRoutes(routes, {
    version,
    isStopping,
    checks: {
      database: async () => void (await platform.readiness.pool.query('select 1')),
      blobStore: async () => void (await platform.blobs.head('readiness')),
      jobEngine: async () => void (await platform.engine.stats()),
    },
    disk: {
      state: () => platform.disk.state(),
      holdsData: settings.databaseUrl === undefined || settings.s3 === undefined,
    },
    warnings: () => (isolation.warning === undefined ? [] : [isolation.warning]),
  });
}

/** Registers the routes for bundles, unless an S3 server serves them, and for the embedded code host. */
function registerFileAndGitRoutes(
  app: FastifyInstance,
  { platform, composition, accounts }: RouteContext,
  loadDashboard: LoadDashboard,
): void {
  const { database, engine, clock, linkSecrets, blobFiles } = platform;
  const { agentQueue: queue, repositoryUrl } = composition;
  registerLocalCodeHostRoutes(app, {
    ...composition.localCodeHostOptions,
    pages: {
      byKey: composition.authenticate,
      bySession: createAuthenticateSession(accounts),
      styleSheets: async () => (await loadDashboard())?.styleSheets ?? [],
      projectsOf: async ({ organizationId, path }) =>
        (await listProjectRepositories(database.kysely, organizationId)).filter(
          ({ repository }) => repository === toLocalAddress(path),
        ),
    },
    agent: createPullRequestAgent({ database, engine, queue, repositoryUrl }),
  });
  if (blobFiles !== undefined) registerDownloadRoutes(app, { blobs: blobFiles, linkSecrets, clock });
}
