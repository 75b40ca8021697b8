import type { SignedOutReaders } from '@docwright/contract';
import { sessionSeconds } from '@docwright/site-access/settings';
import type { Database } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { notifySite } from '../deployments/index.ts';
import { lockAccess, requireServedProject, type Tables } from './find-access-site.ts';
import { countSessions, deleteSessionsOf } from './session-store.ts';
import { incrementEpoch } from './store.ts';

/**
 * Signs out all readers: edges refuse sessions of the previous epoch as soon as they are notified.
 * @throws {ApiError} not_found, site_not_live
 */
export async function signOutReaders(
  { database }: { readonly database: Database<Tables> },
  principal: Principal,
  projectId: string,
): Promise<SignedOutReaders> {
  return database.kysely.transaction().execute(async (tx) => {
    const project = await requireServedProject(tx, principal, projectId);
    await lockAccess(tx, project);
    const sessions = await countSessions(tx, projectId);
    const owner = { project_id: projectId, organization_id: project.organization_id };
    const signedOutAt = await incrementEpoch(tx, { ...owner, session_seconds: sessionSeconds.default });
    await deleteSessionsOf(tx, projectId, undefined);
    await notifySite(tx, projectId);
    await recordAuditEvent(tx, principal, {
      action: 'site_access.signed_out_everyone',
      target: { kind: 'project', id: projectId, name: project.name },
      details: { sessions },
    });
    return { sessions, signedOutAt: signedOutAt.toISOString() };
  });
}
