import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findHome, listDocsFiles, searchFiles, toDocsTree, toNewPagePath, toPageLink } from './docs-tree.ts';

const file = (path: string) => ({ path });
const files = listDocsFiles(
  [file('quickstart.mdx'), file('guides/setup/node.mdx'), file('guides/a.mdx'), file('docs.json'), file('index.mdx')],
  [{ path: 'guides/old.mdx', change: 'deleted', isConflict: true, movedFrom: null }],
);

test('the tree has folders first, and includes deleted files', () => {
  const tree = toDocsTree(files);
  assert.deepEqual(
    tree.files.map(({ path }) => path),
    ['docs.json', 'index.mdx', 'quickstart.mdx'],
  );
  const [guides] = tree.folders;
  assert.deepEqual([guides?.path, guides?.folders[0]?.path], ['guides', 'guides/setup']);
  assert.deepEqual(guides?.files.at(-1), {
    path: 'guides/old.mdx',
    name: 'old.mdx',
    change: 'deleted',
    isConflict: true,
  });
});

test('changes that are newer than the file list are applied to it', () => {
  const change = { isConflict: false, movedFrom: null };
  const listed = listDocsFiles(['deleted.mdx', 'modified.mdx', 'from.mdx'].map(file), [
    { ...change, path: 'deleted.mdx', change: 'deleted' },
    { ...change, path: 'modified.mdx', change: 'modified' },
    { ...change, path: 'added.mdx', change: 'added' },
    { ...change, path: 'to.mdx', change: 'moved', movedFrom: 'from.mdx' },
  ]);
  assert.deepEqual(
    listed.map(({ path, change: kind }) => `${path} ${kind ?? ''}`),
    ['added.mdx added', 'deleted.mdx deleted', 'modified.mdx modified', 'to.mdx moved'],
  );
});

test('a search finds files that contain all words in their path, and lists matches in the name first', () => {
  assert.deepEqual(
    searchFiles(files, 'GUIDES node').map(({ path }) => path),
    ['guides/setup/node.mdx'],
  );
  assert.equal(searchFiles(listDocsFiles([file('a/x.mdx'), file('b/a.mdx')], []), 'a')[0]?.path, 'b/a.mdx');
});

test('the home page is opened first', () => {
  assert.equal(findHome(files), 'index.mdx');
  assert.equal(findHome(listDocsFiles([file('docs.json'), file('b.mdx')], [])), 'b.mdx');
  assert.equal(findHome([]), undefined);
});

test('a page’s link has no extension', () => {
  assert.deepEqual(['index.mdx', 'guides/index.md', 'guides/start.mdx'].map(toPageLink), [
    '/',
    '/guides',
    '/guides/start',
  ]);
});

test('a new page’s path is derived from its name', () => {
  assert.equal(toNewPagePath(' guides / Getting started! '), 'guides/getting-started.mdx');
  assert.equal(toNewPagePath('api/openapi.yaml'), 'api/openapi.yaml');
});
