import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createMirrorStore } from './mirror-store.ts';
import type { Mirror } from './mirror.ts';
import { makeTestRepository, type TestRepository } from './testing/test-repository.ts';

describe('the commits between two commits', () => {
  let repository: TestRepository;
  let mirror: Mirror;
  const made: string[] = [];
  before(async () => {
    repository = makeTestRepository();
    made.push(repository.commit({ 'a.ts': '1' }), repository.commit({ 'src/b.ts': '1' }));
    made.push(repository.commit({ 'src/deep/[c].ts': '1' }), repository.commit({ 'a.ts': '2' }));
    const { folder, settings, url } = repository;
    mirror = createMirrorStore({ root: join(folder, 'mirrors'), settings }).open({ id: 'docs', url });
    await mirror.fetch();
  });
  after(() => repository.remove());
  const list = async (paths?: readonly string[]) => {
    const [from = '', , , to = ''] = made;
    return (await mirror.listCommits({ from, to, ...(paths && { paths }) })).map(({ sha }) => sha);
  };

  test('are listed newest first, without the commit from which the range starts', async () => {
    assert.deepEqual(await list(), made.slice(1).toReversed());
    const [from = '', to = ''] = made;
    const [commit] = await mirror.listCommits({ from, to });
    assert.deepEqual(
      [commit?.authorName, commit?.authorEmail, commit?.message, commit?.parents],
      ['Ada', 'ada@example.com', 'change', [from]],
    );
    assert.deepEqual(await mirror.listCommits({ from: to, to: from }), []);
  });

  test('are limited to commits that change a matching file, and paths can’t use other git syntax', async () => {
    assert.deepEqual(await list(['src/*.ts']), [made[1]]);
    assert.deepEqual(await list(['src/**']), [made[2], made[1]]);
    assert.deepEqual(await list(['a.ts']), [made[3]]);
    assert.deepEqual(await list([':(exclude)a.ts', ':!src']), []);
    assert.deepEqual(await list(['--all']), []);
  });

  test('can’t be listed for an unknown commit or a value that isn’t a commit’s ID', async () => {
    const [from = ''] = made;
    await assert.rejects(mirror.listCommits({ from, to: '0'.repeat(40) }));
    await assert.rejects(mirror.listCommits({ from, to: 'main --output=/tmp/x' }));
  });
});
