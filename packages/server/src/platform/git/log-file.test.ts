import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { createMirrorStore } from './mirror-store.ts';
import type { FileLogQuery, Mirror } from './mirror.ts';
import { makeTestRepository, type TestRepository } from './testing/test-repository.ts';

const text = 'Text of several lines,\nwhich stays the same\nwhen the file is renamed.\n';

describe('the commits that changed a file', () => {
  let repository: TestRepository;
  let mirror: Mirror;
  const made: string[] = [];
  before(async () => {
    repository = makeTestRepository();
    const commits = [
      { 'old.mdx': text, 'other.mdx': '1' },
      { 'other.mdx': '2' },
      { 'old.mdx': `${text}More.\n` },
      { 'old.mdx': null, 'docs/[new].mdx': `${text}More.\n` },
      { 'other.mdx': '3' },
      { 'docs/[new].mdx': `${text}Even more.\n` },
      { 'other.mdx': null },
    ];
    for (const files of commits) made.push(repository.commit(files));
    const { folder, settings, url } = repository;
    mirror = createMirrorStore({ root: join(folder, 'mirrors'), settings }).open({ id: 'docs', url });
    await mirror.fetch();
  });
  after(() => repository.remove());
  const head = (): string => made.at(-1) ?? '';
  const numberOf = (sha: string | undefined): number => made.indexOf(sha ?? '');
  const log = async (query: Partial<FileLogQuery>) => {
    const { commits, next } = await mirror.logFile({ commit: head(), path: 'docs/[new].mdx', limit: 10, ...query });
    return {
      commits: commits.map(({ sha, path }) => [numberOf(sha), path]),
      next: next === undefined ? undefined : [numberOf(next.commit), next.path],
    };
  };

  test('are listed newest first, with the path in each commit', async () => {
    assert.deepEqual(await log({}), {
      commits: [
        [5, 'docs/[new].mdx'],
        [3, 'docs/[new].mdx'],
        [2, 'old.mdx'],
        [0, 'old.mdx'],
      ],
      next: undefined,
    });
    const { commits } = await mirror.logFile({ commit: head(), path: 'docs/[new].mdx', limit: 2 });
    assert.deepEqual(
      commits.map(({ authorName, subject, movedFrom, isDeletion }) => [authorName, subject, movedFrom, isDeletion]),
      [
        ['Ada', 'change', undefined, false],
        ['Ada', 'change', 'old.mdx', false],
      ],
    );
  });

  test('continue where a page ended, with the file’s path in that commit', async () => {
    const first = await log({ limit: 2 });
    assert.deepEqual([first.commits.length, first.next], [2, [2, 'old.mdx']]);
    const second = await log({ commit: made[2] ?? '', path: 'old.mdx', limit: 1 });
    assert.deepEqual(second, { commits: [[2, 'old.mdx']], next: [0, 'old.mdx'] });
  });

  test('are searched for in a limited number of commits, and the list can be continued from there', async () => {
    assert.deepEqual(await log({ maxExamined: 1 }), { commits: [], next: [5, 'docs/[new].mdx'] });
    assert.deepEqual(await log({ maxExamined: 4 }), {
      commits: [
        [5, 'docs/[new].mdx'],
        [3, 'docs/[new].mdx'],
      ],
      next: [2, 'old.mdx'],
    });
  });

  test('include the commit that deleted the file', async () => {
    const { commits } = await mirror.logFile({ commit: head(), path: 'other.mdx', limit: 2 });
    assert.deepEqual(
      commits.map(({ sha, isDeletion }) => [numberOf(sha), isDeletion]),
      [
        [6, true],
        [4, false],
      ],
    );
  });

  test('are empty for a missing file, and can’t be listed for an unknown commit or an invalid path', async () => {
    assert.deepEqual(await log({ path: 'missing.mdx' }), { commits: [], next: undefined });
    for (const commit of ['0'.repeat(40), 'main', '--all'])
      await assert.rejects(log({ commit }), { code: 'commit-not-found' }, commit);
    for (const path of ['../x', 'a\0b', '', `${'a/'.repeat(3000)}b`])
      await assert.rejects(log({ path }), { code: 'invalid-path' });
  });
});
