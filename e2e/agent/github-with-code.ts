/**
 * GitHub with a documentation repository and a code repository: an emulated API that sends signed events, and git over
 * HTTP.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator } from 'emulate';
import { startTestGitServer } from '../../packages/server/src/platform/git/testing/git-server.ts';
import type { SiteFiles } from './agent-bench.ts';

/** `octocat` owns both repositories, and the service uses this account's token. */
export type Person = keyof typeof tokens;
export type Repository = 'docs' | 'api';

export interface GitHubWithCode extends AsyncDisposable {
  readonly settings: Readonly<Record<string, string>>;
  readonly hosts: readonly string[];
  address(repository: Repository): string;
  /** Runs git in the bare repository. */
  git(repository: Repository, ...args: string[]): string;
  /** Sends a request to GitHub's API as a person. */
  call(by: Person, method: string, path: string, body?: object): Promise<Json>;
  /** Gives a person access to a repository. */
  invite(repository: Repository, person: Person): Promise<void>;
  /** Makes GitHub send the repository's events to the hook from now on. */
  addHook(repository: Repository, hook: { readonly url: string; readonly secret: string }): Promise<void>;
  /** Opens a pull request that changes a file, and merges it. Returns its number and the merge commit. */
  mergeChange(change: MergedChange): Promise<{ readonly number: number; readonly commit: string }>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- tests assert what it is
type Json = any;

export interface MergedChange {
  readonly repository: Repository;
  readonly by: Person;
  readonly title: string;
  readonly body?: string;
  readonly path: string;
  readonly content: string;
}

const tokens = {
  octocat: 'ghp_e2eOctocat123456',
  ada: 'ghp_e2eAda123456',
  eve: 'ghp_e2eEve123456',
  grace: 'ghp_e2eGrace123456',
} as const;

export async function startGitHubWithCode(files: Readonly<Record<Repository, SiteFiles>>): Promise<GitHubWithCode> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-github-'));
  const bare = (repository: Repository) => join(folder, 'octocat', `${repository}.git`);
  const git = (repository: Repository, args: readonly string[], input = ''): string =>
    execFileSync('git', [`--git-dir=${bare(repository)}`, ...args], {
      input,
      encoding: 'utf8',
      stdio: ['pipe', 'pipe', 'ignore'],
    }).trim();
  for (const repository of ['docs', 'api'] as const) {
    execFileSync('git', ['init', '--quiet', '--bare', '--initial-branch=main', bare(repository)]);
    git(
      repository,
      ['fast-import', '--quiet'],
      commitOf({ branch: 'main', message: 'First', files: files[repository] }),
    );
  }
  const [server, api] = await Promise.all([startTestGitServer(folder), startApi()]);
  const call = async (by: Person, method: string, path: string, body?: object): Promise<Json> => {
    const response = await fetch(`${api.url}/repos/octocat/${path}`, {
      method,
      headers: { authorization: `Bearer ${tokens[by]}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.json();
  };
  return {
    settings: { githubUrl: server.url, githubApiUrl: api.url, githubToken: tokens.octocat },
    hosts: [server.host, new URL(api.url).host],
    address: (repository) => `${server.url}/octocat/${repository}`,
    git: (repository, ...args) => git(repository, args),
    call,
    // The emulated API reports `push` where GitHub reports `write`.
    invite: async (repository, person) => {
      await call('octocat', 'PUT', `${repository}/collaborators/${person}`, { permission: 'admin' });
    },
    addHook: async (repository, { url, secret }) => {
      const events = ['push', 'pull_request', 'issue_comment'];
      const config = { url, secret, content_type: 'json' };
      await call('octocat', 'POST', `${repository}/hooks`, { name: 'web', active: true, events, config });
    },
    mergeChange: async ({ repository, by, title, body = '', path, content }) => {
      const head = `change-${title.toLowerCase().replaceAll(/\W+/g, '-')}`;
      const { number } = await call(by, 'POST', `${repository}/pulls`, { title, body, head, base: 'main' });
      const changed = commitOf({ branch: head, from: 'main', message: title, by, files: { [path]: content } });
      git(repository, ['fast-import', '--quiet'], changed);
      const message = `Merge pull request #${number} from octocat/${head}\n\n${title}`;
      const merge = { branch: 'main', from: 'main', merge: head, message, by, files: { [path]: content } };
      git(repository, ['fast-import', '--quiet'], commitOf(merge));
      await call(by, 'PUT', `${repository}/pulls/${number}/merge`, {});
      return { number, commit: git(repository, ['rev-parse', 'main']) };
    },
    async [Symbol.asyncDispose]() {
      await Promise.all([server.close(), api.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Formats a commit for `git fast-import`. */
function commitOf(commit: {
  readonly branch: string;
  readonly from?: string;
  readonly merge?: string;
  readonly message: string;
  readonly by?: string;
  readonly files: SiteFiles;
}): string {
  const { branch, from, merge, message, by = 'octocat', files } = commit;
  const data = (text: string | Uint8Array) => `data ${Buffer.byteLength(text)}\n${text.toString()}\n`;
  return [
    `commit refs/heads/${branch}\ncommitter ${by} <${by}@example.com> 1764400000 +0000\n${data(message)}`,
    from === undefined ? '' : `from refs/heads/${from}^0\n`,
    merge === undefined ? '' : `merge refs/heads/${merge}^0\n`,
    ...Object.entries(files).map(([path, text]) => `M 100644 inline ${path}\n${data(text)}`),
    '\n',
  ].join('');
}

const startApi = () =>
  createEmulator({
    service: 'github',
    port: 0,
    seed: {
      tokens: Object.fromEntries(
        Object.entries(tokens).map(([login, token]) => [token, { login, scopes: ['repo', 'user'] }]),
      ),
      github: {
        users: Object.keys(tokens).map((login) => ({ login })),
        repos: ['docs', 'api'].map((name) => ({ owner: 'octocat', name, auto_init: true })),
      },
    },
  });
