import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { cloneUrl, opensPullRequest, opensRepository, pullRequestPath, repositoryPath } from './context.ts';

const clock = createFixedClock(new Date('2026-11-21T22:00:00Z'));
const secret = Buffer.alloc(32, 7);
const options = { viewSecrets: [secret] as const, clock };
const repository = { id: 'repo_1', linkGeneration: 1, path: 'docs' };
const tokenOf = (path: string): string => path.split('/').at(-1) ?? '';
/** Alters a token. The last character of a signature contains unused bits, so the character before it is changed. */
const tampered = (token: string): string =>
  `${token.slice(0, -2)}${token.at(-2) === 'A' ? 'B' : 'A'}${token.at(-1) ?? ''}`;

describe('a link to a pull request', () => {
  const token = tokenOf(pullRequestPath(options, repository, 7));
  const opens = (changes: Partial<typeof repository> = {}, number = 7, as = token) =>
    opensPullRequest(options, { repository: { ...repository, ...changes }, number }, as);

  test('opens the pull request, but no other one and not the repository', () => {
    assert.equal(opens(), true);
    assert.equal(opens({}, 8), false, 'another number');
    assert.equal(opens({ id: 'repo_2' }), false, 'another repository');
    assert.equal(opens({ linkGeneration: 2 }), false, 'revoked links');
    assert.equal(opensRepository(options, repository, token), false, 'the whole repository');
  });

  for (const [what, as] of [
    ['nothing', ''],
    ['part of the signature', token.slice(0, 10)],
    ['more than the signature', `${token}A`],
    ['a changed signature', tampered(token)],
    ['characters of three bytes each', '語'.repeat(22)],
    ['a signature in uppercase letters', token.toUpperCase()],
  ] as const) {
    test(`is not valid with ${what} as its token`, () => assert.equal(opens({}, 7, as), false));
  }

  test('does not expire, but becomes invalid with a new secret', () => {
    const later = { ...options, clock: createFixedClock(new Date('2036-01-01T00:00:00Z')) };
    assert.equal(opensPullRequest(later, { repository, number: 7 }, token), true);
    const other = { ...options, viewSecrets: [Buffer.alloc(32, 8)] as const };
    assert.equal(opensPullRequest(other, { repository, number: 7 }, token), false);
  });
});

describe('a link to a repository', () => {
  const token = tokenOf(repositoryPath(options, repository));
  const opens = (as = token, changes: Partial<typeof repository> = {}) =>
    opensRepository(options, { ...repository, ...changes }, as);

  test('opens the repository, and its holder can’t change the expiry', () => {
    const [expires = '', signature = ''] = token.split('-', 2);
    assert.equal(opens(), true);
    assert.equal(opens(`${(Number.parseInt(expires, 36) + 1).toString(36)}-${signature}`), false);
    assert.equal(opens(`zzzzzzzzzz-${signature}`), false);
    assert.equal(opens(token, { linkGeneration: 2 }), false);
    assert.equal(opens(token, { id: 'repo_2' }), false);
  });

  test('opens the repository for exactly an hour', () => {
    const at = (ms: number) => ({ ...options, clock: createFixedClock(new Date(clock.now() + ms)) });
    assert.equal(opensRepository(at(3_599_000), repository, token), true);
    assert.equal(opensRepository(at(3_600_000), repository, token), false);
  });

  for (const as of ['', '-', 'abc', `-${token}`, `${token}-`, 'x'.repeat(11) + token, `${token}\n`, tampered(token)]) {
    test(`is invalid if its token is ${JSON.stringify(as.slice(0, 20))}`, () => assert.equal(opens(as), false));
  }
});

test('a git address contains the repository’s path', () => {
  assert.equal(
    cloneUrl({ baseUrl: 'https://docs.example' }, { path: '@acme/docs' }),
    'https://docs.example/git/@acme/docs.git',
  );
});
