import assert from 'node:assert/strict';
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { SiteAccess } from '@docwright/site-access';
import type { ModuleDatabase } from '../../../testing/module-database.ts';
import type { AccountService, Browser } from '../../identity/accounts/testing/account-service.ts';
import { notifySite } from '../../publishing/deployments/index.ts';
import type { AccessTables } from './access-store.ts';
import type { MemoryAccess } from './testing/memory-access.ts';
import { openEdgePair, type EdgePair } from './testing/open-edge-pair.ts';
import type { EdgeAnswer, EdgeRequest, TestEdge } from './testing/open-edge.ts';
import { hangLimitMs } from '../../../../../../scripts/hang-limit.ts';

const host = 'acme.sites.example';
const asPage = { accept: 'text/html' };
const rules = { sessionSeconds: 3_600, sessionEpoch: 0 };
const features = { search: true, assistant: true, analytics: true, feedback: true, playground: true } as const;
const toCookie = (lines: readonly string[]): string => lines.map((line) => line.split(';')[0] ?? '').join('; ');

describe('a protected site at two edges', () => {
  let service: AccountService;
  let database: ModuleDatabase<AccessTables>;
  let access: MemoryAccess;
  let pair: EdgePair;
  let edges: readonly [TestEdge, TestEdge];
  let edge: TestEdge;
  let ada: Browser;
  before(async () => {
    pair = await openEdgePair();
    ({ service, database, access, edges, ada } = pair);
    await access.addPassword('acme', 'p1', 'a long password');
    [edge] = edges;
    await edge.addSite('acme', undefined, features);
    await edge.addSite('open', undefined, features);
  });
  after(() => pair.close());
  beforeEach(() => service.forgetAttempts());

  const get = (path: string, request: EdgeRequest = {}, at = edge): Promise<EdgeAnswer> => at.get(host, path, request);
  const until = async (isSo: () => Promise<boolean>): Promise<void> => {
    const deadline = performance.now() + hangLimitMs;
    while (!(await isSo())) assert.ok(performance.now() < deadline, 'the condition was never met');
  };
  /** Changes the site's access, and waits until both edges apply it. */
  let changes = 0;
  const protect = async (changed: SiteAccess): Promise<void> => {
    changes += 1;
    const marked = { ...changed, sessionSeconds: 3_600 + changes };
    access.sites.set('acme', marked);
    await notifySite(database.kysely, 'acme');
    for (const one of edges) await until(async () => isKnown(marked, one));
  };
  const isKnown = async ({ mode, sessionSeconds }: SiteAccess, at: TestEdge): Promise<boolean> => {
    if (mode === 'password') {
      const { setCookies } = await send('/login', { password: 'a long password' }, '', at);
      return setCookies[0]?.includes(`Max-Age=${sessionSeconds};`) === true;
    }
    const { status, headers } = await get('/guide', { headers: asPage }, at);
    const places = { jwt: 'https://login.example/', members: 'https://docs.example/dashboard/' } as const;
    if (mode === 'public') return status === 200;
    return (mode === 'jwt' || mode === 'members') && headers['location']?.startsWith(places[mode]) === true;
  };
  const password: SiteAccess = { mode: 'password', passwordIds: ['p1'], ...rules };
  const send = (path: string, form: Readonly<Record<string, string>>, cookie = '', at = edge): Promise<EdgeAnswer> => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: `https://${host}`, cookie };
    return get(path, { method: 'POST', body: new URLSearchParams(form).toString(), headers }, at);
  };
  const signIn = async (): Promise<string> => {
    const entered = await send('/login', { password: 'a long password', redirect: '/guide' });
    assert.deepEqual([entered.status, entered.headers['location']], [303, '/guide'], entered.text);
    return toCookie(entered.setCookies);
  };
  const reads = async (cookie: string, at = edge): Promise<boolean> =>
    (await get('/guide', { headers: { cookie } }, at)).status === 200;

  test('responds with 401 for each of its outputs, while the health check and public sites stay open', async () => {
    await protect(password);
    for (const output of [
      '/',
      '/guide',
      '/robots.txt',
      '/nothing',
      '/_docwright/theme.0123abcd.css',
      '/_docwright/search?query=x',
      '/_docwright/assistant',
      'POST /_docwright/assistant/message',
      'POST /_docwright/events',
      'POST /_docwright/feedback',
      'POST /feedback',
      'POST /mcp',
      '/mcp',
      'POST /_docwright/playground',
      'PUT /guide',
    ]) {
      const [method = 'GET', path = ''] = output.includes(' ') ? output.split(' ') : ['GET', output];
      const refused = await get(path, { method });
      assert.equal(refused.status, 401, output);
      const challenge = path === '/mcp' ? /^Bearer resource_metadata=/ : /^Bearer$/;
      assert.match(refused.headers['www-authenticate'] ?? '', challenge, output);
      assert.equal(refused.headers['cache-control'], 'private, no-store', output);
      assert.doesNotMatch(refused.text, /acme|Guide/, output);
      assert.notEqual((await edge.get('open.sites.example', path, { method })).status, 401, output);
    }
    assert.equal((await edge.get('127.0.0.1', '/healthz')).status, 200);
    const redirect = await get('/guide?a=1', { headers: asPage });
    assert.deepEqual([redirect.status, redirect.headers['location']], [302, '/login?redirect=%2Fguide%3Fa%3D1']);
    const open = await edge.get('open.sites.example', '/guide', { headers: asPage });
    assert.deepEqual(
      [open.headers['x-robots-tag'], open.headers['cache-control']],
      [undefined, 'public, max-age=0, must-revalidate'],
    );
  });

  test('opens with a password at either edge, and counts the session', async () => {
    await protect(password);
    const cookie = await signIn();
    for (const one of edges) {
      const read = await get('/guide', { headers: { cookie } }, one);
      assert.match(read.text, /Guide/);
      assert.deepEqual([read.headers['cache-control'], read.headers['x-robots-tag']], ['private, no-store', 'noindex']);
      assert.match(read.headers['vary'] ?? '', /, Cookie$/);
    }
    const { id: _, expiresAt, ...session } = access.sessions.at(-1) ?? assert.fail('the session was not counted');
    assert.deepEqual(session, { projectId: 'acme', subject: 'p1', epoch: 0, credentialId: 'p1' });
    assert.ok(expiresAt.getTime() <= edge.clock.now() + 3_700_000);
    assert.equal(
      await edge.get('open.sites.example', '/guide', { headers: { cookie } }).then(({ status }) => status),
      200,
    );
  });

  test('ends sessions on both edges when everyone is signed out, or the password is revoked', async () => {
    for (const changed of [
      { ...password, sessionEpoch: 1 },
      { ...password, passwordIds: [] },
    ] as const) {
      await protect(password);
      const cookie = await signIn();
      access.sites.set('acme', changed);
      await notifySite(database.kysely, 'acme');
      for (const one of edges) await until(async () => !(await reads(cookie, one)));
    }
  });

  test('ends a session on both edges within five seconds after its reader has signed out', async () => {
    await protect(password);
    const cookie = await signIn();
    for (const one of edges) assert.equal(await reads(cookie, one), true);
    const out = await send('/logout', {}, cookie);
    assert.deepEqual([out.status, out.headers['location']], [303, '/logout']);
    assert.equal(await reads(cookie, edges[0]), false);
    edges[1].clock.advance(5_001);
    assert.equal(await reads(cookie, edges[1]), false);
    assert.equal(access.endedIds.length, 1);
  });

  test('accepts a token of the customer’s login only once, across both edges', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const key = {
      id: 'k1',
      algorithm: 'EdDSA',
      publicKey: publicKey.export({ format: 'pem', type: 'spki' }).toString(),
    } as const;
    await protect({ mode: 'jwt', signIn: 'required', loginUrl: 'https://login.example/', keys: [key], ...rules });
    const redirect = await get('/guide', { headers: asPage });
    assert.equal(redirect.headers['location'], 'https://login.example/?redirect=%2Fguide');
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { host, sub: 'ada', jti: randomUUID(), exp: Math.floor(edge.clock.now() / 1000) + 5 };
    const signed = `${encode({ alg: 'EdDSA', kid: 'k1' })}.${encode(claims)}`;
    const token = `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
    const attempts = await Promise.all([0, 1, 0, 1].map((at) => send('/login/jwt-callback', { token }, '', edges[at])));
    assert.deepEqual(
      attempts.map(({ status }) => status).toSorted((a, b) => a - b),
      [303, 403, 403, 403],
    );
    const cookie = toCookie(attempts.find(({ status }) => status === 303)?.setCookies ?? []);
    for (const one of edges) assert.equal(await reads(cookie, one), true);
    const logs = edges.map((one) => one.readLog()).join('');
    assert.match(logs, /"code":"token-used"/);
    assert.ok(!logs.includes(token) && !logs.includes(claims.jti));
    const after = await database.pool.query('SELECT digest FROM used_reader_tokens');
    assert.ok(after.rows.every(({ digest }) => !token.includes(digest)));
  });

  test('redirects members to the dashboard, and back to the site', async () => {
    await protect({ mode: 'members', ...rules });
    const redirect = await get('/guide?a=1', { headers: asPage });
    const to = new URL(redirect.headers['location'] ?? '');
    assert.equal(`${to.origin}${to.pathname}`, 'https://docs.example/dashboard/open-preview');
    const { status, json, text } = await ada.request('POST', '/auth/preview', Object.fromEntries(to.searchParams));
    assert.equal(status, 200, text);
    const url = new URL(json.url);
    assert.equal(url.host, host);
    const proof = toCookie(redirect.setCookies);
    const entered = await get(`${url.pathname}${url.search}`, { headers: { cookie: proof } });
    assert.deepEqual([entered.status, entered.headers['location']], [302, '/guide?a=1'], entered.text);
    assert.equal(await reads(toCookie(entered.setCookies.filter((line) => !line.includes('Max-Age=0')))), true);
    assert.equal((await service.listEvents('ada@example.com'))[0], 'site.opened success');
    for (const site of ['127.0.0.1', 'evil.test', 'nobody.sites.example', 'sites.example']) {
      const refused = await ada.request('POST', '/auth/preview', { ...Object.fromEntries(to.searchParams), site });
      assert.equal(refused.json.code, 'not_found', site);
    }
    for (const base of ['//evil.test', '/..', '/a/../b', '\\evil', '/a?b'])
      assert.equal(
        (await ada.request('POST', '/auth/preview', { ...Object.fromEntries(to.searchParams), base })).status,
        400,
        base,
      );
  });

  test('can have its settings tested while it is public', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const pem = publicKey.export({ format: 'pem', type: 'spki' }).toString();
    const key = { id: 'k1', algorithm: 'EdDSA', publicKey: pem } as const;
    access.tests.set('test_token', {
      mode: 'jwt',
      signIn: 'required',
      loginUrl: 'https://login.example/',
      keys: [key],
      ...rules,
    });
    const open = 'open.sites.example';
    const begun = await edge.get(open, '/login?test=test_token', { headers: asPage });
    assert.deepEqual([begun.status, begun.headers['location']], [302, 'https://login.example/?redirect=%2F']);
    const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = { host: open, sub: 'ada', groups: ['staff'], exp: Math.floor(edge.clock.now() / 1000) + 5 };
    const signed = `${encode({ alg: 'EdDSA', kid: 'k1' })}.${encode(claims)}`;
    const token = `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
    const cookie = toCookie(begun.setCookies);
    const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: `https://${open}`, cookie };
    const body = new URLSearchParams({ token }).toString();
    const ended = await edge.get(open, '/login/jwt-callback', { method: 'POST', headers, body });
    assert.match(ended.text, /The test has ended/);
    const result = access.results.get('test_token');
    assert.deepEqual([result?.ok, result?.user?.['groups']], [true, ['staff']]);
    const page = await edge.get(open, '/login');
    assert.deepEqual([page.status, page.headers['x-robots-tag']], [404, undefined]);
  });

  test('is not served until its settings can be read, but continues unchanged if they were read before', async () => {
    await protect(password);
    const cookie = await signIn();
    access.isAway = true;
    await notifySite(database.kysely, 'acme');
    assert.equal(await reads(cookie), true);
    assert.equal((await get('/guide')).status, 401);
    await edge.addSite('later');
    assert.equal((await edge.get('later.sites.example', '/')).status, 503);
    access.isAway = false;
  });

  test('can become public again, with a public site’s headers and no sign-in', async () => {
    await protect(password);
    await protect({ mode: 'public', ...rules });
    const { status, headers, setCookies } = await get('/guide', { headers: asPage });
    assert.deepEqual(
      [status, headers['cache-control'], headers['x-robots-tag'], setCookies],
      [200, 'public, max-age=0, must-revalidate', undefined, []],
    );
    assert.equal((await get('/login')).status, 404);
  });
});
