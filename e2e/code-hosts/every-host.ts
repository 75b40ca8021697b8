/**
 * The four external code hosts, each with an API written from its documentation and git's own HTTP server at one
 * address.
 */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeHostKinds, type ConnectedHostKind } from '@docwright/contract';
import {
  basic,
  startFakeHost,
  type FakeDialect,
  type FakeRepository,
  type FakeServer,
  type Trouble,
} from '../../packages/server/src/platform/code-host/testing/fake-hosts/fake-host.ts';
import {
  bitbucketToken,
  fakeBitbucket,
} from '../../packages/server/src/platform/code-host/testing/fake-hosts/fake-bitbucket.ts';
import { fakeGitea, giteaToken } from '../../packages/server/src/platform/code-host/testing/fake-hosts/fake-gitea.ts';
import {
  fakeGitHub,
  githubToken,
} from '../../packages/server/src/platform/code-host/testing/fake-hosts/fake-github.ts';
import {
  fakeGitLab,
  gitlabToken,
} from '../../packages/server/src/platform/code-host/testing/fake-hosts/fake-gitlab.ts';
import { makeTestRepository } from '../../packages/server/src/platform/git/testing/test-repository.ts';
import type { SiteFiles } from '../agent/agent-bench.ts';

export { codeHostKinds as hostNames };
export type HostName = ConnectedHostKind;

/** The `Authorization` header that git must send, in the form that each host documents. */
export const gitCredentials: Readonly<Record<HostName, string>> = {
  github: basic('x-access-token', githubToken),
  gitlab: basic('oauth2', gitlabToken),
  gitea: basic('docwright', giteaToken),
  bitbucket: basic('x-token-auth', bitbucketToken),
};

const dialects: Readonly<Record<HostName, FakeDialect>> = {
  github: fakeGitHub,
  gitlab: fakeGitLab,
  gitea: fakeGitea,
  bitbucket: fakeBitbucket,
};

export interface EveryHost extends AsyncDisposable {
  readonly servers: Readonly<Record<HostName, FakeServer>>;
  readonly settings: Readonly<Record<string, string>>;
  readonly hosts: readonly string[];
  /** Creates a repository `acme/<name>` with the files in its first commit, or without commits. */
  createRepository(host: HostName, name: string, options?: RepositoryOptions): CreatedRepository;
}

export interface RepositoryOptions {
  readonly files?: SiteFiles | 'none';
  readonly trouble?: Trouble;
}

export interface CreatedRepository {
  /** The address to set in a project. */
  readonly address: string;
  readonly fake: FakeRepository;
  readonly git: (...args: string[]) => string;
}

export async function startEveryHost(files: SiteFiles): Promise<EveryHost> {
  const scratch = makeTestRepository();
  scratch.commit(files);
  const rootOf = (host: HostName): string => join(scratch.folder, 'served', host);
  const started = await Promise.all(
    codeHostKinds.map(async (host) => [host, await startFakeHost(dialects[host], rootOf(host))] as const),
  );
  const servers = Object.fromEntries(started) as Record<HostName, FakeServer>;
  return {
    servers,
    settings: {
      githubUrl: servers.github.url,
      githubApiUrl: servers.github.apiUrl,
      githubToken,
      gitlabUrl: servers.gitlab.url,
      gitlabToken,
      giteaUrl: servers.gitea.url,
      giteaToken,
      bitbucketUrl: servers.bitbucket.url,
      bitbucketApiUrl: servers.bitbucket.apiUrl,
      bitbucketToken,
    },
    hosts: started.map(([, { host }]) => host),
    createRepository: (host, shortName, options = {}) => {
      const name = `acme/${shortName}`;
      const bare = join(rootOf(host), `${name}.git`);
      const git = (...args: string[]): string =>
        execFileSync('git', [`--git-dir=${bare}`, ...args], {
          encoding: 'utf8',
          stdio: ['ignore', 'pipe', 'ignore'],
        }).trim();
      makeBare(bare, options.files, { files, sound: scratch.bare });
      const hasBranch = (branch: string): boolean => git('branch', '--list', branch) !== '';
      const { trouble } = options;
      const fake = servers[host].add({ name, hasBranch, ...(trouble !== undefined && { trouble }) });
      return { address: `${servers[host].url}/${name}`, fake, git };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(started.map(([, server]) => server.close()));
      scratch.remove();
    },
  };
}

function makeBare(
  bare: string,
  wanted: RepositoryOptions['files'],
  folders: { readonly files: SiteFiles; readonly sound: string },
): void {
  mkdirSync(dirname(bare), { recursive: true });
  if (wanted === undefined) return cpSync(folders.sound, bare, { recursive: true });
  if (wanted === 'none') return void execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', bare]);
  const other = makeTestRepository();
  other.commit(wanted);
  cpSync(other.bare, bare, { recursive: true });
  other.remove();
}
