import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CodeHostError, type CodeHost, type PullRequest } from '../../../platform/code-host/index.ts';
import type { Commit, CommitRange, Mirror } from '../../../platform/git/index.ts';
import { readNumber, readPullRequests } from './read-pull-requests.ts';

describe('a merged pull request’s number', () => {
  for (const [message, parents, number] of [
    ['Merge pull request #12 from acme/fix\n\nFix (#3)', 2, 12],
    ["Merge pull request 'Fix (#3)' (#12) from fix into main", 2, 12],
    ['Merged in fix (pull request #12)\n\nFix', 2, 12],
    ["Merge branch 'fix' into 'main'\n\nFix\n\nSee merge request acme/api!12", 2, 12],
    ['Fix (#3) (#12)\n\n* One (#4)', 1, 12],
    ['Fix (pull request #12)', 1, 12],
    ['Fix #12', 1, undefined],
    ['Fix (#12) again', 1, undefined],
    ["Merge branch 'next'", 2, undefined],
    ['Fix (#0)', 1, undefined],
  ] as const) {
    test(`is ${number}: ${JSON.stringify(message)}`, () => {
      assert.equal(readNumber({ message, parents: Array.from({ length: parents }, () => 'p') }), number);
    });
  }
});

const commit = (sha: string, message: string, parents: readonly string[] = ['p']): Commit => ({
  sha,
  parents,
  authorName: 'Ada',
  authorEmail: 'ada@example.com',
  date: new Date(0),
  message,
});

describe('commits’ pull requests', () => {
  const signal = new AbortController().signal;
  const history: Readonly<Record<string, readonly Commit[]>> = {
    'a..z': [
      commit('z', 'Merge pull request #2 from acme/two', ['y', 'two']),
      commit('y', 'Squashed (#1)'),
      commit('x', 'Merge pull request #3 from acme/three', ['a', 'three']),
    ],
    'y..two': [commit('two', 'Two')],
    'a..three': [commit('three', 'Three')],
  };
  const mirror = {
    listCommits: async ({ from, to }: CommitRange) => [...(history[`${from}..${to}`] ?? [])],
  } as Mirror;
  const pull = (number: number, more: Partial<PullRequest> = {}): PullRequest => ({
    number,
    url: `https://github.com/acme/api/pull/${number}`,
    state: 'merged',
    draft: false,
    title: `Change ${number}`,
    author: 'ada',
    body: 'Why.',
    headBranch: 'x',
    headSha: 'x',
    baseBranch: 'main',
    fromFork: false,
    ...more,
  });
  const read = (found: (number: number) => PullRequest, wanted: readonly string[], isHostOfDocs = true) =>
    readPullRequests({
      host: { getPullRequest: async (number: number) => found(number) } as CodeHost,
      mirror,
      branch: 'main',
      from: 'a',
      to: 'z',
      commits: wanted.map((sha) => commit(sha, '')),
      isHostOfDocs,
      signal,
    });

  test('are those that contain them, oldest first, with author and address', async () => {
    const [squashed, merged, ...others] = await read(pull, ['two', 'y']);
    assert.deepEqual(others, []);
    assert.deepEqual(merged, {
      kind: 'pull_request',
      text: 'Change 2\n\nWhy.',
      source: 'https://github.com/acme/api/pull/2',
      author: 'ada',
    });
    assert.equal(squashed?.source, 'https://github.com/acme/api/pull/1');
    assert.deepEqual(await read(pull, []), []);
  });

  test('have no author if the author is a bot, an agent’s credential, unknown, or on another code host', async () => {
    const authorsOf = async (more: Partial<PullRequest>, isHostOfDocs?: boolean) =>
      (await read((number) => pull(number, more), ['y'], isHostOfDocs)).map(({ author }) => author);
    assert.deepEqual(await authorsOf({ author: 'renovate[bot]' }), [undefined]);
    assert.deepEqual(await authorsOf({ body: 'Wrote it.\n\n<!-- docwright:job=aj_1 -->' }), [undefined]);
    assert.deepEqual(await authorsOf({ author: null }), [undefined]);
    assert.deepEqual(await authorsOf({}, false), [undefined]);
  });

  test('are omitted if they aren’t merged, belong to another branch, or can’t be read', async () => {
    assert.deepEqual(await read((number) => pull(number, { state: 'open' }), ['y']), []);
    assert.deepEqual(await read((number) => pull(number, { baseBranch: 'next' }), ['y']), []);
    const fail = () => {
      throw new CodeHostError('pull-request-not-found', 'gone');
    };
    assert.deepEqual(await read(fail, ['y']), []);
  });

  test('are shortened if they are long', async () => {
    const [evidence] = await read((number) => pull(number, { body: 'x'.repeat(65_536) }), ['y']);
    assert.ok((evidence?.text.length ?? 0) <= 4_001);
  });
});
