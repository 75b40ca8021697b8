import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Platform } from './open-platform.ts';
import { createConnectRemote, describeSettingsHosts } from './connect-remote.ts';
import type { Settings } from './settings/settings.ts';

test('a repository isn’t found if its address differs from the setting for its kind of code host', () => {
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
  // Includes a configured address with another kind, whose adapter would use its own address.
  for (const webUrl of ['https://github.com', 'https://git.example.com.evil.example'])
    assert.throws(() => connect({ kind: 'gitea', webUrl, path }), { code: 'repository-not-found' });
});

test('each code host in the settings is connected if it has a credential; otherwise, the error names the setting', () => {
  const webUrls = {
    githubUrl: 'https://github.com',
    gitlabUrl: 'https://gitlab.com',
    bitbucketUrl: 'https://bitbucket.org',
    giteaUrl: 'https://git.example.com',
  };
  const tokens = { githubToken: 't', gitlabToken: 't', giteaToken: 't', bitbucketToken: 't' };
  for (const [settings, expected] of [
    [webUrls, null],
    [{ ...webUrls, ...tokens }, 'token'],
  ] as const) {
    const connect = createConnectRemote(settings as Settings, {} as Platform);
    const hosts = describeSettingsHosts(settings as Settings);
    assert.equal(hosts.length, 4);
    for (const { kind, webUrl, credential } of hosts) {
      assert.equal(credential, expected, kind);
      const open = () => connect({ kind, webUrl, path: 'acme/docs' });
      if (expected !== null) assert.equal(open().kind, kind);
      else
        assert.throws(open, { code: 'unauthorized', message: new RegExp(`set DOCWRIGHT_${kind.toUpperCase()}_TOKEN`) });
    }
  }
});

test('a GitHub App in the settings requires its private key, and a token takes precedence', () => {
  const settings = { githubUrl: 'https://github.com', githubAppId: '7' } as Settings;
  const describe = (changes: Partial<Settings>) => describeSettingsHosts({ ...settings, ...changes })[0];
  assert.deepEqual([describe({})?.credential, describe({})?.appId], [null, null]);
  const app = describe({ githubAppPrivateKey: 'x' });
  assert.deepEqual([app?.credential, app?.appId], ['github-app', '7']);
  assert.equal(describe({ githubAppPrivateKey: 'x', githubToken: 't' })?.credential, 'token');
});
