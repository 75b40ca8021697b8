import assert from 'node:assert/strict';
import { beforeEach, describe, test } from 'node:test';
import {
  openDashboard,
  openGate,
  rules,
  toSite,
  type GateReply,
  type TestBrowser,
  type TestGate,
} from '../testing/test-gate.ts';
import { TokenSigner } from '../testing/token-signer.ts';

const signer = new TokenSigner('k1');
const site = toSite({
  mode: 'jwt',
  signIn: 'required',
  loginUrl: 'https://login.example/',
  keys: [signer.key],
  ...rules,
});

describe('a reader’s values', () => {
  let gate: TestGate;
  beforeEach(() => void (gate = openGate()));

  const signIn = async (claims: Readonly<Record<string, unknown>>): Promise<TestBrowser> => {
    const browser = gate.openBrowser(site);
    const { status } = await browser.send('/login/jwt-callback', { token: await signer.sign(gate.nowMs, claims) });
    assert.equal(status, 303);
    return browser;
  };
  const me = (browser: TestBrowser): Promise<GateReply> => browser.ask('/_docwright/me');
  const read = async (browser: TestBrowser): Promise<unknown> => JSON.parse((await me(browser)).text) as unknown;

  test('come from the reader’s last sign-in, are sent only to the reader, and aren’t cached', async () => {
    const content = { firstName: 'Ada', plan: { seats: 3 } };
    const apiPlaygroundInputs = { header: { 'X-Key': 'secret' }, server: 'https://api.example' };
    const browser = await signIn({ content, apiPlaygroundInputs });
    const got = await me(browser);
    assert.equal(got.status, 200);
    assert.deepEqual(JSON.parse(got.text), { user: content, apiPlaygroundInputs });
    assert.equal(got.header('cache-control'), 'private, no-store');
    assert.equal(got.header('vary'), 'Cookie');
    const eve = await signIn({ sub: 'eve', content: { firstName: 'Eve' } });
    assert.deepEqual(await read(eve), { user: { firstName: 'Eve' }, apiPlaygroundInputs: {} });
    await signIn({ content: { firstName: 'Countess' } });
    assert.deepEqual(await read(browser), { user: { firstName: 'Countess' }, apiPlaygroundInputs: {} });
    assert.doesNotMatch(JSON.stringify([...gate.store.profiles]), /Countess|firstName/);
  });

  test('are the name and email without content, and exclude content that is too large', async () => {
    const browser = await signIn({ name: 'Ada', email: 'ada@example.com', groups: ['staff'] });
    assert.deepEqual(await read(browser), { user: { name: 'Ada', email: 'ada@example.com' }, apiPlaygroundInputs: {} });
    const large = await signIn({ content: { text: 'x'.repeat(20_000) } });
    assert.deepEqual(await read(large), { user: {}, apiPlaygroundInputs: {} });
    assert.ok(gate.events.some(({ kind }) => kind === 'content-left-out'));
  });

  test('are announced to scripts by a cookie that contains no data, until the reader signs out', async () => {
    const browser = await signIn({ content: { firstName: 'Ada' } });
    assert.equal(browser.cookies.get('__Host-docwright_signed_in'), '1');
    await browser.send('/logout', {});
    assert.equal(browser.cookies.has('__Host-docwright_signed_in'), false);
    assert.equal((await me(browser)).status, 401);
  });

  test('don’t exist for readers who aren’t signed in or who use a password', async () => {
    assert.equal((await me(gate.openBrowser(site))).status, 401);
    gate.passwords.set('p1', 'meadow');
    const browser = gate.openBrowser(toSite({ mode: 'password', passwordIds: ['p1'], ...rules }));
    await browser.send('/login', { password: 'meadow' });
    assert.equal(browser.cookies.has('__Host-docwright_signed_in'), false);
    assert.deepEqual(await read(browser), { user: {}, apiPlaygroundInputs: {} });
  });

  test('are a member’s name and email', async () => {
    const dashboard = openDashboard();
    const findMember = async () => ({ userId: 'user_ada', name: 'Ada', email: 'ada@example.com' });
    gate = openGate({ members: { ...dashboard.port, findMember } });
    const browser = gate.openBrowser(toSite({ mode: 'members', ...rules }));
    await browser.open(dashboard.toCallback((await browser.open('/guide')).location));
    assert.deepEqual(await read(browser), { user: { name: 'Ada', email: 'ada@example.com' }, apiPlaygroundInputs: {} });
  });
});
