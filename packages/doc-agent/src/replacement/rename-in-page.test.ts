import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findMentions, renameInPage } from './rename-in-page.ts';

const rename = (text: string, old: string, name: string) => renameInPage({ path: 'a.mdx', text }, { old, name }).text;

test('options, variables and routes are renamed in code and prose, only as whole names', () => {
  const page = 'Use --all or `--all`, not `--all-files`.\n\n```sh\nacme --all\nacme --all=1 x--all\n```\n';
  assert.equal(
    rename(page, '--all', '--every'),
    'Use --every or `--every`, not `--all-files`.\n\n```sh\nacme --every\nacme --every=1 x--all\n```\n',
  );
  assert.equal(rename('Set ACME_KEY, not ACME_KEYS.\n', 'ACME_KEY', 'ACME_TOKEN'), 'Set ACME_TOKEN, not ACME_KEYS.\n');
  assert.equal(
    rename('`GET /v1/users`, `/v1/users/me`, [a](/v1/users), https://x.dev/v1/users\n', '/v1/users', '/v1/people'),
    '`GET /v1/people`, `/v1/users/me`, [a](/v1/users), https://x.dev/v1/users\n',
  );
});

test('identifiers are renamed only in code', () => {
  assert.equal(
    rename('GitHub and `maxRetries` and maxRetries.\n', 'maxRetries', 'retryLimit'),
    'GitHub and `retryLimit` and maxRetries.\n',
  );
});

test('lines that have both names, and markup, are kept', () => {
  for (const text of ['`--all` was renamed to `--every`.\n', '<Card href="/v1/users" />\n', '{/* --all */}\n'])
    for (const [old, name] of [
      ['--all', '--every'],
      ['/v1/users', '/v1/people'],
    ] as const)
      assert.equal(rename(text, old, name), text);
});

test('mentions list each line once', () => {
  const text = '---\ntitle: "A"\n---\n\n`--all` and `--all`.\n[x](/--all)\n';
  assert.deepEqual(findMentions({ path: 'a.mdx', text }, ['title', '--all', '--every']), [
    { name: '--all', line: 5, text: '`--all` and `--all`.' },
  ]);
});
