/** Drafts in a repository on the embedded code host: real routes, PostgreSQL, git and site builder. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { systemClock } from '../../../../platform/clock/index.ts';
import { createGit, createMirrorStore, resolveGitSettings } from '../../../../platform/git/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import type { OperationRoutes } from '../../../../platform/http/index.ts';
import { HOME, principalOf, type ModuleDatabase } from '../../../../testing/module-database.ts';
import {
  openModuleRoutes,
  type ModuleAnswer,
  type ModuleRequest,
  type ModuleRoutes,
} from '../../../../testing/module-routes.ts';
import { createFolderShare } from '../../../agent/agent-jobs/index.ts';
import { createSiteRenderer } from '../../../building/site-rendering/index.ts';
import {
  createLocalCodeHost,
  defaultLocalCodeHostSettings,
  type LocalCodeHost,
  type LocalCodeHostTables,
  type LocalRepository,
} from '../../../sources/local-code-host/index.ts';
import { createConnectRepository } from '../../../sources/repositories/index.ts';
import { createBranchHeads } from '../branch-heads.ts';
import { createBranchProtections } from '../branch-protections.ts';
import type { DraftThreads } from '../draft-threads.ts';
import type { PreviewDeps } from '../preview-draft.ts';
import { createPreviewFiles } from '../preview-files.ts';
import { registerDraftPreviews } from '../preview-routes.ts';
import { registerDraftRoutes, type DraftRouteDeps } from '../routes.ts';
import type { DraftTables } from '../tables.ts';

const run = promisify(execFile);

type Files = Readonly<Record<string, string | Buffer | null>>;

export const docsJson = `${JSON.stringify({ theme: 'mint', name: 'S', colors: { primary: '#000000' }, navigation: { pages: ['index', 'guide'] } }, null, 2)}\n`;
export const page = (text: string, title = 'Home'): string => `---\ntitle: ${title}\n---\n\n${text}\n`;

export interface TestDrafts {
  readonly service: ModuleRoutes<DraftTables>;
  readonly deps: DraftRouteDeps;
  readonly localCodeHost: LocalCodeHost;
  readonly repository: LocalRepository;
  /** The files around previews. Tests replace this function. */
  readonly previews: { openFiles: PreviewDeps['openFiles'] };
  /** Commits whose file names were listed. */
  readonly listed: readonly string[];
  /** Branches that were reported to live sites. */
  readonly movedBranches: string[][];
  /** Sends a request about a branch's draft; `path` follows the branch. */
  draft(method: string, path?: string, options?: ModuleRequest & { readonly branch?: string }): Promise<ModuleAnswer>;
  read(path: string, options?: ModuleRequest & { readonly branch?: string }): Promise<ModuleAnswer>;
  /** Saves text on top of the current version. */
  save(path: string, content: string, options?: ModuleRequest & { readonly branch?: string }): Promise<ModuleAnswer>;
  /** Pushes as another person. */
  push(files: Files, branch?: string): Promise<string>;
  git(...args: readonly string[]): Promise<string>;
  headOf(branch?: string): Promise<string>;
  fileOf(path: string, branch?: string): Promise<Buffer>;
  /** Simulates another replica, which hasn't fetched the repository. */
  removeMirrors(): Promise<void>;
  close(): Promise<void>;
}

/** Parts of modules that depend on this one. */
export interface TestParts {
  /** The comments on drafts. */
  readonly threads: DraftThreads;
  readonly register: (routes: OperationRoutes, deps: DraftRouteDeps) => void;
  /** The text that editors share. */
  readonly settleTexts: DraftRouteDeps['settleTexts'];
}

const noParts: TestParts = {
  threads: {
    lockFiles: () => Promise.resolve(),
    fileWritten: () => Promise.resolve(),
    fileMoved: () => Promise.resolve(),
    filesLeft: () => Promise.resolve(),
    describeOpen: () => Promise.resolve(''),
  },
  register: () => undefined,
  settleTexts: () => Promise.resolve(),
};

