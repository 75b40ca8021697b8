/** An identity provider that stops while an edge serves its readers. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { plainFetch, startProvider, type TestProvider } from '@docwright/site-access/test-provider';
import { openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import type { AccessTables } from './access-store.ts';
import { createMemoryAccess } from './testing/memory-access.ts';
import { openEdge, type EdgeAnswer, type TestEdge } from './testing/open-edge.ts';

const host = 'acme.sites.example';
const toCookie = (lines: readonly string[]): string => lines.map((line) => line.split(';')[0] ?? '').join('; ');

describe('an identity provider that stops', () => {
  let database: ModuleDatabase<AccessTables>;
  let edge: TestEdge;
  let provider: TestProvider;
  before(async () => {
    database = await openModuleDatabase<AccessTables>();
    provider = await startProvider([`https://${host}/login/oauth/callback`]);
    const access = { ...createMemoryAccess(), fetch: plainFetch };
    access.sites.set('acme', {
      mode: 'oauth',
      signIn: 'required',
      sessionSeconds: 3_600,
      sessionEpoch: 0,
      provider: { kind: 'oidc', issuer: provider.issuer, groupsClaim: 'groups' },
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      scopes: ['openid', 'profile', 'email'],
      authorizationParameters: {},
      logoutUrl: '',
    });
    edge = await openEdge(database, { access });
    await edge.addSite('acme');
  });
  after(async () => {
    await edge.close();
    await database.close();
  });

  const open = (path: string, cookie = ''): Promise<EdgeAnswer> =>
    edge.get(host, path, { headers: { accept: 'text/html', cookie } });

  test('doesn’t affect existing sessions, but new and unfinished sign-ins show a page with the reason, which is also logged', async () => {
    const begin = async (): Promise<{ readonly callback: string; readonly cookie: string }> => {
      const redirect = await open('/login');
      assert.equal(redirect.status, 302, redirect.text);
      const { pathname, search } = await provider.pass(redirect.headers['location'] ?? '');
      return { callback: `${pathname}${search}`, cookie: toCookie(redirect.setCookies) };
    };
    const first = await begin();
    const entered = await open(first.callback, first.cookie);
    assert.equal(entered.status, 302, entered.text);
    const session = toCookie(entered.setCookies.filter((line) => !line.includes('Max-Age=0')));
    assert.equal((await open('/guide', session)).status, 200);
    const unfinished = await begin();

    await provider[Symbol.asyncDispose]();
    const requireExplained = (failed: EdgeAnswer): void => {
      assert.deepEqual([failed.status, failed.headers['retry-after']], [503, '10'], failed.text);
      assert.match(failed.text, /identity provider is not responding. Readers who are signed in can continue/);
      assert.match(failed.headers['cache-control'] ?? '', /no-store/);
    };
    // An edge assumes for five seconds that a provider still responds.
    edge.clock.advance(5_001);
    requireExplained(await open('/login'));
    requireExplained(await open(unfinished.callback, unfinished.cookie));
    assert.equal((await open('/guide', session)).status, 200);
    assert.match(edge.readLog(), /provider-unreachable.*a reader could not sign in/);
  });
});
