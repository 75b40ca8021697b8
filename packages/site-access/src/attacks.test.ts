/** Attempts to read a protected site without permission. Each row ends with a request for a page: none may be admitted. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { toReturnPath } from './gate/return-path.ts';
import { makeSessionToken } from './session/session.ts';
import type { JwtAccess, OAuthAccess, ProxyAccess, SessionRules } from './site-access.ts';
import { startProvider, type TestProvider } from './testing/start-provider.ts';
import { openDashboard, openGate, plainFetch, rules, toSite, type Got, type TestBrowser } from './testing/test-gate.ts';
import type { OutgoingFetch } from './oauth/outgoing-fetch.ts';
import { craftHmacToken, craftToken, TokenSigner } from './testing/token-signer.ts';

const signer = new TokenSigner('k1');
const ecdsa = new TokenSigner('k2', 'ES256');
const stranger = new TokenSigner('k1');
const jwt: JwtAccess & SessionRules = {
  mode: 'jwt',
  ...rules,
  loginUrl: 'https://login.example/docs?tenant=1',
  keys: [signer.key, ecdsa.key],
};
const jwtSite = toSite(jwt);
const password = toSite({ mode: 'password', passwordIds: ['p1'], ...rules });
const start = Date.now();
const seconds = (offset: number): number => Math.floor(start / 1000) + offset;
const claims = { host: 'docs.example', sub: 'eve', groups: ['admin'], exp: seconds(5) };

const atClock = () => Object.assign(openGate(), { nowMs: start });

/** What a token opens. */
async function enter(token: string | Promise<string>, gate = atClock(), site = jwtSite): Promise<Got> {
  const browser = gate.openBrowser(site);
  await browser.open('/login/jwt-callback');
  await browser.send('/login/jwt-callback', { token: await token, redirect: '/', cookies: '1' });
  return browser.open('/secret');
}

const withCookie = (browser: TestBrowser, value: string): Promise<Got> =>
  browser.open('/secret', { headers: { cookie: `__Host-docwright_reader=${value}` } });

async function signInByPassword(gate = atClock(), site = password): Promise<TestBrowser> {
  gate.passwords.set('p1', 'meadow');
  const browser = gate.openBrowser(site);
  await browser.send('/login', { password: 'meadow' });
  assert.equal((await browser.open('/secret')).isAdmitted, true);
  return browser;
}

const sessionOf = (browser: TestBrowser): string => browser.cookies.get('__Host-docwright_reader') ?? '';

