import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isCovered, parsePattern } from './connected-repositories.ts';
import {
  parseRepositoryAddress,
  toLocalAddress,
  toPresentLink,
  toRepositoryUrl,
  type AddressRules,
} from './repository-address.ts';

const rules: AddressRules = {
  baseUrl: 'https://docs.example',
  hosts: [
    { kind: 'github', webUrl: 'https://github.com' },
    { kind: 'gitlab', webUrl: 'https://gitlab.example:8443' },
  ],
};

test('a pattern covers one repository, all of an owner’s or a host’s repositories, or everything', () => {
  const cases: readonly (readonly [pattern: string, covered: readonly string[], others: readonly string[]])[] = [
    [
      'https://github.com/acme/docs',
      ['https://github.com/acme/docs', 'https://github.com/ACME/Docs'],
      ['https://github.com/acme/docs2', 'https://github.com/acme', 'https://github.com.evil.example/acme/docs'],
    ],
    [
      'https://github.com/acme/*',
      ['https://github.com/acme/docs', 'https://github.com/Acme/x'],
      ['https://github.com/acme', 'https://github.com/acme2/docs', 'https://gitlab.example:8443/acme/docs'],
    ],
    [
      'https://gitlab.example:8443/group/sub/*',
      ['https://gitlab.example:8443/group/sub/a', 'https://gitlab.example:8443/group/sub/deeper/a'],
      ['https://gitlab.example:8443/group/a', 'https://gitlab.example/group/sub/a'],
    ],
    [
      'https://github.com/*',
      ['https://github.com/a/b'],
      ['https://gitlab.example:8443/a/b', 'https://github.common/a/b'],
    ],
    ['*', ['https://github.com/a/b', 'https://gitlab.example:8443/a/b'], []],
  ];
  for (const [pattern, covered, others] of cases) {
    for (const address of covered) assert.equal(isCovered([pattern], address), true, `${pattern} ${address}`);
    for (const address of others) assert.equal(isCovered([pattern], address), false, `${pattern} ${address}`);
  }
  assert.equal(isCovered([], 'https://github.com/acme/docs'), false);
});

test('a star inside a name isn’t a valid pattern', () => {
  for (const text of [
    'https://github.com/ac*/docs',
    'https://github.com/acme/d*',
    '**',
    '',
    'https://github.com/acme',
  ]) {
    assert.equal(parsePattern(text, rules), undefined, text);
  }
});

test('an operator’s input is stored in normalized form', () => {
  for (const [text, stored] of [
    [' https://github.com/Acme/Docs.git ', 'https://github.com/acme/docs'],
    ['https://github.com/Acme/docs/', 'https://github.com/acme/docs'],
    ['https://github.com/Acme/*', 'https://github.com/acme/*'],
    ['https://github.com/*', 'https://github.com/*'],
    ['https://gitlab.example:8443/A/b/*', 'https://gitlab.example:8443/a/b/*'],
    ['*', '*'],
  ] as const) {
    assert.equal(parsePattern(text, rules), stored);
  }
});

test('an address that isn’t on a configured code host is an invalid pattern', () => {
  for (const text of [
    'https://bitbucket.org/acme/*',
    'http://github.com/acme/*',
    'https://github.com.evil.example/*',
    'https://github.com/../*',
    'https://github.com/acme/../other/*',
    'https://github.com/ac%6de/*',
    'https://github.com/acmé/docs',
    'https://user@github.com/acme/*',
    'https://github.com//*',
    'local:docs',
    'https://docs.example/git/docs.git',
  ]) {
    assert.equal(parsePattern(text, rules), undefined, text);
  }
});

test('another spelling of an address isn’t accepted as another repository', () => {
  const patterns = ['https://github.com/mine/*'];
  for (const text of [
    'https://github.com/mine/../theirs/docs',
    'https://github.com/mine/%2e%2e/theirs/docs',
    'https://github.com/mine%2f..%2ftheirs/docs',
    'https://github.com/mine\\..\\theirs/docs',
    'https://github.com/ｍine/docs',
    'https://github.com/mine/docs?x=/theirs/docs',
    'https://github.com/mine/docs#/theirs/docs',
    'https://github.com@theirs.example/mine/docs',
    'https://github.com/\u212Aelvin/docs',
  ]) {
    assert.throws(() => parseRepositoryAddress(text, rules), { code: 'invalid_repository' }, text);
  }
  const doubled = parseRepositoryAddress('https://github.com/theirs/docs.git.git', rules);
  assert.ok(doubled.kind !== 'local');
  assert.equal(isCovered(patterns, `${doubled.webUrl}/${doubled.path}`), false);
});

test('a repository on the embedded host is named by its path, which contains the slug if the organization has one', () => {
  for (const [text, name, url] of [
    ['local:docs', 'docs', 'https://docs.example/git/docs.git'],
    ['https://docs.example/git/docs.git', 'docs', 'https://docs.example/git/docs.git'],
    ['local:@acme/docs', '@acme/docs', 'https://docs.example/git/@acme/docs.git'],
    ['https://docs.example/git/@acme/docs.git', '@acme/docs', 'https://docs.example/git/@acme/docs.git'],
  ] as const) {
    assert.deepEqual(parseRepositoryAddress(text, rules), { kind: 'local', name });
    assert.equal(toRepositoryUrl(toLocalAddress(name), rules), url);
  }
  for (const text of [
    'local:@acme',
    'local:acme/docs',
    'local:@acme/docs/more',
    'local:@Acme/docs',
    'local:@acme/../docs',
  ]) {
    assert.throws(() => parseRepositoryAddress(text, rules), { code: 'invalid_repository' }, text);
  }
});

test('a link to a pull request on the embedded host is updated to the service’s current address, and other links stay the same', () => {
  const moved: AddressRules = { ...rules, baseUrl: 'https://new.example/docwright' };
  for (const [stored, link, now] of [
    ['local:docs', 'http://localhost:4400/pulls/docs/3/token', 'https://new.example/docwright/pulls/docs/3/token'],
    [
      'local:@acme/docs',
      'https://old.example/pulls/pulls/@acme/docs/3/token',
      'https://new.example/docwright/pulls/@acme/docs/3/token',
    ],
    ['https://github.com/a/pulls', 'https://github.com/a/pulls/pull/3', 'https://github.com/a/pulls/pull/3'],
  ] as const) {
    assert.equal(toPresentLink(link, stored, toRepositoryUrl(stored, moved)), now);
  }
});
