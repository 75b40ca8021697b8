import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFixture } from '../testing/build-fixture.ts';
import { defaultBuildLimits } from '../settings/build-settings.ts';

const spec = JSON.stringify({ openapi: '3.1.0', info: { title: 'S', version: '1' }, paths: { '/a': { get: {} } } });

function config(pages: readonly unknown[]): string {
  return JSON.stringify({ theme: 'mint', name: 'T', colors: { primary: '#000' }, navigation: { pages } });
}

test('a report counts the pages that the navigation requires, and states why pages are missing', async () => {
  const { report } = await buildFixture({
    'docs.json': config([
      'a',
      'a',
      'gone',
      'empty',
      { group: 'API', openapi: 'api.json', pages: ['GET /a', 'GET /gone'] },
      { group: 'Lost', openapi: 'lost.json' },
      { group: 'Broken', openapi: 'broken.json', pages: ['a'] },
      { group: 'Elsewhere', openapi: 'https://api.example.com/spec.json' },
    ]),
    'api.json': spec,
    'broken.json': '{"openapi": "3.1.0"',
    'a.mdx': 'Text.',
    'empty.mdx': '{gone.map((item) => <b>{item}</b>)}',
    'unlisted.mdx': 'Text.',
  });
  assert.deepEqual(report.missing, [
    { path: 'gone', cause: 'no-file' },
    { path: 'GET /gone', cause: 'no-operation' },
    { path: 'lost.json', cause: 'specification' },
    { path: 'broken.json', cause: 'specification' },
    { path: 'https://api.example.com/spec.json', cause: 'remote-specification' },
    { path: 'empty', cause: 'empty' },
  ]);
  assert.equal(report.expected, 3 + 5);
  assert.equal(report.rendered, 4);
  assert.equal(report.issueCounts['missing-page'], 2);
});

test('pages beyond the limit are reported as missing', async () => {
  const files = { 'docs.json': config(['a', 'b', 'c']), 'a.mdx': 'a', 'b.mdx': 'b', 'c.mdx': 'c', 'unlisted.mdx': 'd' };
  const { report } = await buildFixture(files, { limits: { ...defaultBuildLimits, pages: 2 } });
  assert.equal(report.expected, 3);
  assert.deepEqual(report.missing, [{ path: 'c', cause: 'page-limit' }]);
});
