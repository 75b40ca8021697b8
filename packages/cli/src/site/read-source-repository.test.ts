import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { readSourceRepository, toWebRepository } from './read-source-repository.ts';

describe('the web address of a remote', () => {
  const github = { kind: 'github', url: 'https://github.com/acme/docs' };
  for (const remote of [
    'https://github.com/acme/docs.git',
    'https://github.com/acme/docs/',
    'https://user:ghp_secret@github.com/acme/docs.git',
    'https://x-access-token:ghs_secret@github.com/acme/docs',
    'https://github.com/acme/docs.git?token=secret#secret',
    'git@github.com:acme/docs.git',
    'github.com:acme/docs',
    'ssh://git@github.com/acme/docs.git',
    'ssh://git@ssh.github.com:443/acme/docs.git',
    'git://github.com/acme/docs.git',
  ])
    test(`the web address of ${remote} has no credentials and doesn’t use SSH`, () =>
      assert.deepEqual(toWebRepository(remote), github));

  test('groups can be nested only on GitLab', () => {
    assert.deepEqual(toWebRepository('git@gitlab.com:acme/web/docs.git'), {
      kind: 'gitlab',
      url: 'https://gitlab.com/acme/web/docs',
    });
    assert.equal(toWebRepository('git@github.com:acme/web/docs.git'), undefined);
  });

  test('Forgejo, Gitea and Bitbucket are recognized by their public hosts', () =>
    assert.deepEqual(
      ['codeberg.org', 'gitea.com', 'bitbucket.org'].map((host) => toWebRepository(`https://${host}/a/b`)?.kind),
      ['gitea', 'gitea', 'bitbucket'],
    ));

  for (const remote of [
    '',
    '/srv/git/docs.git',
    '../docs',
    'file:///srv/docs.git',
    'https://git.example.com/acme/docs.git',
    'https://docs.example.com/git/docs.git',
    'https://github.com.example/acme/docs',
    'https://github.com@evil.example/acme/docs',
    'https://github.com/acme',
    'https://github.com/acme/../../x',
    'https://github.com/acme/do"cs',
    'git@constructor:acme/docs',
    'ext::sh -c true github.com/acme/docs',
    'javascript://github.com/acme/docs',
  ])
    test(`${JSON.stringify(remote)} has no web address`, () => assert.equal(toWebRepository(remote), undefined));
});

describe('the repository of a folder', () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'docwright-source-')));
  after(() => rmSync(root, { recursive: true, force: true }));
  const git = (...args: string[]) => execFileSync('git', ['-C', root, ...args]);
  const site = join(root, 'packages/docs');
  mkdirSync(site, { recursive: true });

  test('the repository is undefined if the folder has no remote', () => {
    git('init', '--quiet', '--initial-branch', 'feature/new-docs');
    assert.equal(readSourceRepository(site), undefined);
  });

  test('the repository includes the folder in a monorepo and a branch with slashes', () => {
    git('remote', 'add', 'upstream', 'https://github.com/other/docs');
    git('remote', 'add', 'origin', 'https://me:secret@github.com/acme/mono.git');
    const expected = { kind: 'github', url: 'https://github.com/acme/mono', branch: 'feature/new-docs' };
    assert.deepEqual(readSourceRepository(site), { ...expected, folder: 'packages/docs' });
    assert.deepEqual(readSourceRepository(root), { ...expected, folder: '' });
  });

  test('the remote’s default branch is used if no branch is checked out, as in CI', () => {
    writeFileSync(join(root, '.git/HEAD'), `${'0'.repeat(40)}\n`);
    assert.equal(readSourceRepository(site), undefined);
    git('symbolic-ref', 'refs/remotes/origin/HEAD', 'refs/remotes/origin/main');
    assert.equal(readSourceRepository(site)?.branch, 'main');
  });

  test('a configuration that is a link to another file is not read', () => {
    const other = join(root, 'linked');
    mkdirSync(join(other, '.git'), { recursive: true });
    symlinkSync(join(root, '.git/config'), join(other, '.git/config'));
    writeFileSync(join(other, '.git/HEAD'), 'ref: refs/heads/main\n');
    assert.equal(readSourceRepository(other), undefined);
  });
});