describe('attacks on tokens', () => {
  test('the token that they imitate is accepted, by each of its algorithms', async () => {
    for (const by of [signer, ecdsa]) {
      const { reader } = await enter(by.sign(start));
      assert.deepEqual(reader, { subject: 'ada', groups: ['staff'], name: undefined, email: undefined });
    }
    // A login whose clock is a minute off, and one that sends no key ID.
    assert.equal((await enter(signer.sign(start, { exp: seconds(-50) }))).isAdmitted, true);
    assert.equal((await enter(signer.sign(start, { exp: seconds(65) }))).isAdmitted, true);
    assert.equal((await enter(signer.sign(start, {}, { kid: undefined }))).isAdmitted, true);
  });

  const pem = signer.key.publicKey;
  const rows: readonly (readonly [string, () => Promise<Got>])[] = [
    ['alg none', () => enter(craftToken({ alg: 'none', kid: 'k1' }, claims))],
    ['alg None, with a signature', () => enter(craftToken({ alg: 'None', kid: 'k1' }, claims, 'AAAA'))],
    ['no alg', () => enter(craftToken({ kid: 'k1' }, claims, 'AAAA'))],
    ['HS256 with the public key as the secret', () => enter(craftHmacToken({ alg: 'HS256', kid: 'k1' }, claims, pem))],
    [
      'HS256 with the key without its lines',
      () => enter(craftHmacToken({ alg: 'HS256', kid: 'k1' }, claims, pem.replaceAll(/-.*-|\n/g, ''))),
    ],
    [
      'EdDSA in the header, HMAC in the signature',
      () => enter(craftHmacToken({ alg: 'EdDSA', kid: 'k1' }, claims, pem)),
    ],
    ['a signature of another key', () => enter(stranger.sign(start))],
    ['a key in the header', () => enter(stranger.sign(start, {}, { jwk: { kty: 'OKP', crv: 'Ed25519', x: 'AA' } }))],
    ['a key set in the header', () => enter(stranger.sign(start, {}, { jku: 'https://evil.test/keys', kid: 'evil' }))],
    ['kid of another key', () => enter(signer.sign(start, {}, { kid: 'k2' }))],
    ['kid of a key that does not exist', () => enter(signer.sign(start, {}, { kid: '../k1' }))],
    ['kid that is an object', () => enter(signer.sign(start, {}, { kid: ['k1'] as unknown as string }))],
    [
      'a critical extension',
      () =>
        enter(
          signer
            .sign(start, {}, { crit: ['b64'], b64: false })
            .catch(() => craftToken({ alg: 'EdDSA', crit: ['x'] }, claims, 'AAAA')),
        ),
    ],
    [
      'changed claims',
      async () => {
        const [header = '', , signature = ''] = (await signer.sign(start)).split('.');
        return enter(`${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.${signature}`);
      },
    ],
    ['wrong host', () => enter(signer.sign(start, { host: 'other.example' }))],
    ['a host that begins with ours', () => enter(signer.sign(start, { host: 'docs.example.evil.test' }))],
    ['no host', () => enter(signer.sign(start, { host: undefined }))],
    ['several hosts', () => enter(signer.sign(start, { host: ['docs.example', 'other.example'] }))],
    ['expired', () => enter(signer.sign(start, { exp: seconds(-61) }))],
    ['an exp in ten years', () => enter(signer.sign(start, { exp: seconds(315_360_000) }))],
    ['an exp beyond the clock skew', () => enter(signer.sign(start, { exp: seconds(75) }))],
    ['no exp', () => enter(signer.sign(start, { exp: undefined }))],
    ['an exp in milliseconds', () => enter(signer.sign(start, { exp: start }))],
    ['an exp as text', () => enter(signer.sign(start, { exp: String(seconds(5)) }))],
    ['valid in the future only', () => enter(signer.sign(start, { nbf: seconds(120) }))],
    ['an expired user', () => enter(signer.sign(start, { expiresAt: seconds(-1) }))],
    ['groups as a string', () => enter(signer.sign(start, { groups: 'admin' }))],
    ['a group with a control character', () => enter(signer.sign(start, { groups: ['staff', 'ad\u0000min'] }))],
    [
      'replay',
      async () => {
        const [gate, token] = [atClock(), await signer.sign(start)];
        assert.equal((await enter(token, gate)).isAdmitted, true);
        return enter(token, gate);
      },
    ],
    [
      'replay with the other form of the signature',
      async () => {
        const [gate, token] = [atClock(), await ecdsa.sign(start, { jti: undefined })];
        assert.equal((await enter(token, gate)).isAdmitted, true);
        return enter(flipSignature(token), gate);
      },
    ],
    [
      'replay of a token ID in another token',
      async () => {
        const gate = atClock();
        assert.equal((await enter(signer.sign(start, { jti: 'one' }), gate)).isAdmitted, true);
        return enter(signer.sign(start, { jti: 'one', groups: ['admin'] }), gate);
      },
    ],
    [
      'a token in the query, where logs would have it',
      async () =>
        atClock()
          .openBrowser(jwtSite)
          .open(`/login/jwt-callback?token=${await signer.sign(start)}`),
    ],
    [
      'a form of another site',
      async () => {
        const browser = atClock().openBrowser(jwtSite);
        await browser.send(
          '/login/jwt-callback',
          { token: await signer.sign(start) },
          { headers: { origin: 'https://evil.test' } },
        );
        return browser.open('/secret');
      },
    ],
    [
      'a key that was rotated under its ID',
      async () => {
        const [gate, next] = [atClock(), new TokenSigner('k1')];
        const browser = gate.openBrowser(jwtSite);
        await browser.send('/login/jwt-callback', { token: await signer.sign(start) });
        assert.equal((await browser.open('/secret')).isAdmitted, true);
        browser.site = toSite({ ...jwt, keys: [next.key] });
        return browser.open('/secret');
      },
    ],
    [
      'a browser without cookies, which must not be led in circles',
      async () => {
        const browser = atClock().openBrowser(jwtSite);
        browser.keepsCookies = false;
        const form = { token: await signer.sign(start), cookies: '1' };
        const answer = await browser.send('/login/jwt-callback', form);
        assert.equal(answer.status, 400);
        return answer;
      },
    ],
    ['something other than a token', () => enter('<script>alert(1)</script>')],
  ];
  for (const [name, attack] of rows)
    test(name, async () => {
      const got = await attack();
      assert.equal(got.isAdmitted, false);
      assert.doesNotMatch(got.text, /<script>alert/);
    });
});

