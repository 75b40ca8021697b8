import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import {
  compiledRoot,
  entryPoints,
  findCompiledFolder,
  repository,
} from '../packages/entry-points/src/compiled-folder.mjs';
import { compileEntryPoints, compileInto } from './compile-entry-points.ts';

const main = `
import { readFileSync } from 'node:fs';
import { locateEntryPoint } from '../../entry-points/src/index.mjs';
import { shared } from '../../shared/src/shared.ts';
const worker: URL = locateEntryPoint(new URL('../../server/src/main/worker-process.ts', import.meta.url));
const { later } = await import('./later.ts');
let refused = 'no';
try {
  decodeURIComponent('%ff');
} catch {
  refused = 'yes';
}
/*! Kept in the output: – */
const tagged = ([text]: TemplateStringsArray): string | undefined => text;
const dashes = ['–', tagged\`–\`].join('');
console.log(JSON.stringify({ dashes, neighbor: readFileSync(new URL('neighbor.txt', import.meta.url), 'utf8'), shared, later, refused, worker: worker.href }));
`;

describe('compiling the entry points', () => {
  let root = '';
  let folder = '';
  const write = async (path: string, content: string): Promise<void> => {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), content);
  };
  const run = async (name: string): Promise<Record<string, string>> => {
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, `${name}.mjs`)], { cwd: '/' });
    return JSON.parse(stdout) as Record<string, string>;
  };
  before(async () => {
    root = await mkdtemp(join(tmpdir(), 'docwright-compile-'));
    for (const path of Object.keys(entryPoints)) await write(path, `console.log('{}');`);
    await cp(join(repository, 'packages/entry-points'), join(root, 'packages/entry-points'), { recursive: true });
    await write('node_modules/.package-lock.json', '{}');
    await write('packages/cli/src/main.ts', main);
    await write('packages/cli/src/neighbor.txt', 'next to the source');
    await write('packages/cli/src/later.ts', `export const later: string = 'loaded later';`);
    await write('packages/shared/src/shared.ts', `export const shared: string = 'of both';`);
    folder = await compileEntryPoints({ root });
  });
  after(() => rm(root, { recursive: true }));

  test('finds files in a source’s folder, code that is loaded later, and entry points of the same compilation', async () => {
    assert.deepEqual(await run('docwright'), {
      dashes: '––',
      neighbor: 'next to the source',
      shared: 'of both',
      later: 'loaded later',
      refused: 'yes',
      worker: `file://${folder}/worker-process.mjs`,
    });
  });

  test('writes only ASCII characters, so that V8 stores each in one byte', async () => {
    for (const name of await readdir(folder)) {
      const text = await readFile(join(folder, name), 'latin1');
      assert.doesNotMatch(text, /[^\0-\x7F]/, name);
    }
  });

  for (const [name, source, reason] of [
    ['a raw template with another character', 'console.log(String.raw`–`);', /raw template/],
    ['another character after a backslash', 'console.log(((parts) => parts[0])`\\–`);', /after a backslash/],
  ] as const)
    test(`${name} is refused, because an escape would change it`, async () => {
      const raw = await mkdtemp(join(tmpdir(), 'docwright-compile-raw-'));
      await cp(root, raw, { recursive: true });
      await writeFile(join(raw, 'packages/cli/src/main.ts'), source);
      await assert.rejects(compileInto(join(raw, 'out'), { root: raw, location: join(raw, 'out') }), reason);
      await rm(raw, { recursive: true });
    });

  test('a process continues with its own compilation after a newer one was created', async () => {
    const first = folder;
    const second = await compileEntryPoints({ root });
    assert.notEqual(second, first);
    assert.equal(findCompiledFolder(root), second);
    assert.equal((await run('docwright'))['worker'], `file://${first}/worker-process.mjs`);
    folder = second;
  });

  test('for a release, writes the same bytes for any location of the repository, and the result works in a moved folder', async () => {
    const moved = `${root}-moved`;
    await cp(root, moved, { recursive: true });
    const [here, there] = [join(root, 'release'), join(moved, 'release')];
    await compileInto(here, { root, location: join(root, 'compiled') });
    await compileInto(there, { root: moved, location: join(moved, 'compiled') });
    for (const name of await readdir(here))
      assert.equal(await readFile(join(here, name), 'utf8'), await readFile(join(there, name), 'utf8'), name);
    await rename(there, join(moved, 'compiled'));
    folder = join(moved, 'compiled');
    const output = await run('docwright');
    assert.equal(output['neighbor'], 'next to the source');
    assert.equal(output['worker'], `file://${folder}/worker-process.mjs`);
    await rm(moved, { recursive: true });
  });

  test('keeps five compilations', async () => {
    for (let times = 0; times < 5; times++) folder = await compileEntryPoints({ root });
    const folders = (await readdir(compiledRoot(root))).filter((name) => name !== 'current.json');
    assert.equal(folders.length, 5);
    assert.ok(folders.some((name) => folder.endsWith(name)));
    assert.equal(findCompiledFolder(root), folder);
  });

  test('a syntax error in a source is reported, and the five earlier compilations are kept', async () => {
    await write('packages/cli/src/main.ts', 'const = ;');
    await assert.rejects(compileEntryPoints({ root }), /main\.ts/);
    const folders = (await readdir(compiledRoot(root))).filter((name) => name !== 'current.json');
    assert.equal(folders.length, 5);
  });
});
