import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createEmulator } from 'emulate';
import { startTestGitServer } from '../../packages/server/src/platform/git/testing/git-server.ts';
import { makeTestRepository } from '../../packages/server/src/platform/git/testing/test-repository.ts';
import type { TestService } from '../api/test-service.ts';
import { requireOk, type SiteFiles } from './agent-bench.ts';

interface Pull {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly draft: boolean;
  readonly head: { readonly ref: string };
  readonly base: { readonly ref: string };
}

/** Two parts of GitHub: its stateful API (`emulate`), and its repositories served by git's own `http-backend`. */
export interface EmulatedGitHub extends AsyncDisposable {
  readonly settings: Readonly<Record<string, string>>;
  readonly hosts: readonly string[];
  /** Creates a repository with the files, and a project for it. */
  createProject(service: TestService, name: string): Promise<string>;
  pulls(name: string): Promise<readonly Pull[]>;
  git(name: string, ...args: string[]): string;
  /** Makes the repository's hook refuse every push from now on. */
  refusePushes(name: string): void;
  /** Renames a repository. From now on, its old name doesn't resolve. */
  rename(name: string): void;
}

const token = 'ghp_e2eTokenForTests1234567890';
const owner = 'octocat';
const maxRepositories = 60;

export async function startGitHub(files: SiteFiles): Promise<EmulatedGitHub> {
  const repository = makeTestRepository();
  repository.commit(files);
  const names = Array.from({ length: maxRepositories }, (_, index) => `r${index}`);
  const emulator = await createEmulator({
    service: 'github',
    port: 0,
    seed: {
      tokens: { [token]: { login: owner, scopes: ['repo', 'user'] } },
      github: { users: [{ login: owner }], repos: names.map((name) => ({ owner, name, auto_init: true })) },
    },
  });
  const root = join(repository.folder, 'served');
  const server = await startTestGitServer(root);
  const taken = new Map<string, string>();
  const pathOf = (name: string): string => join(root, owner, `${taken.get(name) ?? ''}.git`);
  return {
    settings: { githubUrl: server.url, githubApiUrl: emulator.url, githubToken: token },
    hosts: [server.host, new URL(emulator.url).host],
    createProject: async (service, name) => {
      taken.set(name, names[taken.size] ?? '');
      cpSync(repository.bare, pathOf(name), { recursive: true });
      const body = { name, repository: `${server.url}/${owner}/${taken.get(name) ?? ''}` };
      return requireOk(await service.request('POST', '/v1/projects', { body })).id;
    },
    pulls: async (name) => {
      const url = `${emulator.url}/repos/${owner}/${taken.get(name) ?? ''}/pulls?state=all`;
      const response = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
      return (await response.json()) as Pull[];
    },
    git: (name, ...args) => execFileSync('git', [`--git-dir=${pathOf(name)}`, ...args], { encoding: 'utf8' }).trim(),
    refusePushes: (name) => {
      const hook = join(pathOf(name), 'hooks', 'pre-receive');
      mkdirSync(dirname(hook), { recursive: true });
      writeFileSync(hook, '#!/bin/sh\necho "You may not push here." >&2\nexit 1\n', { mode: 0o755 });
    },
    rename: (name) => renameSync(pathOf(name), `${pathOf(name)}.moved`),
    async [Symbol.asyncDispose]() {
      await server.close();
      await emulator.close();
      repository.remove();
    },
  };
}
