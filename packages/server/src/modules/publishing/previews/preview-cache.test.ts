import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { featuresByKind, formatManifest, MANIFEST_PATH } from '@docwright/bundle';
import { createLogger } from '../../../platform/log/index.ts';
import { createPreviewCache } from './preview-cache.ts';

let root: string;
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'docwright-previews-'));
});
afterEach(() => rm(root, { recursive: true, force: true }));

const log = createLogger({ level: 'silent' });
const open = (maxBytes: number) => createPreviewCache({ root, maxBytes, log });

/** Creates a site with one page of this size. */
async function fill(folder: string, size: number): Promise<void> {
  await mkdir(folder);
  await writeFile(join(folder, 'index.html'), 'x'.repeat(size));
  const manifest = {
    formatVersion: 1 as const,
    generator: 'test',
    deploymentKind: 'cloud' as const,
    version: '1',
    commit: '',
    createdFrom: { repository: '', branch: '', directory: '', domain: '' },
    basePath: '',
    features: featuresByKind({}),
    redirects: [],
    files: [{ path: 'index.html', size, sha256: '0'.repeat(64), contentType: 'text/html; charset=utf-8' }],
    sealed: false,
  };
  await writeFile(join(folder, MANIFEST_PATH), formatManifest(manifest));
}

test('an entry is filled once for concurrent requests', async () => {
  const cache = open(1_000);
  let fills = 0;
  const asked = Array.from({ length: 10 }, () =>
    cache.open('a', async (folder) => {
      fills++;
      await fill(folder, 10);
    }),
  );
  const sites = await Promise.all(asked);
  assert.equal(fills, 1);
  assert.equal(sites[0]?.routes.find('/index.html').kind, 'file');
});

test('the least recently used entry is removed first, but not the entry that was just created', async () => {
  const cache = open(25);
  for (const name of ['a', 'b']) await cache.open(name, (folder) => fill(folder, 10));
  await cache.open('a', () => Promise.reject(new Error('it is there')));
  await cache.open('c', (folder) => fill(folder, 10));
  assert.deepEqual((await readdir(root)).toSorted(), ['a', 'c']);
  await cache.open('big', (folder) => fill(folder, 100));
  assert.deepEqual(await readdir(root), ['big']);
  assert.equal(cache.find('a'), undefined);
});

test('a failed fill leaves nothing, and the next request fills again', async () => {
  const cache = open(1_000);
  await assert.rejects(
    cache.open('a', async (folder) => {
      await mkdir(folder);
      throw new Error('cut');
    }),
    /cut/,
  );
  assert.deepEqual(await readdir(root), []);
  await cache.open('a', (folder) => fill(folder, 10));
  assert.deepEqual(await readdir(root), ['a']);
});

test('a new process uses complete entries, and removes a crash’s leftovers', async () => {
  await open(1_000).open('a', (folder) => fill(folder, 10));
  await mkdir(join(root, '.draft-x'));
  await mkdir(join(root, 'broken'));
  const cache = open(1_000);
  await cache.open('a', () => Promise.reject(new Error('it is there')));
  assert.deepEqual(await readdir(root), ['a']);
});
