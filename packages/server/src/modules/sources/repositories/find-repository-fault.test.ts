import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CodeHostError, type RepositoryFacts } from '../../../platform/code-host/index.ts';
import { GitError } from '../../../platform/git/index.ts';
import { findRepositoryFault } from './find-repository-fault.ts';
import { requireBranch } from './require-branch.ts';
import { toJobFailure } from './to-job-failure.ts';

const good: RepositoryFacts = {
  webUrl: 'https://github.com/acme/docs',
  defaultBranch: 'main',
  permission: 'write',
  private: true,
  archived: false,
  takesPullRequests: true,
  fullName: 'acme/docs',
};
const find = (changes: Partial<RepositoryFacts>, path = 'acme/docs') =>
  findRepositoryFault({ facts: { ...good, ...changes }, path });

describe('an existing repository', () => {
  test('can be used with write permission, even if its name is written in another case', () => {
    assert.equal(find({}), undefined);
    assert.equal(find({ permission: 'admin' }, 'ACME/Docs'), undefined);
  });

  test('reports only the fault that its owner should fix first', () => {
    for (const [changes, code, message] of [
      [{ fullName: 'acme/handbook', archived: true }, 'repository_moved', /is now acme\/handbook/],
      [{ archived: true, permission: 'none' }, 'permission_denied', /is archived/],
      [{ permission: 'read', takesPullRequests: false }, 'permission_denied', /may only read/],
      [{ permission: 'none' }, 'permission_denied', /may not read/],
      [{ takesPullRequests: false }, 'permission_denied', /Pull requests are turned off/],
    ] as const) {
      const fault = find(changes);
      assert.equal(fault?.code, code);
      assert.match(fault?.message ?? '', message);
      assert.notEqual(fault?.remedy, '');
      assert.equal(fault?.retryable, false, 'none of them is fixed by waiting');
    }
  });
});

describe('a job’s error for a failure of git or a code host', () => {
  test('has a code of the API and a remedy, and says whether a retry can help', () => {
    for (const [error, code, retryable] of [
      [new GitError('repository-not-found', 'x'), 'repository_not_found', false],
      [new GitError('empty-repository', 'x'), 'repository_empty', false],
      [new GitError('unreachable', 'x'), 'repository_unreachable', true],
      [new GitError('git-failed', 'x'), 'internal', true],
      [new CodeHostError('forbidden', 'x'), 'permission_denied', false],
      [new CodeHostError('rate-limited', 'x'), 'repository_unreachable', true],
      [new CodeHostError('outcome-unknown', 'x'), 'repository_unreachable', true],
    ] as const) {
      const failure = toJobFailure(error);
      assert.deepEqual([failure.code, failure.retryable], [code, retryable], error.code);
      assert.ok(failure.remedy.length > 20, error.code);
    }
  });

  test('asks for a new credential if one is refused, and for write access if a permission is missing', () => {
    assert.match(toJobFailure(new CodeHostError('unauthorized', 'x')).remedy, /operator to set a new credential/);
    assert.match(
      toJobFailure(new CodeHostError('forbidden', 'x')).remedy,
      /write access to the repository.s contents and pull requests/,
    );
  });
});

test('a branch from a caller must be a name that git accepts, and not an option', () => {
  for (const branch of ['main', 'release/1.2', 'reference', 'heads/main', 'a/refs/b'])
    assert.equal(requireBranch(branch), branch);
  for (const branch of [
    '',
    '-x',
    '--upload-pack=x',
    'a..b',
    'a b',
    'a\u0000',
    'a~1',
    'refs/../x',
    'x.lock',
    '/a',
    'a/',
    '@{1}',
    'ümlaut',
    'refs/heads/main',
    'refs/tags/v1',
  ]) {
    assert.throws(
      () => requireBranch(branch, '/defaultBranch'),
      (error: { details?: { path: string }[] }) => {
        assert.equal(error.details?.[0]?.path, '/defaultBranch', JSON.stringify(branch));
        return true;
      },
    );
  }
});
