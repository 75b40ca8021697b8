import { maxDiffLines, type AgentJobDiffLines } from '@docwright/contract';
import { listFileChanges, unifiedDiff, type BaseFiles } from '@docwright/doc-agent';
import type { Database } from '../../../../platform/database/index.ts';
import { isCodeHostError } from '../../../../platform/code-host/index.ts';
import { isGitError } from '../../../../platform/git/index.ts';
import { ApiError } from '../../../../platform/http/index.ts';
import { findProject, type ProjectTables } from '../../../project-config/projects/index.ts';
import type { ConnectedRepository, ConnectRepository } from '../../../sources/repositories/index.ts';
import { notInDiff } from '../errors.ts';
import { readOverlay, selectOverlayEntry } from '../overlay-store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';

interface ReadDiffDeps {
  readonly database: Database<AgentJobTables & ProjectTables>;
  readonly connectRepository: ConnectRepository;
}

/**
 * Creates a function that returns a job's overlay as a diff against its base commit, which our mirror keeps. The diff
 * is empty until the base is fixed.
 */
export function createReadDiff(deps: ReadDiffDeps) {
  return async (job: AgentJobRow, signal: AbortSignal): Promise<string> => {
    const overlay = await readOverlay(deps.database.kysely, job.id);
    const base = overlay.size === 0 ? undefined : await openBase(deps, job, signal);
    return base === undefined ? '' : unifiedDiff(base, overlay);
  };
}

export interface DiffLinesRequest {
  readonly path: string;
  /** First line, 1-based and inclusive. */
  readonly from?: number;
  readonly to?: number;
}

/**
 * Creates a function that returns lines of one file in the diff, as the job left them. Access to the repository is
 * checked as for the diff: if the repository was disconnected, neither can be read.
 *
 * @throws ApiError not_in_diff: if the job has not changed the file; not_found: if the repository is missing or
 * disconnected
 */
export function createReadDiffLines(deps: ReadDiffDeps) {
  return async (
    job: AgentJobRow,
    { path, from = 1, to = Number.POSITIVE_INFINITY }: DiffLinesRequest,
    signal: AbortSignal,
  ): Promise<AgentJobDiffLines> => {
    const entry = await selectOverlayEntry(deps.database.kysely, job.id, path);
    const base = entry === undefined ? undefined : await openBase(deps, job, signal);
    if (entry === undefined || base === undefined) throw notInDiff(path);
    const [change] = await listFileChanges(base, new Map([[path, entry]]));
    if (change === undefined) throw notInDiff(path);
    const lines = change.after.split('\n');
    // The empty string after the last newline is not a line.
    if (lines.at(-1) === '') lines.pop();
    return { path, from, lines: lines.slice(from - 1, Math.min(to, from + maxDiffLines - 1)), total: lines.length };
  };
}

/** Opens the files of the docs folder at the job's base commit; `undefined` until the commit is fixed. */
async function openBase(
  { database, connectRepository }: ReadDiffDeps,
  job: AgentJobRow,
  signal: AbortSignal,
): Promise<BaseFiles | undefined> {
  const project = await findProject(database.kysely, job.organization_id, job.project_id);
  const commit = job.base_commit;
  if (commit === null || project === undefined) return undefined;
  const { mirror } = await connect(connectRepository, job);
  const prefix = project.docs_folder === '' ? '' : `${project.docs_folder}/`;
  const read = (path: string) => mirror.readFile(commit, prefix + path, { signal });
  return {
    list: async () => [],
    read: async (path: string) =>
      read(path).catch(async (error: unknown) => {
        // This replica's mirror may not have the commit yet.
        if (!isGitError(error, 'commit-not-found')) throw error;
        if (job.ask !== null) throw draftNotKept();
        await mirror.fetch({ branches: [job.base_branch], signal });
        return read(path);
      }),
  };
}

const draftNotKept = (): ApiError =>
  new ApiError(
    'not_found',
    'This machine doesn’t store the draft as the agent read it. The suggestions show the changes.',
  );

/** @throws ApiError not_found: if the repository is missing or disconnected */
async function connect(connectRepository: ConnectRepository, job: AgentJobRow): Promise<ConnectedRepository> {
  const { organization_id: organizationId, repository } = job;
  return connectRepository({ organizationId, repository }).catch((error: unknown) => {
    const isGone = isGitError(error, 'repository-not-found') || isCodeHostError(error, 'repository-not-found');
    throw isGone ? new ApiError('not_found', error.message, { cause: error }) : error;
  });
}
