import { codeHostKinds, type ConnectedHostKind } from '@docwright/contract';
import { CodeHostError, type CodeHost } from '../platform/code-host/index.ts';
import { openRepositories, type HostCredential, type SettingsHost } from '../modules/sources/code-hosts/index.ts';
import type { RemoteAddress, RemoteHost } from '../modules/sources/repositories/index.ts';
import type { Platform } from './open-platform.ts';
import type { Settings } from './settings/settings.ts';

/** A code host in the installation's settings. */
interface InstallationHost {
  readonly webUrl: string | undefined;
  readonly apiUrl?: string | undefined;
  readonly credential: HostCredential | undefined;
  /** The setting for a credential, for errors. */
  readonly tokenSetting: string;
}

const readHosts = (settings: Settings): Readonly<Record<ConnectedHostKind, InstallationHost>> => ({
  github: {
    webUrl: settings.githubUrl,
    apiUrl: settings.githubApiUrl,
    credential: toToken(settings.githubToken) ?? toGitHubApp(settings),
    tokenSetting: 'DOCWRIGHT_GITHUB_TOKEN',
  },
  gitlab: {
    webUrl: settings.gitlabUrl,
    credential: toToken(settings.gitlabToken),
    tokenSetting: 'DOCWRIGHT_GITLAB_TOKEN',
  },
  gitea: {
    webUrl: settings.giteaUrl,
    credential: toToken(settings.giteaToken),
    tokenSetting: 'DOCWRIGHT_GITEA_TOKEN',
  },
  bitbucket: {
    webUrl: settings.bitbucketUrl,
    apiUrl: settings.bitbucketApiUrl,
    credential: toToken(settings.bitbucketToken, settings.bitbucketUser),
    tokenSetting: 'DOCWRIGHT_BITBUCKET_TOKEN',
  },
});

const toToken = (token: string | undefined, user?: string): HostCredential | undefined =>
  token === undefined ? undefined : { kind: 'token', token, user };

function toGitHubApp({ githubAppId, githubAppPrivateKey }: Settings): HostCredential | undefined {
  if (githubAppId === undefined || githubAppPrivateKey === undefined) return undefined;
  return { kind: 'app', appId: githubAppId, privateKey: githubAppPrivateKey };
}

function listInstallationHosts(settings: Settings) {
  const hosts = readHosts(settings);
  return codeHostKinds.flatMap((kind) => {
    const { webUrl, ...host } = hosts[kind];
    return webUrl === undefined ? [] : [{ ...host, kind, webUrl, apiUrl: host.apiUrl ?? null }];
  });
}

/** The code hosts on which projects can have repositories. Credentials are requested when a job needs them. */
export const listRemoteHosts = (settings: Settings): RemoteHost[] =>
  listInstallationHosts(settings).map(({ kind, webUrl }) => ({ kind, webUrl }));

/** Adapters with the installation's credentials. They are created once, because many jobs share an App's tokens. */
export function createConnectRemote(
  settings: Settings,
  { http, clock }: Platform,
): (address: RemoteAddress) => CodeHost {
  const hosts = listInstallationHosts(settings).map(({ credential, ...host }) => ({
    ...host,
    connect: credential && openRepositories({ http, clock }, { ...host, credential, account: '' }),
  }));
  return ({ kind, webUrl, path }) => {
    // Each adapter has its own address. A permission for another address doesn't apply to it.
    const host = hosts.find((known) => known.kind === kind && known.webUrl === webUrl);
    if (host === undefined)
      throw new CodeHostError('repository-not-found', `This installation has no credential for ${webUrl}.`);
    if (host.connect !== undefined) return host.connect(path);
    throw new CodeHostError(
      'unauthorized',
      `This installation has no credentials for ${webUrl}. Its operator can set ${host.tokenSetting}.`,
    );
  };
}

/** Describes the same hosts to users: whether each has a credential, without its value. */
export const describeSettingsHosts = (settings: Settings): SettingsHost[] =>
  listInstallationHosts(settings).map(({ kind, webUrl, apiUrl, credential }) => ({
    kind,
    webUrl,
    apiUrl,
    credential: credential === undefined ? null : credential.kind === 'app' ? 'github-app' : 'token',
    appId: credential?.kind === 'app' ? credential.appId : null,
  }));
