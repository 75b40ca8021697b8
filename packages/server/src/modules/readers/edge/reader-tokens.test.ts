import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { Browser } from '../../identity/accounts/testing/account-service.ts';
import type { AccessTables } from './access-store.ts';
import { countAccessTokens, deleteAccessTokens, deleteExpiredReaderRows } from './reader-rows-store.ts';
import type { ModuleDatabase } from '../../../testing/module-database.ts';
import type { MemoryAccess } from './testing/memory-access.ts';
import { openEdgePair, type EdgePair } from './testing/open-edge-pair.ts';
import type { EdgeAnswer, TestEdge } from './testing/open-edge.ts';

const rules = { sessionSeconds: 3_600, sessionEpoch: 0 };
const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const key = {
  id: 'k1',
  algorithm: 'EdDSA',
  publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
} as const;
const toCookie = (lines: readonly string[]): string => lines.map((line) => line.split(';')[0] ?? '').join('; ');

describe('tokens of readers at two edges', () => {
  let database: ModuleDatabase<AccessTables>;
  let access: MemoryAccess;
  let pair: EdgePair;
  let edges: readonly [TestEdge, TestEdge];
  let ada: Browser;
  before(async () => {
    pair = await openEdgePair();
    ({ database, access, edges, ada } = pair);
    access.sites.set('users', {
      mode: 'jwt',
      signIn: 'required',
      loginUrl: 'https://login.example/',
      keys: [key],
      ...rules,
    });
    access.sites.set('team', { mode: 'members', ...rules });
    await edges[0].addSite('users');
    await edges[0].addSite('team');
  });
  after(() => pair.close());

  const send = (
    site: string,
    path: string,
    form: Readonly<Record<string, string>>,
    cookie = '',
  ): Promise<EdgeAnswer> => {
    const host = `${site}.sites.example`;
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: `https://${host}`, cookie };
    return edges[0].get(host, path, { method: 'POST', body: new URLSearchParams(form).toString(), headers });
  };
  const create = async (site: string, cookie: string): Promise<string> => {
    const { status, text } = await send(site, '/account/tokens', { name: 'Editor', days: '7' }, cookie);
    assert.equal(status, 200, text);
    return /docr_[\w-]{54}/.exec(text)?.[0] ?? assert.fail(text);
  };
  const read = async (site: string, token: string, at = edges[1]): Promise<number> =>
    (await at.get(`${site}.sites.example`, '/guide', { headers: { authorization: `Bearer ${token}` } })).status;
  const later = (): void => edges[1].clock.advance(5_001);

  const signIn = async (): Promise<string> => {
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const exp = Math.floor(edges[0].clock.now() / 1000) + 5;
    const claims = { sub: 'grace', host: 'users.sites.example', groups: ['navy'], exp, jti: randomUUID() };
    const signed = `${encode({ alg: 'EdDSA', kid: 'k1' })}.${encode(claims)}`;
    const token = `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
    const entered = await send('users', '/login/jwt-callback', { token });
    assert.equal(entered.status, 303, entered.text);
    return toCookie(entered.setCookies);
  };

  test('are created at one edge and accepted at another until they are revoked', async () => {
    const cookie = await signIn();
    const token = await create('users', cookie);
    assert.equal(await read('users', token), 200);
    const { text } = await edges[1].get('users.sites.example', '/account', { headers: { cookie } });
    const id = /name="id" value="([^"]+)"/.exec(text)?.[1] ?? '';
    await send('users', '/account/tokens/revoke', { id }, cookie);
    later();
    assert.equal(await read('users', token), 401);
  });

  test('are valid only for their own site', async () => {
    const token = await create('users', await signIn());
    assert.equal(await read('users', token), 200);
    assert.equal(await read('team', token), 401);
  });

  test('can be created by a member, and end when the member is removed', async () => {
    const host = 'team.sites.example';
    const redirect = await edges[0].get(host, '/account', { headers: { accept: 'text/html' } });
    const asked = new URL(redirect.headers['location'] ?? '').searchParams;
    const { status, json, text } = await ada.request('POST', '/auth/preview', Object.fromEntries(asked));
    assert.equal(status, 200, text);
    const callback = new URL(json.url);
    const headers = { cookie: toCookie(redirect.setCookies) };
    const entered = await edges[0].get(host, `${callback.pathname}${callback.search}`, { headers });
    assert.equal(entered.headers['location'], '/account');
    const cookie = toCookie(entered.setCookies);
    const account = await edges[0].get(host, '/account', { headers: { cookie } });
    assert.match(account.text, /ada@example\.com/);
    const token = await create('team', cookie);
    assert.equal(await read('team', token), 200);
    await database.pool.query('DELETE FROM members');
    later();
    assert.equal(await read('team', token), 401);
  });

  test('are counted since the last sign-out of all readers, and can be revoked together', async () => {
    const token = await create('users', await signIn());
    const { rows } = await database.pool.query<{ id: string }>(
      `select distinct environment_id as id from reader_access_tokens where id = $1`,
      [token.slice(5, 27)],
    );
    const id = rows[0]?.id ?? '';
    const count = (since: Date | null): Promise<number> => countAccessTokens(database.kysely, id, since);
    const all = await count(null);
    assert.ok(all > 0);
    assert.equal(await count(new Date(Date.now() + 86_400_000)), 0);
    assert.equal(await deleteAccessTokens(database.kysely, id), all);
    assert.equal(await count(null), 0);
    later();
    assert.equal(await read('users', token), 401);
  });

  test('are stored without their reader’s name, and are deleted after they have expired', async () => {
    const token = await create('users', await signIn());
    const read = () =>
      database.pool.query(`select (select json_agg(p) from reader_profiles as p)::text as profiles,
        (select json_agg(t) from reader_access_tokens as t)::text as tokens`);
    const { rows } = await read();
    for (const text of ['grace', 'navy', 'Editor', token]) assert.ok(!JSON.stringify(rows).includes(text), text);
    await database.pool.query(`update reader_profiles set expires_at = now() - interval '1 second'`);
    await database.pool.query(`update reader_access_tokens set expires_at = now() - interval '1 second'`);
    await deleteExpiredReaderRows(database.kysely);
    assert.deepEqual((await read()).rows, [{ profiles: null, tokens: null }]);
  });
});
