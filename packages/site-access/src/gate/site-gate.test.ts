import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { openDashboard, openGate, rules, toSite, type TestBrowser } from '../testing/test-gate.ts';

const password = toSite({ mode: 'password', passwordIds: ['p1', 'p2'], ...rules });
const openPasswords = () => {
  const gate = openGate();
  gate.passwords.set('p1', 'meadow').set('p2', 'river');
  return gate;
};
const signIn = (browser: TestBrowser, text = 'meadow', redirect = '/guide?a=1') =>
  browser.send('/login', { password: text, redirect });

describe('a protected site', () => {
  test('redirects browsers to the sign-in, and responds with 401 to everything else', async () => {
    const browser = openPasswords().openBrowser(password);
    const page = await browser.open('/guide?a=1');
    assert.deepEqual([page.status, page.location], [302, '/login?redirect=%2Fguide%3Fa%3D1']);
    assert.equal((await browser.open('/')).location, '/login');
    for (const asked of [
      {},
      { method: 'POST' },
      { headers: { accept: 'text/html' }, method: 'POST' },
      { headers: { accept: '*/*' } },
    ]) {
      const got = await browser.ask('/guide', asked);
      assert.deepEqual(
        [got.status, got.header('www-authenticate'), JSON.parse(got.text).code],
        [401, 'Bearer', 'unauthorized'],
      );
      assert.deepEqual(
        [got.header('cache-control'), got.header('vary'), got.header('x-robots-tag')],
        ['private, no-store', 'Cookie', 'noindex'],
      );
    }
  });

  test('requires no sign-in after its mode is set to public', async () => {
    const browser = openGate().openBrowser(toSite({ mode: 'public', ...rules }));
    for (const path of ['/', '/login', '/logout', '/account'])
      assert.deepEqual(await browser.open(path).then(({ isAdmitted, reader }) => [isAdmitted, reader]), [
        true,
        undefined,
      ]);
  });

  test('serves the gate’s pages only below its base path', async () => {
    const browser = openPasswords().openBrowser({ ...password, basePath: '/docs' });
    assert.equal((await browser.open('/docs/guide')).location, '/docs/login?redirect=%2Fdocs%2Fguide');
    assert.equal((await browser.open('/login')).location, '/docs/login?redirect=%2Flogin');
    const form = await browser.open('/docs/login?redirect=%2Fdocs%2Fguide');
    assert.match(form.text, /action="\/docs\/login"/);
    const entered = await browser.send('/docs/login', { password: 'meadow', redirect: '/docs/guide' });
    assert.deepEqual([entered.status, entered.location], [303, '/docs/guide']);
    assert.match(entered.cookies[0] ?? '', /; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/);
    assert.equal((await browser.open('/docs/')).isAdmitted, true);
    assert.equal((await browser.open('/docs/login?redirect=%2Fdocs%2Fa')).location, '/docs/a');
  });
});

describe('a password', () => {
  test('opens the requested page, until the session expires', async () => {
    const gate = openPasswords();
    const browser = gate.openBrowser(password);
    assert.equal((await browser.open('/login?redirect=%2Fguide')).status, 200);
    const entered = await signIn(browser);
    assert.deepEqual([entered.status, entered.location], [303, '/guide?a=1']);
    assert.match(
      entered.cookies[0] ?? '',
      /^__Host-docwright_reader=[\w.-]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax; Secure$/,
    );
    const { reader } = await browser.open('/guide');
    assert.deepEqual(reader, { subject: 'p1', groups: [], name: undefined, email: undefined });
    gate.nowMs += 3_600_000;
    assert.equal((await browser.open('/guide')).status, 302);
  });

  test('is not repeated in the response if it is wrong', async () => {
    const browser = openPasswords().openBrowser(password);
    const wrong = await signIn(browser, '"><script>');
    assert.deepEqual([wrong.status, /The password is incorrect/.test(wrong.text)], [401, true]);
    assert.doesNotMatch(wrong.text, /<script>|p1|p2/);
    assert.equal((await browser.open('/')).isAdmitted, false);
  });

  test('ends only its own sessions when it is revoked; signing out everyone also ends the others', async () => {
    const gate = openPasswords();
    const [first, second] = [gate.openBrowser(password), gate.openBrowser(password)];
    await signIn(first, 'meadow');
    await signIn(second, 'river');
    const without = toSite({ mode: 'password', passwordIds: ['p2'], ...rules });
    for (const browser of [first, second]) browser.site = without;
    assert.deepEqual([(await first.open('/')).isAdmitted, (await second.open('/')).isAdmitted], [false, true]);
    second.site = toSite({ mode: 'password', passwordIds: ['p2'], ...rules, sessionEpoch: 1 });
    assert.equal((await second.open('/')).isAdmitted, false);
  });

  test('works without HTTPS, with an unprefixed cookie name', async () => {
    const site = { ...password, scheme: 'http', hosts: ['localhost:4401'] } as const;
    const browser = openPasswords().openBrowser(site);
    const entered = await signIn(browser);
    assert.match(entered.cookies[0] ?? '', /^docwright_reader=[^;]+; Path=\/; Max-Age=3600; HttpOnly; SameSite=Lax$/);
    assert.equal((await browser.open('/')).isAdmitted, true);
  });

  test('shows a page that explains the problem if the browser accepts no cookies', async () => {
    const browser = openPasswords().openBrowser(password);
    browser.keepsCookies = false;
    const form = await browser.open('/login');
    assert.match(form.text, /name="cookies" value="1"/);
    const entered = await browser.send('/login', { password: 'meadow', redirect: '/', cookies: '1' });
    assert.deepEqual([entered.status, /Allow cookies/.test(entered.text)], [400, true]);
  });

  test('shows when to try again after too many attempts', async () => {
    const gate = openGate({ guess: async () => ({ kind: 'later', seconds: 7 }) });
    const got = await signIn(gate.openBrowser(password));
    assert.deepEqual(
      [got.status, got.header('retry-after'), /Try again in 7 seconds/.test(got.text)],
      [429, '7', true],
    );
  });
});

