/** GitHub on this machine: an emulated API with an App, and git's own HTTP server under the same name. */
import { createHmac } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createEmulator } from 'emulate';
import { serveGit, startTestGitServer } from '../../packages/server/src/platform/git/testing/git-server.ts';
import { makeBareRepository } from './make-bare-repository.ts';

const appId = '77';
const permissions = { contents: 'write', pull_requests: 'write', issues: 'write', metadata: 'read' };

export interface GitHubWithApp {
  /** Settings for a service that uses it. */
  readonly settings: Readonly<Record<string, string>>;
  /** `name:port` of its servers. */
  readonly hosts: readonly string[];
  readonly apiUrl: string;
  /** Calls `look` with every git request. The request is served afterward, or when the returned promise is settled. */
  interceptGit(look: (request: IncomingMessage, response: ServerResponse) => Promise<void> | undefined): void;
  /** Address of `octocat/docs` for a project. */
  readonly repository: string;
  /** Address of `octocat/code`, whose first commit has the same files. */
  readonly codeRepository: string;
  /** Adds a commit without changes to the branch `main` of `octocat/code`. */
  moveCode(): void;
  /** Returns the `Authorization` header of every request that git made. */
  gitAuthorizations(): string[];
  /** Runs git in the bare repository. */
  git(...args: string[]): string;
  pullRequests(): Promise<Record<string, unknown>[]>;
  /** Returns the comments on a pull request, oldest first. */
  comments(pullRequest: number): Promise<readonly string[]>;
  /** Opens an issue as the given user. Returns its number. */
  openIssue(written: {
    readonly by: 'octocat' | 'eve';
    readonly title: string;
    readonly body: string;
  }): Promise<number>;
  /** Comments on a pull request or issue as the given user. Returns the comment's ID. */
  comment(pullRequest: number, written: { readonly by: 'octocat' | 'eve'; readonly body: string }): Promise<number>;
  close(): Promise<void>;
}

/** @param docs folder for the repository's first commit */
export async function startGitHubWithApp(docs: string): Promise<GitHubWithApp> {
  const folder = mkdtempSync(join(tmpdir(), 'docwright-github-'));
  const root = join(folder, 'repositories');
  const make = (name: string) =>
    makeBareRepository(docs, { work: join(folder, name), bare: join(root, 'octocat', `${name}.git`) });
  const runGit = make('docs');
  const runGitOfCode = make('code');
  const [git, api] = await Promise.all([startTestGitServer(root), startApi()]);
  const privateKey = api.generatedSecrets.find(({ kind }) => kind === 'github.app_private_key')?.value ?? '';
  return {
    settings: {
      githubUrl: git.url,
      githubApiUrl: api.url,
      githubAppId: appId,
      githubAppPrivateKey: privateKey,
      privateGitHosts: [git.host, new URL(api.url).host].map((host) => `http://${host}`).join(','),
    },
    hosts: [git.host, new URL(api.url).host],
    apiUrl: api.url,
    interceptGit: (look) => {
      git.fault = (request, response) => {
        const waiting = look(request, response);
        if (waiting === undefined) return false;
        void waiting.finally(() => serveGit(root, request, response));
        return true;
      };
    },
    repository: `${git.url}/octocat/docs`,
    codeRepository: `${git.url}/octocat/code`,
    moveCode: () => {
      const commit = runGitOfCode('commit-tree', 'main^{tree}', '-p', 'main', '-m', 'Nothing');
      runGitOfCode('update-ref', 'refs/heads/main', commit);
    },
    gitAuthorizations: () => git.seen.flatMap(({ authorization }) => authorization ?? []),
    git: runGit,
    pullRequests: async () => {
      const headers = { authorization: `Bearer ${reader}` };
      const response = await fetch(`${api.url}/repos/octocat/docs/pulls?state=all`, { headers });
      return (await response.json()) as Record<string, unknown>[];
    },
    comments: async (pullRequest) => {
      const headers = { authorization: `Bearer ${reader}` };
      const response = await fetch(`${api.url}/repos/octocat/docs/issues/${pullRequest}/comments`, { headers });
      return ((await response.json()) as { readonly body: string }[]).map(({ body }) => body);
    },
    openIssue: async ({ by, title, body }) => {
      const response = await fetch(`${api.url}/repos/octocat/docs/issues`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens[by]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ title, body }),
      });
      return ((await response.json()) as { number: number }).number;
    },
    comment: async (pullRequest, { by, body }) => {
      const response = await fetch(`${api.url}/repos/octocat/docs/issues/${pullRequest}/comments`, {
        method: 'POST',
        headers: { authorization: `Bearer ${tokens[by]}`, 'content-type': 'application/json' },
        body: JSON.stringify({ body }),
      });
      if (response.status !== 201) throw new Error(`the comment returned ${await response.text()}`);
      return ((await response.json()) as { id: number }).id;
    },
    close: async () => {
      await Promise.all([git.close(), api.close()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const reader = 'ghp_reader';
const tokens = { octocat: reader, eve: 'ghp_eve' } as const;
const startApi = () =>
  createEmulator({
    service: 'github',
    port: 0,
    seed: {
      tokens: {
        [tokens.octocat]: { login: 'octocat', scopes: ['repo'] },
        [tokens.eve]: { login: 'eve', scopes: ['repo'] },
      },
      github: {
        users: [{ login: 'octocat' }, { login: 'eve' }],
        repos: ['docs', 'code'].map((name) => ({ owner: 'octocat', name, auto_init: true })),
        apps: [
          {
            app_id: Number(appId),
            slug: 'docwright',
            name: 'Docwright',
            permissions,
            installations: [{ installation_id: 100, account: 'octocat', permissions }],
          },
        ],
      },
    },
  });

/** Posts an event as GitHub does. */
export async function postEvent(
  hook: { readonly url: string; readonly secret: string },
  event: { readonly name: string; readonly delivery: string; readonly payload: object },
): Promise<{ readonly status: number; readonly json: Record<string, unknown> }> {
  const body = JSON.stringify(event.payload);
  const response = await fetch(hook.url, {
    method: 'POST',
    body,
    headers: {
      'content-type': 'application/json',
      'x-github-event': event.name,
      'x-github-delivery': event.delivery,
      'x-hub-signature-256': `sha256=${createHmac('sha256', hook.secret).update(body).digest('hex')}`,
    },
  });
  return { status: response.status, json: (await response.json()) as Record<string, unknown> };
}

/** Returns the event for a comment on a pull request's own page. */
export const commentOn = (
  pullRequest: number,
  written: { readonly id: number; readonly by: string; readonly body: string },
) => ({
  action: 'created',
  repository: { full_name: 'octocat/docs' },
  issue: { number: pullRequest, pull_request: {} },
  comment: { id: written.id, body: written.body, user: { login: written.by, type: 'User' } },
});
