import { operations } from '@docwright/contract';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { ApiError, requireAuthority, type OperationRoutes } from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import {
  requirePreview,
  toSiteUrl,
  type DeploymentTables,
  type SitesAddress,
} from '../../publishing/deployments/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';
import { makePreviewToken, maxGroupsBytes, previewLinkSeconds, previewParameter } from './preview-access.ts';

export interface PreviewLinkDeps {
  readonly database: Database<DeploymentTables & ProjectTables>;
  readonly sites: SitesAddress;
  readonly linkSecrets: readonly [string, ...string[]];
  readonly clock: Clock;
}

export function registerPreviewLinkRoutes(routes: OperationRoutes, deps: PreviewLinkDeps): void {
  const { database, sites, linkSecrets, clock } = deps;
  routes.handle(operations.createPreviewLink, async ({ principal, params, body }) => {
    const { projectId, branch } = params;
    const groups = [...new Set(body.groups)];
    if (Buffer.byteLength(JSON.stringify(groups)) > maxGroupsBytes) throw tooManyGroups();
    const preview = await requirePreview(database.kysely, principal, { projectId, branch });
    const event = { action: 'preview.link_created', target: { kind: 'preview', id: preview.id, name: branch } };
    // The link shows anyone the content that is restricted to these groups.
    const wanted = { scopes: ['deployments:write'], projectIds: [projectId], expiresAt: principal.expiresAt } as const;
    if (groups.length > 0) requireAuthority(principal, wanted, event);
    const expiresAt = new Date((Math.floor(clock.now() / 1000) + previewLinkSeconds) * 1000).toISOString();
    const details = { projectId, expiresAt, ...(groups.length > 0 && { groups }) };
    await recordAuditEvent(database.kysely, principal, { ...event, details });
    const token = makePreviewToken(linkSecrets, preview.id, { nowMs: clock.now(), groups });
    return { url: `${toSiteUrl(sites, preview.label ?? '')}/?${previewParameter}=${token}`, expiresAt };
  });
}

const tooManyGroups = (): ApiError =>
  new ApiError(
    'invalid_request',
    `The group names are too long: at most ${maxGroupsBytes} bytes of JSON fit into a link.`,
    {
      details: [{ path: '/groups', message: `is longer than ${maxGroupsBytes} bytes` }],
    },
  );
