import assert from 'node:assert/strict';
import { test } from 'node:test';
import { prepareBuild } from '../../build/prepare-build.ts';
import { defaultBuildLimits } from '../../settings/build-settings.ts';
import { resolveSettings } from '../../settings/resolve-settings.ts';
import { createMemorySource } from '../../source/memory-source.ts';
import { PageOutput } from './page-output.ts';
import { openPage } from './renderer.ts';

const config = { theme: 'mint', name: 'Site', colors: { primary: '#0d9373' }, navigation: { pages: ['a'] } };
const source = createMemorySource(Object.entries({ 'docs.json': JSON.stringify(config), 'a.mdx': 'A', 'p.png': 'p' }));
const limits = { ...defaultBuildLimits, pageNodes: 3 };
const { site } = await prepareBuild({ source, clock: () => 0 }, resolveSettings({ limits }));
const identity = { path: 'a', sourcePath: 'a.mdx', title: 'A' };
const fault = { severity: 'warning', code: 'math', message: 'x' } as const;

test('an issue is reported at the page’s current position, or at its own position', () => {
  const page = openPage(site, identity);
  page.report(fault);
  page.position.at('snippets/x.mdx', 7, () => {
    page.report(fault);
    page.report({ ...fault, line: 8 });
    page.report({ ...fault, path: 'openapi.json' });
  });
  page.report({ ...fault, message: 'back' });
  assert.deepEqual(
    page.output.effects().issues.map(({ path, line }) => [path, line]),
    [
      ['a.mdx', undefined],
      ['snippets/x.mdx', 7],
      ['snippets/x.mdx', 8],
      ['openapi.json', undefined],
      ['a.mdx', undefined],
    ],
  );
});

test('an issue that a page has twice at the same position is reported once', () => {
  const page = openPage(site, identity);
  page.report(fault);
  page.report(fault);
  assert.equal(page.output.effects().issues.length, 1);
});

test('the position is restored if a part fails', () => {
  const page = openPage(site, identity);
  assert.throws(() =>
    page.position.at('snippets/x.mdx', 7, () => {
      throw new Error('broken');
    }),
  );
  assert.deepEqual(page.position.place, { path: 'a.mdx', line: undefined });
});

test('rendering stops if a page has more nodes than the limit', () => {
  const page = openPage(site, identity);
  page.position.countNode(3);
  assert.throws(() => page.position.countNode(), /more than 3 nodes \(limit "pageNodes"\)/);
});

test('IDs on a page are unique, even if the same ID is requested twice', () => {
  const page = openPage(site, identity);
  const ids = ['Part', 'Part', 'Part 2', 'Part', 'part-2'].map((text) => page.uniqueId(text));
  assert.equal(new Set(ids).size, ids.length, ids.join());
  assert.equal(ids[0], 'part');
});

test('shown and linked files are effects, but a missing file that a page shows is not', () => {
  const page = openPage(site, identity);
  assert.match(page.shownFile('p.png') ?? '', /^\/_docwright\/assets\/p\.[0-9a-f]{10}\.png$/);
  assert.equal(page.shownFile('none.png'), undefined);
  assert.equal(page.linkedFile('data.csv'), '/data.csv');
  const { shownFiles, linkedFiles } = page.output.effects();
  assert.deepEqual([shownFiles, linkedFiles], [['p.png'], ['data.csv']]);
});

test('contexts of one output count separately, and collect their effects together', () => {
  const output = new PageOutput();
  const [one, two] = [openPage(site, identity, output), openPage(site, identity, output)];
  assert.deepEqual([one.counter(), two.counter()], [1, 1]);
  one.report(fault);
  two.shownFile('p.png');
  const { issues, shownFiles } = output.effects();
  assert.deepEqual([issues.length, shownFiles], [1, ['p.png']]);
});
