import { createHash, randomBytes } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Type, type Static } from 'typebox';
import { ApiError, requireSameSite } from '../../../platform/http/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { isMember, requireSession, type AccountContext } from '../../identity/accounts/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { selectPreviewByLabel, toSiteUrl, type SitesAddress } from '../../publishing/deployments/index.ts';
import { insertCode, type AccessTables } from './access-store.ts';
import { accessPath } from './access-page.ts';
import { toReturnPath } from './return-path.ts';

export interface OpenPreviewDeps {
  readonly database: Database<AccessTables>;
  readonly accounts: AccountContext;
  readonly sites: SitesAddress;
}

/** Only lasts from one redirect to the next: nobody types it. */
const codeSeconds = 60;

const OpenPreviewBody = Type.Object({
  site: Type.String({ minLength: 1, maxLength: 63 }),
  challenge: Type.String({ pattern: '^[A-Za-z0-9_-]{43}$' }),
  to: Type.Optional(Type.String({ maxLength: 8_000 })),
});

export const hashCode = (code: string): Buffer => createHash('sha256').update(code).digest();

/**
 * Gives a member a code that lets one browser open one preview, once and within a minute. The redirect always goes to
 * the preview's own address, whatever was requested.
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
      const { site, challenge, to } = request.body;
      const who = await requireSession(accounts, request);
      const code = randomBytes(32).toString('base64url');
      await database.kysely.transaction().execute(async (tx) => {
        const preview = await selectPreviewByLabel(tx, site);
        const { userId } = who;
        if (!preview || !(await isMember(tx, { organizationId: preview.organization_id, userId })))
          throw new ApiError('not_found', `You are not a member of an organization with the preview "${site}".`);
        const { id: environmentId, organization_id: organizationId, project_id: projectId, branch } = preview;
        const { sessionId, origin } = who;
        await insertCode(tx, { sha256: hashCode(code), environmentId, sessionId, challenge, seconds: codeSeconds });
        const actor = { kind: 'user', id: userId, name: who.email } as const;
        await recordAuditEvent(
          tx,
          { organizationId, actor, origin },
          {
            action: 'preview.opened',
            target: { kind: 'preview', id: environmentId, name: branch },
            details: { projectId },
          },
        );
      });
      const query = new URLSearchParams({ code, to: toReturnPath(to ?? null) });
      return { url: `${toSiteUrl(sites, site)}${accessPath}?${query.toString()}` };
    },
  );
}
