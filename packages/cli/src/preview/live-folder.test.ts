import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { createLiveFolder } from './live-folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'docwright-live-'));
after(() => rmSync(folder, { recursive: true }));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

test('a changed file is read again, and an unchanged file is returned as the same object', () => {
  write('a.mdx', 'one');
  write('b.mdx', 'two');
  const live = createLiveFolder(folder);
  const first = live.open();
  const [a, b] = [first.read('a.mdx'), first.read('b.mdx')];
  write('b.mdx', 'TWO');
  utimesSync(join(folder, 'b.mdx'), 1, 2);
  const second = live.open();
  assert.equal(second.read('a.mdx'), a);
  assert.notEqual(second.read('b.mdx'), b);
  assert.equal(Buffer.from(second.read('b.mdx') ?? []).toString(), 'TWO');
});

test('if saved files are given, open reads only these again', () => {
  const live = createLiveFolder(folder);
  live.open().read('a.mdx');
  live.open().read('b.mdx');
  write('a.mdx', 'three');
  write('b.mdx', 'four');
  utimesSync(join(folder, 'a.mdx'), 3, 4);
  utimesSync(join(folder, 'b.mdx'), 3, 4);
  const source = live.open(['a.mdx']);
  assert.equal(Buffer.from(source.read('a.mdx') ?? []).toString(), 'three');
  assert.equal(Buffer.from(source.read('b.mdx') ?? []).toString(), 'TWO');
});

test('a full open detects added and removed files', () => {
  const live = createLiveFolder(folder);
  assert.deepEqual(live.open().paths, ['a.mdx', 'b.mdx']);
  rmSync(join(folder, 'b.mdx'));
  write('c.mdx', 'new');
  const source = live.open();
  assert.deepEqual(source.paths, ['a.mdx', 'c.mdx']);
  assert.equal(source.read('b.mdx'), undefined);
});

test('a link that replaces a file or a folder after it was listed isn’t followed', () => {
  const outside = mkdtempSync(join(tmpdir(), 'docwright-outside-'));
  after(() => rmSync(outside, { recursive: true }));
  writeFileSync(join(outside, 'd.mdx'), 'secret');
  mkdirSync(join(folder, 'deep'));
  write('d.mdx', 'mine');
  write('deep/d.mdx', 'mine');
  const source = createLiveFolder(folder).open();
  rmSync(join(folder, 'd.mdx'));
  rmSync(join(folder, 'deep'), { recursive: true });
  symlinkSync(join(outside, 'd.mdx'), join(folder, 'd.mdx'));
  symlinkSync(outside, join(folder, 'deep'));
  for (const path of ['d.mdx', 'deep/d.mdx']) assert.equal(source.read(path), undefined);
});
