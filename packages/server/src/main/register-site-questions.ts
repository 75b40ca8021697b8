import { SharedReads } from '@docwright/site-server';
import type { FastifyInstance } from 'fastify';
import { createFindLiveSite, LiveKnowledge, registerDiscoveryRoutes } from '../modules/discovery/index.ts';
import { findSiteByDomain, openBlobSource } from '../modules/edge/index.ts';
import { selectOriginsOfProject } from '../modules/public-keys/index.ts';
import { LeasedLimits } from '../modules/rate-limits/index.ts';
import type { OperationRoutes } from '../platform/http/index.ts';
import type { Composition } from './compose.ts';
import type { Platform } from './open-platform.ts';

/** Of live sites' indexes and lists of pages, in one process of the API. */
const knowledgeBytes = 256 * 1024 * 1024;

/** What programs ask live sites. */
export function registerSiteQuestions(
  app: FastifyInstance,
  routes: OperationRoutes,
  { platform, composition }: { readonly platform: Platform; readonly composition: Composition },
): void {
  const { database, blobs, clock, linkSecrets } = platform;
  const cache = new SharedReads();
  registerDiscoveryRoutes(app, routes, {
    findSite: createFindLiveSite({
      find: (domain) => findSiteByDomain(database.kysely, composition.sites.domain, domain),
      clock,
    }),
    originsOf: (projectId) => selectOriginsOfProject(database.kysely, projectId),
    limits: new LeasedLimits({ database, clock }),
    knowledge: new LiveKnowledge({
      open: ({ projectId: site, blobKey, sizeBytes }) => openBlobSource({ blobs, cache }, { site, blobKey, sizeBytes }),
      maxBytes: knowledgeBytes,
    }),
    addressSecret: linkSecrets[0],
  });
}
