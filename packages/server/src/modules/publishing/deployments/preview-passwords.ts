import { idPrefixes, type NewPreviewPassword } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import { checkPassword, type PasswordHasher } from '../../identity/accounts/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import type { ProjectTables } from '../../project-config/projects/index.ts';
import { requireProjectOf } from './change-deployment.ts';
import { ensureSite, requireLiveKind } from './ensure-site.ts';
import { previewPasswordNotFound, tooManyPreviewPasswords } from './errors.ts';
import { generatePassword } from './generate-password.ts';
import { deletePasswordRow, findPreviewPasswords, upsertPassword } from './preview-password-store.ts';
import { lockSite, notifySite } from './site-store.ts';
import type { DeploymentTables } from './tables.ts';

/** Limited, because each attempt is compared with all passwords. */
const maxPasswords = 20;

interface NamedPassword {
  readonly projectId: string;
  readonly label: string;
}

export interface PreviewPasswordDeps {
  readonly database: Database<DeploymentTables & ProjectTables>;
  readonly passwords: PasswordHasher;
}

/** Sets a password. Edges are notified with the site, so that readers who used the previous password lose access. */
export async function setPreviewPassword(
  { database, passwords }: PreviewPasswordDeps,
  principal: Principal,
  { projectId, label, password }: NamedPassword & { readonly password: string | undefined },
): Promise<NewPreviewPassword> {
  const { kysely } = database;
  const project = await requireProjectOf(kysely, principal, projectId);
  requireLiveKind(project);
  if (password !== undefined) await checkPassword(password, { email: '', name: project.name });
  const generated = password === undefined ? generatePassword() : null;
  // Hashing uses a core for a tenth of a second, so no row is locked in the meantime.
  const hash = await passwords.as([principal.organizationId], () => passwords.hash(password ?? generated ?? ''));
  return kysely.transaction().execute(async (tx) => {
    await ensureSite(tx, project);
    await lockSite(tx, projectId);
    const existing = await findPreviewPasswords(tx, projectId);
    const isNew = existing.every((one) => one.label !== label);
    if (isNew && existing.length >= maxPasswords) throw tooManyPreviewPasswords(maxPasswords);
    const row = { id: newId(idPrefixes.previewPassword), project_id: projectId, label, hash };
    const updatedAt = await upsertPassword(tx, row);
    await notifySite(tx, projectId);
    await recordAuditEvent(tx, principal, {
      action: isNew ? 'preview_password.created' : 'preview_password.rotated',
      target: { kind: 'project', id: projectId, name: project.name },
      details: { label },
    });
    return { label, updatedAt: updatedAt.toISOString(), password: generated };
  });
}

export async function deletePreviewPassword(
  tx: Transaction<DeploymentTables & ProjectTables>,
  principal: Principal,
  { projectId, label }: NamedPassword,
): Promise<void> {
  const project = await requireProjectOf(tx, principal, projectId);
  requireLiveKind(project);
  if (!(await deletePasswordRow(tx, projectId, label))) throw previewPasswordNotFound(label);
  await notifySite(tx, projectId);
  await recordAuditEvent(tx, principal, {
    action: 'preview_password.deleted',
    target: { kind: 'project', id: projectId, name: project.name },
    details: { label },
  });
}
