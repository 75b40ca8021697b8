import type { ConnectedHostKind } from '@docwright/contract';
import type { Clock } from '../../../platform/clock/index.ts';
import {
  createBitbucket,
  createBitbucketAccount,
  createGitea,
  createGiteaAccount,
  createGitHub,
  createGitHubAccount,
  createGitLab,
  createGitLabAccount,
  CodeHostError,
  type CodeHost,
  type CodeHostAccount,
} from '../../../platform/code-host/index.ts';
import type { HttpClient } from '../../../platform/http-client/index.ts';
import type { HostCredential } from './credential.ts';
import type { ParsedCodeHost } from './parse-code-host.ts';

export interface HostDeps {
  /** The client for code hosts, which connects to private addresses only if the operator named them. */
  readonly http: HttpClient;
  readonly clock: Clock;
}

export type HostAccess = Pick<ParsedCodeHost, 'kind' | 'webUrl' | 'apiUrl' | 'account' | 'credential'>;

/** One code host's repositories, by `owner/name`. */
export type OpenRepository = (path: string) => CodeHost;

interface Adapter {
  openRepositories(deps: HostDeps, host: HostAccess): OpenRepository;
  openAccount(deps: HostDeps, host: HostAccess): CodeHostAccount;
}

const adapters: Readonly<Record<ConnectedHostKind, Adapter>> = {
  github: {
    openRepositories({ http, clock }, { webUrl, apiUrl, credential }) {
      const github = createGitHub({
        http,
        clock,
        credential: toGitHub(credential),
        webUrl,
        apiUrl: apiUrl ?? undefined,
      });
      return (path) => github.connect(splitPath(path));
    },
    openAccount: (deps, host) =>
      createGitHubAccount({
        ...accountOptions(deps, host),
        clock: deps.clock,
        credential: toGitHub(host.credential),
      }),
  },
  gitlab: {
    openRepositories({ http }, { webUrl, credential }) {
      const gitlab = createGitLab({ http, webUrl, token: requireToken(credential).token });
      return (path) => gitlab.connect(path);
    },
    openAccount: (deps, host) =>
      createGitLabAccount({ ...accountOptions(deps, host), token: requireToken(host.credential).token }),
  },
  gitea: {
    openRepositories({ http }, { webUrl, credential }) {
      const gitea = createGitea({ http, webUrl, token: requireToken(credential).token });
      return (path) => gitea.connect(splitPath(path));
    },
    openAccount: (deps, host) =>
      createGiteaAccount({ ...accountOptions(deps, host), token: requireToken(host.credential).token }),
  },
  bitbucket: {
    openRepositories({ http }, { webUrl, apiUrl, credential }) {
      const { token, user } = requireToken(credential);
      const bitbucket = createBitbucket({ http, webUrl, apiUrl: apiUrl ?? undefined, token, user });
      return (path) => {
        const { owner: workspace, name } = splitPath(path);
        return bitbucket.connect({ workspace, name });
      };
    },
    openAccount(deps, host) {
      const { token, user } = requireToken(host.credential);
      return createBitbucketAccount({ ...accountOptions(deps, host), token, user, account: host.account });
    },
  },
};

export const openRepositories = (deps: HostDeps, host: HostAccess): OpenRepository =>
  adapters[host.kind].openRepositories(deps, host);

export const openAccount = (deps: HostDeps, host: HostAccess): CodeHostAccount =>
  adapters[host.kind].openAccount(deps, host);

function splitPath(path: string): { readonly owner: string; readonly name: string } {
  const [owner = '', name = ''] = path.split('/');
  return { owner, name };
}

const accountOptions = ({ http }: HostDeps, { webUrl, apiUrl, account }: HostAccess) => ({
  http,
  webUrl,
  apiUrl: apiUrl ?? undefined,
  account: account === '' ? undefined : account,
});

const toGitHub = (credential: HostCredential) =>
  credential.kind === 'app' ? credential : { kind: 'token' as const, token: credential.token };

function requireToken(credential: HostCredential) {
  if (credential.kind === 'token') return credential;
  throw new CodeHostError('unauthorized', 'Only GitHub has apps.');
}

/** Maximum number of cached adapters. They are reused because an App's tokens serve many jobs. */
const maxAdapters = 200;

export function createAdapterCache(deps: HostDeps): (key: string, host: () => HostAccess) => OpenRepository {
  const opened = new Map<string, OpenRepository>();
  return (key, host) => {
    const repositories = opened.get(key) ?? openRepositories(deps, host());
    opened.delete(key);
    opened.set(key, repositories);
    const [oldest] = opened.keys();
    if (opened.size > maxAdapters && oldest !== undefined) opened.delete(oldest);
    return repositories;
  };
}
