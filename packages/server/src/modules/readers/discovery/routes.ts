import { operations, type DiscoveryHit } from '@docwright/contract';
import type { Passage, SiteKnowledge } from '@docwright/site-assistant';
import type { FastifyInstance } from 'fastify';
import { isPublicKey } from '../../project-config/public-keys/index.ts';
import { hasScope, type OperationRoutes, type Principal } from '../../../platform/http/index.ts';
import type { LeasedLimits } from '../../foundation/rate-limits/index.ts';
import { registerCors, type CorsDeps } from './cors.ts';
import { groupsNotAllowed, isSiteFailure, pageNotFound, siteUnreadable } from './errors.ts';
import { findOwnSite, type Asked } from './find-own-site.ts';
import { addressLimit, digestAddress, readerSearchLimit, searchLimit } from './limits.ts';
import type { LiveKnowledge } from './live-knowledge.ts';

export interface DiscoveryRouteDeps extends CorsDeps {
  readonly limits: LeasedLimits;
  readonly knowledge: LiveKnowledge;
  readonly addressSecret: string;
}

export function registerDiscoveryRoutes(app: FastifyInstance, routes: OperationRoutes, deps: DiscoveryRouteDeps): void {
  registerCors(app, deps);
  routes.handle(operations.searchDiscovery, async ({ principal, params, body }) => {
    const { query, pageSize = 10, scoreThreshold = 0, filter: { groups = [], ...filter } = {} } = body;
    const options = { limit: pageSize, perPage: 1, scoreThreshold, filter };
    const { passages } = await ask(deps, { principal, ...params, groups }, (site) => site.search(query, options));
    return passages.map(toHit);
  });
  routes.handle(operations.readDiscoveryPage, async ({ principal, params, body }) => {
    const page = await ask(deps, { principal, ...params, groups: body.filter?.groups ?? [] }, (site) =>
      site.readPage(body.path),
    );
    if (page === undefined) throw pageNotFound(body.path);
    return { path: page.path, content: page.markdown };
  });
}

/** @throws {ApiError} insufficient_scope, not_found, rate_limited, site_unreadable */
async function ask<T>(
  deps: DiscoveryRouteDeps,
  { principal, domain, groups }: Asked & { readonly groups: readonly string[] },
  question: (site: SiteKnowledge) => Promise<T>,
): Promise<T> {
  await takeUses(deps, principal);
  // A caller that names groups sees content that is restricted to them, as with links to previews.
  if (groups.length > 0 && !hasScope(principal, 'deployments:write')) throw groupsNotAllowed();
  const site = await findOwnSite(deps.findSite, { principal, domain });
  try {
    return await question((await deps.knowledge.of({ ...site, groups })).knowledge);
  } catch (error) {
    if (!isSiteFailure(error)) throw error;
    deps.knowledge.forget(site.deploymentId);
    throw siteUnreadable(domain, error);
  }
}

/** Counts a request toward the limits. Failed lookups also count, so that no one can guess names without a limit. */
async function takeUses({ limits, addressSecret }: DiscoveryRouteDeps, principal: Principal): Promise<void> {
  const { organizationId, origin, actor } = principal;
  // Servers use other keys, and send many readers' requests from one address.
  if (!isPublicKey(actor)) return limits.take(searchLimit, organizationId);
  await limits.take(addressLimit, `${organizationId}:${digestAddress(addressSecret, origin.address)}`);
  await limits.take(readerSearchLimit, organizationId);
}

const toHit = ({ content, path, ...rest }: Passage): DiscoveryHit => {
  const { title, heading, anchor, breadcrumbs, score, version, language, tag } = rest;
  const named = { ...(version !== undefined && { version }), ...(language !== undefined && { language }) };
  return {
    content,
    path,
    metadata: {
      title,
      heading,
      anchor,
      breadcrumbs: [...breadcrumbs],
      score,
      ...named,
      ...(tag !== undefined && { tag }),
    },
  };
};
