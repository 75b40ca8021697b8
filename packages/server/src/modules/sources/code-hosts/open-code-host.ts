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
  /** The one that goes to code hosts: private ones only where the operator named them. */
  readonly http: HttpClient;
  readonly clock: Clock;
}

export type HostAccess = Pick<ParsedCodeHost, 'kind' | 'webUrl' | 'apiUrl' | 'account' | 'credential'>;

/** Repositories of one code host, by `owner/name`. */
export type OpenRepository = (path: string) => CodeHost;

export function openRepositories({ http, clock }: HostDeps, host: HostAccess): OpenRepository {
  const { kind, webUrl, credential } = host;
  const apiUrl = host.apiUrl ?? undefined;
  const split = (path: string): readonly [string, string] => {
    const [owner = '', name = ''] = path.split('/');
    return [owner, name];
  };
  if (kind === 'github') {
    const github = createGitHub({ http, clock, credential: toGitHub(credential), webUrl, apiUrl });
    return (path) => {
      const [owner, name] = split(path);
      return github.connect({ owner, name });
    };
  }
  const { token, user } = requireToken(credential);
  if (kind === 'gitlab') {
    const gitlab = createGitLab({ http, webUrl, token });
    return (path) => gitlab.connect(path);
  }
  if (kind === 'gitea') {
    const gitea = createGitea({ http, webUrl, token });
    return (path) => {
      const [owner, name] = split(path);
      return gitea.connect({ owner, name });
    };
  }
  const bitbucket = createBitbucket({ http, webUrl, apiUrl, token, user });
  return (path) => {
    const [workspace, name] = split(path);
    return bitbucket.connect({ workspace, name });
  };
}

export function openAccount({ http, clock }: HostDeps, host: HostAccess): CodeHostAccount {
  const { kind, webUrl, credential } = host;
  const account = host.account === '' ? undefined : host.account;
  const options = { http, webUrl, apiUrl: host.apiUrl ?? undefined, account };
  if (kind === 'github') return createGitHubAccount({ ...options, clock, credential: toGitHub(credential) });
  const { token, user } = requireToken(credential);
  if (kind === 'gitlab') return createGitLabAccount({ ...options, token });
  if (kind === 'gitea') return createGiteaAccount({ ...options, token });
  return createBitbucketAccount({ ...options, token, user, account: host.account });
}

const toGitHub = (credential: HostCredential) =>
  credential.kind === 'app' ? credential : { kind: 'token' as const, token: credential.token };

function requireToken(credential: HostCredential) {
  if (credential.kind === 'token') return credential;
  throw new CodeHostError('unauthorized', 'Only GitHub has apps.');
}

/** Adapters that were used last: an App's tokens serve many jobs. */
const mostAdapters = 200;

export function createAdapterCache(deps: HostDeps): (key: string, host: () => HostAccess) => OpenRepository {
  const adapters = new Map<string, OpenRepository>();
  return (key, host) => {
    const adapter = adapters.get(key) ?? openRepositories(deps, host());
    adapters.delete(key);
    adapters.set(key, adapter);
    const [oldest] = adapters.keys();
    if (adapters.size > mostAdapters && oldest !== undefined) adapters.delete(oldest);
    return adapter;
  };
}
