import { idPrefixes, type CreateApiKeyBody, type Scope } from '@docwright/contract';
import type { Database, Queryable } from '../../platform/database/index.ts';
import { hasScope, type Principal } from '../../platform/http/index.ts';
import { newId } from '../../platform/ids/index.ts';
import { recordAuditEvent } from '../audit-log/index.ts';
import { expiryPassed, projectNotHeld, scopeNotHeld } from './errors.ts';
import { generateKey, hashKey, visibleParts } from './key-format.ts';
import { insertApiKey, type ApiKeyRow, type ApiKeyTables } from './store.ts';

export interface NewKey {
  readonly row: ApiKeyRow;
  /** The key itself: not stored, so this is the only chance to show it. */
  readonly key: string;
}

export interface KeyGrant {
  readonly organizationId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly projectIds: readonly string[] | null;
  readonly createdBy: string;
  readonly expiresAt: Date | null;
}

/** Makes a key on behalf of another key or a user: it gets at most what that one holds. */
export async function createApiKey(
  database: Database<ApiKeyTables>,
  request: { readonly principal: Principal; readonly body: CreateApiKeyBody; readonly nowMs: number },
): Promise<NewKey> {
  const { principal, body, nowMs } = request;
  const wanted = body.scopes ?? principal.scopes;
  const missing = wanted.find((scope) => !hasScope(principal, scope));
  if (missing !== undefined) throw scopeNotHeld(missing);
  const projectIds = body.projectIds ?? principal.projectIds;
  const foreign =
    principal.projectIds === null ? undefined : projectIds?.find((id) => !principal.projectIds?.includes(id));
  if (foreign !== undefined) throw projectNotHeld(foreign);
  const expiresAt = body.expiresAt === undefined || body.expiresAt === null ? null : new Date(body.expiresAt);
  if (expiresAt !== null && expiresAt.getTime() <= nowMs) throw expiryPassed(expiresAt.toISOString());
  const grant = { organizationId: principal.organizationId, name: body.name, scopes: wanted, projectIds, expiresAt };
  return database.kysely.transaction().execute(async (tx) => {
    const made = await grantKey(tx, { ...grant, createdBy: principal.actor.id });
    await recordAuditEvent(tx, principal, {
      action: 'api_key.created',
      target: { kind: 'api_key', id: made.row.id, name: body.name },
      details: { scopes: wanted, projectIds, expiresAt: expiresAt?.toISOString() ?? null },
    });
    return made;
  });
}

/** Makes a key for whoever holds the database: first start, and the command line on the server itself. */
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
  });
  return { row, key };
}
