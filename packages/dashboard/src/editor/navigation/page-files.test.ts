import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readNavigationTree } from '@docwright/doc-agent/navigation-tree';
import { parseJson } from '@docwright/doc-agent/parse-json';
import { listDocsFiles } from '../docs-tree.ts';
import { findFirstPage, listUnlistedPages, mapPageFiles } from './page-files.ts';

const paths = ['a.mdx', 'b.md', 'docs.json', 'guides/c.mdx', 'snippets/part.mdx', 'gone.mdx'];
const files = listDocsFiles(
  paths.map((path) => ({ path })),
  [{ path: 'gone.mdx', change: 'deleted', isConflict: false, movedFrom: null }],
);

test('the navigation names pages without their extension', () => {
  assert.equal(mapPageFiles(files).get('b'), 'b.md');
  assert.equal(mapPageFiles(files).has('gone'), false);
});

test('pages missing from the navigation can be added, but not snippets or deleted files', () => {
  const lists = readNavigationTree(parseJson('{"navigation": {"pages": ["/a"]}}')) ?? [];
  assert.deepEqual(listUnlistedPages(files, lists), ['b', 'guides/c']);
  assert.equal(findFirstPage(lists, ['navigation', 'pages']), 'a');
});
