/** A live site that everyone can read, and on which readers can sign in with a real OpenID provider. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { SealedFile } from '@docwright/bundle';
import type { AccessRule } from '@docwright/site-access/rules';
import { plainFetch, startProvider, type TestProvider } from '@docwright/site-access/test-provider';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { notifySite } from '../../publishing/deployments/index.ts';
import type { AccessTables } from './access-store.ts';
import { createMemoryAccess } from './testing/memory-access.ts';
import { openEdge, type EdgeAnswer, type TestEdge } from './testing/open-edge.ts';
import { hangLimitMs } from '../../../../../../scripts/hang-limit.ts';

const host = 'acme.sites.example';
const partners: readonly AccessRule[] = [{ groupSets: [{ includes: ['partners'], excludes: [] }] }];
const plans = { path: 'plans.html', when: partners, bytes: Buffer.from('<h1>Plans</h1>'), edits: [] };
const guide = {
  path: 'guide.html',
  when: undefined,
  bytes: undefined,
  edits: [{ at: 15, remove: 0, choices: [{ when: partners, insert: Buffer.from('<!-- partners -->') }] }],
};
const sealed: readonly SealedFile[] = [plans, guide];
const toCookie = (lines: readonly string[]): string => lines.map((line) => line.split(';')[0] ?? '').join('; ');

describe('a live site with optional sign-in', () => {
  let database: ModuleDatabase<AccessTables>;
  let edge: TestEdge;
  let provider: TestProvider;
  before(async () => {
    database = await openModuleDatabase<AccessTables>();
    provider = await startProvider([`https://${host}/login/oauth/callback`]);
    const access = { ...createMemoryAccess(), fetch: plainFetch };
    access.sites.set('acme', {
      mode: 'oauth',
      signIn: 'optional',
      sessionSeconds: 3_600,
      sessionEpoch: 0,
      provider: { kind: 'oidc', issuer: provider.issuer, groupsClaim: 'groups' },
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      scopes: ['openid', 'profile', 'email'],
      authorizationParameters: {},
      logoutUrl: '',
    });
    edge = await openEdge(database, { access, defaultAccess: 'public' });
    await edge.addSite('acme');
    await edge.addSite('open');
    await edge.deploy('acme', { text: 'acme', basePath: '', sealed });
    await until('/', ({ text }) => text.includes('acme'));
  });
  after(async () => {
    await edge.close();
    await provider[Symbol.asyncDispose]();
    await database.close();
  });

  const until = async (path: string, isDone: (answer: EdgeAnswer) => boolean): Promise<void> => {
    await notifySite(database.kysely, 'acme');
    const deadline = performance.now() + hangLimitMs;
    while (!isDone(await get(path))) assert.ok(performance.now() < deadline, 'never deployed');
  };
  const get = (path: string, headers: Readonly<Record<string, string>> = {}, method = 'GET'): Promise<EdgeAnswer> =>
    edge.get(host, path, { headers, method });
  const signIn = async (groups: readonly string[]): Promise<string> => {
    provider.claims = { sub: 'ada', name: 'Ada', groups };
    const redirect = await get('/login?redirect=%2Fplans', { accept: 'text/html' });
    const { pathname, search } = await provider.pass(redirect.headers['location'] ?? '');
    const entered = await get(`${pathname}${search}`, { accept: 'text/html', cookie: toCookie(redirect.setCookies) });
    assert.deepEqual([entered.status, entered.headers['location']], [302, '/plans'], entered.text);
    return toCookie(entered.setCookies.filter((line) => !line.includes('Max-Age=0')));
  };

  test('answers everyone like a public site, with `Vary: Cookie`', async () => {
    for (const [path, method] of [
      ['/', 'GET'],
      ['/guide', 'GET'],
      ['/guide', 'HEAD'],
      ['/robots.txt', 'GET'],
      ['/nothing', 'GET'],
      ['/plans', 'GET'],
      ['/mcp', 'POST'],
      ['/_docwright/search?q=x', 'GET'],
      ['/guide', 'PUT'],
    ] as const) {
      const [own, open] = [await get(path, {}, method), await edge.get('open.sites.example', path, { method })];
      const comparable = ({ status, headers }: EdgeAnswer) => [
        status,
        headers['cache-control'],
        headers['x-robots-tag'],
      ];
      assert.deepEqual(comparable(own), comparable(open), `${method} ${path}`);
      if (own.status === 200) assert.match(String(own.headers['vary']), /Cookie/, `${method} ${path}`);
      assert.doesNotMatch(own.text, /Plans|partners/, `${method} ${path}`);
    }
    const [hidden, missing] = [await get('/plans'), await get('/nothing')];
    assert.deepEqual([hidden.status, hidden.text], [404, missing.text]);
  });

  test('shows signed-in readers their groups’ pages, with headers that prevent caching', async () => {
    const cookie = await signIn(['partners']);
    for (const [path, expected] of [
      ['/plans', /Plans/],
      ['/guide', /<!-- partners -->/],
    ] as const) {
      const shown = await get(path, { cookie });
      assert.match(shown.text, expected);
      assert.equal(shown.headers['cache-control'], 'private, no-store');
      assert.match(String(shown.headers['vary']), /Cookie/);
    }
    const other = await signIn(['staff']);
    assert.equal((await get('/plans', { cookie: other })).status, 404);
    assert.doesNotMatch((await get('/guide', { cookie: other })).text, /partners/);
    assert.equal((await get('/_docwright/me', { cookie })).status, 200);
  });

  test('stays readable while the provider fails, and responds to a sign-in with 502', async () => {
    provider.state = 'failing';
    assert.equal((await get('/guide')).status, 200);
    edge.clock.advance(5_001);
    assert.equal((await get('/login', { accept: 'text/html' })).status, 502);
    provider.state = 'up';
  });

  test('has a link to the sign-in, but its previews, which have no sign-in, don’t', async () => {
    const link = '<a class="navbar-link sign-in" href="/login" rel="nofollow" data-account="Account">Sign in</a>';
    const files = { 'index.html': `<html><nav>${link}</nav></html>`, 'index.md': '# Home' };
    // A preview can be promoted, so both have the same bundle.
    for (const kind of ['production', 'preview'] as const)
      await edge.deploy('acme', { text: '', basePath: '', files, sealed: [plans] }, kind);
    await until('/', ({ text }) => text.includes('<nav>'));
    assert.ok((await get('/')).text.includes(link));
    const preview = await edge.get('next-12345678--acme.sites.example', '/');
    assert.deepEqual([preview.status, /<nav>.*<\/nav>/.exec(preview.text)?.[0]], [200, '<nav></nav>']);
  });

  test('requires sign-in except for public files while its live version is that of a protected site', async () => {
    await edge.deploy('acme', { text: 'closed', basePath: '', sealed, isProtected: true });
    await until('/', ({ text }) => text.includes('closed'));
    assert.equal((await get('/guide')).status, 200);
    assert.equal((await get('/nothing')).status, 401);
    assert.equal((await get('/plans', { cookie: await signIn(['partners']) })).status, 200);
  });
});
