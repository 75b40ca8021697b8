import assert from 'node:assert/strict';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { createMirrorStore, type Mirror } from '../../../../platform/git/index.ts';
import { makeTestRepository, type TestRepository } from '../../../../platform/git/testing/test-repository.ts';
import { createFolderShare } from './share-folders.ts';

let repository: TestRepository;
let mirror: Mirror;
beforeEach(() => {
  repository = makeTestRepository();
  const store = createMirrorStore({ root: join(repository.folder, 'mirrors'), settings: repository.settings });
  mirror = store.open({ id: 'docs', url: repository.url });
});
afterEach(() => repository.remove());

async function commit(files: Readonly<Record<string, string>>): Promise<string> {
  const sha = repository.commit(files);
  await mirror.fetch();
  return sha;
}

test('jobs on one commit share its files, simultaneously and one after the other', async () => {
  const sha = await commit({ 'index.mdx': '# Hi' });
  const share = createFolderShare();
  const [first, second] = await Promise.all([share.hold(mirror, sha, ''), share.hold(mirror, sha, '')]);
  assert.equal(first.folder, second.folder);
  assert.equal(first.base, second.base);
  first.release();
  second.release();
  assert.equal((await share.hold(mirror, sha, '')).folder, first.folder);
});

test('symbolic links are listed as skipped paths, not as files', async () => {
  const sha = repository.commit({ 'docs/index.mdx': '# Hi', 'docs/images': { mode: '120000', text: '/etc' } });
  await mirror.fetch();
  const { base } = await createFolderShare().hold(mirror, sha, 'docs');
  assert.deepEqual([base.skipped, (await base.list()).map(({ path }) => path)], [['images'], ['index.mdx']]);
});

test('the agent knows which of its files the repository stores in Git LFS', async () => {
  const share = createFolderShare();
  const paths = ['images/a.png', 'a.png', 'images/a.gif'];
  const find = async (sha: string) => {
    const { base } = await share.hold(mirror, sha, 'docs');
    return Promise.all(paths.map((path) => base.isInLfs(path)));
  };
  assert.deepEqual(await find(await commit({ 'docs/index.mdx': '# Hi' })), [false, false, false]);
  const attributes = '/docs/images/*.png filter=lfs diff=lfs merge=lfs -text\n';
  const sha = await commit({ 'docs/index.mdx': '# Hi', '.gitattributes': attributes });
  assert.deepEqual(await find(sha), [true, false, false]);
});

test('files that the next commit didn’t change are shared with the previous one', async () => {
  const before = await commit({ 'index.mdx': '# Hi', 'same.mdx': 'Same.' });
  const share = createFolderShare();
  const old = await share.hold(mirror, before, '');
  const next = await share.hold(mirror, await commit({ 'index.mdx': '# Hello', 'new.mdx': 'New.' }), '');
  assert.equal(next.folder.read('same.mdx'), old.folder.read('same.mdx'));
  const texts = next.folder.paths.map((path) => Buffer.from(next.folder.read(path) ?? '').toString());
  assert.deepEqual(texts, ['# Hello', 'New.', 'Same.']);
  assert.equal(Buffer.from(old.folder.read('index.mdx') ?? '').toString(), '# Hi');
});

test('if there are too many unused files, the most recently used stay', async () => {
  const first = await commit({ 'index.mdx': 'x'.repeat(600) });
  const second = await commit({ 'index.mdx': 'y'.repeat(600) });
  const share = createFolderShare(1_000);
  const held = await share.hold(mirror, first, '');
  const other = await share.hold(mirror, second, '');
  other.release();
  assert.equal((await share.hold(mirror, second, '')).folder, other.folder, 'the unused folder is still there');
  other.release();
  held.release();
  assert.equal((await share.hold(mirror, second, '')).folder, other.folder, 'the one that was used last');
  assert.notEqual((await share.hold(mirror, first, '')).folder, held.folder);
});

test('a commit that could not be read is read again', async () => {
  const share = createFolderShare();
  await assert.rejects(share.hold(mirror, 'f'.repeat(40), ''));
  const sha = await commit({ 'index.mdx': '# Hi' });
  assert.deepEqual((await share.hold(mirror, sha, '')).folder.paths, ['index.mdx']);
});
