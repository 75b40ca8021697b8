import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { readHead, readRef } from './read-ref.ts';
import { makeTestRepository, type TestRepository } from './testing/test-repository.ts';

let repository: TestRepository;
beforeEach(() => {
  repository = makeTestRepository();
});
afterEach(() => repository.remove());

test('a branch is read from git’s files, before and after references are packed', async () => {
  const { bare } = repository;
  const first = repository.commit({ 'index.mdx': '1' });
  const other = repository.commit({ 'index.mdx': '2' }, 'next/main');
  assert.equal(await readRef(bare, 'refs/heads/main'), first);
  repository.git('pack-refs', '--all');
  assert.equal(await readRef(bare, 'refs/heads/main'), first);
  assert.equal(await readRef(bare, 'refs/heads/next/main'), other);
  const moved = repository.commit({ 'index.mdx': '3' });
  assert.equal(await readRef(bare, 'refs/heads/main'), moved, 'the loose reference is newer');
  assert.equal(await readHead(bare), 'main');
});

test('missing references, symbolic references and a detached HEAD are not resolved', async () => {
  const { bare } = repository;
  const sha = repository.commit({ 'index.mdx': '1' }, 'next');
  repository.git('pack-refs', '--all');
  for (const ref of ['refs/heads/ext', 'refs/heads/nex', 'refs/heads', 'refs/heads/next/deeper']) {
    assert.equal(await readRef(bare, ref), undefined, ref);
  }
  repository.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/next');
  assert.equal(await readRef(bare, 'refs/heads/alias'), undefined);
  writeFileSync(join(bare, 'HEAD'), `${sha}\n`);
  assert.equal(await readHead(bare), undefined);
  assert.equal(await readHead(join(bare, 'missing')), undefined);
});
