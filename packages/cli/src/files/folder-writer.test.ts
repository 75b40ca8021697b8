import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
  type WriteStream,
} from 'node:fs';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { after, beforeEach, test } from 'node:test';
import { requireFilePath } from '@docwright/bundle';
import fc from 'fast-check';
import { openFolderWriter } from './folder-writer.ts';
import { replaceFile, replaceFileBy } from './replace-file.ts';
import { targetPathProblem } from './target-path.ts';

const root = mkdtempSync(join(tmpdir(), 'docwright-writer-'));
const out = join(root, 'out');
const outside = join(root, 'outside');
after(() => rmSync(root, { recursive: true }));
beforeEach(() => {
  for (const folder of [out, outside]) {
    rmSync(folder, { recursive: true, force: true });
    mkdirSync(folder);
  }
  writeFileSync(join(outside, 'mine'), 'mine');
});

const unsafe = { code: 'unsafe_path' };
const assertOutsideIsUntouched = (): void => {
  assert.deepEqual(readdirSync(root).toSorted(), ['out', 'outside']);
  assert.deepEqual(readdirSync(outside), ['mine']);
  assert.equal(readFileSync(join(outside, 'mine'), 'utf8'), 'mine');
};

test('a file with any name is written below the folder or rejected', () => {
  const segment = fc.oneof(
    fc.constantFrom(
      '..',
      '.',
      '',
      '.git',
      '\u200c.git',
      'hooks',
      'C:',
      'a\\b',
      'nul\0x',
      '\n',
      'out',
      'outside',
      'mine',
      'ok',
    ),
    fc.string({ unit: 'binary', maxLength: 6 }),
  );
  const path = fc.tuple(fc.constantFrom('', '/', '../'), fc.array(segment, { minLength: 1, maxLength: 4 }));
  fc.assert(
    fc.property(path, ([start, parts]) => {
      rmSync(out, { recursive: true, force: true });
      const name = start + parts.join('/');
      const writer = openFolderWriter(out, { replaces: true });
      if (writer.problemOf(name) === undefined) {
        requireFilePath(name);
        writer.write(name, 'new');
        assert.equal(readFileSync(join(out, name), 'utf8'), 'new');
      } else assert.throws(() => writer.write(name, 'new'), unsafe);
      mkdirSync(out, { recursive: true });
      assertOutsideIsUntouched();
    }),
    { numRuns: 60 },
  );
});

test('no file is written through a linked folder, a linked file or a dangling link', () => {
  symlinkSync(outside, join(out, 'folder'));
  symlinkSync(join(outside, 'mine'), join(out, 'mine'));
  symlinkSync(join(outside, 'new'), join(out, 'dangling'));
  symlinkSync(join(outside, 'made'), join(out, 'nowhere'));
  mkdirSync(join(out, '.git/hooks'), { recursive: true });
  symlinkSync('.git/hooks', join(out, 'inner'));
  const writer = openFolderWriter(out, { replaces: true });
  for (const path of ['folder/mine', 'folder/new', 'folder/deep/new', 'mine', 'dangling', 'inner/post-commit'])
    assert.throws(() => writer.write(path, 'new'), unsafe, path);
  assert.throws(() => writer.write('nowhere/new', 'new'));
  assert.deepEqual(readdirSync(join(out, '.git/hooks')), []);
  assertOutsideIsUntouched();
});

test('a link to another folder of the site is followed, and the folder itself may be a link', () => {
  mkdirSync(join(out, 'v2'));
  symlinkSync('v2', join(out, 'latest'));
  symlinkSync(out, join(root, 'link'));
  openFolderWriter(join(root, 'link'), { replaces: false }).write('latest/a.html', 'a');
  rmSync(join(root, 'link'));
  assert.equal(readFileSync(join(out, 'v2/a.html'), 'utf8'), 'a');
});

test('an existing file is replaced only on request, and its hard links keep the old content', () => {
  linkSync(join(outside, 'mine'), join(out, 'page'));
  chmodSync(join(out, 'page'), 0o755);
  assert.throws(() => openFolderWriter(out, { replaces: false }).write('page', 'new'), { code: 'file_exists' });
  openFolderWriter(out, { replaces: true }).write('page', 'new');
  assert.equal(readFileSync(join(out, 'page'), 'utf8'), 'new');
  assert.equal(statSync(join(out, 'page')).mode & 0o111, 0);
  assertOutsideIsUntouched();
});

test('a copy is not executable, and links and folders are not copied', () => {
  writeFileSync(join(root, 'script'), '#!/bin/sh', { mode: 0o755 });
  symlinkSync(join(outside, 'mine'), join(root, 'link'));
  const writer = openFolderWriter(out, { replaces: false });
  writer.copy('a/script', join(root, 'script'));
  assert.equal(statSync(join(out, 'a/script')).mode & 0o777, 0o644 & ~process.umask());
  assert.throws(() => writer.copy('link', join(root, 'link')));
  assert.throws(() => writer.copy('folder', outside));
  for (const path of ['script', 'link']) rmSync(join(root, path));
  assert.deepEqual(readdirSync(out), ['a']);
});

test('a writer that writes nothing creates no folder', () => {
  assert.equal(openFolderWriter(join(root, 'none'), { replaces: true }).problemOf('a'), undefined);
  assert.equal(existsSync(join(root, 'none')), false);
});

test('devices, streams, short names and trailing dots or spaces are rejected on Windows and allowed elsewhere', () => {
  for (const path of ['con', 'a/AUX.html', 'lpt1', 'ab:c', 'git~1/hooks/x', 'a./b', 'a /b', 'what?.html']) {
    assert.notEqual(targetPathProblem(path, 'win32'), undefined, path);
    assert.equal(targetPathProblem(path, 'linux'), undefined, path);
  }
  for (const path of ['contact', 'a/console.html', 'git~x'])
    assert.equal(targetPathProblem(path, 'win32'), undefined, path);
});

test('replacing a file replaces an existing link without following it, and ignores links next to it', async () => {
  const path = join(out, 'cli.json');
  for (const name of ['cli.json', 'cli.json.new', 'cli.json.part']) symlinkSync(join(outside, 'mine'), join(out, name));
  replaceFile(path, 'new', 0o600);
  assert.equal(lstatSync(path).mode & 0o777, 0o600);
  rmSync(path);
  symlinkSync(join(outside, 'mine'), path);
  await replaceFileBy(path, async (output) => {
    output.end('newer');
    await once(output, 'close');
  });
  assert.equal(readFileSync(path, 'utf8'), 'newer');
  await assert.rejects(
    replaceFileBy(path, () => Promise.reject(new Error('no'))),
    /no/,
  );
  // The original error is also reported if pending writes fail with a different error.
  const fillAndFail = async (output: WriteStream): Promise<void> => {
    output.write('a');
    await Promise.resolve();
    output.write('b');
    await setImmediate();
    output.write('c');
    throw new Error('no');
  };
  await assert.rejects(replaceFileBy(path, fillAndFail), /^Error: no$/);
  assert.deepEqual(readdirSync(out), ['cli.json', 'cli.json.new', 'cli.json.part']);
  assertOutsideIsUntouched();
});
