import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { deleteOldAccessRows } from './reader-sessions.ts';
import { findSignInTest, storeTestResult } from './test-sign-in.ts';
import { openAccess, type TestAccess, type TestSite } from './testing/open-access.ts';

const canary = 'canary-0f1e2d3c4b5a';
const oauth = { issuer: 'https://login.example.com', clientId: 'docs', clientSecret: canary };
const passed = { ok: true, steps: [{ name: 'Token', ok: true, detail: 'received' }], user: { groups: ['a'] } };

describe('a sign-in test', () => {
  let access: TestAccess;
  let site: TestSite;
  before(async () => {
    access = await openAccess();
  });
  after(() => access.close());
  beforeEach(async () => {
    access.time.aheadMs = 0;
    site = await access.addSite();
  });
  const start = (body: unknown) => site.request('POST', '/test-sign-in', { body });
  const show = (id: string) => site.request('GET', `/test-sign-in/${id}`);
  const deps = () => ({ db: access.service.database.kysely, secretBox: access.secretBox });
  const find = (url: string, projectId = site.projectId) =>
    findSignInTest(deps(), { projectId, token: new URL(url).searchParams.get('test') ?? '' });
  const age = (id: string, minutes: number) =>
    access.service.database.pool.query(
      `update site_sign_in_tests set created_at = created_at - make_interval(mins => $2),
         expires_at = expires_at - make_interval(mins => $2) where id = $1`,
      [id, minutes],
    );

  test('uses settings that are not saved, stores them encrypted, and leaves the saved settings unchanged', async () => {
    const { status, json, text } = await start({ mode: 'oauth', oauth });
    assert.equal(status, 201, text);
    assert.match(json.url, /^https:\/\/proj-\d+\.sites\.example\/login\?test=[\w-]{43}$/);
    const found = await find(json.url);
    assert.ok(found?.access.mode === 'oauth');
    assert.deepEqual([found.id, found.access.clientSecret], [json.id, canary]);
    const { rows } = await access.service.database.pool.query(
      'select to_jsonb(t)::text as text from site_sign_in_tests t',
    );
    const token = new URL(json.url).searchParams.get('test') ?? '';
    assert.ok(rows.every((row) => !row.text.includes(canary) && !row.text.includes(token)));
    assert.deepEqual([(await site.request('GET')).json.mode, (await site.request('GET')).json.oauth], ['public', null]);
    assert.deepEqual(await site.audit(), ['site_access.test_started mode="oauth"']);
  });

  test('uses the stored settings, and applies the rule for the client secret', async () => {
    await site.put({ mode: 'oauth', oauth });
    const found = await find((await start({ mode: 'oauth' })).json.url);
    assert.ok(found?.access.mode === 'oauth' && found.access.clientSecret === canary);
    const elsewhere = await start({ mode: 'oauth', oauth: { issuer: 'https://evil.example.com', clientId: 'docs' } });
    assert.deepEqual([elsewhere.status, elsewhere.json.details[0].path], [400, '/oauth/clientSecret']);
  });

  test('is only for modes with something to test, and requires their settings', async () => {
    for (const mode of ['public', 'password', 'members', 'none'])
      assert.equal((await start({ mode })).status, 400, mode);
    for (const mode of ['oauth', 'jwt', 'proxy']) {
      const { status, json } = await start({ mode });
      assert.deepEqual([status, json.code], [400, 'access_settings_invalid'], mode);
    }
    await site.request('POST', '/keys', { body: {} });
    const found = await find(
      (await start({ mode: 'jwt', jwt: { loginUrl: 'https://app.example.com/login' } })).json.url,
    );
    assert.ok(found?.access.mode === 'jwt' && found.access.keys.length === 1);
  });

  test('shows only its first result, and its address no longer works after it', async () => {
    const { id, url } = (await start({ mode: 'oauth', oauth })).json;
    assert.deepEqual((await show(id)).json.status, 'pending');
    await storeTestResult(deps().db, { id, result: passed });
    await storeTestResult(deps().db, { id, result: { ok: false, steps: [], user: undefined } });
    const { json } = await show(id);
    assert.deepEqual([json.status, json.steps, json.user], ['succeeded', passed.steps, passed.user]);
    assert.equal(await find(url), undefined);
    const { rows } = await access.service.database.pool.query('select settings from site_sign_in_tests where id = $1', [
      id,
    ]);
    assert.equal(rows[0].settings, null);
  });

  test('shows a provider’s response unchanged, even with NUL or half of a surrogate pair, unless it is too large or nested too deeply', async () => {
    const { id } = (await start({ mode: 'oauth', oauth })).json;
    const odd = { name: 'a\u0000b', half: '\ud800', groups: ['"', ','] };
    const step = { name: 'Token\u0000', ok: false, detail: 'x'.repeat(3_000) };
    await storeTestResult(deps().db, {
      id,
      result: { ok: false, steps: Array.from({ length: 30 }, () => step), user: odd },
    });
    const { json } = await show(id);
    assert.deepEqual([json.status, json.steps.length, json.user], ['failed', 20, odd]);
    assert.deepEqual([json.steps[0].name, json.steps[0].detail.length], ['Token\ufffd', 2_000]);
    const large = (await start({ mode: 'oauth', oauth })).json.id;
    await storeTestResult(deps().db, { id: large, result: { ...passed, user: { text: 'x'.repeat(5_000_000) } } });
    const deep = (await start({ mode: 'oauth', oauth })).json.id;
    const user = { groups: JSON.parse('['.repeat(20_000) + ']'.repeat(20_000)) };
    await storeTestResult(deps().db, { id: deep, result: { ...passed, user } });
    assert.deepEqual([(await show(deep)).json.user, (await show(deep)).json.status], [null, 'succeeded']);
    const shown = (await show(large)).json;
    assert.deepEqual([shown.status, shown.user, shown.steps.length], ['succeeded', null, 2]);
  });

  test('expires after ten minutes, and is deleted after an hour', async () => {
    const { id, url } = (await start({ mode: 'oauth', oauth })).json;
    await age(id, 11);
    assert.equal(await find(url), undefined);
    assert.equal((await show(id)).json.status, 'expired');
    await age(id, 50);
    assert.equal((await show(id)).status, 404);
    await deleteOldAccessRows(deps().db);
    const { rowCount } = await access.service.database.pool.query('select from site_sign_in_tests where id = $1', [id]);
    assert.equal(rowCount, 0);
  });

  test('belongs to its site, and a site has at most twenty', async () => {
    const { id, url } = (await start({ mode: 'oauth', oauth })).json;
    assert.equal(await find(url, 'proj_elsewhere'), undefined);
    assert.equal(await find(`${url}x`), undefined);
    for (let n = 0; n < 20; n += 1) await start({ mode: 'oauth', oauth });
    assert.equal((await show(id)).status, 404);
    const { rowCount } = await access.service.database.pool.query(
      'select from site_sign_in_tests where project_id = $1',
      [site.projectId],
    );
    assert.equal(rowCount, 20);
  });
});
