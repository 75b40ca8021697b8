import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createFixedClock } from '../../../platform/clock/index.ts';
import type { Identity } from '../../../platform/http/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { OTHER } from '../../../testing/module-database.ts';
import { openModuleRoutes, type ModuleRoutes } from '../../../testing/module-routes.ts';
import { isWellFormedKey } from '../api-keys/index.ts';
import { createAuthenticatePublicKey } from './authenticate-public-key.ts';
import { registerPublicKeyRoutes } from './routes.ts';
import type { PublicKeyTables } from './store.ts';

const path = '/v1/projects/p/public-keys';
const origin = 'https://www.example.com';

describe('public keys', () => {
  let service: ModuleRoutes<PublicKeyTables>;
  before(async () => {
    service = await openModuleRoutes((routes, { database }) => registerPublicKeyRoutes(routes, { database }));
    for (const id of ['p', 'full']) await insertProject(service.database, id);
    await insertProject(service.database, 'theirs', { organizationId: OTHER });
  });
  after(() => service.close());
  const create = (body: object = {}, as: Partial<Identity> = {}, at = path) =>
    service.request('POST', at, { body: { name: 'site', allowedOrigins: [origin], ...body }, as });
  const act = (id: string, verb: string, body?: object) =>
    service.request('POST', `${path}/${id}/${verb}`, body === undefined ? {} : { body });
  /** Authenticates like a request that arrives after all cached keys have expired. */
  const authenticate = (key: string, from?: string) =>
    createAuthenticatePublicKey({ db: service.database.kysely, clock: createFixedClock(new Date()) })(key, from);

  test('are shown again in lists, and aren’t well-formed as admin keys', async () => {
    const { status, json } = await create();
    assert.deepEqual([status, json.allowedOrigins, json.revokedAt], [201, [origin], null]);
    assert.match(json.key, /^dw_pub_[0-9A-Za-z]{32}$/);
    assert.equal(isWellFormedKey(json.key), false);
    const listed = (await service.request('GET', path)).json.publicKeys;
    assert.equal(listed.find(({ id }: { id: string }) => id === json.id).key, json.key);
  });

  test('can only search, and only in their project', async () => {
    const { json } = await create();
    const identity = await authenticate(json.key, origin);
    assert.deepEqual([identity?.scopes, identity?.projectIds], [['discovery:read'], ['p']]);
    const refused = await service.request('GET', path, { as: null, headers: { authorization: `Bearer ${json.key}` } });
    assert.deepEqual([refused.status, refused.json.code], [401, 'unauthorized']);
  });

  test('work only on pages of their allowed origins and for clients that send no origin', async () => {
    const { json } = await create();
    await assert.rejects(authenticate(json.key, 'https://other.example'), { code: 'origin_not_allowed' });
    await assert.rejects(authenticate(json.key, 'null'), { code: 'origin_not_allowed' });
    assert.ok(await authenticate(json.key));
    await service.request('PATCH', `${path}/${json.id}`, { body: { allowedOrigins: ['https://other.example'] } });
    assert.ok(await authenticate(json.key, 'https://other.example'));
  });

  test('are created only by callers with discovery:read for the project and no expiry date; a refused attempt is logged', async () => {
    for (const as of [
      { scopes: ['projects:write'] },
      { scopes: ['projects:write', 'discovery:read'], expiresAt: new Date(Date.now() + 3_600_000) },
    ] as const) {
      const refused = await create({ name: 'refused' }, as);
      assert.deepEqual([refused.status, refused.json.code], [403, 'insufficient_scope']);
    }
    const { rows } = await service.database.pool.query(
      `select action, result from audit_events where target_name = 'refused'`,
    );
    const event = { action: 'public_key.created', result: 'refused' };
    assert.deepEqual(rows, [event, event]);
    const bound = { scopes: ['projects:write', 'discovery:read'], projectIds: ['p'] } as const;
    assert.equal((await create({}, bound)).status, 201);
    assert.equal((await create({}, { ...bound, projectIds: ['other'] })).status, 404);
    assert.equal((await create({}, {}, '/v1/projects/theirs/public-keys')).status, 404);
  });

  test('can’t be used, rolled or changed after they were revoked', async () => {
    const { json } = await create();
    assert.notEqual((await act(json.id, 'revoke')).json.revokedAt, null);
    assert.equal(await authenticate(json.key, origin), undefined);
    assert.equal((await act(json.id, 'revoke')).status, 200);
    assert.equal((await act(json.id, 'roll')).json.code, 'api_key_revoked');
    const changed = await service.request('PATCH', `${path}/${json.id}`, { body: { name: 'again' } });
    assert.equal(changed.json.code, 'api_key_revoked');
    assert.equal((await act('pub_none', 'revoke')).status, 404);
  });

  test('keep their origins when they are rolled, and the old key works during the overlap', async () => {
    const { json: old } = await create();
    const { status, json } = await act(old.id, 'roll', { overlapSeconds: 600 });
    assert.deepEqual([status, json.allowedOrigins, json.name], [201, [origin], 'site']);
    assert.ok(await authenticate(old.key, origin));
    await act(json.id, 'roll');
    assert.equal(await authenticate(json.key, origin), undefined);
  });

  test('are limited to fifty valid ones', async () => {
    const at = '/v1/projects/full/public-keys';
    for (let made = 0; made < 50; made += 1) assert.equal((await create({}, {}, at)).status, 201);
    const refused = await create({}, {}, at);
    assert.deepEqual([refused.status, refused.json.code], [409, 'public_key_limit_reached']);
  });
});