/** Opens the project `proj` on `main` with these files. */
export async function openDrafts(files: Files, docsFolder = '', own: Partial<TestParts> = {}): Promise<TestDrafts> {
  const parts = { ...noParts, ...own };
  const folder = await mkdtemp(join(tmpdir(), 'docwright-drafts-'));
  await mkdir(join(folder, 'home'));
  const log = createLogger({ level: 'silent' });
  const renderer = await createSiteRenderer({ mode: 'none', clock: systemClock, log, codeCacheFolder: folder });
  const movedBranches: string[][] = [];
  const listed: string[] = [];
  const previews = { openFiles: createPreviewFiles({ root: join(folder, 'previews'), maxBytes: 50_000_000 }) };
  const made: { deps?: DraftRouteDeps; localCodeHost?: LocalCodeHost } = {};
  const root = join(folder, 'repositories');
  const settings = resolveGitSettings({ homeFolder: join(folder, 'home'), localRoot: root });
  const git = createGit(settings);
  const service = await openModuleRoutes<DraftTables>((routes, { database, app }) => {
    const localCodeHost = createLocalCodeHost({
      // Every module's database has the entire schema.
      database: database as unknown as ModuleDatabase<LocalCodeHostTables>,
      git,
      root,
      baseUrl: 'https://docs.example',
      viewSecrets: [Buffer.alloc(32, 7)],
      clock: systemClock,
      newRepositoryId: () => 'repo_docs',
      settings: defaultLocalCodeHostSettings,
    });
    made.localCodeHost = localCodeHost;
    const connectRepository = createConnectRepository({
      rules: { baseUrl: 'https://docs.example', hosts: [] },
      localCodeHost,
      mirrors: createMirrorStore({ root: join(folder, 'mirrors'), settings }),
      connectRemote: () => {
        throw new Error('no other code host is asked');
      },
      findConnected: () => Promise.resolve([]),
    });
    made.deps = {
      database,
      connectRepository: async (owner) => {
        const connected = await connectRepository(owner);
        const { mirror } = connected;
        return {
          ...connected,
          mirror: {
            ...mirror,
            listFiles: (commit, ...rest) => (listed.push(commit), mirror.listFiles(commit, ...rest)),
          },
        };
      },
      heads: createBranchHeads({ ...systemClock, monotonicMs: steps() }),
      protections: createBranchProtections(systemClock),
      storage: {
        requireRoom: () => Promise.resolve(),
        roomOf: () => Promise.resolve(Infinity),
        findExcess: () => Promise.resolve(undefined),
        added: () => Promise.resolve(),
      },
      threads: parts.threads,
      clock: systemClock,
      log,
      settleTexts: parts.settleTexts,
      draftDays: 90,
      folders: createFolderShare(),
      renderer,
      findUser: async (id) => (id === 'usr_ada' ? { name: 'Ada Lovelace', email: 'ada@example.com' } : undefined),
      onBranchMoved: async ({ branch }) => void movedBranches.push([branch]),
    };
    registerDraftRoutes(routes, made.deps);
    parts.register(routes, made.deps);
    registerDraftPreviews(routes, app, {
      ...made.deps,
      openFiles: (projectId) => previews.openFiles(projectId),
      linkSecrets: ['secret'],
      baseUrl: 'https://docs.example',
      previewUrl: undefined,
    });
  });
  const { deps, localCodeHost } = made;
  if (deps === undefined || localCodeHost === undefined) throw new Error('the routes were not registered');
  const repository = await localCodeHost.createRepository({
    organizationId: HOME,
    name: 'docs',
    seed: { kind: 'empty' },
  });
  await insertProject(service.database, 'proj', { repository: 'local:docs', docsFolder });
  const gitDir = fileURLToPath(localCodeHost.connect(repository).gitAccess.url);
  const runGit: TestDrafts['git'] = async (...args) => (await run('git', ['--git-dir', gitDir, ...args])).stdout.trim();
  const push: TestDrafts['push'] = async (changed, branch = 'main') => {
    const changes = Object.entries(changed).map(([path, content]) => ({
      path,
      content: content === null ? null : Buffer.from(content),
    }));
    return (await localCodeHost.commitFiles(repository, { author: principalOf(), branch, message: 'A push', changes }))
      .sha;
  };
  await push(files);
  const request: TestDrafts['draft'] = (method, path = '', { branch = 'main', ...options } = {}) =>
    service.request(method, `/v1/projects/proj/drafts/${encodeURIComponent(branch)}${path}`, options);
  const read: TestDrafts['read'] = (path, options) => request('GET', `/files/${encodeURIComponent(path)}`, options);
  return {
    service,
    deps,
    localCodeHost,
    repository,
    previews,
    listed,
    movedBranches,
    draft: request,
    read,
    save: async (path, content, options = {}) => {
      const { json, status } = await read(path, { ...options, as: {} });
      const version: string | null = status === 404 ? null : json.version;
      const body = { content, version };
      return request('PUT', `/files/${encodeURIComponent(path)}`, { ...options, body });
    },
    push,
    git: runGit,
    headOf: (branch = 'main') => runGit('rev-parse', `refs/heads/${branch}`),
    fileOf: async (path, branch = 'main') => {
      const { stdout } = await run('git', ['--git-dir', gitDir, 'cat-file', 'blob', `${branch}:${path}`], {
        encoding: 'buffer',
      });
      return stdout;
    },
    removeMirrors: () => rm(join(folder, 'mirrors'), { recursive: true, force: true }),
    close: async () => {
      await service.close();
      await renderer.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Each reading of the clock is a minute later, so that every request reads the branch. */
function steps(): () => number {
  let now = 0;
  return () => (now += 60_000);
}

export function assertStatus(answer: ModuleAnswer, status: number): ModuleAnswer {
  assert.equal(answer.status, status, answer.text);
  return answer;
}

export const ada = { actor: { kind: 'user', id: 'usr_ada', name: 'ada@example.com' } } as const;