/** (r, s) and (r, n - s) are both valid for P-256. */
function flipSignature(token: string): string {
  const order = BigInt('0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551');
  const [header, payload, signature = ''] = token.split('.');
  const bytes = Buffer.from(signature, 'base64url');
  const s = order - BigInt(`0x${bytes.subarray(32).toString('hex')}`);
  const flipped = Buffer.concat([bytes.subarray(0, 32), Buffer.from(s.toString(16).padStart(64, '0'), 'hex')]);
  return `${header}.${payload}.${flipped.toString('base64url')}`;
}

describe('attacks on sessions', () => {
  const session = {
    id: 's',
    reader: { subject: 'eve', groups: ['admin'], name: undefined, email: undefined },
    groupsLeftOut: 0,
    expiresAtMs: start + 60_000,
    epoch: 0,
    basis: 'p1',
  };
  const scope = { siteId: 'env_docs', mode: 'password' } as const;
  const at = (site = password, gate = atClock()): TestBrowser => gate.openBrowser(site);
  const rows: readonly (readonly [string, () => Promise<Got>])[] = [
    ['a cookie signed with another secret', () => withCookie(at(), makeSessionToken(['guess'], scope, session))],
    [
      'a cookie of another site',
      () => withCookie(at(), makeSessionToken(['a secret of tests'], { ...scope, siteId: 'env_other' }, session)),
    ],
    [
      'a cookie of the site’s preview',
      async () => {
        const preview = toSite({ mode: 'password', passwordIds: ['p1'], ...rules }, { id: 'env_preview' });
        return withCookie(at(), sessionOf(await signInByPassword(atClock(), preview)));
      },
    ],
    [
      'a cookie of another mode',
      async () => withCookie(at(toSite({ mode: 'members', ...rules })), sessionOf(await signInByPassword())),
    ],
    [
      'a cookie from before everyone was signed out',
      async () => {
        const browser = await signInByPassword();
        browser.site = toSite({ mode: 'password', passwordIds: ['p1'], ...rules, sessionEpoch: 1 });
        return browser.open('/secret');
      },
    ],
    [
      'a cookie of a password that was revoked',
      async () => {
        const browser = await signInByPassword();
        browser.site = toSite({ mode: 'password', passwordIds: [], ...rules });
        return browser.open('/secret');
      },
    ],
    [
      'a cookie that was copied before its reader signed out',
      async () => {
        const gate = atClock();
        const browser = await signInByPassword(gate);
        const copy = sessionOf(browser);
        await browser.send('/logout', {});
        return withCookie(gate.openBrowser(password), copy);
      },
    ],
    [
      'an expired cookie that the browser still sends',
      async () => {
        const gate = atClock();
        const browser = await signInByPassword(gate);
        gate.nowMs += 3_600_000;
        return browser.open('/secret');
      },
    ],
    [
      'a cookie without its prefix',
      async () => {
        const value = sessionOf(await signInByPassword());
        return at().open('/secret', { headers: { cookie: `docwright_reader=${value}` } });
      },
    ],
    [
      'a good cookie behind many bad ones',
      async () => {
        const value = sessionOf(await signInByPassword());
        const many = Array.from({ length: 50 }, () => '__Host-docwright_reader=x').join('; ');
        return at().open('/secret', { headers: { cookie: `${many}; __Host-docwright_reader=${value}` } });
      },
    ],
    [
      'a cookie of a removed member',
      async () => {
        const dashboard = openDashboard();
        const browser = openGate({ members: dashboard.port }).openBrowser(toSite({ mode: 'members', ...rules }));
        await browser.open(dashboard.toCallback((await browser.open('/')).location));
        assert.equal((await browser.open('/secret')).isAdmitted, true);
        dashboard.members.clear();
        return browser.open('/secret');
      },
    ],
    [
      'a member’s code in another browser',
      async () => {
        const dashboard = openDashboard();
        const gate = openGate({ members: dashboard.port });
        const [eve, ada] = [0, 1].map(() => gate.openBrowser(toSite({ mode: 'members', ...rules })));
        assert.ok(eve !== undefined && ada !== undefined);
        const code = dashboard.toCallback((await eve.open('/')).location);
        await ada.open('/');
        await ada.open(code);
        return ada.open('/secret');
      },
    ],
    [
      'a member’s code at another site',
      async () => {
        const dashboard = openDashboard();
        const gate = openGate({ members: dashboard.port });
        const browser = gate.openBrowser(toSite({ mode: 'members', ...rules }, { id: 'env_other' }));
        const code = dashboard.toCallback((await browser.open('/')).location);
        browser.site = toSite({ mode: 'members', ...rules });
        await browser.open(code);
        return browser.open('/secret');
      },
    ],
    [
      'a member’s code twice',
      async () => {
        const dashboard = openDashboard();
        const browser = openGate({ members: dashboard.port }).openBrowser(toSite({ mode: 'members', ...rules }));
        const code = dashboard.toCallback((await browser.open('/')).location);
        const proof = browser.cookieHeader;
        await browser.open(code);
        browser.cookies.clear();
        await browser.open(code, { headers: { cookie: proof } });
        return browser.open('/secret');
      },
    ],
    [
      'a password from a form of another site',
      async () => {
        const gate = atClock();
        gate.passwords.set('p1', 'meadow');
        const browser = gate.openBrowser(password);
        for (const headers of [
          { origin: 'https://evil.test' },
          { origin: 'null' },
          { origin: 'https://docs.example.evil.test' },
        ])
          await browser.send('/login', { password: 'meadow' }, { headers });
        return browser.open('/secret');
      },
    ],
    [
      'a password of 10 MB',
      async () => {
        const browser = at();
        const { status } = await browser.send('/login', { password: 'x'.repeat(10_000_000) });
        assert.equal(status, 413);
        return browser.open('/secret');
      },
    ],
    ['a path that only looks like the sign-in', () => at().open('/login/../secret')],
    ['the path of another mode’s sign-in', () => at().open('/login/members-callback?code=x')],
    ['an empty path', () => at().open('')],
    ['a method that reads nothing', () => at().ask('/secret', { method: 'OPTIONS' })],
  ];
  for (const [name, attack] of rows) test(name, async () => assert.equal((await attack()).isAdmitted, false));
});

