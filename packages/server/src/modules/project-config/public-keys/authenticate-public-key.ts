import type { Clock } from '../../../platform/clock/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AuthenticatePublicKey, Identity } from '../../../platform/http/index.ts';
import { originNotAllowed } from './errors.ts';
import { isWellFormedPublicKey } from './key-format.ts';
import { selectUsablePublicKey, type PublicKeyTables } from './store.ts';

/** How long a valid key is cached. A change takes effect everywhere within 5 s. */
const rememberMs = 2_000;
const maxRemembered = 10_000;

interface Remembered {
  readonly identity: Identity;
  readonly origins: ReadonlySet<string>;
  readonly untilMs: number;
}

/**
 * Authenticates public keys, and checks the origin if the client sends one. Pages can't change the origin that their
 * browser sends; other clients could send any origin.
 */
export function createAuthenticatePublicKey(deps: {
  readonly db: Queryable<PublicKeyTables>;
  readonly clock: Clock;
}): AuthenticatePublicKey {
  const remembered = new Map<string, Remembered>();
  const find = async (key: string): Promise<Remembered | undefined> => {
    const nowMs = deps.clock.monotonicMs();
    const known = remembered.get(key);
    if (known !== undefined && known.untilMs > nowMs) return known;
    remembered.delete(key);
    const row = await selectUsablePublicKey(deps.db, key);
    if (row === undefined) return undefined;
    const identity: Identity = {
      actor: { kind: 'api_key', id: row.id, name: row.name },
      organizationId: row.organization_id,
      plan: row.plan,
      isOperator: false,
      scopes: ['discovery:read'],
      projectIds: [row.project_id],
      expiresAt: row.expires_at,
      role: null,
    };
    const found = { identity, origins: new Set(row.allowed_origins), untilMs: nowMs + rememberMs };
    for (const oldest of remembered.keys()) {
      if (remembered.size < maxRemembered) break;
      remembered.delete(oldest);
    }
    remembered.set(key, found);
    return found;
  };
  return async (key, origin) => {
    const found = isWellFormedPublicKey(key) ? await find(key) : undefined;
    if (found === undefined) return undefined;
    if (origin !== undefined && !found.origins.has(origin)) throw originNotAllowed(origin);
    return found.identity;
  };
}
