import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Platform } from './open-platform.ts';
import { createConnectRemote } from './connect-remote.ts';
import type { Settings } from './settings/settings.ts';

test('the installation’s credential is sent only to its code host', () => {
  const settings = {
    githubUrl: 'https://github.com',
    gitlabUrl: 'https://gitlab.com',
    bitbucketUrl: 'https://bitbucket.org',
    giteaUrl: 'https://git.example.com',
    giteaToken: 'canary',
  } as Settings;
  const connect = createConnectRemote(settings, {} as Platform);
  const path = 'acme/docs';
  assert.equal(
    connect({ kind: 'gitea', webUrl: 'https://git.example.com', path }).gitAccess.url,
    'https://git.example.com/acme/docs.git',
  );
  // A made-up kind for an allowed address: the adapter would use its own address.
  for (const webUrl of ['https://github.com', 'https://git.example.com.evil.example'])
    assert.throws(() => connect({ kind: 'gitea', webUrl, path }), { code: 'repository-not-found' });
});