describe('attacks by headers', () => {
  const access: ProxyAccess & SessionRules = {
    mode: 'proxy',
    ...rules,
    addresses: ['10.0.0.7'],
    userHeader: 'X-Forwarded-User',
    groupsHeader: 'X-Forwarded-Groups',
    nameHeader: '',
    emailHeader: '',
    proof: { kind: 'secret', header: 'X-Proxy-Secret', secret: 'correct horse' },
  };
  const headers = { 'x-forwarded-user': 'eve', 'x-forwarded-groups': 'admin', 'x-proxy-secret': 'correct horse' };
  for (const [name, asked] of [
    ['from an address that isn’t the proxy’s', { headers, peer: { address: '10.0.0.8' } }],
    [
      'from an address that claims to be behind the proxy',
      { headers, address: '10.0.0.7', peer: { address: '203.0.113.1' } },
    ],
    ['without the secret', { headers: { ...headers, 'x-proxy-secret': '' }, peer: { address: '10.0.0.7' } }],
    [
      'in addition to those of the proxy',
      { headers: { ...headers, 'x-forwarded-user': ['eve', 'ada'] }, peer: { address: '10.0.0.7' } },
    ],
  ] as const)
    test(name, async () => {
      const gate = openGate();
      assert.equal((await gate.openBrowser(toSite(access)).open('/secret', asked)).isAdmitted, false);
      // In other modes they mean nothing at all.
      assert.equal((await gate.openBrowser(password).open('/secret', asked)).isAdmitted, false);
    });
});

