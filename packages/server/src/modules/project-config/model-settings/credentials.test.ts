import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createSecretBox, SecretBoxError, type SecretBox } from '../../../platform/secret-box/index.ts';
import { insertProject } from '../../../testing/insert-project.ts';
import { HOME, openModuleDatabase, OTHER, principalOf, type ModuleDatabase } from '../../../testing/module-database.ts';
import { waitForLockWaiter } from '../../../testing/wait-for-lock-waiter.ts';
import type { ProjectTables } from '../projects/index.ts';
import { openProjectModels } from './open-models.ts';
import { resealCredentials } from './reseal-credentials.ts';
import { saveModels } from './save-models.ts';
import type { ModelSettingsTables } from './store.ts';
import { showModels } from './show-models.ts';

describe('model credentials', () => {
  const oldKey = randomBytes(32);
  const newKey = randomBytes(32);
  const old = createSecretBox({ current: oldKey, previous: [] });
  const rotated = createSecretBox({ current: newKey, previous: [oldKey] });
  const fresh = createSecretBox({ current: newKey, previous: [] });
  let database: ModuleDatabase<ModelSettingsTables & ProjectTables>;
  before(async () => {
    database = await openModuleDatabase();
  });
  after(() => database.close());
  beforeEach(() => database.pool.query('DELETE FROM projects'));

  const save = async (projectId: string, apiKey: string, organizationId = HOME): Promise<void> => {
    await insertProject(database, projectId, { organizationId });
    await database.kysely.transaction().execute((tx) =>
      saveModels(tx, old, {
        principal: principalOf({ organizationId }),
        projectId,
        body: { models: [{ provider: 'openai', model: 'm', apiKey }] },
        ifMatch: undefined,
        defaultModel: 'builtin/rules-1',
      }),
    );
  };
  const keyOf = async (box: SecretBox, projectId: string, organizationId = HOME) =>
    (await openProjectModels(database.kysely, box, { organizationId, projectId }))?.[0]?.apiKey;
  const rowOf = (projectId: string) =>
    database.kysely
      .selectFrom('project_models')
      .selectAll()
      .where('project_id', '=', projectId)
      .executeTakeFirstOrThrow();

  test('can’t be opened if they were moved to another project or organization, and are shown as unreadable', async () => {
    await save('proj_victim', 'sk-victim');
    await save('proj_thief', 'sk-thief');
    await save('proj_stranger', 'sk-stranger', OTHER);
    await database.pool.query(
      `UPDATE project_models SET credentials = (SELECT credentials FROM project_models WHERE project_id = 'proj_victim')`,
    );
    assert.equal(await keyOf(old, 'proj_victim'), 'sk-victim');
    await assert.rejects(keyOf(old, 'proj_thief'), SecretBoxError);
    await assert.rejects(keyOf(old, 'proj_stranger', OTHER), SecretBoxError);
    const thief = { organizationId: HOME, projectId: 'proj_thief' };
    const deps = { box: old, installation: { chain: [], embedding: undefined } };
    assert.equal((await showModels(database.kysely, thief, deps)).credentialsReadable, false);
  });

  test('are found only by the project’s own organization', async () => {
    await save('proj_a', 'sk-a');
    assert.equal(await keyOf(old, 'proj_a', OTHER), undefined);
  });

  test('can be replaced by a change, but not kept, if no key decrypts them', async () => {
    await save('proj_a', 'sk-a');
    const change = (apiKey?: string) =>
      database.kysely.transaction().execute((tx) =>
        saveModels(tx, fresh, {
          principal: principalOf(),
          projectId: 'proj_a',
          body: { models: [{ provider: 'openai', model: 'm', ...(apiKey !== undefined && { apiKey }) }] },
          ifMatch: undefined,
          defaultModel: 'builtin/rules-1',
        }),
      );
    await assert.rejects(change(), /needs `apiKey`/);
    await change('sk-new');
    assert.equal(await keyOf(fresh, 'proj_a'), 'sk-new');
  });

  test('are all re-encrypted with the current master key, in more than one batch', async () => {
    const ids = Array.from({ length: 103 }, (_, index) => `proj_${String(index).padStart(3, '0')}`);
    for (const id of ids) await save(id, `sk-${id}`);
    const seen = await rowOf('proj_000');
    assert.deepEqual(await resealCredentials(database, rotated), { resealed: 103, unreadable: [] });
    for (const id of ['proj_000', 'proj_100', 'proj_102']) assert.equal(await keyOf(fresh, id), `sk-${id}`);
    assert.deepEqual((await rowOf('proj_000')).updated_at, seen.updated_at, 'nobody changed the settings');
    assert.deepEqual(await resealCredentials(database, rotated), { resealed: 0, unreadable: [] });
  });

  test('are reported if they can’t be decrypted, without affecting others', async () => {
    for (const id of ['proj_a', 'proj_b', 'proj_c']) await save(id, `sk-${id}`);
    await database.pool.query(`UPDATE project_models SET credentials = 'dws1.x.AAAA' WHERE project_id = 'proj_b'`);
    assert.deepEqual(await resealCredentials(database, rotated), { resealed: 2, unreadable: ['proj_b'] });
    assert.equal(await keyOf(fresh, 'proj_c'), 'sk-proj_c');
  });

  test('are the newer ones after a concurrent change and re-encryption', async () => {
    await save('proj_a', 'sk-old');
    const { promise: mayCommit, resolve: commit } = Promise.withResolvers<void>();
    const { promise: isSaved, resolve: saved } = Promise.withResolvers<void>();
    const change = database.kysely.transaction().execute(async (tx) => {
      const body = { models: [{ provider: 'openai' as const, model: 'm', apiKey: 'sk-newer' }] };
      await saveModels(tx, rotated, {
        principal: principalOf(),
        projectId: 'proj_a',
        body,
        ifMatch: undefined,
        defaultModel: 'builtin/rules-1',
      });
      saved();
      await mayCommit;
    });
    await isSaved;
    const resealing = resealCredentials(database, rotated);
    await waitForLockWaiter(database);
    commit();
    await Promise.all([change, resealing]);
    assert.equal(await keyOf(fresh, 'proj_a'), 'sk-newer');
  });
});
