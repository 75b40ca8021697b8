import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resolvePolicy } from '../policy/policy.ts';
import type { BaseFiles } from '../ports.ts';
import { memoryFiles } from '../testing/memory-files.ts';
import { BaseLibrary } from './base-library.ts';
import { Workspace } from './workspace.ts';

const files = { 'a.mdx': '# One', 'b.mdx': '# Two', '.env': 'KEY=1', 'picture.png': new Uint8Array([0, 1, 2]) };

const open = (base: BaseFiles): Workspace =>
  new Workspace({ base, overlay: new Map(), policy: resolvePolicy({}), seen: [] });

test('turns on the same base read each file once', async () => {
  const read: string[] = [];
  const memory = memoryFiles(files);
  const counting: BaseFiles = {
    list: () => memory.list(),
    read: (path) => {
      read.push(path);
      return memory.read(path);
    },
  };
  const library = new BaseLibrary(counting);
  for (const workspace of [open(library), open(library)]) {
    assert.deepEqual(await workspace.texts(await workspace.paths()), [
      ['a.mdx', '# One'],
      ['b.mdx', '# Two'],
    ]);
  }
  assert.deepEqual(read, ['a.mdx', 'b.mdx', 'picture.png']);
});

test('one turn’s changes aren’t visible to another turn on the same base, or to its searches', async () => {
  const library = new BaseLibrary(memoryFiles(files));
  const [first, second] = [open(library), open(library)];
  second.card('a.mdx', '# One');
  await first.apply([
    { path: 'a.mdx', entry: { kind: 'write', content: '# Changed' } },
    { path: 'b.mdx', entry: { kind: 'delete' } },
    { path: 'c.mdx', entry: { kind: 'write', content: '# Three' } },
  ]);
  assert.deepEqual(await first.paths(), ['a.mdx', 'c.mdx', 'picture.png']);
  assert.equal((await first.pages()).find('b'), undefined);
  assert.equal(await first.findText('b.mdx'), undefined);
  assert.equal(first.card('a.mdx', '# Changed').headings, '# changed');
  assert.deepEqual(await second.paths(), ['a.mdx', 'b.mdx', 'picture.png']);
  assert.equal(await second.findText('a.mdx'), '# One');
  assert.equal(second.card('a.mdx', '# One').headings, '# one');
});

test('files meant for secrets aren’t listed and have no text', async () => {
  const workspace = open(memoryFiles(files));
  assert.ok(!(await workspace.paths()).includes('.env'));
  assert.equal(await workspace.findText('.env'), undefined);
});
