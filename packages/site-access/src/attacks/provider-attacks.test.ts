/** Attempts to read a protected site without permission. Each row ends with a page request that must be refused. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import type { OutgoingFetch } from '../oauth/outgoing-fetch.ts';
import type { OAuthAccess, SessionRules } from '../site-access.ts';
import { startProvider, type TestProvider } from '../testing/start-provider.ts';
import { openGate, plainFetch, rules, toSite, type GateReply, type TestBrowser } from '../testing/test-gate.ts';

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
      signIn: 'required',
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
      'a state from another browser',
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
      'a code from another sign-in (code injection)',
      async (browser, gate) => {
        const eve = gate.openBrowser(site());
        const stolen = new URLSearchParams((await back(await begin(eve))).split('?')[1]).get('code') ?? '';
        const target = await back(await begin(browser));
        return browser.open(target.replace(/code=[^&]*/, `code=${stolen}`));
      },
    ],
    [
      'a code that is used twice',
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
      'a response from another issuer',
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
      'a request without PKCE',
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
    test(`grant no access with ${name}`, async () => {
      const gate = openGate();
      const browser = gate.openBrowser(site());
      await attack(browser, gate);
      // A code that was used twice may have been stolen, so the test checks that the copy granted no access.
      assert.equal((await browser.open('/secret')).isAdmitted, false);
    });
});

test('an ID token that was changed in transit grants no access', async () => {
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
    signIn: 'required',
    ...rules,
    provider: { kind: 'oidc', issuer: provider.issuer, groupsClaim: 'groups' },
    clientId: provider.clientId,
    clientSecret: provider.clientSecret,
    scopes: ['openid'],
    authorizationParameters: {},
    logoutUrl: '',
  };
  const enterWith = async (fetch: OutgoingFetch): Promise<GateReply> => {
    const browser = openGate({ fetch }).openBrowser(toSite(access));
    const { pathname, search } = await provider.pass((await browser.open('/login')).location);
    await browser.open(`${pathname}${search}`);
    return browser.open('/secret');
  };
  assert.deepEqual((await enterWith(plainFetch)).reader?.groups, ['staff']);
  assert.equal((await enterWith(tamper)).isAdmitted, false);
});
