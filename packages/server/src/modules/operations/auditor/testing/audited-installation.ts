/** An installation in a valid state, for the auditor's tests: one agent job with its pull request, with real git. */
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { jobMarker } from '@docwright/doc-agent';
import { CompiledQuery, type Transaction } from 'kysely';
import { FileSystemStore, type BlobStore } from '../../../../platform/blob-store/index.ts';
import { systemClock } from '../../../../platform/clock/index.ts';
import { createGit, createMirrorStore, resolveGitSettings } from '../../../../platform/git/index.ts';
import { HOME, openModuleDatabase, type ModuleDatabase } from '../../../../testing/module-database.ts';
import { agentAuthor } from '../../../agent/agent-jobs/index.ts';
import {
  createLocalCodeHost,
  defaultLocalCodeHostSettings,
  type LocalCodeHostOptions,
  type LocalRepository,
} from '../../../sources/local-code-host/index.ts';
import { createConnectRepository, toLocalAddress } from '../../../sources/repositories/index.ts';
import type { AuditDeps } from '../audit-deps.ts';
import { Findings } from '../findings.ts';
import { defaultAuditSettings } from '../settings.ts';
import type { AuditTables } from '../store.ts';

export const JOB = 'aj_audited';
export const AGENT = `${agentAuthor.name} <${agentAuthor.email}>`;
export const ADA = 'Ada <ada@example.com>';

export interface AuditedInstallation {
  readonly deps: AuditDeps;
  readonly database: ModuleDatabase<AuditTables>;
  readonly blobs: BlobStore;
  readonly folder: string;
  readonly repository: LocalRepository;
  readonly hostOptions: LocalCodeHostOptions;
  readonly base: string;
  /** The agent's commit, on its branch. */
  readonly pushed: string;
  readonly git: (...args: string[]) => Promise<string>;
  /** Creates a commit and moves the branch to it. */
  readonly commit: (request: CommitRequest) => Promise<string>;
  /** Returns a check's findings, one per line: `promise subject message`. */
  readonly find: (check: AuditCheck, deps?: Partial<AuditDeps>) => Promise<string>;
  /** Returns a check's findings after statements that are rolled back. */
  readonly findAfter: (check: AuditCheck, statement: string, values?: readonly unknown[]) => Promise<string>;
  close(): Promise<void>;
}

export type AuditCheck = (deps: AuditDeps, findings: Findings) => Promise<void>;

export interface CommitRequest {
  readonly branch: string;
  readonly author: string;
  readonly parent?: string;
  readonly files: Readonly<Record<string, string>>;
}

