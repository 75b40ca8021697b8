import { idPrefixes, type CreatePublicKeyBody, type UpdatePublicKeyBody } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { mayUseProject, requireAuthority, type Principal, type RefusedAttempt } from '../../../platform/http/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { findProject, lockProject, projectNotFound } from '../projects/index.ts';
import { publicKeyNotFound, publicKeyRevoked, tooManyPublicKeys } from './errors.ts';
import { generatePublicKey } from './key-format.ts';
import { readOrigins } from './read-origins.ts';
import {
  countWorkingKeys,
  deleteOldKeys,
  expirePublicKey,
  insertPublicKey,
  markRevoked,
  selectPublicKeyForUpdate,
  selectPublicKeys,
  updatePublicKeyRow,
  type PublicKeyRow,
  type PublicKeyTables,
} from './store.ts';

/** Maximum number of a project's valid keys, and of ended keys that are still listed. */
const maxWorking = 50;
const maxEnded = 50;

type Tx = Transaction<PublicKeyTables>;
interface Asked {
  readonly principal: Principal;
  readonly projectId: string;
}

export async function listPublicKeys(tx: Tx, { principal, projectId }: Asked): Promise<PublicKeyRow[]> {
  const isHidden = !mayUseProject(principal, projectId);
  if (isHidden || (await findProject(tx, principal.organizationId, projectId)) === undefined)
    throw projectNotFound(projectId);
  return selectPublicKeys(tx, projectId);
}

export async function createPublicKey(tx: Tx, asked: Asked & { body: CreatePublicKeyBody }): Promise<PublicKeyRow> {
  const { principal, body } = asked;
  const origins = readOrigins(body.allowedOrigins);
  const event = { action: 'public_key.created', target: { kind: 'public_key', id: null, name: body.name } };
  await lockOwnProject(tx, asked);
  requireGift(asked, event);
  const row = await addKey(tx, asked, { name: body.name, allowed_origins: origins });
  await recordAuditEvent(tx, principal, {
    action: event.action,
    target: { kind: 'public_key', id: row.id, name: row.name },
    details: { projectId: asked.projectId, allowedOrigins: origins },
  });
  return row;
}

export async function updatePublicKey(
  tx: Tx,
  asked: Asked & { readonly id: string; readonly body: UpdatePublicKeyBody },
): Promise<PublicKeyRow> {
  const { principal, projectId, id, body } = asked;
  const origins = body.allowedOrigins === undefined ? undefined : readOrigins(body.allowedOrigins);
  const row = await holdKey(tx, asked, 'public_key.updated');
  if (row.revoked_at !== null) throw publicKeyRevoked(id);
  await recordAuditEvent(tx, principal, {
    action: 'public_key.updated',
    target: { kind: 'public_key', id, name: row.name },
    details: { projectId, name: body.name, allowedOrigins: origins },
  });
  return updatePublicKeyRow(tx, id, {
    ...(body.name !== undefined && { name: body.name }),
    ...(origins !== undefined && { allowed_origins: origins }),
  });
}

export async function rollPublicKey(
  tx: Tx,
  asked: Asked & { readonly id: string; readonly overlapSeconds: number },
): Promise<PublicKeyRow> {
  const { principal, projectId, id, overlapSeconds } = asked;
  const old = await holdKey(tx, asked, 'public_key.rolled');
  if (old.revoked_at !== null) throw publicKeyRevoked(id);
  if (overlapSeconds === 0) await markRevoked(tx, id);
  else await expirePublicKey(tx, id, overlapSeconds);
  const row = await addKey(tx, asked, { name: old.name, allowed_origins: old.allowed_origins });
  await recordAuditEvent(tx, principal, {
    action: 'public_key.rolled',
    target: { kind: 'public_key', id, name: old.name },
    details: { projectId, newKeyId: row.id, overlapSeconds },
  });
  return row;
}

/** Revokes a key. Revoking it again changes nothing. */
export async function revokePublicKey(tx: Tx, asked: Asked & { readonly id: string }): Promise<PublicKeyRow> {
  const row = await holdKey(tx, asked, 'public_key.revoked');
  if (row.revoked_at !== null) return row;
  await recordAuditEvent(tx, asked.principal, {
    action: 'public_key.revoked',
    target: { kind: 'public_key', id: row.id, name: row.name },
    details: { projectId: asked.projectId },
  });
  return markRevoked(tx, row.id);
}

/** Locks the project, so that its keys are changed one after another. */
async function lockOwnProject(tx: Tx, { principal, projectId }: Asked): Promise<void> {
  const isHidden = !mayUseProject(principal, projectId);
  if (isHidden || !(await lockProject(tx, principal.organizationId, projectId))) throw projectNotFound(projectId);
}

/** A public key grants one of its creator's permissions to everyone. */
function requireGift({ principal, projectId }: Asked, attempt: RefusedAttempt): void {
  requireAuthority(principal, { scopes: ['discovery:read'], projectIds: [projectId], expiresAt: null }, attempt);
}

async function holdKey(tx: Tx, asked: Asked & { readonly id: string }, action: string): Promise<PublicKeyRow> {
  const { id } = asked;
  await lockOwnProject(tx, asked);
  const row = await selectPublicKeyForUpdate(tx, asked);
  if (row === undefined) throw publicKeyNotFound(id);
  requireGift(asked, { action, target: { kind: 'public_key', id, name: row.name } });
  return row;
}

async function addKey(
  tx: Tx,
  { principal, projectId }: Asked,
  values: { readonly name: string; readonly allowed_origins: string[] },
): Promise<PublicKeyRow> {
  if ((await countWorkingKeys(tx, projectId)) >= maxWorking) throw tooManyPublicKeys(maxWorking);
  await deleteOldKeys(tx, projectId, maxEnded);
  return insertPublicKey(tx, {
    id: newId(idPrefixes.publicKey),
    organization_id: principal.organizationId,
    project_id: projectId,
    key: generatePublicKey(),
    ...values,
  });
}
