import type { Kysely } from 'kysely';
import { redeployProduction } from '../modules/publishing/deployments/index.ts';
import { registerSiteAccessRoutes } from '../modules/publishing/site-access/index.ts';
import { countAccessTokens, deleteAccessTokens, type ReaderTables } from '../modules/readers/edge/index.ts';
import { createUrlCheck } from '../platform/http-client/index.ts';
import type { OperationRoutes } from '../platform/http/index.ts';
import type { EventRouteContext } from './event-routes.ts';

/** Registers the routes for readers' access to live sites. */
export function registerSiteAccess(
  routes: OperationRoutes,
  { settings, platform, composition }: Pick<EventRouteContext, 'settings' | 'platform' | 'composition'>,
): void {
  const { database, engine, secretBox, passwords, clock } = platform;
  const { privateSignInHosts: privateHosts, requestsCertificates } = settings;
  registerSiteAccessRoutes(routes, {
    database,
    secretBox,
    passwords,
    checks: { checkUrl: createUrlCheck({ allowedPrivateHosts: privateHosts }), privateHosts, requestsCertificates },
    sites: composition.sites,
    publishEvent: composition.publishEvent,
    // The edge module owns the token tables.
    readerTokens: {
      count: (db, ...of) => countAccessTokens(db as unknown as Kysely<ReaderTables>, ...of),
      deleteAll: (tx, id) => deleteAccessTokens(tx as unknown as Kysely<ReaderTables>, id),
    },
    redeploy: (tx, { project, author }) =>
      redeployProduction({ engine, queue: composition.deploymentQueue }, tx, {
        project,
        source: 'internal',
        author,
        keepsPromotion: true,
      }),
    clock,
  });
}
