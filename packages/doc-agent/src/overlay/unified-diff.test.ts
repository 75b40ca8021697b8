import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Overlay, OverlayEntry } from '../ports.ts';
import { memoryFiles } from '../testing/memory-files.ts';
import { describeImage } from '../images/shown-images.ts';
import { createDocsFiles } from './docs-files.ts';
import { parseOverlay, serializeOverlay, toImageEntry } from './overlay.ts';
import { listFileChanges, toChangedFile } from './list-file-changes.ts';
import { unifiedDiff } from './unified-diff.ts';

/** Applies a diff with git to real files and reads them back. */
function applyWithGit(
  files: Readonly<Record<string, string>>,
  diff: string,
  wanted: readonly string[],
): Map<string, string | undefined> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-diff-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), content);
    }
    execFileSync('git', ['init', '-q', folder]);
    if (diff !== '') execFileSync('git', ['-C', folder, 'apply', '--whitespace=nowarn', '-'], { input: diff });
    return new Map(
      wanted.map((path) => {
        try {
          return [path, readFileSync(join(folder, path), 'utf8')];
        } catch {
          return [path, undefined];
        }
      }),
    );
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const numbered = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => `line ${from + index}\n`).join('');
const files = {
  'a.mdx': numbered(1, 40),
  'b c.mdx': 'x\ny\n',
  'gone.mdx': 'bye\n',
  'no-newline.mdx': 'a\nb',
  'crlf.mdx': 'a\r\nb\r\nc\r\n',
  'move me.mdx': numbered(1, 10),
  'ümlaut.mdx': 'ü\n',
};

test('git applies the diff of writes, deletions, moves, unusual names, CRLF and missing final newlines', async () => {
  const overlay: Overlay = new Map<string, OverlayEntry>([
    [
      'a.mdx',
      { kind: 'write', content: files['a.mdx'].replace('line 5\n', 'line five\nand more\n').replace('line 35\n', '') },
    ],
    ['b c.mdx', { kind: 'write', content: 'x\n' }],
    ['gone.mdx', { kind: 'delete' }],
    ['no-newline.mdx', { kind: 'write', content: 'a\nb\nc' }],
    ['crlf.mdx', { kind: 'write', content: 'a\r\nB\r\nc\r\n' }],
    ['move me.mdx', { kind: 'delete' }],
    ['to/there.mdx', { kind: 'write', content: `${files['move me.mdx']}end\n`, movedFrom: 'move me.mdx' }],
    ['ümlaut.mdx', { kind: 'write', content: 'ö\n' }],
    ['new "q".mdx', { kind: 'write', content: 'n\n' }],
    ['empty.mdx', { kind: 'write', content: '' }],
  ]);
  const diff = await unifiedDiff(memoryFiles(files), overlay);
  const after = applyWithGit(files, diff, [...overlay.keys()]);
  for (const [path, entry] of overlay)
    assert.equal(after.get(path), entry.kind === 'write' ? entry.content : undefined, path);
});

test('a move is one file in the diff, with its changed lines and its old path', async () => {
  const overlay: Overlay = new Map<string, OverlayEntry>([
    ['move me.mdx', { kind: 'delete' }],
    ['there.mdx', { kind: 'write', content: `${files['move me.mdx']}end\n`, movedFrom: 'move me.mdx' }],
  ]);
  const changes = await listFileChanges(memoryFiles(files), overlay);
  assert.deepEqual(changes.map(toChangedFile), [
    { path: 'there.mdx', change: 'moved', from: 'move me.mdx', added: 1, removed: 0 },
  ]);
  assert.match(await unifiedDiff(memoryFiles(files), overlay), /^similarity index 90%$/m);
});

test('an image is named without its bytes, unless the base has the same one', async () => {
  const bytes = Buffer.from('\x89PNG\r\n\x1a\n\xff', 'latin1');
  const image = describeImage('a.png', bytes);
  assert.ok(image);
  const entry = toImageEntry(image);
  const base = memoryFiles({ 'same.png': bytes, 'other.png': Buffer.from([0xff]) });
  const overlay: Overlay = new Map(['new.png', 'other.png', 'same.png'].map((path) => [path, entry]));
  assert.deepEqual(parseOverlay(serializeOverlay(overlay)), overlay);
  const { kind: _kind, ...facts } = entry;
  assert.deepEqual((await listFileChanges(base, overlay)).map(toChangedFile), [
    { path: 'new.png', change: 'added', added: 0, removed: 0, image: facts },
    { path: 'other.png', change: 'modified', added: 0, removed: 0, image: facts },
  ]);
  const [added = '', modified = ''] = (await unifiedDiff(base, overlay)).split(/(?<=\n)(?=diff )/);
  assert.match(added, /^new file mode 100644\nBinary files \/dev\/null and b\/new\.png differ\n$/m);
  assert.match(modified, /^Binary files a\/other\.png and b\/other\.png differ\n$/m);
  const docs = createDocsFiles(base, overlay, {
    read: async (digest) => (digest === entry.digest ? bytes : undefined),
  });
  assert.deepEqual(await docs.read('other.png'), bytes);
  assert.deepEqual(
    (await docs.list()).map(({ sizeBytes }) => sizeBytes),
    [9, 9, 9],
  );
});

test('an overlay that equals the base has an empty diff', async () => {
  assert.equal(await unifiedDiff(memoryFiles(files), new Map([['b c.mdx', { kind: 'write', content: 'x\ny\n' }]])), '');
});

test('with the diff, git apply turns random text into other random text', async () => {
  const text = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n', 'd\r\n', ' \n')).map((lines) => lines.join(''));
  await fc.assert(
    fc.asyncProperty(text, text, fc.boolean(), async (before, after, cut) => {
      const content = cut ? after.replace(/\n$/, '') : after;
      const diff = await unifiedDiff(
        memoryFiles({ 'f.mdx': before }),
        new Map([['f.mdx', { kind: 'write', content }]]),
      );
      assert.equal(applyWithGit({ 'f.mdx': before }, diff, ['f.mdx']).get('f.mdx'), content);
    }),
    { numRuns: 30 },
  );
});
