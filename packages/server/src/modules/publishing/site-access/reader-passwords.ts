import { idPrefixes, type NewReaderPassword } from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { checkPassword, type PasswordHasher } from '../../identity/accounts/index.ts';
import { generatePassword, notifySite } from '../deployments/index.ts';
import { readerPasswordNotFound, tooManyReaderPasswords } from './errors.ts';
import { lockAccess, requireServedProject, type Tables } from './find-access-site.ts';
import { deletePasswordRow, listReaderPasswords, upsertReaderPassword } from './password-store.ts';
import { deleteSessionsOf } from './session-store.ts';

/** Limited, because each attempt is compared with all passwords. */
const maxPasswords = 20;

export interface ReaderPasswordDeps {
  readonly database: Database<Tables>;
  readonly passwords: PasswordHasher;
}

interface NamedPassword {
  readonly projectId: string;
  readonly label: string;
}

/**
 * Sets a password, and ends the sessions of the previous password with this label.
 * @throws {ApiError} not_found, site_not_live, weak_password, reader_password_limit
 */
export async function setReaderPassword(
  { database, passwords }: ReaderPasswordDeps,
  principal: Principal,
  { projectId, label, password }: NamedPassword & { readonly password: string | undefined },
): Promise<NewReaderPassword> {
  const { kysely } = database;
  const project = await requireServedProject(kysely, principal, projectId);
  if (password !== undefined) await checkPassword(password, { email: '', name: project.name });
  const generated = password === undefined ? generatePassword() : null;
  // Hashing uses a core for a tenth of a second, so no row is locked in the meantime.
  const hash = await passwords.as([principal.organizationId], () => passwords.hash(password ?? generated ?? ''));
  return kysely.transaction().execute(async (tx) => {
    await lockAccess(tx, project);
    const existing = await listReaderPasswords(tx, projectId);
    const former = existing.find((one) => one.label === label);
    if (former === undefined && existing.length >= maxPasswords) throw tooManyReaderPasswords(maxPasswords);
    const row = { id: newId(idPrefixes.readerPassword), project_id: projectId, label, hash };
    const updatedAt = await upsertReaderPassword(tx, row);
    if (former !== undefined) await deleteSessionsOf(tx, projectId, former.id);
    await notifySite(tx, projectId);
    await recordAuditEvent(tx, principal, {
      action: former === undefined ? 'reader_password.created' : 'reader_password.rotated',
      target: { kind: 'project', id: projectId, name: project.name },
      details: { label },
    });
    return { label, updatedAt: updatedAt.toISOString(), password: generated };
  });
}

/** @throws {ApiError} not_found, site_not_live */
export async function deleteReaderPassword(
  { database }: Pick<ReaderPasswordDeps, 'database'>,
  principal: Principal,
  { projectId, label }: NamedPassword,
): Promise<void> {
  await database.kysely.transaction().execute(async (tx) => {
    const project = await requireServedProject(tx, principal, projectId);
    await lockAccess(tx, project);
    const id = await deletePasswordRow(tx, projectId, label);
    if (id === undefined) throw readerPasswordNotFound(label);
    await deleteSessionsOf(tx, projectId, id);
    await notifySite(tx, projectId);
    await recordAuditEvent(tx, principal, {
      action: 'reader_password.deleted',
      target: { kind: 'project', id: projectId, name: project.name },
      details: { label },
    });
  });
}
