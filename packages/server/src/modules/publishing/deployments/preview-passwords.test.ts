import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import { OTHER } from '../../../testing/module-database.ts';
import type { ModuleRequest } from '../../../testing/module-routes.ts';
import { PasswordHasher } from '../../identity/accounts/index.ts';
import { openDeployments, type TestDeployments } from './testing/open-deployments.ts';

describe('a preview password', () => {
  let sites: TestDeployments;
  let projectId = '';
  let count = 0;
  before(async () => {
    sites = await openDeployments();
  });
  after(() => sites.close());
  beforeEach(async () => {
    count += 1;
    projectId = await sites.addProject(`proj_${count}`);
  });
  const at = (label: string) => `/v1/projects/${projectId}/preview-passwords/${encodeURIComponent(label)}`;
  const set = (label: string, body?: unknown, more: ModuleRequest = {}) =>
    sites.service.request('PUT', at(label), { ...(body !== undefined && { body }), ...more });
  const remove = (label: string, more: ModuleRequest = {}) => sites.service.request('DELETE', at(label), more);
  const labels = async (): Promise<string[]> => {
    const { json } = await sites.service.request('GET', `/v1/projects/${projectId}/site`);
    return json.previewPasswords.map((each: { label: string }) => each.label);
  };
  const stored = async (): Promise<{ id: string; hash: string; label: string }[]> => {
    const { rows } = await sites.service.database.pool.query(
      'SELECT id, hash, label FROM site_passwords WHERE project_id = $1 ORDER BY label',
      [projectId],
    );
    return rows;
  };
  const actions = async (): Promise<string[]> => {
    const { rows } = await sites.service.database.pool.query(
      `SELECT action || ' ' || (details ->> 'label') AS x FROM audit_events
       WHERE action LIKE 'preview_password.%' AND target_id = $1 AND result = 'success' ORDER BY id`,
      [projectId],
    );
    return rows.map(({ x }) => x);
  };

  test('is generated if omitted, appears in that response but not in the site’s, and is stored as a hash', async () => {
    const { status, json, text } = await set('Legal');
    assert.equal(status, 200);
    assert.match(json.password, /^([a-km-np-z2-9]{5}-){3}[a-km-np-z2-9]{5}$/);
    const [row] = await stored();
    assert.ok(row !== undefined && !JSON.stringify(row).includes(json.password));
    assert.equal(await new PasswordHasher().verify({ hash: row.hash, password: json.password }), true);
    const site = await sites.service.request('GET', `/v1/projects/${projectId}/site`);
    assert.ok(text.includes(json.password) && !site.text.includes(json.password));
  });

  test('is not returned if it was specified', async () => {
    const { json, text } = await set('Legal', { password: 'nine violet otters' });
    assert.equal(json.password, null);
    assert.ok(!text.includes('violet'));
  });

  test('is refused, and not stored, if it is too short, too long, common or the project’s name', async () => {
    for (const password of ['short', 'password123', projectId + projectId, 'x'.repeat(257), '', 7]) {
      const { status, json } = await set('Legal', { password });
      assert.equal(status, 400, `${String(password).slice(0, 20)} ${JSON.stringify(json)}`);
    }
    assert.deepEqual([await stored(), await actions()], [[], []]);
  });

  test('gets a new ID and a new hash when it is replaced', async () => {
    await set('Legal');
    const [before] = await stored();
    await set('Legal');
    const after = await stored();
    assert.equal(after.length, 1);
    assert.notEqual(after[0]?.id, before?.id);
    assert.notEqual(after[0]?.hash, before?.hash);
    assert.deepEqual(await actions(), ['preview_password.created Legal', 'preview_password.rotated Legal']);
  });

  test('has a label of any letters that is neither empty nor too long and contains no NUL', async () => {
    for (const label of ['Ünïcode — 日本', '../../etc', "a'; drop table sites; --", '%2e%2e'])
      assert.equal((await set(label, { password: 'nine violet otters' })).status, 200, label);
    for (const label of ['   ', 'x'.repeat(101), 'a\u0000b'])
      assert.equal((await set(label, { password: 'nine violet otters' })).status, 404, JSON.stringify(label));
    assert.equal((await labels()).length, 4);
  });

  test('is refused beyond twenty, but one of the twenty can still be replaced', async () => {
    const hash = 'none that anything opens';
    for (let made = 0; made < 20; made += 1)
      await sites.service.database.pool.query(
        `INSERT INTO site_passwords (id, project_id, label, hash) VALUES ($1, $2, $3, $4)`,
        [`pwd_${count}_${made}`, await withSite(), `label ${made}`, hash],
      );
    const { status, json } = await set('one more');
    assert.deepEqual([status, json.code], [409, 'preview_password_limit']);
    assert.match(json.error, /20 passwords/);
    assert.equal((await set('label 7')).status, 200);
    assert.equal((await labels()).length, 20);
  });

  test('can’t be found after it was deleted, and a second deletion reports that', async () => {
    await set('Legal');
    assert.equal((await remove('Legal')).status, 204);
    const again = await remove('Legal');
    assert.deepEqual([again.status, again.json.code], [404, 'not_found']);
    assert.match(again.json.error, /no password "Legal"/);
    assert.deepEqual(
      [await labels(), await actions()],
      [[], ['preview_password.created Legal', 'preview_password.deleted Legal']],
    );
  });

  test('is set and deleted only with projects:write for this project', async () => {
    await set('Legal');
    for (const as of [{ organizationId: OTHER }, { projectIds: ['proj_elsewhere'] }])
      for (const answer of [await set('Legal', undefined, { as }), await remove('Legal', { as })])
        assert.deepEqual([answer.status, answer.json.code], [404, 'not_found']);
    const as = { scopes: ['deployments:write' as const] };
    for (const answer of [await set('Legal', undefined, { as }), await remove('Legal', { as })])
      assert.deepEqual([answer.status, answer.json.code], [403, 'insufficient_scope']);
    assert.deepEqual(await actions(), ['preview_password.created Legal']);
  });

  async function withSite(): Promise<string> {
    await sites.service.request('GET', `/v1/projects/${projectId}/site`);
    return projectId;
  }
});
