import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildSite } from './build-site.ts';
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

test('pictures with the same name and content in two folders are one file of the bundle', async () => {
  const { paths } = await pathsOf({
    'a/x.png': 'same',
    'b/x.png': 'same',
    'index.mdx': '![one](/a/x.png) ![two](/b/x.png)',
  });
  assert.equal(paths.filter((path) => path.includes('/x.')).length, 1);
  assert.equal(new Set(paths).size, paths.length);
});

test('pages whose names differ in case only: the first stands, the other is an issue', async () => {
  const { paths, report } = await pathsOf({ 'index.mdx': '# Home', 'guide.mdx': '# One', 'Guide.mdx': '# Two' });
  assert.equal(paths.filter((path) => path.toLowerCase() === 'guide.html').length, 1);
  assert.ok(report.issues.some(({ code }) => code === 'path-collision'));
});
