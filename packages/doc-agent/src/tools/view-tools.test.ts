import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ToolError } from '../errors.ts';
import type { PageView, Screenshot } from '../ports.ts';
import { toolBench } from '../testing/tool-bench.ts';

const files = { 'docs.json': '{}', 'guides/a.mdx': '---\ntitle: A\n---\n\nOne.\n' };
const whole: Screenshot = {
  bytes: new Uint8Array(8),
  start: 0,
  end: 900,
  pageHeight: 900,
  scale: 1,
  refusedHosts: [],
};

test('view_page shows a page with the changes so far, in the size, theme and part that the model chooses', async () => {
  const views: (PageView & { readonly text: string })[] = [];
  const bench = toolBench(files, undefined, {
    takeScreenshot: async (docs, view) => {
      views.push({ ...view, text: Buffer.from((await docs.read(view.path)) ?? []).toString() });
      return view.start === 0 ? whole : { ...whole, start: 800, scale: 0.5, refusedHosts: ['img.example'] };
    },
  });
  await bench.call('read', { path: 'guides/a' });
  await bench.call('edit', { path: 'guides/a', edits: [{ old: 'One', new: 'Two' }] });
  const shown = 'after this result';
  const path = 'guides/a.mdx';
  assert.deepEqual(await bench.call('view_page', { path: 'guides/a' }), {
    path,
    screen: 'desktop',
    theme: 'light',
    pixels: '0 to 900 of 900',
    shown,
  });
  assert.deepEqual(await bench.call('view_page', { path, screen: 'phone', theme: 'dark', start: 9_000 }), {
    path,
    screen: 'phone',
    theme: 'dark',
    pixels: '800 to 900 of 900',
    scale: 0.5,
    withoutFilesOf: ['img.example'],
    shown,
  });
  assert.deepEqual(
    views.map(({ screen, theme, start }) => [screen, theme, start]),
    [
      ['desktop', 'light', 0],
      ['phone', 'dark', 9_000],
    ],
  );
  assert.ok(views.every(({ text }) => text.includes('Two.')));
  assert.deepEqual(
    bench.shown.map(({ name }) => name),
    ['guides/a.mdx, desktop, light', 'guides/a.mdx, phone, dark, from 800'],
  );
});

test('view_page fails with an error if a page can’t be shown', async () => {
  assert.equal(await toolBench(files).call('view_page', { path: 'guides/a' }), 'not_shown');
  const takeScreenshot = () => Promise.reject(new ToolError('not_shown', 'a script never ends'));
  const bench = toolBench(files, undefined, { takeScreenshot });
  assert.equal(await bench.call('view_page', { path: 'guides/a' }), 'not_shown');
  assert.equal(await bench.call('view_page', { path: 'guides/none' }), 'not_found');
  assert.deepEqual(bench.shown, []);
});
