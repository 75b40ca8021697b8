import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createSecretBox, parseMasterKey, readKeyId, readOrMakeMasterKey, SecretBoxError } from './index.ts';

const context = { kind: 'project-models', organizationId: 'org_1', objectId: 'proj_1' };
const text = '{"apiKey":"sk-canary-1234567890"}';
const codeOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    assert.ok(error instanceof SecretBoxError, String(error));
    assert.ok(!error.message.includes('canary'));
    return error.code;
  }
  return 'opened';
};

test('text can be opened with its key in its context, and its sealed form doesn’t contain it', () => {
  const box = createSecretBox({ current: randomBytes(32), previous: [] });
  const sealed = box.seal(text, context);
  assert.equal(box.open(sealed, context), text);
  assert.equal(readKeyId(sealed), box.keyId);
  assert.doesNotMatch(sealed + Buffer.from(sealed.split('.')[2] ?? '', 'base64url').toString('latin1'), /canary/);
  assert.notEqual(box.seal(text, context), sealed);
});

test('text that was moved to another organization, project or kind can’t be opened', () => {
  const box = createSecretBox({ current: randomBytes(32), previous: [] });
  const sealed = box.seal(text, context);
  for (const other of [{ organizationId: 'org_2' }, { objectId: 'proj_2' }, { kind: 'webhook' }])
    assert.equal(
      codeOf(() => box.open(sealed, { ...context, ...other })),
      'sealed-text-damaged',
    );
});

test('text can’t be opened if a byte was changed, or if it is incomplete', () => {
  const box = createSecretBox({ current: randomBytes(32), previous: [] });
  const [form, id, body = ''] = box.seal(text, context).split('.');
  const bytes = Buffer.from(body, 'base64url');
  for (let at = 0; at < bytes.length; at++) {
    const changed = Buffer.from(bytes);
    changed[at] = (changed[at] ?? 0) ^ 1;
    const sealed = `${form}.${id}.${changed.toString('base64url')}`;
    assert.equal(
      codeOf(() => box.open(sealed, context)),
      'sealed-text-damaged',
    );
  }
  for (const short of ['', 'dws1', `dws1.${id}.`, `dws1.${id}.AAAA`, 'plain text'])
    assert.equal(
      codeOf(() => box.open(short, context)),
      'sealed-text-damaged',
    );
});

test('after a rotation, old text can be opened and new text contains the new key’s ID; without the old key, the error contains both IDs', () => {
  const old = randomBytes(32);
  const before = createSecretBox({ current: old, previous: [] });
  const sealed = before.seal(text, context);
  const current = randomBytes(32);
  const rotated = createSecretBox({ current, previous: [old] });
  assert.equal(rotated.open(sealed, context), text);
  assert.notEqual(readKeyId(rotated.seal(text, context)), readKeyId(sealed));
  const without = createSecretBox({ current, previous: [] });
  assert.throws(
    () => without.open(sealed, context),
    (error: SecretBoxError) =>
      error.code === 'master-key-unknown' &&
      error.message.includes(before.keyId) &&
      error.message.includes(without.keyId) &&
      error.message.includes('DOCWRIGHT_MASTER_KEY'),
  );
});

test('a master key is 32 bytes in base64, and the error for another value doesn’t contain it', () => {
  const key = randomBytes(32);
  assert.deepEqual(parseMasterKey(` ${key.toString('base64')}\n`, 'X'), key);
  assert.deepEqual(parseMasterKey(key.toString('base64url'), 'X'), key);
  for (const wrong of ['', 'canary', randomBytes(31).toString('base64'), randomBytes(33).toString('base64')])
    assert.equal(
      codeOf(() => parseMasterKey(wrong, 'DOCWRIGHT_MASTER_KEY')),
      'master-key-invalid',
    );
  assert.throws(() => parseMasterKey(`${'!'.repeat(43)}=`, 'DOCWRIGHT_MASTER_KEY'), /DOCWRIGHT_MASTER_KEY has 44/);
});

test('the embedded key is created once and readable only by its owner, and concurrent callers share it', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-box-'));
  t.after(() => rm(folder, { recursive: true }));
  const path = join(folder, 'keys', 'master.key');
  const keys = await Promise.all(Array.from({ length: 8 }, () => readOrMakeMasterKey(path)));
  for (const key of keys) assert.deepEqual(key, keys[0]);
  assert.equal((await stat(path)).mode & 0o777, 0o600);
  assert.deepEqual(await readOrMakeMasterKey(path), keys[0]);
  assert.equal(parseMasterKey(await readFile(path, 'utf8'), path).length, 32);
  await chmod(path, 0o600);
  await writeFile(path, 'cut');
  await assert.rejects(readOrMakeMasterKey(path), { code: 'master-key-invalid' });
});
