import type { Clock } from '../../../platform/clock/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { Authenticate, Identity } from '../../../platform/http/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import { hashKey, isWellFormedKey } from './key-format.ts';
import { selectUsableKey, touchApiKey, type ApiKeyTables } from './store.ts';

/** How long a valid key is cached. A revoked key must be refused everywhere within 5 s. */
const rememberMs = 2_000;
/** Maximum number of cached keys; the oldest is dropped first. */
const maxRemembered = 10_000;
/** Precision of `lastUsedAt`. */
const touchEveryMs = 60_000;

interface Remembered {
  readonly identity: Identity;
  readonly untilMs: number;
}

export function createAuthenticate(deps: {
  readonly db: Queryable<ApiKeyTables>;
  readonly clock: Clock;
  readonly log: Logger;
}): Authenticate {
  const remembered = new Map<string, Remembered>();
  const touchedAtMs = new Map<string, number>();

  const touch = (keyId: string, nowMs: number): void => {
    if (nowMs - (touchedAtMs.get(keyId) ?? Number.NEGATIVE_INFINITY) < touchEveryMs) return;
    if (touchedAtMs.size >= maxRemembered) touchedAtMs.clear();
    touchedAtMs.set(keyId, nowMs);
    touchApiKey(deps.db, keyId).catch((error: unknown) =>
      deps.log.warn({ err: error, keyId }, 'last use of a key could not be recorded'),
    );
  };

  return async (key) => {
    if (!isWellFormedKey(key)) return undefined;
    const sha256 = hashKey(key);
    const name = sha256.toString('base64');
    const nowMs = deps.clock.monotonicMs();
    const known = remembered.get(name);
    if (known !== undefined && known.untilMs > nowMs) return known.identity;
    remembered.delete(name);
    const row = await selectUsableKey(deps.db, sha256);
    if (row === undefined) return undefined;
    const identity: Identity = {
      actor: { kind: 'api_key', id: row.id, name: row.name },
      organizationId: row.organization_id,
      plan: row.plan,
      isOperator: row.operator,
      scopes: row.scopes,
      projectIds: row.project_ids,
      expiresAt: row.expires_at,
      role: null,
    };
    if (remembered.size >= maxRemembered) {
      const oldest = remembered.keys().next().value;
      if (oldest !== undefined) remembered.delete(oldest);
    }
    remembered.set(name, { identity, untilMs: nowMs + rememberMs });
    touch(row.id, nowMs);
    return identity;
  };
}
