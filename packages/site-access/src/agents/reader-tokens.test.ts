import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import { maxTokens } from '../gate/reader-store.ts';
import type { SiteAccess } from '../site-access.ts';
import { withToken } from '../testing/agent-client.ts';
import { openDashboard, openGate, rules, toSite, type TestBrowser, type TestGate } from '../testing/test-gate.ts';
import { TokenSigner } from '../testing/token-signer.ts';

const day = 86_400_000;
const password = toSite({ mode: 'password', passwordIds: ['p1'], ...rules });
const signer = new TokenSigner('k1');
const jwt = (changes: Partial<Extract<SiteAccess, { mode: 'jwt' }>> = {}) =>
  toSite({
    mode: 'jwt',
    signIn: 'required',
    loginUrl: 'https://login.example/',
    keys: [signer.key],
    ...rules,
    ...changes,
  });

describe('a reader’s token', () => {
  let gate: TestGate;
  beforeEach(() => {
    gate = openGate();
    gate.passwords.set('p1', 'meadow');
  });

  const enter = async (site = password): Promise<TestBrowser> => {
    const browser = gate.openBrowser(site);
    await browser.send('/login', { password: 'meadow' });
    return browser;
  };
  const enterByToken = async (claims: Readonly<Record<string, unknown>> = {}, site = jwt()): Promise<TestBrowser> => {
    const browser = gate.openBrowser(site);
    const token = await signer.sign(gate.nowMs, claims);
    const { status } = await browser.send('/login/jwt-callback', { token });
    assert.equal(status, 303);
    return browser;
  };
  const create = async (browser: TestBrowser, name = 'Editor', days = '30'): Promise<string> => {
    const { status, text } = await browser.send('/account/tokens', { name, days });
    assert.equal(status, 200, text);
    return /docr_[\w-]{54}/.exec(text)?.[0] ?? assert.fail(text);
  };
  /** Sends the token without cookies. */
  const use = (token: string, path = '/mcp', site = password) => gate.openBrowser(site).ask(path, withToken(token));

  test('reads what its reader may read; a request without it is refused', async () => {
    const token = await create(await enter());
    for (const path of ['/mcp', '/guide.md', '/llms.txt', '/_docwright/search?query=x', '/guide'])
      assert.equal((await use(token, path)).isAdmitted, true, path);
    assert.equal((await gate.openBrowser(password).ask('/guide.md')).status, 401);
    const text = await gate.openBrowser(password).ask('/mcp', { headers: { authorization: `bearer   ${token}` } });
    assert.equal(text.isAdmitted, true);
  });

  test('is not shown again, and is listed with its name and expiry until it is revoked', async () => {
    const browser = await enter();
    const token = await create(browser, '<b>Editor</b>', '7');
    const account = await browser.open('/account');
    assert.doesNotMatch(account.text, /docr_/);
    assert.match(account.text, /&lt;b>Editor&lt;\/b>/);
    assert.match(
      account.text,
      new RegExp(`expires <time datetime="${new Date(gate.nowMs + 7 * day).toISOString().slice(0, 10)}">`),
    );
    assert.match(account.text, /https:\/\/docs\.example\/mcp/);
    const id = /name="id" value="([^"]+)"/.exec(account.text)?.[1] ?? '';
    assert.equal((await browser.send('/account/tokens/revoke', { id })).location, '/account');
    assert.equal((await use(token)).status, 401);
    assert.doesNotMatch((await browser.open('/account')).text, /Editor/);
  });

  test('is refused with the RFC 6750 error if it is invalid, including for pages', async () => {
    const token = await create(await enter());
    const altered = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    const unknown = await create(await enter(toSite(password.access, { id: 'env_other' })));
    for (const wrong of [altered, unknown, 'docr_', `docr_${'A'.repeat(54)}`, `${token}x`]) {
      const got = await gate.openBrowser(password).ask('/guide', withToken(wrong, 'text/html'));
      assert.equal(got.status, 401, wrong);
      assert.equal(got.header('www-authenticate'), 'Bearer error="invalid_token"', wrong);
    }
    const browser = await enter();
    assert.equal(
      (await browser.ask('/mcp', withToken(altered))).status,
      401,
      'cookies are ignored if a request has a token',
    );
    assert.equal((await browser.ask('/mcp', { headers: { authorization: 'Basic eA==' } })).isAdmitted, true);
  });

  test('can’t open the account page or create another token', async () => {
    const token = await create(await enter());
    const asPage = withToken(token, 'text/html');
    const origin = { origin: 'https://docs.example' };
    const agent = gate.openBrowser(password);
    assert.equal((await agent.open('/account', asPage)).status, 401);
    const asForm = { method: 'POST', form: { name: 'x', days: '7' }, headers: { ...asPage.headers, ...origin } };
    assert.equal((await agent.ask('/account/tokens', asForm)).status, 303);
    assert.equal(gate.store.tokens.size, 1);
  });

  test('can’t be created from another site, without a name, or with another duration', async () => {
    const browser = await enter();
    const elsewhere = { headers: { origin: 'https://evil.example' } };
    assert.equal((await browser.send('/account/tokens', { name: 'x', days: '7' }, elsewhere)).status, 403);
    for (const form of [
      { name: '', days: '7' },
      { name: 'x', days: '3650' },
      { name: 'x' },
      { name: '\u202E\n', days: '7' },
    ])
      assert.equal((await browser.send('/account/tokens', form)).status, 400, JSON.stringify(form));
    assert.equal((await gate.openBrowser(password).send('/account/tokens', { name: 'x', days: '7' })).status, 303);
    assert.equal(gate.store.tokens.size, 0);
  });

  test('can’t be created if the reader has fifty', async () => {
    const browser = await enter();
    for (let count = 0; count < maxTokens; count += 1) await create(browser);
    const { status, text } = await browser.send('/account/tokens', { name: 'One more', days: '7' });
    assert.equal(status, 409);
    assert.match(text, /50 tokens, which is the limit/);
    assert.equal(gate.store.tokens.size, maxTokens);
  });

  test('ends when the password is removed, everyone is signed out, the mode changes, or it expires', async () => {
    const token = await create(await enter(), 'Editor', '7');
    const refuses = async (access: SiteAccess): Promise<boolean> =>
      !(await use(token, '/mcp', toSite(access))).isAdmitted;
    assert.equal(await refuses(password.access), false);
    assert.equal(await refuses({ mode: 'password', passwordIds: ['p2'], ...rules }), true);
    assert.equal(await refuses({ mode: 'password', passwordIds: ['p1'], ...rules, sessionEpoch: 1 }), true);
    assert.equal(await refuses({ mode: 'members', ...rules }), true);
    gate.nowMs += 7 * day;
    assert.equal(await refuses(password.access), true);
  });

  test('is refused at another edge five seconds after it was revoked', async () => {
    const token = await create(await enter());
    assert.equal((await use(token)).isAdmitted, true);
    gate.store.tokens.clear();
    gate.nowMs += 5_001;
    assert.equal((await use(token)).status, 401);
  });

  test('has the groups of its reader’s last sign-in', async () => {
    const token = await create(await enterByToken({ groups: ['staff', 'beta'] }));
    assert.deepEqual((await use(token, '/mcp', jwt())).reader?.groups, ['staff', 'beta']);
    await enterByToken({ groups: ['beta'] });
    gate.nowMs += 5_001;
    assert.deepEqual((await use(token, '/mcp', jwt())).reader?.groups, ['beta']);
    await enterByToken({ sub: 'eve', groups: ['admin'] });
    gate.nowMs += 5_001;
    assert.deepEqual((await use(token, '/mcp', jwt())).reader?.groups, ['beta']);
  });

  test('pauses 30 days after the last sign-in, or when that sign-in expires, until the next sign-in', async () => {
    const soon = Math.floor(gate.nowMs / 1000) + 3_600;
    const token = await create(await enterByToken({ expiresAt: soon }), 'Editor', '90');
    assert.equal((await use(token, '/mcp', jwt())).isAdmitted, true);
    gate.nowMs += 3_700_000;
    assert.equal((await use(token, '/mcp', jwt())).status, 401);
    const browser = await enterByToken();
    assert.match((await browser.open('/account')).text, /Editor/);
    gate.nowMs += 5_001;
    assert.equal((await use(token, '/mcp', jwt())).isAdmitted, true);
    gate.nowMs += 31 * day;
    assert.equal((await use(token, '/mcp', jwt())).status, 401);
  });

  test('ends when the key that its reader signed in with is removed', async () => {
    const token = await create(await enterByToken());
    const other = new TokenSigner('k1');
    assert.equal((await use(token, '/mcp', jwt({ keys: [other.key] }))).status, 401);
    assert.equal((await use(token, '/mcp', jwt({ keys: [other.key, signer.key] }))).isAdmitted, true);
  });

  test('can’t be listed or revoked by another reader', async () => {
    const token = await create(await enterByToken(), 'Ada’s');
    const eve = await enterByToken({ sub: 'eve' });
    assert.doesNotMatch((await eve.open('/account')).text, /Ada’s/);
    for (const id of [...gate.store.tokens.keys(), '../x', '']) await eve.send('/account/tokens/revoke', { id });
    assert.equal((await use(token, '/mcp', jwt())).isAdmitted, true);
  });

  test('belongs to a member in every browser, and ends when the member is removed', async () => {
    const dashboard = openDashboard();
    gate = openGate({ members: dashboard.port });
    const site = toSite({ mode: 'members', ...rules });
    const signIn = async (session: string): Promise<TestBrowser> => {
      const browser = gate.openBrowser(site);
      await browser.open(dashboard.toCallback((await browser.open('/guide')).location, session));
      return browser;
    };
    const token = await create(await signIn('session_ada'));
    assert.equal((await use(token, '/mcp', site)).reader?.subject, 'user of session_ada');
    dashboard.groups.set('session_ada', ['staff']);
    assert.deepEqual((await use(token, '/mcp', site)).reader?.groups, ['staff']);
    dashboard.members.clear();
    assert.equal((await use(token, '/mcp', site)).status, 401);
  });

  test('is not stored, and stored data about its reader is encrypted', async () => {
    const token = await create(
      await enterByToken({ sub: 'ada-the-reader', groups: ['marketing'], name: 'Ada' }),
      'Secret plan',
    );
    const stored = JSON.stringify([[...gate.store.tokens], [...gate.store.profiles]]);
    for (const text of ['ada-the-reader', 'marketing', 'Ada"', 'Secret plan', token])
      assert.ok(!stored.includes(text), text);
  });

  test('is refused on a site behind a proxy, which also has no metadata for applications', async () => {
    const token = await create(await enter());
    const names = { userHeader: 'x-user', groupsHeader: 'x-groups', nameHeader: 'x-name', emailHeader: 'x-email' };
    const proof = { kind: 'secret', header: 'x-proof', secret: 'proof' } as const;
    const site = toSite({ mode: 'proxy', addresses: ['192.0.2.9'], ...names, proof, ...rules });
    assert.equal((await use(token, '/mcp', site)).status, 401);
    const asked = await gate.openBrowser(site).ask('/mcp');
    assert.equal(asked.header('www-authenticate'), 'Bearer');
    assert.equal((await gate.openBrowser(site).ask('/.well-known/oauth-protected-resource')).status, 401);
  });
});
