import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createSecretBox } from '../../../platform/secret-box/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, OTHER, openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { hookSecretContext } from './hook-secret.ts';
import { resealHooks } from './reseal-hooks.ts';
import { insertHook, selectHook } from './store.ts';
import type { CodeHostEventTables } from './tables.ts';

describe('secrets of code host hooks, after a change of the master key', () => {
  const oldKey = randomBytes(32);
  const newKey = randomBytes(32);
  const old = createSecretBox({ current: oldKey, previous: [] });
  const rotated = createSecretBox({ current: newKey, previous: [oldKey] });
  const fresh = createSecretBox({ current: newKey, previous: [] });
  const lost = createSecretBox({ current: randomBytes(32), previous: [] });
  let database: ModuleDatabase<CodeHostEventTables>;
  before(async () => {
    database = await openModuleDatabase();
    await insertProject(database, 'proj_home');
    await insertProject(database, 'proj_other', { organizationId: OTHER });
  });
  after(() => database.close());
  beforeEach(() => database.pool.query('DELETE FROM code_host_hooks'));

  const add = async (id: string, { box = old, organizationId = HOME } = {}): Promise<void> => {
    const named = { id, organization_id: organizationId };
    await insertHook(database.kysely, {
      ...named,
      project_id: organizationId === HOME ? 'proj_home' : 'proj_other',
      kind: 'github',
      secret: box.seal(`secret of ${id}`, hookSecretContext(named)),
      follow_ups: 'mention',
      mention: '@docwright',
      created_by: 'key_test',
    });
  };
  const secretOf = async (id: string): Promise<string> => {
    const row = await selectHook(database.kysely, id);
    assert.ok(row !== undefined);
    return fresh.open(row.secret, hookSecretContext(row));
  };

  test('can be decrypted with the new key alone after one run, in several batches and organizations', async () => {
    const ids = Array.from({ length: 103 }, (_, index) => `chh_${String(index).padStart(3, '0')}`);
    for (const id of ids) await add(id, { organizationId: id === 'chh_050' ? OTHER : HOME });
    assert.deepEqual(await resealHooks(database, rotated), { resealed: 103, unreadable: [] });
    for (const id of ['chh_000', 'chh_050', 'chh_102']) assert.equal(await secretOf(id), `secret of ${id}`);
    assert.deepEqual(await resealHooks(database, rotated), { resealed: 0, unreadable: [] });
  });

  test('are reported and left unchanged if no key decrypts them, without affecting the others', async () => {
    for (const id of ['chh_a', 'chh_b', 'chh_c']) await add(id, { box: id === 'chh_b' ? lost : old });
    const before = await selectHook(database.kysely, 'chh_b');
    assert.deepEqual(await resealHooks(database, rotated), { resealed: 2, unreadable: ['chh_b'] });
    assert.deepEqual(await selectHook(database.kysely, 'chh_b'), before);
    assert.equal(await secretOf('chh_c'), 'secret of chh_c');
  });
});
