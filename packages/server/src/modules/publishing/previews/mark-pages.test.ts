import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { createRouteTable } from '@docwright/bundle';
import { markPages } from './mark-pages.ts';
import type { PreviewSite } from './preview-cache.ts';

const html = (text: string): string => `<html><head></head><body><main><p>Same.</p><p>${text}</p></main></body></html>`;

test('a page is marked once, even if it is requested repeatedly and concurrently, and the original is kept', async () => {
  const root = await mkdtemp(join(tmpdir(), 'docwright-marks-'));
  try {
    const open = async (side: string, text: string): Promise<PreviewSite> => {
      const folder = join(root, side);
      await mkdir(folder);
      await writeFile(join(folder, 'a.html'), html(text));
      const files = [{ path: 'a.html', size: 1, sha256: '0'.repeat(64), contentType: 'text/html; charset=utf-8' }];
      return { folder, basePath: '', routes: createRouteTable({ files, redirects: [], basePath: '' }) };
    };
    const sides = { before: await open('before', 'Old.'), after: await open('after', 'New.') };
    const pages = [{ path: 'a.mdx', change: 'modified', before: 'a', after: 'a' }] as const;
    const all = await Promise.all(Array.from({ length: 24 }, () => markPages(pages, sides)));
    for (const counts of [...all, await markPages(pages, sides)])
      assert.deepEqual(counts.get('a.mdx'), { before: 1, after: 1 });
    for (const [side, text] of [
      ['before', 'Old.'],
      ['after', 'New.'],
    ] as const) {
      const folder = join(root, side);
      assert.deepEqual((await readdir(folder)).toSorted(), ['a.html', 'a.html.unmarked']);
      assert.equal(await readFile(join(folder, 'a.html.unmarked'), 'utf8'), html(text));
      const marked = await readFile(join(folder, 'a.html'), 'utf8');
      assert.equal(marked.split('docwright-change-1"').length, 2, marked);
    }
  } finally {
    await rm(root, { recursive: true });
  }
});