describe('attacks on a sign-in at a provider', () => {
  let provider: TestProvider;
  const callback = 'https://docs.example/login/oauth/callback';
  const other = 'https://other.example/login/oauth/callback';
  before(async () => {
    provider = await startProvider([callback, other]);
  });
  after(() => provider[Symbol.asyncDispose]());
  const site = (hosts: readonly [string] = ['docs.example'], id = 'env_docs') => {
    const access: OAuthAccess & SessionRules = {
      mode: 'oauth',
      ...rules,
      provider: { kind: 'oidc', issuer: provider.issuer, groupsClaim: 'groups' },
      clientId: provider.clientId,
      clientSecret: provider.clientSecret,
      scopes: ['openid'],
      authorizationParameters: {},
      logoutUrl: '',
    };
    return toSite(access, { hosts, id });
  };
  const begin = async (browser: TestBrowser) => new URL((await browser.open('/login')).location);
  const back = async (url: URL): Promise<string> => {
    const { pathname, search } = await provider.pass(url.href);
    return `${pathname}${search}`;
  };

  const rows: readonly (readonly [
    string,
    (browser: TestBrowser, gate: ReturnType<typeof openGate>) => Promise<unknown>,
  ])[] = [
    [
      'no state',
      async (browser) => {
        const target = await back(await begin(browser));
        return browser.open(target.replace(/&?state=[^&]*/, ''));
      },
    ],
    [
      'a state of another browser',
      async (browser, gate) => {
        const eve = gate.openBrowser(site());
        const target = await back(await begin(eve));
        await browser.open('/login');
        return browser.open(target);
      },
    ],
    [
      'a fixed state, with a cookie that the attacker made up',
      async (browser) => {
        const target = await back(await begin(browser));
        const state = 'fixed';
        const name = `__Host-docwright_oauth_${createHash('sha256').update(state).digest('hex').slice(0, 16)}`;
        const kept = { state, nonce: 'n', verifier: 'v', returnTo: '/', untilMs: Date.now() + 60_000, provider: 'x' };
        browser.cookies.set(name, `${Buffer.from(JSON.stringify(kept)).toString('base64url')}.${'A'.repeat(43)}`);
        return browser.open(target.replace(/state=[^&]*/, `state=${state}`));
      },
    ],
    [
      'a state sent twice',
      async (browser) => {
        const target = await back(await begin(browser));
        return browser.open(`${target}&state=other`);
      },
    ],
    [
      'a code of another sign-in (code injection)',
      async (browser, gate) => {
        const eve = gate.openBrowser(site());
        const stolen = new URLSearchParams((await back(await begin(eve))).split('?')[1]).get('code') ?? '';
        const target = await back(await begin(browser));
        return browser.open(target.replace(/code=[^&]*/, `code=${stolen}`));
      },
    ],
    [
      'a code twice',
      async (browser) => {
        const target = await back(await begin(browser));
        const { cookieHeader } = browser;
        await browser.open(target);
        browser.cookies.clear();
        return browser.open(target, { headers: { cookie: cookieHeader } });
      },
    ],
    [
      'a code for another site, with that site’s cookie (mix-up)',
      async (browser, gate) => {
        const there = gate.openBrowser(site(['other.example'], 'env_other'));
        const target = await back(await begin(there));
        for (const [name, value] of there.cookies) browser.cookies.set(name, value);
        return browser.open(target);
      },
    ],
    [
      'an answer of another issuer',
      async (browser) => {
        const target = await back(await begin(browser));
        return browser.open(target.replace(/iss=[^&]*/, `iss=${encodeURIComponent('https://evil.test')}`));
      },
    ],
    [
      'an error with markup',
      async (browser) => {
        const state = (await begin(browser)).searchParams.get('state') ?? '';
        const query = new URLSearchParams({ error: '<script>alert(1)</script>', state, iss: provider.issuer });
        const { status, text } = await browser.open(`/login/oauth/callback?${query.toString()}`);
        assert.deepEqual([status, text.includes('<script>')], [403, false]);
      },
    ],
    [
      'a callback after ten minutes',
      async (browser, gate) => {
        const target = await back(await begin(browser));
        gate.nowMs += 600_000;
        return browser.open(target);
      },
    ],
    [
      'a browser without cookies',
      async (browser) => {
        browser.keepsCookies = false;
        const { status, text } = await browser.open(await back(await begin(browser)));
        assert.deepEqual([status, /accepts no cookies/.test(text)], [400, true]);
      },
    ],
    [
      'a weakened request: no PKCE',
      async (browser) => {
        const url = await begin(browser);
        for (const name of ['code_challenge', 'code_challenge_method']) url.searchParams.delete(name);
        return browser.open(await back(url));
      },
    ],
    [
      'a token instead of a code',
      async (browser) => {
        const state = (await begin(browser)).searchParams.get('state') ?? '';
        return browser.open(`/login/oauth/callback?state=${state}&access_token=x&id_token=y`);
      },
    ],
  ];
  for (const [name, attack] of rows)
    test(name, async () => {
      const gate = openGate();
      const browser = gate.openBrowser(site());
      await attack(browser, gate);
      // A code that was used twice may have been stolen: what counts is that nothing was opened by the copy.
      assert.equal((await browser.open('/secret')).isAdmitted, false);
    });
});

