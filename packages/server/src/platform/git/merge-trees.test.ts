import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { isGitError } from './errors.ts';
import { createMirrorStore } from './mirror-store.ts';
import type { Mirror } from './mirror.ts';
import { makeTestRepository, type TestRepository } from './testing/test-repository.ts';

let repository: TestRepository;
let mirror: Mirror;
beforeEach(() => {
  repository = makeTestRepository();
  const store = createMirrorStore({ root: join(repository.folder, 'mirrors'), settings: repository.settings });
  mirror = store.open({ id: 'docs', url: repository.url });
});
afterEach(() => repository.remove());

async function commitOn(base: string, path: string, content: string): Promise<string> {
  const made = await mirror.commitOverlay({
    base,
    changes: [{ path, content }],
    message: 'x',
    author: { name: 'A', email: 'a@example.com' },
    date: new Date('2026-01-02T03:04:05Z'),
  });
  assert.ok(made.kind === 'committed');
  return made.sha;
}

test('changes to different places in a file are merged, and the merged tree can be read', async () => {
  const base = repository.commit({ 'a.md': 'one\ntwo\nthree\nfour\nfive\n' });
  await mirror.fetch();
  const ours = await commitOn(base, 'a.md', 'ONE\ntwo\nthree\nfour\nfive\n');
  const theirs = await commitOn(base, 'a.md', 'one\ntwo\nthree\nfour\nFIVE\n');
  const merge = await mirror.mergeTrees(ours, theirs);
  assert.ok(merge.kind === 'clean');
  assert.equal((await mirror.readFile(merge.tree, 'a.md'))?.toString(), 'ONE\ntwo\nthree\nfour\nFIVE\n');
});

test('changes to the same place are a conflict in that file, whose name can be unusual', async () => {
  const path = 'guides/ü "x".md';
  const base = repository.commit({ [path]: 'one\n', 'b.md': 'b\n' });
  await mirror.fetch();
  const merge = await mirror.mergeTrees(await commitOn(base, path, 'two\n'), await commitOn(base, path, 'three\n'));
  assert.ok(merge.kind === 'conflict');
  assert.deepEqual(merge.paths, [path]);
});

test('a merge driver that the repository’s attributes name doesn’t resolve a conflict', async () => {
  const base = repository.commit({ '.gitattributes': '*.md merge=evil\n', 'a.md': 'one\n' });
  await mirror.fetch();
  const merge = await mirror.mergeTrees(await commitOn(base, 'a.md', 'two\n'), await commitOn(base, 'a.md', 'three\n'));
  assert.equal(merge.kind, 'conflict');
});

test('files are returned in the order of the requested paths, with undefined for paths without a file', async () => {
  const base = repository.commit({ 'b.md': 'second\n', 'c.md': 'third\n', 'd/e.md': 'x' });
  await mirror.fetch();
  const files = await mirror.readEach(base, ['a.md', 'd', 'b.md', 'c.md']);
  assert.deepEqual(
    files.map((file) => file?.toString()),
    [undefined, undefined, 'second\n', 'third\n'],
  );
  assert.deepEqual(await mirror.readEach(base, []), []);
  await assert.rejects(mirror.readEach('0'.repeat(40), ['a.md']), (error) => isGitError(error, 'commit-not-found'));
  await assert.rejects(mirror.readEach(base, ['../x']), (error) => isGitError(error, 'invalid-path'));
});
