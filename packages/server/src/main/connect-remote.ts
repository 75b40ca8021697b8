import { codeHostKinds, type ConnectedHostKind } from '@docwright/contract';
import {
  createBitbucket,
  createGitea,
  createGitHub,
  createGitLab,
  CodeHostError,
  type CodeHost,
  type GitHubCredential,
} from '../platform/code-host/index.ts';
import type { SettingsHost } from '../modules/sources/code-hosts/index.ts';
import type { RemoteAddress, RemoteHost } from '../modules/sources/repositories/index.ts';
import type { Platform } from './open-platform.ts';
import type { Settings } from './settings/settings.ts';

/** The code hosts at which projects may have repositories. Credentials are requested when a job needs them. */
export function listRemoteHosts(settings: Settings): RemoteHost[] {
  const urls: Readonly<Record<ConnectedHostKind, string | undefined>> = {
    github: settings.githubUrl,
    gitlab: settings.gitlabUrl,
    gitea: settings.giteaUrl,
    bitbucket: settings.bitbucketUrl,
  };
  return codeHostKinds.flatMap((kind) => {
    const webUrl = urls[kind];
    return webUrl === undefined ? [] : [{ kind, webUrl }];
  });
}

/** Adapters with the installation's credentials, created once, because an App's tokens serve many jobs. */
export function createConnectRemote(
  settings: Settings,
  { http, clock }: Platform,
): (address: RemoteAddress) => CodeHost {
  const credential = toGitHubCredential(settings);
  const { githubUrl, githubApiUrl, gitlabUrl, gitlabToken, giteaUrl, giteaToken } = settings;
  const github = credential && createGitHub({ http, clock, credential, webUrl: githubUrl, apiUrl: githubApiUrl });
  const gitlab = gitlabToken === undefined ? undefined : createGitLab({ http, webUrl: gitlabUrl, token: gitlabToken });
  const gitea =
    giteaUrl === undefined || giteaToken === undefined
      ? undefined
      : createGitea({ http, webUrl: giteaUrl, token: giteaToken });
  const { bitbucketUrl, bitbucketApiUrl, bitbucketToken, bitbucketUser } = settings;
  const bitbucket =
    bitbucketToken === undefined
      ? undefined
      : createBitbucket({
          http,
          webUrl: bitbucketUrl,
          apiUrl: bitbucketApiUrl,
          token: bitbucketToken,
          user: bitbucketUser,
        });
  const known = listRemoteHosts(settings);
  return ({ kind, webUrl, path }) => {
    const [owner = '', name = ''] = path.split('/');
    // Each adapter has its own address: a permission for another address doesn't apply to it.
    if (!known.some((host) => host.kind === kind && host.webUrl === webUrl))
      throw new CodeHostError('repository-not-found', `This installation has no credential for ${webUrl}.`);
    switch (kind) {
      case 'github':
        return github?.connect({ owner, name }) ?? refuse(webUrl, 'DOCWRIGHT_GITHUB_TOKEN');
      case 'gitlab':
        return gitlab?.connect(path) ?? refuse(webUrl, 'DOCWRIGHT_GITLAB_TOKEN');
      case 'bitbucket':
        return bitbucket?.connect({ workspace: owner, name }) ?? refuse(webUrl, 'DOCWRIGHT_BITBUCKET_TOKEN');
      case 'gitea':
        return gitea?.connect({ owner, name }) ?? refuse(webUrl, 'DOCWRIGHT_GITEA_TOKEN');
    }
  };
}

/** The same hosts for users: whether each has a credential, but never its value. */
export function describeSettingsHosts(settings: Settings): SettingsHost[] {
  const { githubToken, githubAppId, githubApiUrl, gitlabToken, giteaToken, bitbucketToken, bitbucketApiUrl } = settings;
  const isApp = githubToken === undefined && githubAppId !== undefined;
  const tokens = { github: githubToken, gitlab: gitlabToken, gitea: giteaToken, bitbucket: bitbucketToken };
  const apiUrls = { github: githubApiUrl, gitlab: undefined, gitea: undefined, bitbucket: bitbucketApiUrl };
  return listRemoteHosts(settings).map(({ kind, webUrl }) => ({
    kind,
    webUrl,
    apiUrl: apiUrls[kind] ?? null,
    credential: tokens[kind] !== undefined ? 'token' : kind === 'github' && isApp ? 'github-app' : null,
    appId: kind === 'github' && isApp ? githubAppId : null,
  }));
}

function toGitHubCredential(settings: Settings): GitHubCredential | undefined {
  const { githubToken, githubAppId, githubAppPrivateKey } = settings;
  if (githubToken !== undefined) return { kind: 'token', token: githubToken };
  if (githubAppId === undefined || githubAppPrivateKey === undefined) return undefined;
  return { kind: 'app', appId: githubAppId, privateKey: githubAppPrivateKey };
}

function refuse(webUrl: string, setting: string): never {
  throw new CodeHostError(
    'unauthorized',
    `This installation has no credentials for ${webUrl}. Its operator can set ${setting}.`,
  );
}
