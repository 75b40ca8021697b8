import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

const dist = join(import.meta.dirname, '../../packages/dashboard/dist');
/** Maximum size of a page's first load of JavaScript, compressed. */
const BUDGET_BYTES = 150_000;
const EDITOR_BUDGET_BYTES = 250_000;

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
}
const manifest = JSON.parse(readFileSync(join(dist, 'manifest.json'), 'utf8')) as Record<string, Chunk>;

/** Returns the files that are loaded before a chunk can run. */
function closure(key: string, seen = new Set<string>()): Set<string> {
  const chunk = manifest[key];
  if (chunk === undefined || seen.has(chunk.file)) return seen;
  seen.add(chunk.file);
  for (const each of chunk.imports ?? []) closure(each, seen);
  return seen;
}
/** Returns the size as browsers receive it: scripts are compressed with Brotli, except for small ones. */
const receivedSizeOf = (file: string): number => {
  const path = join(dist, file);
  return readFileSync(existsSync(`${path}.br`) ? `${path}.br` : path).length;
};
const sizeOf = (file: string): number => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length;

const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry === true) ?? '';
const pages = Object.keys(manifest).filter((key) => key.endsWith('-page.tsx'));

test('the pages are in at least 18 separate files', () => {
  assert.ok(pages.length >= 18, pages.join(', '));
});

for (const page of pages) {
  test(`a first load of ${page.split('/').at(-1)} takes at most ${BUDGET_BYTES / 1000} kB of compressed JavaScript`, () => {
    const files = closure(page, closure(entry));
    const bytes = [...files].filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + sizeOf(file), 0);
    assert.ok(bytes <= BUDGET_BYTES, `${bytes} bytes in ${files.size} files`);
  });
}

test(`the editor shows text after at most ${EDITOR_BUDGET_BYTES / 1000} kB of scripts, as browsers receive them`, () => {
  const needed = [
    'src/projects/project-bar.tsx',
    'src/editor/editor-page.tsx',
    'src/editor/file-editor.tsx',
    'src/editor/source/source-editor.tsx',
  ];
  const files = closure(entry);
  for (const key of needed) {
    assert.ok(manifest[key], key);
    closure(key, files);
  }
  const bytes = [...files].filter((file) => file.endsWith('.js')).reduce((sum, file) => sum + receivedSizeOf(file), 0);
  assert.ok(bytes <= EDITOR_BUDGET_BYTES, `${bytes} bytes in ${files.size} files`);
});

test('index.html references no other host and contains no inline scripts', () => {
  const html = readFileSync(join(dist, 'index.html'), 'utf8');
  assert.doesNotMatch(html, /https?:\/\//);
  for (const [, attributes = '', content = ''] of html.matchAll(/<script([^>]*)>([^<]*)/g)) {
    assert.match(attributes, /src=/);
    assert.equal(content, '');
  }
});