test('an ID token that was changed between the provider and here opens nothing', async () => {
  const callback = 'https://docs.example/login/oauth/callback';
  await using provider = await startProvider([callback]);
  provider.claims = { sub: 'eve', groups: ['staff'] };
  const tamper: OutgoingFetch = async (request) => {
    const answer = await plainFetch(request);
    if (!request.url.endsWith('/token')) return answer;
    const tokens = JSON.parse(Buffer.from(answer.body).toString()) as { id_token: string };
    const [header, payload = '', signature] = tokens.id_token.split('.');
    const known = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
    const changed = Buffer.from(JSON.stringify({ ...known, groups: ['admin'] })).toString('base64url');
    return {
      ...answer,
      body: Buffer.from(JSON.stringify({ ...tokens, id_token: [header, changed, signature].join('.') })),
    };
  };
  const access: OAuthAccess & SessionRules = {
    mode: 'oauth',
    ...rules,
    provider: { kind: 'oidc', issuer: provider.issuer, groupsClaim: 'groups' },
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    scopes: ['openid'],
    authorizationParameters: {},
    logoutUrl: '',
  };
  const enterWith = async (fetch: OutgoingFetch): Promise<Got> => {
    const browser = openGate({ fetch }).openBrowser(toSite(access));
    const { pathname, search } = await provider.pass((await browser.open('/login')).location);
    await browser.open(`${pathname}${search}`);
    return browser.open('/secret');
  };
  assert.deepEqual((await enterWith(plainFetch)).reader?.groups, ['staff']);
  assert.equal((await enterWith(tamper)).isAdmitted, false);
});

test('no form of an open redirect leaves the site', async () => {
  const forms = [
    'https://evil.test/',
    'http://evil.test',
    '//evil.test/',
    '///evil.test/',
    '////evil.test',
    '/\\evil.test',
    '\\\\evil.test',
    '/\t/evil.test',
    '/\n/evil.test',
    '\u0000//evil.test',
    ' //evil.test',
    'https:evil.test',
    'https:/evil.test',
    'javascript:alert(1)',
    'data:text/html,x',
    '/.//evil.test',
    '/..//evil.test',
    '/%2e//evil.test/..//evil.test',
    '//docs.example@evil.test/',
    'https://docs.example.evil.test/',
    '//evil.test\\@docs.example',
    '?redirect=//evil.test',
    'ftp://evil.test',
    '/\u2028/evil.test',
  ];
  const gate = atClock();
  gate.passwords.set('p1', 'meadow');
  for (const form of forms) {
    const targets = [toReturnPath(form)];
    const browser = gate.openBrowser(password);
    targets.push((await browser.send('/login', { password: 'meadow', redirect: form })).location);
    targets.push((await browser.open(`/login?${new URLSearchParams({ redirect: form }).toString()}`)).location);
    const byToken = gate.openBrowser(jwtSite);
    const token = await signer.sign(start);
    targets.push((await byToken.send('/login/jwt-callback', { token, redirect: form })).location);
    for (const target of targets) {
      assert.match(target, /^\/(?![/\\])/, JSON.stringify(form));
      assert.equal(new URL(target, 'https://docs.example/a').host, 'docs.example', JSON.stringify(form));
    }
    const led = new URL((await gate.openBrowser(jwtSite).open(form.startsWith('/') ? form : `/${form}`)).location);
    assert.equal(led.origin, 'https://login.example');
    assert.match(led.searchParams.get('redirect') ?? '', /^\/(?![/\\])/);
  }
});

test('a page of the sign-in runs the one script that its policy names, and loads nothing', async () => {
  const page = await atClock().openBrowser(jwtSite).open('/login/jwt-callback?redirect=%2F%22%3E%3Cscript%3E');
  const policy = page.header('content-security-policy') ?? '';
  const script = /<script>(.*)<\/script>/s.exec(page.text)?.[1] ?? '';
  assert.ok(policy.includes(`script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'`));
  assert.match(policy, /^default-src 'none';/);
  assert.equal(page.text.match(/<script>/g)?.length, 1);
});
