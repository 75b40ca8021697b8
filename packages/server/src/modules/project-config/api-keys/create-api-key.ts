import { idPrefixes, type CreateApiKeyBody } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import { requireAuthority, type Authority, type Principal } from '../../../platform/http/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { requireProjects } from '../projects/index.ts';
import { apiKeyLimitReached, expiryPassed } from './errors.ts';
import { generateKey, hashKey, visibleParts } from './key-format.ts';
import { countUsableKeys, insertApiKey, lockKeysOf, type ApiKeyRow, type ApiKeyTables } from './store.ts';

/** Maximum number of an organization's keys, because the list of keys isn't paginated. */
export const maxUsableKeys = 500;

export interface NewKey {
  readonly row: ApiKeyRow;
  /** The key itself, which is not stored and is shown only in this response. */
  readonly key: string;
}

export interface KeyGrant extends Authority {
  readonly organizationId: string;
  readonly name: string;
  readonly createdBy: string;
}

/**
 * Creates a key on behalf of another key or a user. The new key has at most the creator's permissions.
 * @throws {ApiError} api_key_limit_reached, insufficient_scope, invalid_request
 */
export async function createApiKey(
  database: Database<ApiKeyTables>,
  request: { readonly principal: Principal; readonly body: CreateApiKeyBody; readonly nowMs: number },
): Promise<NewKey> {
  const { principal, body, nowMs } = request;
  const authority = resolveAuthority(principal, body);
  const { scopes, projectIds, expiresAt } = authority;
  if (expiresAt !== null && expiresAt.getTime() <= nowMs) throw expiryPassed(expiresAt.toISOString());
  requireAuthority(principal, authority, {
    action: 'api_key.created',
    target: { kind: 'api_key', id: null, name: body.name },
  });
  const grant = { organizationId: principal.organizationId, name: body.name, ...authority };
  return database.kysely.transaction().execute(async (tx) => {
    await requireProjects(tx, principal.organizationId, body.projectIds ?? []);
    await requireRoomForKey(tx, principal.organizationId);
    const made = await grantKey(tx, { ...grant, createdBy: principal.actor.id });
    await recordAuditEvent(tx, principal, {
      action: 'api_key.created',
      target: { kind: 'api_key', id: made.row.id, name: body.name },
      details: { scopes, projectIds, expiresAt: expiresAt?.toISOString() ?? null },
    });
    return made;
  });
}

/** @throws {ApiError} api_key_limit_reached */
export async function requireRoomForKey(tx: Transaction<ApiKeyTables>, organizationId: string): Promise<void> {
  await lockKeysOf(tx, organizationId);
  if ((await countUsableKeys(tx, organizationId)) >= maxUsableKeys) throw apiKeyLimitReached(maxUsableKeys);
}

/** Determines a new key's permissions and expiry. Omitted fields default to the creator's values. */
function resolveAuthority(principal: Principal, { scopes, projectIds, expiresAt }: CreateApiKeyBody): Authority {
  return {
    scopes: scopes ?? principal.scopes,
    projectIds: projectIds === undefined ? principal.projectIds : projectIds,
    expiresAt: expiresAt === undefined ? principal.expiresAt : expiresAt === null ? null : new Date(expiresAt),
  };
}

/** Creates a key without checking permissions, for the first start and for the command line on the server. */
export async function grantKey(db: Queryable<ApiKeyTables>, grant: KeyGrant): Promise<NewKey> {
  const key = generateKey();
  const { prefix, lastFour } = visibleParts(key);
  const row = await insertApiKey(db, {
    id: newId(idPrefixes.apiKey),
    organization_id: grant.organizationId,
    name: grant.name,
    sha256: hashKey(key),
    prefix,
    last_four: lastFour,
    scopes: [...grant.scopes],
    project_ids: grant.projectIds === null ? null : [...grant.projectIds],
    created_by: grant.createdBy,
    expires_at: grant.expiresAt,
    given_until: grant.expiresAt,
  });
  return { row, key };
}
