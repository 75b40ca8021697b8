import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { createPreviewFiles, type PreviewFiles } from './preview-files.ts';

let root: string;
let open: (projectId: string) => Promise<PreviewFiles>;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'docwright-preview-files-'));
  open = createPreviewFiles({ root, maxBytes: 100 });
});
afterEach(() => rm(root, { recursive: true, force: true }));

const countFiles = async () =>
  (await readdir(root, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile()).length;
const listPaths = (files: PreviewFiles) => files.list().map(([path]) => path);

test('a file’s new version also replaces its old one on disk', async () => {
  const files = await open('a');
  for (const text of ['one', 'two', 'three']) await files.keep('style.css', Buffer.from(text));
  assert.equal(String(await files.read('style.css')), 'three');
  assert.equal(await countFiles(), 1);
});

test('paths with the same content don’t depend on each other', async () => {
  const files = await open('a');
  await files.keep('a.css', Buffer.from('same'));
  await files.keep('b.css', Buffer.from('same'));
  await files.keep('a.css', Buffer.from('other'));
  assert.equal(String(await files.read('b.css')), 'same');
});

test('a project that exceeds the limit by itself loses its oldest files', async () => {
  const files = await open('a');
  for (let number = 0; number < 20; number += 1) await files.keep(`${number}.png`, Buffer.alloc(40));
  assert.deepEqual(listPaths(files), ['18.png', '19.png']);
  assert.equal(await countFiles(), 2);
});

test('the least recently used project makes room for another one', async () => {
  await (await open('a')).keep('x.png', Buffer.alloc(60));
  await (await open('b')).keep('x.png', Buffer.alloc(60));
  assert.equal(await (await open('a')).read('x.png'), undefined);
  assert.equal(await countFiles(), 1);
});

test('a file that was removed from disk is no longer listed, and can be kept again', async () => {
  const files = await open('a');
  await files.keep('x.png', Buffer.from('x'));
  await rm(root, { recursive: true });
  assert.equal(await files.read('x.png'), undefined);
  assert.deepEqual(listPaths(files), []);
  await files.keep('x.png', Buffer.from('x'));
  assert.equal(String(await files.read('x.png')), 'x');
});

test('names that leave the folder are refused', async () => {
  await assert.rejects((await open('a')).keep('../x.png', Buffer.from('x')));
  assert.equal(await countFiles().catch(() => 0), 0);
});
