/** Docs in a repository of the embedded code host, connected as in a worker, with a real PostgreSQL and real git. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  createLocalCodeHost,
  defaultLocalCodeHostSettings,
  type LocalCodeHost,
  type LocalCodeHostTables,
} from '../modules/sources/local-code-host/index.ts';
import { createConnectRepository, type ConnectRepository } from '../modules/sources/repositories/index.ts';
import { systemClock } from '../platform/clock/index.ts';
import type { CodeHost } from '../platform/code-host/index.ts';
import { createGit, createMirrorStore, isGitError, resolveGitSettings, type Mirror } from '../platform/git/index.ts';
import { insertProject, type ProjectFacts } from './insert-project.ts';
import { HOME, openModuleDatabase, type ModuleDatabase } from './module-database.ts';

const run = promisify(execFile);

export interface LocalDocs<Schema> {
  readonly database: ModuleDatabase<Schema>;
  /** A folder for a test's other files. */
  readonly folder: string;
  readonly localCodeHost: LocalCodeHost;
  readonly connectRepository: ConnectRepository;
  readonly host: CodeHost;
  readonly mirror: Mirror;
  /** The commit of `main` when the docs were opened. */
  readonly base: string;
  readonly baseUrl: string;
  /** Creates a commit in the mirror that isn't on a branch. */
  commit(parent: string, files: Readonly<Record<string, string | Uint8Array | null>>): Promise<CommittedDocs>;
  /** Creates a commit on top of an agent's branch, like a push from another clone. */
  pushToBranch(branch: string, files: Readonly<Record<string, string | Uint8Array | null>>): Promise<string>;
  /** Creates a commit on top of `main`, which agents must not push to. */
  moveMain(files: Readonly<Record<string, string | null>>): Promise<string>;
  /** The commit of the branch on the code host, or `undefined` if the branch doesn't exist there. */
  headOf(branch: string): Promise<string | undefined>;
  close(): Promise<void>;
}

export interface CommittedDocs {
  readonly sha: string;
  readonly tree: string;
}

/** Opens the project `project` of `org_home`, on `main` of `local:docs` with these files. */
export async function openLocalDocs<Schema>(
  files: Readonly<Record<string, string>>,
  project: ProjectFacts = {},
): Promise<LocalDocs<Schema>> {
  const database = await openModuleDatabase<Schema>();
  const folder = await mkdtemp(join(tmpdir(), 'docwright-docs-'));
  const root = join(folder, 'repositories');
  await mkdir(join(folder, 'home'));
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(folder, 'seed', dirname(path)), { recursive: true });
    await writeFile(join(folder, 'seed', path), content);
  }
  const settings = resolveGitSettings({ homeFolder: join(folder, 'home'), localRoot: root });
  const baseUrl = 'https://docs.example';
  let repositories = 0;
  const localCodeHost = createLocalCodeHost({
    // Each module's database has the whole schema.
    database: database as unknown as ModuleDatabase<LocalCodeHostTables>,
    git: createGit(settings),
    root,
    baseUrl,
    viewSecrets: [Buffer.alloc(32, 7)],
    clock: systemClock,
    newRepositoryId: () => (repositories++ === 0 ? 'repo_docs' : `repo_${repositories}`),
    settings: defaultLocalCodeHostSettings,
  });
  const seed = { kind: 'folder', folder: join(folder, 'seed'), message: 'First' } as const;
  await localCodeHost.createRepository({ organizationId: HOME, name: 'docs', seed });
  const connectRepository = createConnectRepository({
    rules: { baseUrl, hosts: [] },
    localCodeHost,
    mirrors: createMirrorStore({ root: join(folder, 'mirrors'), settings }),
    connectRemote: () => {
      throw new Error('no other code host is used');
    },
    findConnected: () => Promise.resolve([]),
  });
  const { host, mirror } = await connectRepository({ organizationId: HOME, repository: 'local:docs' });
  await mirror.fetch();
  await insertProject(database, 'project', { repository: 'local:docs', ...project });
  const commit: LocalDocs<Schema>['commit'] = async (parent, changed) => {
    const made = await mirror.commitOverlay({
      base: parent,
      changes: Object.entries(changed).map(([path, content]) => ({ path, content })),
      message: `Changed ${Object.keys(changed).join(', ')}`,
      author: { name: 'Ada', email: 'ada@example.com' },
      date: new Date('2026-11-22T12:00:00Z'),
    });
    assert.ok('sha' in made, 'the commit changes nothing');
    return made;
  };
  const headOf: LocalDocs<Schema>['headOf'] = async (branch) => {
    try {
      return (await mirror.inspect({ branches: [branch] })).branches.get(branch);
    } catch (error) {
      if (isGitError(error, 'branch-not-found')) return undefined;
      throw error;
    }
  };
  return {
    database,
    folder,
    localCodeHost,
    connectRepository,
    host,
    mirror,
    base: await mirror.resolveRef('main'),
    baseUrl,
    commit,
    headOf,
    moveMain: async (changed) => {
      const { sha } = await commit((await headOf('main')) ?? '', changed);
      const branch = 'docwright/next-main';
      await mirror.push({ branch, sha, expected: null });
      const gitDir = ['--git-dir', fileURLToPath(new URL(mirror.remote.url))];
      await run('git', [...gitDir, 'update-ref', 'refs/heads/main', sha]);
      await run('git', [...gitDir, 'update-ref', '-d', `refs/heads/${branch}`]);
      return sha;
    },
    pushToBranch: async (branch, changed) => {
      const head = await headOf(branch);
      assert.ok(head, `branch ${branch} doesn’t exist`);
      await mirror.fetch({ branches: [branch] });
      const { sha } = await commit(head, changed);
      assert.deepEqual((await mirror.push({ branch, sha, expected: head })).kind, 'pushed');
      return sha;
    },
    close: async () => {
      await database.close();
      await rm(folder, { recursive: true });
    },
  };
}