describe('signing out', () => {
  test('ends the session everywhere, even for a copy of its cookie', async () => {
    const browser = openPasswords().openBrowser(password);
    await signIn(browser);
    const { cookieHeader } = browser;
    const account = await browser.open('/account');
    assert.match(account.text, /<form method="post" action="\/logout">/);
    const out = await browser.send('/logout', {});
    assert.deepEqual([out.status, out.location], [303, '/logout']);
    assert.match((await browser.open('/logout')).text, /You are signed out/);
    assert.equal((await browser.open('/')).status, 302);
    assert.equal((await browser.open('/', { headers: { cookie: cookieHeader } })).status, 302);
  });

  test('requires a form from this site', async () => {
    const browser = openPasswords().openBrowser(password);
    await signIn(browser);
    assert.equal((await browser.open('/logout')).status, 200);
    assert.equal((await browser.send('/logout', {}, { headers: { origin: 'https://evil.test' } })).status, 403);
    assert.equal((await browser.send('/logout', {}, { headers: { origin: 'null' } })).status, 403);
    assert.equal((await browser.open('/')).isAdmitted, true);
  });

  test('redirects someone who isn’t signed in', async () => {
    assert.equal((await openPasswords().openBrowser(password).send('/logout', {})).status, 303);
  });
});

describe('members', () => {
  const members = toSite({ mode: 'members', ...rules });
  test('are redirected to the dashboard and back to their page, and lose access when they are removed', async () => {
    const dashboard = openDashboard();
    const browser = openGate({ members: dashboard.port }).openBrowser(members);
    const redirected = await browser.open('/guide?a=1');
    assert.equal(redirected.status, 302);
    assert.equal(new URL(redirected.location).searchParams.get('to'), '/guide?a=1');
    const entered = await browser.open(dashboard.toCallback(redirected.location));
    assert.deepEqual([entered.status, entered.location], [302, '/guide?a=1']);
    assert.equal((await browser.open('/guide')).isAdmitted, true);
    dashboard.members.clear();
    assert.equal((await browser.open('/guide')).status, 302);
  });

  test('read with their current groups, not with those from the sign-in', async () => {
    const dashboard = openDashboard();
    const browser = openGate({ members: dashboard.port }).openBrowser(members);
    await browser.open(dashboard.toCallback((await browser.open('/')).location));
    const read = async () => (await browser.open('/')).reader;
    assert.deepEqual((await read())?.groups, []);
    const groups = ['staff', 'a, "b"'];
    dashboard.groups.set('session_ada', groups);
    const reader = await read();
    assert.deepEqual(reader?.groups, groups);
    // It must be the same object, because the reader's view is cached with it.
    assert.equal(await read(), reader);
    assert.match((await browser.open('/account')).text, /staff, a, &quot;b&quot;/);
    dashboard.groups.delete('session_ada');
    assert.deepEqual((await read())?.groups, []);
  });

  test('are not admitted if their membership can’t be checked', async () => {
    const dashboard = openDashboard();
    const find: { current: () => Promise<readonly string[] | undefined> } = { current: async () => [] };
    const port = { ...dashboard.port, findGroups: () => find.current() };
    const browser = openGate({ members: port }).openBrowser(members);
    await browser.open(dashboard.toCallback((await browser.open('/')).location));
    assert.equal((await browser.open('/')).isAdmitted, true);
    find.current = () => Promise.reject(new Error('the database is unavailable'));
    await assert.rejects(browser.open('/'), /unavailable/);
  });
});

test('a request with a known session is decided synchronously', async () => {
  const gate = openPasswords();
  const browser = gate.openBrowser(password);
  await signIn(browser);
  const request = {
    method: 'GET',
    pathname: '/',
    query: '',
    address: '192.0.2.1',
    peer: { address: '192.0.2.1', certificateSubject: undefined },
    header: (name: string) => (name === 'cookie' ? browser.cookieHeader : undefined),
    headerValues: () => [],
    readBody: async () => undefined,
    readForm: async () => undefined,
  };
  const result = gate.gate.admit(password, request);
  assert.ok(!(result instanceof Promise) && result.kind === 'admitted');
});
