import { generateKeyPairSync } from 'node:crypto';
import { idPrefixes, type CreateReaderKeyBody, type NewReaderKey, type ReaderKey } from '@docwright/contract';
import { readPublicKey, type PublicKeyFault } from '@docwright/site-access/settings';
import type { JwtKey } from '@docwright/site-access';
import type { Database } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { notifySite } from '../deployments/index.ts';
import { accessSettingsInvalid, readerKeyNotFound, readerKeyTaken, tooManyReaderKeys } from './errors.ts';
import { lockAccess, requireServedProject, type Tables } from './find-access-site.ts';
import { deleteKeyRow, insertKey, selectKeys } from './key-store.ts';
import { deleteSessionsOf } from './session-store.ts';
import type { KeyRow } from './tables.ts';

/** Enough for a rotation in each of several environments. A token without `kid` is checked with all keys. */
const maxKeys = 10;

export interface ReaderKeyDeps {
  readonly database: Database<Tables>;
}

interface KeyPair extends Pick<JwtKey, 'algorithm' | 'publicKey'> {
  readonly privateKey: string | null;
}

/** @throws {ApiError} not_found, site_not_live, access_settings_invalid, reader_key_limit, reader_key_taken */
export async function createReaderKey(
  { database }: ReaderKeyDeps,
  principal: Principal,
  { projectId, body }: { readonly projectId: string; readonly body: CreateReaderKeyBody },
): Promise<NewReaderKey> {
  const { kysely } = database;
  const project = await requireServedProject(kysely, principal, projectId);
  const { algorithm, publicKey, privateKey } =
    body.publicKey === undefined ? generateKey(body.algorithm ?? 'EdDSA') : registerKey(body.publicKey, body.algorithm);
  return kysely.transaction().execute(async (tx) => {
    await lockAccess(tx, project);
    const existing = await selectKeys(tx, projectId);
    const id = body.id ?? newId(idPrefixes.readerKey);
    if (existing.some((key) => key.id === id)) throw readerKeyTaken(id);
    if (existing.length >= maxKeys) throw tooManyReaderKeys(maxKeys);
    const row = await insertKey(tx, { project_id: projectId, id, algorithm, public_key: publicKey });
    await notifySite(tx, projectId);
    await recordAuditEvent(tx, principal, {
      action: 'reader_key.created',
      target: { kind: 'project', id: projectId, name: project.name },
      details: { keyId: id, algorithm, generated: privateKey !== null },
    });
    return { ...toReaderKey(row), privateKey };
  });
}

/**
 * Deletes a key, and ends the sessions that its tokens opened.
 * @throws {ApiError} not_found, site_not_live
 */
export async function deleteReaderKey(
  { database }: ReaderKeyDeps,
  principal: Principal,
  { projectId, keyId }: { readonly projectId: string; readonly keyId: string },
): Promise<void> {
  await database.kysely.transaction().execute(async (tx) => {
    const project = await requireServedProject(tx, principal, projectId);
    await lockAccess(tx, project);
    if (!(await deleteKeyRow(tx, projectId, keyId))) throw readerKeyNotFound(keyId);
    await deleteSessionsOf(tx, projectId, keyId);
    await notifySite(tx, projectId);
    await recordAuditEvent(tx, principal, {
      action: 'reader_key.deleted',
      target: { kind: 'project', id: projectId, name: project.name },
      details: { keyId },
    });
  });
}

export const toReaderKey = (row: KeyRow): ReaderKey => ({
  id: row.id,
  algorithm: row.algorithm,
  publicKey: row.public_key,
  createdAt: row.created_at.toISOString(),
});

/** Generates a key pair, synchronously because it takes less than a millisecond. */
function generateKey(algorithm: JwtKey['algorithm']): KeyPair {
  const { publicKey, privateKey } =
    algorithm === 'EdDSA' ? generateKeyPairSync('ed25519') : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return {
    algorithm,
    publicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
  };
}

const remedies: Readonly<Record<PublicKeyFault, string>> = {
  private: 'Never send a private key: generate a new pair, and send only the public key ("-----BEGIN PUBLIC KEY-----")',
  unreadable: 'Send a public key in PEM, which begins with "-----BEGIN PUBLIC KEY-----"',
  unsupported: 'Only Ed25519 (EdDSA) and P-256 (ES256) are supported',
};

function registerKey(pem: string, expected: JwtKey['algorithm'] | undefined): KeyPair {
  const key = readPublicKey(pem);
  if ('fault' in key) throw accessSettingsInvalid('/publicKey', `is ${key.found}. ${remedies[key.fault]}`);
  if (expected !== undefined && expected !== key.algorithm)
    throw accessSettingsInvalid('/algorithm', `is "${expected}", but the public key is for ${key.algorithm}. Omit it`);
  return { ...key, privateKey: null };
}
