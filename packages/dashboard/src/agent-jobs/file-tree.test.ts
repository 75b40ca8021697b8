import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toFileTree, type FileTree } from './file-tree.ts';
import { parseDiff } from '@docwright/highlight/parse-diff';

const diffOf = (...paths: string[]) =>
  parseDiff(paths.map((path) => `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n`).join(''));
const show = ({ folders, files }: FileTree): unknown => [
  ...folders.map(({ name, tree }) => ({ [name]: show(tree) })),
  ...files.map(({ name }) => name),
];

test('files are in their folders, and folders with a single folder are merged', () => {
  const tree = toFileTree(diffOf('docs/a/b/one.mdx', 'docs/a/b/two.mdx', 'docs/a/c/d.mdx', 'index.mdx'));
  assert.deepEqual(show(tree), [{ 'docs/a': [{ b: ['one.mdx', 'two.mdx'] }, { c: ['d.mdx'] }] }, 'index.mdx']);
});

test('folders can have the names of object properties', () => {
  const [folder] = toFileTree(diffOf('__proto__/constructor/x')).folders;
  assert.equal(folder?.name, '__proto__/constructor');
  assert.equal(folder.tree.files[0]?.name, 'x');
});
