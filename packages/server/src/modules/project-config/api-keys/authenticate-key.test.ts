import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createFixedClock, type FixedClock } from '../../../platform/clock/index.ts';
import type { Authenticate } from '../../../platform/http/index.ts';
import { createLogger } from '../../../platform/log/index.ts';
import { HOME, openModuleDatabase, OTHER, type ModuleDatabase } from '../../../testing/module-database.ts';
import { createAuthenticate } from './authenticate-key.ts';
import { grantKey, type KeyGrant, type NewKey } from './create-api-key.ts';
import { generateKey } from './key-format.ts';
import type { ApiKeyTables } from './store.ts';
import { hangLimitMs } from '../../../../../../scripts/hang-limit.ts';

describe('a key’s identity', () => {
  let database: ModuleDatabase<ApiKeyTables>;
  let clock: FixedClock;
  let authenticate: Authenticate;
  before(async () => {
    database = await openModuleDatabase<ApiKeyTables>();
  });
  after(() => database.close());
  beforeEach(() => {
    clock = createFixedClock(new Date('2026-01-01T00:00:00Z'));
    authenticate = createAuthenticate({ db: database.kysely, clock, log: createLogger({ level: 'silent' }) });
  });
  const grant = (changes: Partial<KeyGrant> = {}): Promise<NewKey> =>
    grantKey(database.kysely, {
      organizationId: HOME,
      name: 'ci',
      createdBy: 'setup',
      scopes: ['exports:write'],
      projectIds: null,
      expiresAt: null,
      ...changes,
    });
  const set = (id: string, assignment: string) =>
    database.pool.query(`UPDATE api_keys SET ${assignment} WHERE id = $1`, [id]);

  test('contains the organization, plan, scopes and projects in the key’s row', async () => {
    const { key, row } = await grant({ organizationId: OTHER, projectIds: ['proj_1'] });
    assert.deepEqual(await authenticate(key), {
      actor: { kind: 'api_key', id: row.id, name: 'ci' },
      organizationId: OTHER,
      plan: 'enterprise',
      isOperator: false,
      scopes: ['exports:write'],
      projectIds: ['proj_1'],
      expiresAt: null,
      role: null,
    });
  });

  test('is missing for an unknown, mistyped, expired or revoked key', async () => {
    const [expired, revoked] = [await grant({ expiresAt: new Date(Date.now() - 1000) }), await grant()];
    await set(revoked.row.id, 'revoked_at = now()');
    for (const key of [generateKey(), `${generateKey()}x`, 'dw_', '', expired.key, revoked.key]) {
      assert.equal(await authenticate(key), undefined, key);
    }
  });

  test('is cached for two seconds; after that, a revoked key has none', async () => {
    const { key, row } = await grant();
    await authenticate(key);
    await set(row.id, 'revoked_at = now()');
    clock.advance(1_999);
    assert.equal((await authenticate(key))?.actor.id, row.id);
    clock.advance(1);
    assert.equal(await authenticate(key), undefined);
  });

  test('is not cached for an invalid key, so a key that becomes valid works immediately', async () => {
    const { key, row } = await grant();
    await set(row.id, `expires_at = now() - interval '1 second'`);
    assert.equal(await authenticate(key), undefined);
    await set(row.id, `expires_at = now() + interval '1 hour'`);
    assert.equal((await authenticate(key))?.actor.id, row.id);
  });

  test('updates the time of the key’s last use, at most once a minute', async () => {
    const { key, row } = await grant();
    const readUse = async () => {
      const { rows } = await database.pool.query<{ at: Date | null }>(
        'SELECT last_used_at AS at FROM api_keys WHERE id = $1',
        [row.id],
      );
      return rows[0]?.at ?? null;
    };
    assert.equal(await readUse(), null);
    await authenticate(key);
    const deadline = performance.now() + hangLimitMs;
    while ((await readUse()) === null) assert.ok(performance.now() < deadline, 'the use was never recorded');
    await set(row.id, 'last_used_at = NULL');
    clock.advance(59_999);
    await authenticate(key);
    assert.equal(await readUse(), null);
    clock.advance(2_001);
    await authenticate(key);
    while ((await readUse()) === null) assert.ok(performance.now() < deadline, 'the use was not recorded again');
  });
});
