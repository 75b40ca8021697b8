import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { OAuthAccess, SessionRules } from '../site-access.ts';
import { startProvider, type TestProvider } from '../testing/start-provider.ts';
import { openGate, plainFetch, rules, toSite, type TestBrowser, type TestGate } from '../testing/test-gate.ts';

type TestAccess = OAuthAccess & SessionRules;

const callbackUrl = 'https://docs.example/login/oauth/callback';

describe('an identity provider', () => {
  let provider: TestProvider;
  let gate: TestGate;
  before(async () => {
    provider = await startProvider([callbackUrl, 'https://docs.example/docs/login/oauth/callback']);
  });
  after(() => provider[Symbol.asyncDispose]());
  beforeEach(() => {
    gate = openGate();
    provider.state = 'up';
    provider.claims = { sub: 'ada', name: 'Ada Lovelace', email: 'ada@example.com', groups: ['staff', 'a, "b"'] };
  });

  const common = { mode: 'oauth', signIn: 'required', authorizationParameters: {}, logoutUrl: '', ...rules } as const;
  const oidc = (changes: Partial<OAuthAccess> = {}): TestAccess => ({
    ...common,
    provider: { kind: 'oidc', issuer: provider.issuer, groupsClaim: 'groups' },
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    scopes: ['openid', 'profile', 'email'],
    ...changes,
  });
  const plain = (): TestAccess => {
    const { issuer } = provider;
    const urls = { authorizationUrl: `${issuer}/auth`, tokenUrl: `${issuer}/token`, apiUrl: `${issuer}/user` };
    return oidc({ provider: { kind: 'oauth2', ...urls }, scopes: ['openid'] });
  };
  /** Opens the provider's page and returns the address to which it redirects back. */
  const pass = async (browser: TestBrowser, path = '/login'): Promise<string> => {
    const begun = await browser.open(path);
    assert.equal(begun.status, 302, begun.text);
    const { pathname, search } = await provider.pass(begun.location);
    return `${pathname}${search}`;
  };

  test('signs a reader in with the ID token’s name, email and groups, and redirects back to the page', async () => {
    const browser = gate.openBrowser(toSite(oidc()));
    const redirect = await browser.open('/guide?a=1');
    const asked = new URL((await browser.open(redirect.location)).location).searchParams;
    assert.equal(asked.get('code_challenge_method'), 'S256');
    for (const name of ['state', 'nonce', 'code_challenge']) assert.match(asked.get(name) ?? '', /^[\w-]{20,}$/);
    const entered = await browser.open(await pass(browser, redirect.location));
    assert.deepEqual([entered.status, entered.location], [302, '/guide?a=1']);
    const { reader } = await browser.open('/guide');
    assert.deepEqual(reader, {
      subject: 'ada',
      name: 'Ada Lovelace',
      email: 'ada@example.com',
      groups: ['staff', 'a, "b"'],
    });
    // The browser keeps only the open sign-in of the first tab, and no token.
    assert.deepEqual([...browser.cookies.keys()].filter((name) => name.includes('oauth')).length, 1);
    const session = Buffer.from(
      browser.cookies.get('__Host-docwright_reader')?.split('.')[0] ?? '',
      'base64url',
    ).toString();
    assert.doesNotMatch(session, /token|secret/i);
  });

  test('is checked before a sign-in begins, at most every five seconds, and its keys are cached', async () => {
    const asked: string[] = [];
    const counted = openGate({
      fetch: (request) => {
        asked.push(new URL(request.url).pathname);
        return plainFetch(request);
      },
    });
    const browser = counted.openBrowser(toSite(oidc()));
    const count = (path: string): number => asked.filter((each) => each === path).length;
    const signIn = async (): Promise<void> => {
      browser.cookies.clear();
      await browser.open(await pass(browser));
    };
    for (let n = 0; n < 3; n += 1) await signIn();
    assert.deepEqual([count('/.well-known/openid-configuration'), count('/jwks')], [1, 1]);
    counted.nowMs += 5_001;
    await signIn();
    assert.deepEqual([count('/.well-known/openid-configuration'), count('/jwks')], [2, 1]);
  });

  test('makes sign-ins fail while it fails, and sign-ins work again once it responds', async () => {
    const browser = gate.openBrowser(toSite(oidc()));
    const unfinished = await pass(browser);
    provider.state = 'failing';
    assert.equal((await browser.open(unfinished)).status, 502);
    assert.equal((await browser.open('/login')).status, 502, 'data from before the failure is discarded');
    provider.state = 'up';
    assert.equal((await browser.open(await pass(browser))).status, 302);
    assert.equal((await browser.open('/')).isAdmitted, true);
  });

  test('works below a base path and with the administrator’s parameters', async () => {
    const authorizationParameters = { prompt: 'consent', state: 'fixed', redirect_uri: 'https://evil.test/' };
    const browser = gate.openBrowser(toSite(oidc({ authorizationParameters }), { basePath: '/docs' }));
    const asked = new URL((await browser.open('/docs/login')).location).searchParams;
    assert.equal(asked.get('prompt'), 'consent');
    assert.notEqual(asked.get('state'), 'fixed');
    assert.equal(asked.get('redirect_uri'), 'https://docs.example/docs/login/oauth/callback');
    assert.equal((await browser.open(await pass(browser, '/docs/login'))).location, '/docs/');
    assert.equal((await browser.open('/docs/')).isAdmitted, true);
  });

  test('signs a reader in with the user object if it supports only OAuth 2', async () => {
    const expiresAt = Math.floor(gate.nowMs / 1000) + 60;
    provider.user = () => ({
      status: 200,
      body: JSON.stringify({ id: 7, groups: ['x'], expiresAt, content: { name: 'Bo' } }),
    });
    const browser = gate.openBrowser(toSite(plain()));
    assert.equal((await browser.open(await pass(browser))).status, 302);
    assert.deepEqual((await browser.open('/')).reader, { subject: '7', groups: ['x'], name: 'Bo', email: undefined });
    gate.nowMs += 60_000;
    assert.equal((await browser.open('/')).isAdmitted, false);
  });

  test('supports sign-ins in two tabs, and a callback that is opened again', async () => {
    const browser = gate.openBrowser(toSite(oidc()));
    const [one, two] = [await pass(browser, '/login?redirect=%2Fa'), await pass(browser, '/login?redirect=%2Fb')];
    assert.equal((await browser.open(two)).location, '/b');
    assert.equal((await browser.open(one)).location, '/a');
    const again = await browser.open(one);
    assert.deepEqual([again.status, again.location], [302, '/']);
  });

  test('isn’t contacted if an address exceeds the sign-in limit, and the reader can retry on the same page', async () => {
    const limit = { seconds: 3 };
    const limited = openGate({ takeSignIn: () => limit.seconds });
    const browser = limited.openBrowser(toSite(oidc()));
    const callback = await pass(browser);
    const before = provider.tokenRequests;
    const refused = await browser.open(callback);
    assert.deepEqual([refused.status, refused.header('retry-after'), provider.tokenRequests], [429, '3', before]);
    limit.seconds = 0;
    assert.equal((await browser.open(callback)).status, 302);
  });

  test('can have at most five open sign-ins in a browser', async () => {
    const browser = gate.openBrowser(toSite(oidc()));
    for (let tab = 0; tab < 8; tab += 1) await browser.open('/login');
    assert.equal([...browser.cookies.keys()].filter((name) => name.includes('oauth_')).length, 5);
  });

  test('causes an error page if it is down, fails or doesn’t respond, and sessions continue', async () => {
    const browser = gate.openBrowser(toSite(oidc()));
    await browser.open(await pass(browser));
    const unreachable = toSite(oidc({ provider: { kind: 'oidc', issuer: 'http://127.0.0.1:1', groupsClaim: '' } }));
    const down = await gate.openBrowser(unreachable).open('/login');
    assert.deepEqual([down.status, down.header('retry-after')], [503, '10']);
    assert.match(down.text, /The identity provider is not responding/);
    const callback = await pass(browser, '/login?redirect=%2Fx').catch(() => '');
    assert.equal(callback, '', 'a reader with a session is not sent to the provider');
    const other = gate.openBrowser(toSite(oidc()));
    const open = await pass(other);
    provider.state = 'failing';
    const failed = await other.open(open);
    assert.deepEqual([failed.status, /did not complete/.test(failed.text)], [502, true]);
    assert.doesNotMatch(failed.text, /Bad gateway/);
    assert.equal((await browser.open('/')).isAdmitted, true);
  });

  test('is reported as unreachable if it doesn’t respond in time', async () => {
    const slow = openGate({
      fetch: (request) => plainFetch({ ...request, signal: AbortSignal.timeout(20) }),
    });
    provider.state = 'silent';
    const { status } = await slow.openBrowser(toSite(oidc())).open('/login');
    assert.equal(status, 503);
    assert.equal(slow.events[0]?.kind === 'sign-in-failed' && slow.events[0].code, 'provider-unreachable');
  });

  test('ends the previous provider’s sessions when it replaces that provider in the settings', async () => {
    const browser = gate.openBrowser(toSite(oidc()));
    await browser.open(await pass(browser));
    browser.site = toSite(oidc({ clientId: 'another' }));
    assert.equal((await browser.open('/')).isAdmitted, false);
  });

  test('receives readers who sign out if the administrator configured its sign-out page', async () => {
    const browser = gate.openBrowser(toSite(oidc({ logoutUrl: 'https://login.example/logout?client=docs' })));
    await browser.open(await pass(browser));
    assert.match(
      (await browser.open('/account')).header('content-security-policy') ?? '',
      /form-action 'self' https:\/\/login\.example/,
    );
    assert.equal((await browser.send('/logout', {})).location, 'https://login.example/logout?client=docs');
    assert.equal((await browser.open('/')).isAdmitted, false);
  });

  test('marks the reader as having other groups if it lists the groups elsewhere', async () => {
    provider.claims = { sub: 'ada', _claim_names: { groups: 'src1' } };
    const browser = gate.openBrowser(toSite(oidc()));
    await browser.open(await pass(browser));
    const { reader } = await browser.open('/guide');
    assert.deepEqual([reader?.groups, reader?.hasOtherGroups], [[], true]);
  });

  test('adds as many groups to a session as fit, and the reader and the operator learn how many don’t fit', async () => {
    provider.user = () => ({
      status: 200,
      body: JSON.stringify({ sub: 'ada', groups: Array.from({ length: 6_000 }, (_, n) => `g${n}`) }),
    });
    const browser = gate.openBrowser(toSite(plain()));
    await browser.open(await pass(browser));
    const kept = (await browser.open('/')).reader?.groups.length ?? 0;
    assert.ok(kept > 200);
    const event = gate.events.find(({ kind }) => kind === 'groups-left-out');
    assert.deepEqual(event, { kind: 'groups-left-out', subject: 'ada', kept, leftOut: 6_000 - kept });
    assert.match((await browser.open('/account')).text, new RegExp(`${6_000 - kept} more of your groups`));
  });

  describe('an identity provider that sends invalid data', () => {
    const attempt = async (access: TestAccess) => {
      const browser = gate.openBrowser(toSite(access));
      const { status } = await browser.open(await pass(browser));
      assert.equal((await browser.open('/')).isAdmitted, false);
      const [event] = gate.events;
      return [status, event?.kind === 'sign-in-failed' ? event.code : event?.kind];
    };

    test('doesn’t sign in readers whose groups are a string or objects, or contain control characters', async () => {
      for (const groups of ['admin', 'admin,staff', ['ad\nmin'], [{ name: 'admin' }]]) {
        gate = openGate();
        provider.claims = { sub: 'ada', groups };
        assert.deepEqual(await attempt(oidc()), [403, 'group-invalid'], JSON.stringify(groups));
      }
    });

    test('refuses readers whose user object is 5 MB in size, is for another host, has expired, or isn’t an object', async () => {
      const expiresAt = Math.floor(gate.nowMs / 1000) - 1;
      for (const [user, result] of [
        [
          { status: 200, body: JSON.stringify({ sub: 'ada', content: { text: 'x'.repeat(5_000_000) } }) },
          [502, 'user-invalid'],
        ],
        [{ status: 200, body: '{"sub":"ada","host":"other.example"}' }, [403, 'host-mismatch']],
        [{ status: 200, body: JSON.stringify({ sub: 'ada', expiresAt }) }, [403, 'user-expired']],
        [{ status: 200, body: '<html>' }, [502, 'user-invalid']],
        [{ status: 200, body: '[]' }, [502, 'user-invalid']],
        [{ status: 401, body: '{"sub":"ada"}' }, [502, 'user-invalid']],
        [{ status: 302, body: '' }, [502, 'user-invalid']],
      ] as const) {
        gate = openGate();
        provider.user = () => user;
        assert.deepEqual(await attempt(plain()), result, user.body.slice(0, 40));
      }
    });
  });

  describe('a test of provider settings', () => {
    test('runs while the site is still public, and leaves no cookies', async () => {
      const browser = gate.openBrowser(toSite({ mode: 'public', ...rules }));
      gate.tests.set('test1', oidc());
      const ended = await browser.open(await pass(browser, '/login?test=test1'));
      assert.match(ended.text, /The test has ended/);
      assert.equal(gate.results.get('test1')?.ok, true);
      assert.deepEqual([...browser.cookies.keys()], []);
      for (const path of ['/login', '/login?test=test1', '/login/oauth/callback?state=x&code=y', '/login/jwt-callback'])
        assert.equal((await browser.open(path)).isAdmitted, true, path);
    });

    test('grants no access, and the result contains the user or the step that failed', async () => {
      const browser = gate.openBrowser(toSite(oidc({ clientId: 'stored' })));
      gate.tests.set('test1', oidc());
      const ended = await browser.open(await pass(browser, '/login?test=test1'));
      assert.match(ended.text, /The test has ended/);
      assert.equal((await browser.open('/')).isAdmitted, false);
      const result = gate.results.get('test1');
      assert.deepEqual([result?.ok, result?.steps.map(({ ok }) => ok)], [true, [true, true, true, true]]);
      assert.deepEqual(result?.user?.['groups'], ['staff', 'a, "b"']);
      gate.tests.set('test2', oidc({ provider: { kind: 'oidc', issuer: 'http://127.0.0.1:1', groupsClaim: '' } }));
      await browser.open('/login?test=test2');
      assert.equal(gate.results.get('test2')?.steps.at(-1)?.name, 'Identity provider');
      gate.tests.set('test3', oidc());
      provider.claims = { sub: 'ada', groups: 'admin' };
      await browser.open(await pass(browser, '/login?test=test3'));
      const failed = gate.results.get('test3');
      assert.deepEqual(
        [failed?.ok, failed?.user?.['groups'], failed?.steps.at(-1)?.name],
        [false, 'admin', 'User object'],
      );
    });
  });
});
