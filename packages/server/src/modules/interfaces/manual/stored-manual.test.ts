import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { buildSite, createMemorySource } from '@docwright/site-builder';
import type { SiteFolder } from '../../building/site-rendering/index.ts';
import { buildManual, openManual } from './build-manual.ts';
import { findManual, nameManual, storeManual } from './stored-manual.ts';

const temporary = mkdtempSync(join(tmpdir(), 'docwright-manual-'));
after(() => rmSync(temporary, { recursive: true, force: true }));
const newRoot = (): string => join(mkdtempSync(join(temporary, 'root-')), 'not', 'there');

function folderOf(text: string): SiteFolder {
  const files = new Map([
    [
      'docs.json',
      Buffer.from('{"theme":"mint","name":"M","colors":{"primary":"#0a7d5a"},"navigation":{"pages":["index"]}}'),
    ],
    ['index.mdx', Buffer.from(`---\ntitle: Start\n---\n\n${text}\n`)],
  ]);
  return { paths: [...files.keys()], read: (path) => files.get(path) };
}

const build = (folder: SiteFolder, basePath = '/docs') =>
  buildManual(
    {
      render: ({ onFile, features }) =>
        buildSite({
          source: createMemorySource(folder.paths.map((path) => [path, folder.read(path) ?? ''])),
          settings: { basePath, siteUrl: '', features },
          emit: onFile,
          clock: () => 0,
        }),
    },
    { folder, basePath, signal: AbortSignal.timeout(60_000) },
  );

test('a stored build has the original page, and storing another version deletes it and the leftovers of a killed process', async () => {
  const root = newRoot();
  const [first, second] = [folderOf('One.'), folderOf('Two.')];
  const built = await build(first);
  const name = nameManual(first, '/docs');
  assert.equal(await findManual(root, name), undefined);
  await storeManual(root, name, built);
  const found = await findManual(root, name);
  assert.ok(found);
  const [source, stored] = [built, found].map(openManual);
  const page = stored?.look('index.html');
  assert.ok(source && stored && page);
  assert.deepEqual(await stored.read(page, 'identity'), await source.read(page, 'identity'));
  mkdirSync(join(root, `${name}.left-by-a-killed-process`));
  const next = nameManual(second, '/docs');
  await storeManual(root, next, await build(second));
  assert.deepEqual(readdirSync(root), [next]);
});

test('different sources or a different address result in a different name', () => {
  const names = [nameManual(folderOf('One.'), '/docs'), nameManual(folderOf('One.'), '/below/docs')];
  assert.equal(new Set([...names, nameManual(folderOf('Two.'), '/docs')]).size, 3);
  assert.equal(nameManual(folderOf('One.'), '/docs'), names[0]);
});

test('a damaged build is not found', async () => {
  const root = newRoot();
  await storeManual(root, 'one', await build(folderOf('One.')));
  for (const file of readdirSync(join(root, 'one'))) {
    const path = join(root, 'one', file);
    const whole = readFileSync(path);
    const middle = whole.length >> 1;
    const changed = Buffer.from(whole);
    changed.writeUInt8((whole[middle] ?? 0) ^ 1, middle);
    for (const bytes of [changed, whole.subarray(0, -1), Buffer.concat([whole, whole]), Buffer.alloc(0)]) {
      writeFileSync(path, bytes);
      assert.equal(await findManual(root, 'one'), undefined, `${file}, ${bytes.length} bytes`);
    }
    writeFileSync(path, whole);
    assert.ok(await findManual(root, 'one'));
  }
});
