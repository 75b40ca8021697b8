import { operations } from '@docwright/contract';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { OperationRoutes } from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import {
  requirePreview,
  toSiteUrl,
  type DeploymentTables,
  type SitesAddress,
} from '../../publishing/deployments/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';
import { makePreviewToken, previewLinkSeconds, previewParameter } from './preview-access.ts';

export interface PreviewLinkDeps {
  readonly database: Database<DeploymentTables & ProjectTables>;
  readonly sites: SitesAddress;
  readonly linkSecrets: readonly [string, ...string[]];
  readonly clock: Clock;
}

export function registerPreviewLinkRoutes(routes: OperationRoutes, deps: PreviewLinkDeps): void {
  const { database, sites, linkSecrets, clock } = deps;
  routes.handle(operations.createPreviewLink, async ({ principal, params }) => {
    const { projectId, branch } = params;
    const preview = await requirePreview(database.kysely, principal, { projectId, branch });
    const expiresAt = new Date((Math.floor(clock.now() / 1000) + previewLinkSeconds) * 1000).toISOString();
    await recordAuditEvent(database.kysely, principal, {
      action: 'preview.link_created',
      target: { kind: 'preview', id: preview.id, name: branch },
      details: { projectId, expiresAt },
    });
    const token = makePreviewToken(linkSecrets, preview.id, clock.now());
    return { url: `${toSiteUrl(sites, preview.label ?? '')}/?${previewParameter}=${token}`, expiresAt };
  });
}
