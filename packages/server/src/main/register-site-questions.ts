import { defaultTurnLimits } from '@docwright/site-assistant';
import { SharedReads } from '@docwright/site-server';
import type { FastifyInstance } from 'fastify';
import { registerAssistantRoutes, RunningTurns } from '../modules/assistant/index.ts';
import { createFindLiveSite, LiveKnowledge, registerDiscoveryRoutes } from '../modules/discovery/index.ts';
import { findSiteByDomain, openBlobSource } from '../modules/edge/index.ts';
import { selectOriginsOfProject } from '../modules/public-keys/index.ts';
import { LeasedLimits } from '../modules/rate-limits/index.ts';
import type { OperationRoutes } from '../platform/http/index.ts';
import type { Composition } from './compose.ts';
import type { Platform } from './open-platform.ts';

/** Of live sites' indexes and lists of pages, in one process of the API. */
const knowledgeBytes = 256 * 1024 * 1024;
/** Answers of the assistant that one process makes at a time. */
const maxRunningTurns = 200;

/** What programs ask live sites. */
export function registerSiteQuestions(
  app: FastifyInstance,
  routes: OperationRoutes,
  { platform, composition }: { readonly platform: Platform; readonly composition: Composition },
): void {
  const { database, blobs, clock, linkSecrets, log } = platform;
  const cache = new SharedReads();
  const shared = {
    findSite: createFindLiveSite({
      find: (domain) => findSiteByDomain(database.kysely, composition.sites.domain, domain),
      clock,
    }),
    limits: new LeasedLimits({ database, clock }),
    knowledge: new LiveKnowledge({
      open: ({ projectId: site, blobKey, sizeBytes }) => openBlobSource({ blobs, cache }, { site, blobKey, sizeBytes }),
      maxBytes: knowledgeBytes,
    }),
    addressSecret: linkSecrets[0],
  };
  registerDiscoveryRoutes(app, routes, {
    ...shared,
    originsOf: (projectId) => selectOriginsOfProject(database.kysely, projectId),
  });
  registerAssistantRoutes(app, routes, {
    ...shared,
    database,
    turns: new RunningTurns({ maxRunning: maxRunningTurns }),
    openModel: async (site) => {
      // The providers' packages are loaded by who asks a model first.
      const { openReaderModel } = await import('./models.ts');
      return openReaderModel(platform, site);
    },
    turnLimits: defaultTurnLimits,
    log,
  });
}