export async function openAuditedInstallation(): Promise<AuditedInstallation> {
  const database = await openModuleDatabase<AuditTables>();
  await database.pool.query('UPDATE organizations SET operator = true WHERE id = $1', [HOME]);
  const folder = await mkdtemp(join(tmpdir(), 'docwright-audited-'));
  const root = join(folder, 'repositories');
  for (const name of ['home', 'seed']) await mkdir(join(folder, name));
  const settings = resolveGitSettings({ homeFolder: join(folder, 'home'), localRoot: root });
  const gitProgram = createGit(settings);
  const hostOptions: LocalCodeHostOptions = {
    database,
    git: gitProgram,
    root,
    baseUrl: 'https://docs.example',
    viewSecrets: [Buffer.alloc(32, 7)],
    clock: systemClock,
    newRepositoryId: () => 'repo_docs',
    settings: defaultLocalCodeHostSettings,
  };
  const localCodeHost = createLocalCodeHost(hostOptions);
  await writeFile(join(folder, 'seed', 'docs.json'), '{}');
  await writeFile(join(folder, 'seed', 'index.mdx'), 'Before.\n');
  const repository = await localCodeHost.createRepository({
    organizationId: HOME,
    name: 'docs',
    seed: { kind: 'folder', folder: join(folder, 'seed'), message: 'First' },
  });
  const gitDir = fileURLToPath(localCodeHost.connect(repository).gitAccess.url);
  const git = (...args: string[]) => runGit(['--git-dir', gitDir, ...args]);
  const commit = (request: CommitRequest) => importCommit(gitDir, request);
  const base = await git('rev-parse', 'refs/heads/main');
  const branch = `docwright/${JOB}`;
  const pushed = await commit({ branch, author: AGENT, parent: base, files: { 'index.mdx': 'After.\n' } });
  const pull = await localCodeHost.connect(repository).createPullRequest({
    title: 'Change the index',
    body: `What changed.\n\n${jobMarker(JOB)}`,
    headBranch: branch,
    baseBranch: 'main',
    draft: false,
  });
  await insertJob(database, { base, pushed, branch, number: pull.number });
  const blobs = await FileSystemStore.open({
    folder: join(folder, 'blobs'),
    linkBaseUrl: 'https://docs.example/downloads',
    linkSecrets: ['a secret of tests that signs links'],
  });
  const deps: AuditDeps = {
    database,
    blobs,
    git: gitProgram,
    localCodeHost,
    connectRepository: createConnectRepository({
      rules: { baseUrl: hostOptions.baseUrl, hosts: [] },
      localCodeHost,
      mirrors: createMirrorStore({ root: join(folder, 'mirrors'), settings }),
      connectRemote: () => {
        throw new Error('no other code host is asked');
      },
      findConnected: () => Promise.resolve([]),
    }),
    entryModes: [],
    isolation: { asked: 'require', found: { mode: 'bwrap', problem: undefined } },
    logFiles: [],
    secrets: [],
    settled: false,
    settings: defaultAuditSettings,
  };
  const find = async (check: AuditCheck, changes: Partial<AuditDeps> = {}): Promise<string> => {
    const findings = new Findings();
    await check({ ...deps, ...changes }, findings);
    const { violations } = findings.report();
    return violations.map(({ promise, subject, message }) => `${promise} ${subject} ${message}`).join('\n');
  };
  return {
    deps,
    database,
    blobs,
    folder,
    repository,
    hostOptions,
    base,
    pushed,
    git,
    commit,
    find,
    findAfter: (check, statement, values = []) =>
      undone(database, async (tx) => {
        await tx.executeQuery(CompiledQuery.raw(statement, [...values]));
        return find(check, { database: { ...database, kysely: tx } });
      }),
    close: async () => {
      await database.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

class Undo extends Error {}

/** Runs `work` in a transaction that is rolled back. */
async function undone<T>(
  { kysely }: ModuleDatabase<AuditTables>,
  work: (tx: Transaction<AuditTables>) => Promise<T>,
): Promise<T> {
  const done: T[] = [];
  try {
    await kysely.transaction().execute(async (tx) => {
      done.push(await work(tx));
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  const [result] = done;
  if (result === undefined) throw new Error('the work was not done');
  return result;
}

async function insertJob(
  { pool }: ModuleDatabase<AuditTables>,
  made: { readonly base: string; readonly pushed: string; readonly branch: string; readonly number: number },
): Promise<void> {
  await pool.query(
    `INSERT INTO projects (id, organization_id, name, repository, branch, docs_folder, deployment_kind, model, features, as_draft)
     VALUES ('proj_docs', $1, 'Docs', $2, 'main', '', 'cloud', 'rules-1', '{}', false)`,
    [HOME, toLocalAddress('docs')],
  );
  await pool.query(
    `INSERT INTO agent_jobs (id, organization_id, project_id, status, result, model, repository, base_branch, branch, as_draft,
       base_commit, publish_state, commit_sha, pushed_sha, pr_number, pr_link, pr_state, usage, turns, last_event_id)
     VALUES ($1, $2, 'proj_docs', 'completed', 'changes', 'rules-1', $3, 'main', $4, false, $5, 'pr_known', $6, $6, $7,
       'https://docs.example/pulls/docs/1', 'open', '{}', 1, 3)`,
    [JOB, HOME, toLocalAddress('docs'), made.branch, made.base, made.pushed, made.number],
  );
  await pool.query(`INSERT INTO agent_job_turns (job_id, turn, prompt) VALUES ($1, 1, 'Change the index')`, [JOB]);
  await pool.query(
    `INSERT INTO agent_job_events (job_id, id, type, data)
     VALUES ($1, 1, 'job.created', '{}'), ($1, 2, 'turn.started', '{}'), ($1, 3, 'job.completed', '{}')`,
    [JOB],
  );
  await pool.query(
    `INSERT INTO agent_job_overlay (job_id, path, kind, content) VALUES ($1, 'index.mdx', 'write', 'After.\n')`,
    [JOB],
  );
}

/** Creates a commit with `git fast-import`, which needs no work tree and accepts any author. */
async function importCommit(gitDir: string, { branch, author, parent, files }: CommitRequest): Promise<string> {
  const stamp = `${author} ${Math.floor(Date.now() / 1000)} +0000`;
  const lines = [
    `commit refs/heads/${branch}`,
    `author ${stamp}`,
    `committer ${stamp}`,
    'data 1\n.',
    ...(parent === undefined ? [] : [`from ${parent}`]),
    ...Object.entries(files).map(([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}`),
    'done\n',
  ];
  await runGit(['--git-dir', gitDir, 'fast-import', '--quiet', '--force', '--done'], lines.join('\n'));
  return runGit(['--git-dir', gitDir, 'rev-parse', `refs/heads/${branch}`]);
}

export function runGit(args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile('git', [...args], (error, stdout) => {
      if (error === null) resolve(stdout.trim());
      else reject(error);
    });
    // If a program stopped reading, its exit status has the reason.
    child.stdin?.on('error', () => undefined).end(input);
  });
}
