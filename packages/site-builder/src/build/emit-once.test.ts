import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSite } from './build-site.ts';
import { buildFixture } from '../testing/build-fixture.ts';
import { createMemorySource } from '../source/memory-source.ts';

const config = JSON.stringify({
  theme: 'mint',
  name: 'Twins',
  colors: { primary: '#0a5c46' },
  navigation: { pages: ['index'] },
});

async function pathsOf(files: Readonly<Record<string, string>>) {
  const paths: string[] = [];
  const report = await buildSite({
    source: createMemorySource(Object.entries({ 'docs.json': config, ...files })),
    emit: ({ path }) => void paths.push(path),
    clock: () => performance.now(),
  });
  return { paths, report };
}

test('images with the same name and content in two folders become one file of the bundle', async () => {
  const { paths } = await pathsOf({
    'a/x.png': 'same',
    'b/x.png': 'same',
    'index.mdx': '![one](/a/x.png) ![two](/b/x.png)',
  });
  assert.equal(paths.filter((path) => path.includes('/x.')).length, 1);
  assert.equal(new Set(paths).size, paths.length);
});

test('if page names differ only in case, the second page has a different path, including in the navigation, and an error is reported', async () => {
  const site = await buildFixture({
    'docs.json': config.replace('"index"', '"index","guide-1","Guide","guide"'),
    'index.mdx': 'Home',
    'guide-1.mdx': 'Taken',
    'Guide.mdx': '# One',
    'guide.md': '# Two',
  });
  assert.match(site.content('Guide'), /One/);
  assert.match(site.content('guide-2'), /Two/);
  assert.match(site.files.get('index.html') ?? '', /href="\/guide-2\.html"/);
  assert.equal(site.report.rendered, 4);
  assert.deepEqual(
    site.report.issues.map(({ path, code, severity }) => ({ path, code, severity })),
    [{ path: 'guide.md', code: 'path-collision', severity: 'error' }],
  );
});

test('a file for contributors doesn’t occupy the address of a page whose name differs only in case', async () => {
  const site = await buildFixture({
    'docs.json': config.replace('"index"', '"index","agents"'),
    'index.mdx': 'See the [agents](/agents).',
    'AGENTS.md': 'Notes for coding agents.',
    'agents.mdx': 'Page for readers.',
  });
  assert.match(site.content('agents'), /Page for readers/);
  assert.match(site.content('index'), /href="\/agents\.html"/);
  assert.deepEqual([site.codes(), site.report.rendered], [[], 2]);
});
