/** Attempts to read a protected site without permission. Each row ends with a page request that must be refused. */
import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { makeSessionToken } from '../session/session.ts';
import type { ProxyAccess, SessionRules } from '../site-access.ts';
import { openDashboard, openGate, rules, toSite, type GateReply, type TestBrowser } from '../testing/test-gate.ts';

const password = toSite({ mode: 'password', passwordIds: ['p1'], ...rules });
const start = Date.now();

const atClock = () => Object.assign(openGate(), { nowMs: start });

const withCookie = (browser: TestBrowser, value: string): Promise<GateReply> =>
  browser.open('/secret', { headers: { cookie: `__Host-docwright_reader=${value}` } });

async function signInByPassword(gate = atClock(), site = password): Promise<TestBrowser> {
  gate.passwords.set('p1', 'meadow');
  const browser = gate.openBrowser(site);
  await browser.send('/login', { password: 'meadow' });
  assert.equal((await browser.open('/secret')).isAdmitted, true);
  return browser;
}

const sessionOf = (browser: TestBrowser): string => browser.cookies.get('__Host-docwright_reader') ?? '';

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
  const rows: readonly (readonly [string, () => Promise<GateReply>])[] = [
    ['a cookie signed with another secret', () => withCookie(at(), makeSessionToken(['guess'], scope, session))],
    [
      'a cookie from another site',
      () => withCookie(at(), makeSessionToken(['a secret of tests'], { ...scope, siteId: 'env_other' }, session)),
    ],
    [
      'a cookie from the site’s preview',
      async () => {
        const preview = toSite({ mode: 'password', passwordIds: ['p1'], ...rules }, { id: 'env_preview' });
        return withCookie(at(), sessionOf(await signInByPassword(atClock(), preview)));
      },
    ],
    [
      'a cookie from another mode',
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
      'a valid cookie after many invalid ones',
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
      'a member’s code that is used twice',
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
      'a password from a form on another site',
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
    ['a path that only looks like the sign-in path', () => at().open('/login/../secret')],
    ['the path of another mode’s sign-in', () => at().open('/login/members-callback?code=x')],
    ['an empty path', () => at().open('')],
    ['an OPTIONS request', () => at().ask('/secret', { method: 'OPTIONS' })],
  ];
  for (const [name, attack] of rows)
    test(`grant no access with ${name}`, async () => assert.equal((await attack()).isAdmitted, false));
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
    ['from a peer that claims the proxy’s address', { headers, address: '10.0.0.7', peer: { address: '203.0.113.1' } }],
    ['without the secret', { headers: { ...headers, 'x-proxy-secret': '' }, peer: { address: '10.0.0.7' } }],
    [
      'in addition to those of the proxy',
      { headers: { ...headers, 'x-forwarded-user': ['eve', 'ada'] }, peer: { address: '10.0.0.7' } },
    ],
  ] as const)
    test(`grant no access ${name}`, async () => {
      const gate = openGate();
      assert.equal((await gate.openBrowser(toSite(access)).open('/secret', asked)).isAdmitted, false);
      // Other modes ignore the headers.
      assert.equal((await gate.openBrowser(password).open('/secret', asked)).isAdmitted, false);
    });
});
