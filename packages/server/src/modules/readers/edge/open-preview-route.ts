import { createHash, randomBytes } from 'node:crypto';
import { toReturnPath } from '@docwright/site-access';
import type { FastifyInstance } from 'fastify';
import type { Transaction } from 'kysely';
import { Type, type Static } from 'typebox';
import { ApiError, requireSameSite } from '../../../platform/http/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { isMember, requireSession, type AccountContext } from '../../identity/accounts/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import {
  selectPreviewByLabel,
  selectServedSite,
  toDomainUrl,
  toSiteUrl,
  type SitesAddress,
} from '../../publishing/deployments/index.ts';
import { insertCode, type AccessTables } from './access-store.ts';
import { readSiteName, toHostName } from './site-names.ts';

export interface OpenPreviewDeps {
  readonly database: Database<AccessTables>;
  readonly accounts: AccountContext;
  readonly sites: SitesAddress;
}

/** Lifetime of a code, which is used only between two redirects and never typed. */
const codeSeconds = 60;

const OpenPreviewBody = Type.Object({
  /** The label of a preview, or the host name of a site. */
  site: Type.String({ minLength: 1, maxLength: 260 }),
  challenge: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  to: Type.Optional(Type.String({ maxLength: 8_000 })),
  /** The base path of the site. */
  base: Type.Optional(Type.String({ pattern: '^(?:/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)+$', maxLength: 200 })),
});

export const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest();

interface OpenedSite {
  readonly environmentId: string;
  readonly organizationId: string;
  readonly projectId: string;
  /** The branch of a preview, or the slug of a site. */
  readonly name: string | null;
  readonly kind: 'preview' | 'site';
  /** Its own address, without a trailing slash. */
  readonly url: string;
}

/**
 * Issues a code with which a member's browser can open one preview or site, once and within a minute. The redirect
 * always uses the site's own address, regardless of the request.
 */
export function registerOpenPreviewRoute(app: FastifyInstance, deps: OpenPreviewDeps): void {
  const { database, accounts, sites } = deps;
  app.post<{ Body: Static<typeof OpenPreviewBody> }>(
    '/auth/preview',
    {
      schema: { body: OpenPreviewBody },
      onRequest: async (request) => requireSameSite(request.headers, accounts.settings.baseUrl),
    },
    async (request) => {
      const { site, challenge, to, base = '' } = request.body;
      const who = await requireSession(accounts, request);
      const code = randomBytes(32).toString('base64url');
      const url = await database.kysely.transaction().execute(async (tx) => {
        const opened = await findOpened(tx, sites, site);
        const { userId, sessionId, origin } = who;
        if (!opened || !(await isMember(tx, { organizationId: opened.organizationId, userId })))
          throw new ApiError('not_found', `You are not a member of an organization with the site "${site}".`);
        const { environmentId, organizationId, projectId, name, kind } = opened;
        await insertCode(tx, { sha256: hashCode(code), environmentId, sessionId, challenge, seconds: codeSeconds });
        const actor = { kind: 'user', id: userId, name: who.email } as const;
        await recordAuditEvent(
          tx,
          { organizationId, actor, origin },
          { action: `${kind}.opened`, target: { kind, id: environmentId, name }, details: { projectId } },
        );
        return opened.url;
      });
      const query = new URLSearchParams({ code, redirect: toReturnPath(to ?? null) });
      return { url: `${url}${base}/login/members-callback?${query.toString()}` };
    },
  );
}

async function findOpened(
  tx: Transaction<AccessTables>,
  sites: SitesAddress,
  site: string,
): Promise<OpenedSite | undefined> {
  if (!site.includes('.')) {
    const preview = await selectPreviewByLabel(tx, site);
    if (preview === undefined) return undefined;
    const { id: environmentId, organization_id: organizationId, project_id: projectId, branch } = preview;
    return { environmentId, organizationId, projectId, name: branch, kind: 'preview', url: toSiteUrl(sites, site) };
  }
  const host = toHostName(site);
  const asked = host === undefined ? undefined : readSiteName(host, sites.domain);
  // An IP address isn't a site's own name, because it could belong to anyone.
  if (host === undefined || asked === undefined || asked.kind === 'default') return undefined;
  const found = await selectServedSite(tx, asked);
  if (found === undefined || found.kind === 'preview') return undefined;
  const { environmentId, organizationId, projectId, slug: name } = found;
  return { environmentId, organizationId, projectId, name, kind: 'site', url: toDomainUrl(sites, host) };
}
