import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CodeHostError } from '../../../platform/code-host/index.ts';
import { GitError } from '../../../platform/git/index.ts';
import { nameContextFailure } from './name-context-failure.ts';
import { nameRepositories } from './pin-context.ts';

test('context repositories have short names, which contain the host if two names would otherwise be equal', () => {
  assert.deepEqual(
    nameRepositories(['https://github.com/acme/api', 'https://gitlab.com/group/sub/cli', 'local:@home/docs']),
    ['acme/api', 'group/sub/cli', 'home/docs'],
  );
  assert.deepEqual(
    nameRepositories(['https://github.com/acme/api', 'https://git.acme.example/Acme/API', 'local:@acme/api']),
    ['github.com/acme/api', 'git.acme.example/Acme/API', 'local/acme/api'],
  );
});

test('a failure names the repository and, if it is too large, the limit and its setting', () => {
  const tooLarge = new GitError('too-large', 'The repository is larger than 1000000 bytes (DOCWRIGHT_LIMIT).');
  const failure = nameContextFailure(tooLarge, 'https://github.com/acme/api');
  assert.equal(failure?.code, 'limit_exceeded');
  assert.equal(
    failure?.message,
    "The context repository https://github.com/acme/api can't be read: The repository is larger than 1000000 bytes (DOCWRIGHT_LIMIT).",
  );
  const missing = nameContextFailure(new CodeHostError('repository-not-found', 'gone'), 'https://github.com/acme/api');
  assert.deepEqual([missing?.code, missing?.retryable], ['repository_not_found', false]);
  assert.match(missing?.remedy ?? '', /agent settings/);
  assert.equal(nameContextFailure(new Error('other'), 'x'), undefined);
});
