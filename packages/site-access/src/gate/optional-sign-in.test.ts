/** Sites that everyone can read, whose readers may sign in. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { OAuthAccess, SessionRules } from '../site-access.ts';
import { startProvider, type TestProvider } from '../testing/start-provider.ts';
import { openGate, rules, toSite, type TestBrowser, type TestGate } from '../testing/test-gate.ts';
import { TokenSigner } from '../testing/token-signer.ts';

const signer = new TokenSigner('k1');
const everything = { isPublic: () => true };
const jwt = toSite(
  { mode: 'jwt', signIn: 'optional', loginUrl: 'https://login.example/', keys: [signer.key], ...rules },
  everything,
);

describe('a site with optional sign-in', () => {
  let gate: TestGate;
  beforeEach(() => void (gate = openGate()));

  const signIn = async (browser: TestBrowser, redirect = '/guide'): Promise<void> => {
    const token = await signer.sign(gate.nowMs, { groups: ['partners'], content: { plan: 'pro' } });
    const { status, location } = await browser.send('/login/jwt-callback', { token, redirect });
    assert.deepEqual([status, location], [303, redirect]);
  };

  test('admits everyone as an anonymous reader, for pages, programs and services', async () => {
    const browser = gate.openBrowser(jwt);
    for (const path of ['/', '/guide', '/nothing', '/mcp', '/_docwright/search'])
      for (const got of [
        await browser.open(path),
        await browser.ask(path),
        await browser.ask(path, { method: 'POST' }),
      ])
        assert.deepEqual([got.isAdmitted, got.reader], [true, undefined], path);
  });

  test('recognizes readers who have signed in, until they sign out', async () => {
    const browser = gate.openBrowser(jwt);
    assert.equal((await browser.open('/login?redirect=%2Fguide')).location, 'https://login.example/?redirect=%2Fguide');
    await signIn(browser);
    assert.deepEqual((await browser.open('/guide')).reader?.groups, ['partners']);
    assert.deepEqual(JSON.parse((await browser.ask('/_docwright/me')).text), {
      user: { plan: 'pro' },
      apiPlaygroundInputs: {},
    });
    await browser.send('/logout', {});
    const after = await browser.open('/guide');
    assert.deepEqual([after.isAdmitted, after.reader], [true, undefined]);
    assert.equal((await browser.ask('/_docwright/me')).status, 401);
    assert.equal((await browser.open('/account')).location, 'https://login.example/?redirect=%2Faccount');
  });

  test('ignores a forged, expired or revoked session', async () => {
    const browser = gate.openBrowser(jwt);
    await signIn(browser);
    for (const spoil of [
      () => void (gate.nowMs += rules.sessionSeconds * 1000),
      () => void (browser.site = { ...jwt, access: { ...jwt.access, sessionEpoch: 1 } }),
      () => void browser.cookies.set('__Host-docwright_reader', 'e30.forged'),
    ]) {
      const copy = gate.openBrowser(jwt);
      for (const [name, value] of browser.cookies) copy.cookies.set(name, value);
      spoil();
      copy.site = browser.site;
      const got = await (browser.cookies.get('__Host-docwright_reader') === 'e30.forged' ? browser : copy).open('/');
      assert.deepEqual([got.isAdmitted, got.reader], [true, undefined]);
    }
  });

  test('refuses invalid tokens, and ignores the credentials of a proxy in front of it', async () => {
    const browser = gate.openBrowser(jwt);
    const refused = await browser.ask('/guide', { headers: { authorization: 'Bearer docr_x' } });
    assert.deepEqual([refused.status, refused.header('www-authenticate')], [401, 'Bearer error="invalid_token"']);
    for (const authorization of ['Basic YTpi', 'Bearer of-another-service'])
      assert.equal((await browser.ask('/guide', { headers: { authorization } })).isAdmitted, true, authorization);
  });

  test('requires a sign-in unless its server declares the content public', async () => {
    const browser = gate.openBrowser({ ...jwt, isPublic: () => false });
    assert.equal((await browser.open('/guide')).location, 'https://login.example/?redirect=%2Fguide');
    assert.equal((await browser.ask('/guide')).status, 401);
    const { isPublic: _, ...unknown } = jwt;
    assert.equal((await gate.openBrowser(unknown).ask('/guide')).status, 401);
  });
});

describe('an OpenID provider at a site with optional sign-in', () => {
  let provider: TestProvider;
  before(async () => {
    provider = await startProvider(['https://docs.example/login/oauth/callback']);
  });
  after(() => provider[Symbol.asyncDispose]());

  test('identifies a reader and returns them to the page', async () => {
    provider.claims = { sub: 'ada', name: 'Ada', groups: ['partners'] };
    const access: OAuthAccess & SessionRules = {
      ...rules,
      mode: 'oauth',
      signIn: 'optional',
      provider: { kind: 'oidc', issuer: provider.issuer, groupsClaim: 'groups' },
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      scopes: ['openid', 'profile'],
      authorizationParameters: {},
      logoutUrl: '',
    };
    const browser = openGate().openBrowser(toSite(access, everything));
    assert.equal((await browser.open('/guide')).isAdmitted, true);
    const redirected = await browser.open('/login?redirect=%2Fguide');
    const { pathname, search } = await provider.pass(redirected.location);
    const entered = await browser.open(`${pathname}${search}`);
    assert.deepEqual([entered.status, entered.location], [302, '/guide']);
    assert.deepEqual((await browser.open('/guide')).reader?.groups, ['partners']);
    provider.state = 'failing';
    assert.equal((await browser.open('/guide')).reader?.name, 'Ada', 'the provider isn’t queried for each request');
    provider.state = 'up';
  });
});
