import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CodeHostError, type CodeHost } from '../../../../platform/code-host/index.ts';
import type { Mirror } from '../../../../platform/git/index.ts';
import { findReviewers } from './find-reviewers.ts';

describe('an automation’s reviewers', () => {
  const { signal } = new AbortController();
  const permissions: Readonly<Record<string, 'write' | 'admin' | 'read' | CodeHostError>> = {
    ada: 'write',
    bob: 'admin',
    eve: 'read',
    hidden: new CodeHostError('forbidden', 'not yours to ask'),
  };
  const mirror = { readEach: async () => [Buffer.from('* @owner\n')] } as unknown as Mirror;
  const find = (authors: readonly (string | undefined)[], kind: CodeHost['kind'] = 'github') => {
    const host = {
      kind,
      permissionOf: async ({ id }: { readonly id: string }) => {
        const permission = permissions[id] ?? 'none';
        if (permission instanceof Error) throw permission;
        return permission;
      },
    } as CodeHost;
    const evidence = authors.map((author) => ({ kind: 'pull_request', text: '', ...(author && { author }) }) as const);
    return findReviewers({ host, mirror, baseCommit: 'c' }, { paths: ['index.mdx'], evidence }, signal);
  };

  test('are the authors of the changes, newest first and once each', async () => {
    assert.deepEqual(await find(['ada', 'bob', 'ada']), ['ada', 'bob']);
  });

  test('exclude authors who can’t write to the docs repository, or whose permission is unknown', async () => {
    assert.deepEqual(await find(['eve', 'stranger', 'hidden', 'bob']), ['bob']);
  });

  test('are the code owners if no author can review, or the host identifies people by other names', async () => {
    assert.deepEqual(await find(['eve', undefined]), ['owner']);
    assert.deepEqual(await find(['ada'], 'gitlab'), ['owner']);
  });
});
