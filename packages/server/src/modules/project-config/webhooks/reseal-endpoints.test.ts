import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, before, beforeEach, describe, test } from 'node:test';
import { createSecretBox, type SecretBox } from '../../../platform/secret-box/index.ts';
import { HOME, OTHER, openModuleDatabase, type ModuleDatabase } from '../../../testing/module-database.ts';
import { openAddress, openSecrets, sealAddress, secretContext } from './endpoint-secrets.ts';
import { resealEndpoints } from './reseal-endpoints.ts';
import { insertEndpoint, selectEndpoint } from './store.ts';
import type { WebhookTables } from './tables.ts';

describe('webhook secrets after a change of the master key', () => {
  const oldKey = randomBytes(32);
  const newKey = randomBytes(32);
  const old = createSecretBox({ current: oldKey, previous: [] });
  const rotated = createSecretBox({ current: newKey, previous: [oldKey] });
  const fresh = createSecretBox({ current: newKey, previous: [] });
  const lost = createSecretBox({ current: randomBytes(32), previous: [] });
  let database: ModuleDatabase<WebhookTables>;
  before(async () => {
    database = await openModuleDatabase();
  });
  after(() => database.close());
  beforeEach(() => database.pool.query('DELETE FROM webhook_endpoints'));

  const add = async (id: string, { box = old, organizationId = HOME } = {}): Promise<void> => {
    const named = { id, organization_id: organizationId };
    await insertEndpoint(database.kysely, {
      ...named,
      url: 'https://hooks.example.com/',
      description: '',
      events: null,
      project_ids: null,
      secret: box.seal(`whsec of ${id}`, secretContext(named)),
      created_by: 'key_test',
    });
  };
  /** Sets the state during a rotation, for a day. */
  const setPrevious = async (id: string, box: SecretBox): Promise<void> => {
    const sealed = box.seal(`former of ${id}`, secretContext({ id, organization_id: HOME }));
    await database.pool.query(
      `UPDATE webhook_endpoints SET previous_secret = $2, previous_secret_until = now() + interval '1 day' WHERE id = $1`,
      [id, sealed],
    );
  };
  const secretsOf = async (id: string, organizationId = HOME): Promise<string[]> => {
    const row = await selectEndpoint(database.kysely, organizationId, id);
    assert.ok(row !== undefined);
    return openSecrets(fresh, row, new Date());
  };

  test('are re-encrypted with the new key in all organizations and in batches, by one run', async () => {
    const ids = Array.from({ length: 103 }, (_, index) => `whe_${String(index).padStart(3, '0')}`);
    for (const id of ids) await add(id, { organizationId: id === 'whe_050' ? OTHER : HOME });
    assert.deepEqual(await resealEndpoints(database, rotated), { resealed: 103, unreadable: [] });
    assert.deepEqual(await secretsOf('whe_102'), ['whsec of whe_102']);
    assert.deepEqual(await secretsOf('whe_050', OTHER), ['whsec of whe_050']);
    assert.deepEqual(await resealEndpoints(database, rotated), { resealed: 0, unreadable: [] });
  });

  test('include the previous secret of a rotation in progress, unless no key opens it', async () => {
    for (const id of ['whe_a', 'whe_b', 'whe_c']) await add(id);
    await setPrevious('whe_a', old);
    await setPrevious('whe_b', lost);
    await add('whe_d', { box: rotated });
    await setPrevious('whe_d', old);
    assert.deepEqual(await resealEndpoints(database, rotated), { resealed: 4, unreadable: [] });
    assert.deepEqual(await secretsOf('whe_a'), ['whsec of whe_a', 'former of whe_a']);
    assert.deepEqual(await secretsOf('whe_b'), ['whsec of whe_b']);
    assert.deepEqual(await secretsOf('whe_d'), ['whsec of whe_d', 'former of whe_d']);
  });

  test('are reported and left unchanged if no key decrypts them, without affecting others', async () => {
    for (const id of ['whe_a', 'whe_b', 'whe_c']) await add(id, { box: id === 'whe_b' ? lost : old });
    const before = await selectEndpoint(database.kysely, HOME, 'whe_b');
    assert.deepEqual(await resealEndpoints(database, rotated), { resealed: 2, unreadable: ['whe_b'] });
    assert.deepEqual(await selectEndpoint(database.kysely, HOME, 'whe_b'), before);
    assert.deepEqual(await secretsOf('whe_c'), ['whsec of whe_c']);
  });

  const chatAddress = 'https://hooks.slack.com/services/T000/B000/secretXYZ1';
  const addChat = (id: string) => {
    const row = { id, organization_id: HOME, format: 'slack' } as const;
    const { url, sealed_url: sealed } = sealAddress(old, row, chatAddress);
    return database.pool.query(
      `INSERT INTO webhook_endpoints (id, organization_id, url, sealed_url, format, description, secret, created_by)
       VALUES ($1, $2, $3, $4, 'slack', '', $5, 'key_test')`,
      [id, HOME, url, sealed, old.seal('whsec', secretContext(row))],
    );
  };

  test('are re-encrypted together with encrypted chat addresses', async () => {
    await add('whe_server');
    await addChat('whe_chat');
    const sealed = await selectEndpoint(database.kysely, HOME, 'whe_chat');
    assert.ok(sealed !== undefined);
    assert.doesNotMatch(JSON.stringify(sealed), /services|secretXYZ1/);
    assert.equal(sealed.url, 'https://hooks.slack.com/…XYZ1');
    assert.deepEqual(await resealEndpoints(database, rotated), { resealed: 2, unreadable: [] });
    const [chat, server] = [
      await selectEndpoint(database.kysely, HOME, 'whe_chat'),
      await selectEndpoint(database.kysely, HOME, 'whe_server'),
    ];
    assert.ok(chat !== undefined && server !== undefined);
    assert.deepEqual(
      [openAddress(fresh, chat), openAddress(fresh, server)],
      [chatAddress, 'https://hooks.example.com/'],
    );
    assert.throws(() => openAddress(fresh, { ...chat, id: 'whe_other' }), 'in another row, it can’t be decrypted');
  });
});
