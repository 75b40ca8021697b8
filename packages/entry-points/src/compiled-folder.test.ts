import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { compiledRoot, currentFile, findCompiledFolder, listSources, repository } from './compiled-folder.mjs';
import { locateEntryPoint } from './index.mjs';

const source = 'packages/cli/src/main.ts';

describe('compiled entry points', () => {
  let root = '';
  let folder = '';
  const write = async (path: string, content: string): Promise<void> => {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, content);
  };
  const writeCurrent = (changes: object = {}): Promise<void> => {
    const sources = listSources(root, [join(root, source), join(root, 'node_modules/left/index.js')]);
    return write(currentFile(root), JSON.stringify({ root, folder, isSealed: false, sources, ...changes }));
  };
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'docwright-entry-points-'));
    folder = join(compiledRoot(root), 'one');
    await mkdir(folder, { recursive: true });
    await write(join(root, source), 'export {};');
    await write(join(root, 'node_modules/.package-lock.json'), '{}');
    await writeCurrent();
  });
  afterEach(() => rm(root, { recursive: true }));

  test('are found if the sources haven’t changed since they were compiled', () => {
    assert.equal(findCompiledFolder(root), folder);
  });

  for (const [what, change] of Object.entries<() => Promise<void>>({
    'a changed source': () => write(join(root, source), 'export const x = 1;'),
    'a source that was rewritten with the same length': async () => {
      await write(join(root, source), 'export {} ');
      await utimes(join(root, source), new Date(), new Date(Date.now() + 5_000));
    },
    'a missing source': () => rm(join(root, source)),
    'different packages': () => write(join(root, 'node_modules/.package-lock.json'), '{ "packages": {} }'),
    'missing compiled files': () => rm(folder, { recursive: true }),
    'a truncated list': () => write(currentFile(root), '{"root":'),
    'an invalid list': () => write(currentFile(root), '[null]'),
    'a missing list': () => rm(currentFile(root)),
  }))
    test(`are not used with ${what}`, async () => {
      await change();
      assert.equal(findCompiledFolder(root), undefined);
    });

  test('are not used after the folder was moved, because they contain its old path', async () => {
    const moved = `${root}-moved`;
    await rename(root, moved);
    assert.equal(findCompiledFolder(moved), undefined);
    await rename(moved, root);
  });

  test('are used in an image without comparing the sources', async () => {
    await writeCurrent({ isSealed: true });
    await rm(join(root, 'packages'), { recursive: true });
    assert.equal(findCompiledFolder(root), folder);
  });
});

test('locateEntryPoint rejects a file that isn’t an entry point, and names it', () => {
  const other = pathToFileURL(join(repository, 'packages/cli/src/run-cli.ts'));
  assert.throws(() => locateEntryPoint(other), /packages\/cli\/src\/run-cli\.ts is not an entry point/);
});

test('locateEntryPoint returns an entry point’s compiled file, or its source if it isn’t compiled', () => {
  const main = pathToFileURL(join(repository, source));
  const compiled = findCompiledFolder();
  const expected = compiled === undefined ? main.href : pathToFileURL(join(compiled, 'docwright.mjs')).href;
  assert.equal(locateEntryPoint(main).href, expected);
});
