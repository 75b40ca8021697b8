import { SharedReads } from '@docwright/site-server';
import type { FastifyInstance } from 'fastify';
import { registerAnalyticsEvents } from '../modules/readers/analytics/index.ts';
import { registerAssistantRoutes, storeForwardedTurn } from '../modules/readers/assistant/index.ts';
import { createFindLiveSite, LiveKnowledge, registerDiscoveryRoutes } from '../modules/readers/discovery/index.ts';
import { findSite } from '../modules/publishing/deployments/index.ts';
import { findSiteByDomain, openBlobSource } from '../modules/readers/edge/index.ts';
import type { Metrics } from '../modules/operations/status/index.ts';
import { selectOriginsOfProject } from '../modules/project-config/public-keys/index.ts';
import { registerPageDetailRoutes } from '../modules/readers/page-details/index.ts';
import { registerPageHealthRoutes } from '../modules/readers/page-health/index.ts';
import { registerSearchCheckRoutes } from '../modules/readers/search-checks/index.ts';
import { registerSuggestionRoutes } from '../modules/readers/suggestions/index.ts';
import type { OperationRoutes } from '../platform/http/index.ts';
import type { Composition } from './compose.ts';
import { createAnswerDeps } from './create-answer-deps.ts';
import { createKnownPages } from './create-known-pages.ts';
import { createMeaningOf } from './create-meaning-of.ts';
import type { Platform } from './open-platform.ts';
import type { Settings } from './settings/settings.ts';

/** Maximum size of the cached indexes and page lists of live sites in one API process. */
const knowledgeBytes = 256 * 1024 * 1024;

/** Registers the routes for programs that query live sites. */
export function registerSiteQuestions(
  app: FastifyInstance,
  routes: OperationRoutes,
  {
    settings,
    platform,
    composition,
    metrics,
  }: {
    readonly settings: Settings;
    readonly platform: Platform;
    readonly composition: Composition;
    readonly metrics: Metrics;
  },
): void {
  const { database, blobs, clock } = platform;
  const cache = new SharedReads();
  const shared = {
    findSite: createFindLiveSite({
      find: (domain) => findSiteByDomain(database.kysely, composition.sites.domain, domain),
      isPublic: ({ accessMode, signInOptional }) => accessMode === 'public' || signInOptional,
      clock,
    }),
    knowledge: new LiveKnowledge({
      open: ({ projectId: site, blobKey, sizeBytes }) => openBlobSource({ blobs, cache }, { site, blobKey, sizeBytes }),
      maxBytes: knowledgeBytes,
      meaningOf: createMeaningOf(platform, settings, (outcome) => metrics.countMeaning(outcome)),
    }),
    ...createAnswerDeps(platform, settings),
  };
  registerDiscoveryRoutes(app, routes, {
    ...shared,
    originsOf: (projectId) => selectOriginsOfProject(database.kysely, projectId),
  });
  registerAssistantRoutes(app, routes, shared);
  registerSearchCheckRoutes(routes, { database });
  registerPageHealthRoutes(routes, { database, clock, checksLinks: settings.linkChecks });
  const { analyticsDays, feedbackDays } = settings;
  registerPageDetailRoutes(routes, { database, clock, analyticsDays, feedbackDays });
  registerAnalyticsEvents(routes, {
    database,
    publishEvent: composition.publishEvent,
    clock,
    pages: createKnownPages(platform, { cache, findLiveSite: shared.findSite }),
    eventDays: settings.analyticsEventDays,
    storeTurn: (projectId, turn) => storeForwardedTurn(database.kysely, projectId, { turn, nowMs: clock.now() }),
    count: (outcome, events) => metrics.countForwarded(outcome, events),
  });
  registerSuggestionRoutes(routes, {
    database,
    clock,
    log: platform.log,
    engine: platform.engine,
    queue: composition.agentQueue,
    repositoryUrl: composition.repositoryUrl,
    eventDays: settings.analyticsEventDays,
    findKnowledge: async (projectId) => {
      const site = await findSite(database.kysely, projectId);
      const live = site === undefined ? undefined : await shared.findSite(site.slug);
      return live === undefined ? undefined : (await shared.knowledge.of(live)).knowledge;
    },
  });
}
