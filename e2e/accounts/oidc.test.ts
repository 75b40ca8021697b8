import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { startTestService, until, type TestService } from '../api/test-service.ts';
import { openBrowser, setUpOwner, type Browser } from './browser.ts';
import { fetchPage, passProvider, startIdentityProvider, type IdentityProvider } from './identity-provider.ts';

describe('single sign-on with OpenID Connect', () => {
  let provider: IdentityProvider;
  let service: TestService;
  let owner: Browser;

  before(async () => {
    provider = await startIdentityProvider();
    service = await startTestService({
      settings: {
        oidcIssuer: provider.issuer,
        oidcClientId: provider.clientId,
        oidcClientSecret: provider.clientSecret,
        oidcName: 'Example Login',
        oidcAllowedDomains: 'example.com',
        oidcNewMemberRole: 'editor',
      },
    });
    provider.allowRedirect(`${service.baseUrl}/auth/callback/oidc`);
    owner = await setUpOwner(service);
  });
  after(async () => {
    await service.stop();
    await provider.stop();
  });
  beforeEach(() => {
    provider.asked.length = 0;
  });

  const claim = (email: string, more: Record<string, unknown> = {}) => {
    provider.claims = { sub: `subject of ${email}`, email, email_verified: true, name: 'Grace', ...more };
  };
  const begin = async (browser: Browser, returnTo?: string): Promise<string> => {
    const answer = await browser.request('POST', '/auth/sign-in/oidc', { ...(returnTo !== undefined && { returnTo }) });
    assert.equal(answer.status, 200, answer.text);
    return answer.json.url;
  };
  /** Completes a sign-in, and returns the final address and whether the browser is signed in. */
  const signIn = async (browser = openBrowser(service), change = (url: string) => url) => {
    const back = change(await passProvider(await begin(browser), provider.issuer));
    const { pathname, search } = new URL(back);
    const answer = await fetchPage(service.baseUrl, browser, `${pathname}${search}`);
    const me = await browser.request('GET', '/v1/me');
    return { browser, location: answer.location, me };
  };
  test('is offered under the provider’s name', async () => {
    const { json } = await openBrowser(service).request('GET', '/auth/methods');
    assert.deepEqual(json, { password: true, oidc: { name: 'Example Login' }, mail: false, needsOwner: false });
  });

  test('uses PKCE, state and nonce, and signs in a person of an allowed domain with the configured role', async () => {
    claim('grace@example.com');
    const { location, me } = await signIn();
    const [asked] = provider.asked;
    assert.equal(asked?.get('code_challenge_method'), 'S256');
    assert.match(asked?.get('code_challenge') ?? '', /^[\w-]{43}$/);
    for (const name of ['state', 'nonce']) assert.ok((asked?.get(name) ?? '').length >= 16, name);
    assert.equal(asked?.get('response_type'), 'code');
    assert.equal(location, `${service.baseUrl}/dashboard/`);
    assert.deepEqual(
      [me.json.user.email, me.json.role, me.json.user.hasPassword],
      ['grace@example.com', 'editor', false],
    );
    const { events } = (await owner.request('GET', '/v1/audit-events?action=session.created&limit=1')).json;
    assert.deepEqual([events[0].actor.name, events[0].details.by], ['grace@example.com', 'oidc']);
  });

  test('a person of another domain needs an invitation, and receives its role', async () => {
    claim('alan@elsewhere.example');
    const refused = await signIn();
    assert.equal(refused.me.status, 401);
    assert.match(refused.location, /\/dashboard\/sign-in\?error=oidc_not_invited/);
    await owner.request('POST', '/v1/organization/invitations', { email: 'alan@elsewhere.example', role: 'admin' });
    const invited = await signIn();
    assert.equal(invited.me.json.role, 'admin');
    assert.deepEqual((await owner.request('GET', '/v1/organization/invitations')).json.invitations, []);
  });

  test('an address that the provider has not verified grants no access', async () => {
    for (const email of ['ada@example.com', 'new@example.com']) {
      claim(email, { email_verified: false });
      const { me, location } = await signIn();
      assert.equal(me.status, 401, email);
      assert.match(location, /error=oidc_email_unverified/);
    }
    claim('ada@example.com');
    const linked = await signIn();
    assert.equal(linked.me.json.role, 'owner', 'a verified address belongs to the account with that address');
    // Sessions from before the address was verified have ended.
    owner = linked.browser;
  });

  test('another provider user with the same verified address is rejected, and the first user remains signed in', async () => {
    claim('mary@example.com', { sub: 'mary-first' });
    const first = await signIn();
    claim('mary@example.com', { sub: 'mary-second' });
    const second = await signIn();
    assert.equal(second.me.status, 401);
    assert.match(second.location, /\/dashboard\/sign-in\?error=oidc_other_identity/);
    assert.equal((await first.browser.request('GET', '/v1/me')).status, 200);
    claim('mary@example.com', { sub: 'mary-first' });
    assert.equal((await signIn()).me.json.user.id, first.me.json.user.id);
  });

  test('if two provider users sign in to one account at the same moment, only one is linked', async () => {
    claim('edsger@example.com', { sub: 'edsger-first' });
    await signIn();
    const { pool } = service.api.platform.database;
    await pool.query(`DELETE FROM accounts WHERE account_id = 'edsger-first'`);
    const comers = await Promise.all(
      [1, 2].map(async () => {
        const browser = openBrowser(service);
        return { browser, url: await begin(browser) };
      }),
    );
    const backs: { readonly browser: Browser; readonly path: string }[] = [];
    for (const [index, { browser, url }] of comers.entries()) {
      claim('edsger@example.com', { sub: `edsger-${index}` });
      const { pathname, search } = new URL(await passProvider(url, provider.issuer));
      backs.push({ browser, path: `${pathname}${search}` });
    }
    // The lock makes both sign-ins look for a linked identity, and find none, before either is linked.
    const client = await pool.connect();
    await client.query('BEGIN; LOCK TABLE accounts IN SHARE MODE');
    const pages = backs.map(({ browser, path }) => fetchPage(service.baseUrl, browser, path));
    await until(
      () => pool.query(`SELECT FROM pg_locks WHERE relation = 'accounts'::regclass AND NOT granted`),
      ({ rows }) => rows.length === 2,
    );
    await client.query('ROLLBACK');
    client.release();
    const locations = (await Promise.all(pages)).map(({ location }) => location).toSorted();
    assert.deepEqual(locations, [
      `${service.baseUrl}/dashboard/`,
      `${service.baseUrl}/dashboard/sign-in?error=unable_to_link_account`,
    ]);
    const { rows } = await pool.query(`SELECT FROM accounts WHERE account_id LIKE 'edsger-%'`);
    assert.equal(rows.length, 1);
    const signedIn = await Promise.all(backs.map(({ browser }) => browser.request('GET', '/v1/me')));
    assert.deepEqual(
      signedIn.map(({ status }) => status).toSorted((one, other) => one - other),
      [200, 401],
    );
  });

  test('an address with two @ or in another script matches no user and no domain', async () => {
    for (const email of ['a@evil.example@example.com', '\u212Aate@example.com', 'ada@example.com, x@example.com']) {
      claim(email);
      const { me, location } = await signIn();
      assert.equal(me.status, 401, email);
      assert.match(location, /error=email_not_found/, email);
    }
  });

  test('no one is signed in by a forged state, a used code, or the code of another browser', async () => {
    claim('grace@example.com');
    const forged = await signIn(openBrowser(service), (url) => url.replace(/state=[^&]+/, 'state=forged'));
    assert.equal(forged.me.status, 401);
    // A link with someone else's code signs no one in, because the cookie of the browser that started is missing.
    const attacker = openBrowser(service);
    const back = new URL(await passProvider(await begin(attacker), provider.issuer));
    const victim = openBrowser(service);
    await fetchPage(service.baseUrl, victim, `${back.pathname}${back.search}`);
    assert.equal((await victim.request('GET', '/v1/me')).status, 401);
    // The same code doesn't work twice either.
    const { browser } = await signIn();
    const used = await passProvider(await begin(browser), provider.issuer);
    const { pathname, search } = new URL(used);
    await fetchPage(service.baseUrl, browser, pathname + search);
    const again = openBrowser(service);
    again.cookies.clear();
    await fetchPage(service.baseUrl, again, pathname + search);
    assert.equal((await again.request('GET', '/v1/me')).status, 401);
    const refused = (await owner.request('GET', '/v1/audit-events?action=session.created&result=refused')).json.events;
    assert.ok(refused.length >= 3);
  });

  test('redirects to addresses outside the dashboard are rejected', async () => {
    claim('grace@example.com');
    const bad = [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/dashboard/../../evil',
      '/dashboard/%2e%2e/%2e%2e/x',
      'javascript:alert(1)',
      '/dashboard/\n//evil.example',
      '/elsewhere',
      '/dashboardevil',
      'http:evil.example',
    ];
    for (const returnTo of bad) {
      const answer = await openBrowser(service).request('POST', '/auth/sign-in/oidc', { returnTo });
      assert.deepEqual([answer.status, answer.json.code], [400, 'invalid_request'], returnTo);
    }
    const browser = openBrowser(service);
    const back = new URL(
      await passProvider(await begin(browser, '/dashboard/jobs?status=active#top'), provider.issuer),
    );
    const { location } = await fetchPage(service.baseUrl, browser, `${back.pathname}${back.search}`);
    assert.equal(location, `${service.baseUrl}/dashboard/jobs?status=active#top`);
    for (const query of ['', '?error=access_denied', '?code=x&state=y&callbackURL=https://evil.example']) {
      const lost = await fetchPage(service.baseUrl, openBrowser(service), `/auth/callback/oidc${query}`);
      assert.equal(lost.status, 302);
      assert.ok(lost.location.startsWith(`${service.baseUrl}/dashboard/`), lost.location);
    }
  });

  test('an unreachable provider results in an error response, not a crash', async () => {
    const away = await startTestService({
      settings: { oidcIssuer: 'http://127.0.0.1:9', oidcClientId: 'x', oidcClientSecret: 'y' },
    });
    try {
      const answer = await openBrowser(away).request('POST', '/auth/sign-in/oidc', {});
      assert.deepEqual([answer.status, answer.json.code], [503, 'unavailable']);
      assert.equal((await away.request('GET', '/v1/me')).status, 200);
    } finally {
      await away.stop();
    }
  });
});
