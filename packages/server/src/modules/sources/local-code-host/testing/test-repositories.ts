/** Repositories on a test's embedded code host, and the actions that the agent and people perform on them. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CodeHost, PullRequest } from '../../../../platform/code-host/index.ts';
import { createMirrorStore, type Mirror } from '../../../../platform/git/index.ts';
import type { LocalRepository } from '../local-code-host.ts';
import { KEYS, ORGANIZATION, type TestHost } from './test-host.ts';

export const PAGE = Array.from({ length: 30 }, (_, i) => `line ${i + 1}`).join('\n');

type Files = Readonly<Record<string, string | null>>;

export interface Proposed {
  readonly pull: PullRequest;
  readonly host: CodeHost;
  readonly request: Parameters<CodeHost['createPullRequest']>[0];
  readonly sha: string;
  readonly base: string;
}

export interface TestRepositories {
  /** Creates a repository that has a unique name and contains these files. */
  seeded(files?: Readonly<Record<string, string>>): Promise<LocalRepository>;
  mirrorOf(repository: LocalRepository): Mirror;
  /** Pushes a commit based on `main` or on `parent` to an agent branch. */
  pushed(repository: LocalRepository, changes: Files, to?: { branch?: string; parent?: string }): Promise<string>;
  /** Performs the agent's steps: fetch, commit, push, pull request. */
  proposed(repository: LocalRepository, changes: Files, branch?: string): Promise<Proposed>;
  /** Creates a person's clone of the repository's default branch. */
  cloned(repository: LocalRepository): Promise<string>;
  urlWithKey(repository: LocalRepository, key: string): string;
  /** The path of a folder that doesn't exist yet. */
  workFolder(): string;
}

export function testRepositories(world: TestHost): TestRepositories {
  let made = 0;
  const workFolder = () => join(world.folder, `work-${(made += 1)}`);
  const urlWithKey: TestRepositories['urlWithKey'] = (repository, key) =>
    world.host.cloneUrl(repository).replace('http://', `http://any:${key}@`);
  const mirrorOf: TestRepositories['mirrorOf'] = (repository) => {
    const store = createMirrorStore({ root: join(world.folder, 'mirrors'), settings: world.gitSettings });
    return store.open({ id: repository.id, ...world.host.connect(repository).gitAccess });
  };
  const pushed: TestRepositories['pushed'] = async (
    repository,
    changes,
    { branch = 'docwright/job-1', parent } = {},
  ) => {
    const mirror = mirrorOf(repository);
    const base = parent ?? (await mirror.fetch()).branches.get('main') ?? '';
    const commit = await mirror.commitOverlay({
      base,
      changes: Object.entries(changes).map(([path, content]) => ({ path, content })),
      message: 'docs: improve\n',
      author: { name: 'Docwright', email: 'bot@example.com' },
      date: new Date('2026-11-21T21:00:00Z'),
    });
    assert.ok('sha' in commit, 'the commit changes nothing');
    const expected = parent ?? null;
    assert.equal((await mirror.push({ branch, sha: commit.sha, expected })).kind, 'pushed');
    return commit.sha;
  };
  return {
    workFolder,
    urlWithKey,
    mirrorOf,
    pushed,
    seeded: async (files = { 'docs.json': '{}', 'index.mdx': PAGE }) => {
      const name = `docs-${(made += 1)}`;
      const folder = join(world.folder, 'seeds', name);
      mkdirSync(folder, { recursive: true });
      for (const [path, content] of Object.entries(files)) {
        mkdirSync(join(folder, path, '..'), { recursive: true });
        writeFileSync(join(folder, path), content);
      }
      const seed = { kind: 'folder', folder, message: 'docs: first\n' } as const;
      return world.host.createRepository({ organizationId: ORGANIZATION, name, seed });
    },
    proposed: async (repository, changes, headBranch = 'docwright/job-1') => {
      const base = (await mirrorOf(repository).fetch()).branches.get('main') ?? '';
      const sha = await pushed(repository, changes, { branch: headBranch });
      const host = world.host.connect(repository);
      const request = {
        headBranch,
        baseBranch: 'main',
        title: 'Improve <b>docs</b>',
        body: 'Some *text*.\n\n<!-- docwright:job=j1 -->',
        draft: false,
      };
      return { pull: await host.createPullRequest(request), host, request, sha, base };
    },
    cloned: async (repository) => {
      const folder = workFolder();
      await world.git('clone', '--quiet', urlWithKey(repository, KEYS.admin), folder);
      return folder;
    },
  };
}

export interface PageAnswer {
  readonly status: number;
  readonly text: string;
  readonly location: string | null;
}

/** Posts a form as a browser does. */
export async function postForm(
  url: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<PageAnswer> {
  const answer = await fetch(url, { method: 'POST', body: new URLSearchParams(fields), redirect: 'manual', headers });
  return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') };
}
