import { unifiedDiff } from '@docwright/doc-agent';
import type { Database } from '../../platform/database/index.ts';
import { isGitError } from '../../platform/git/index.ts';
import { findProject, type ProjectTables } from '../projects/index.ts';
import type { ConnectRepository } from '../repositories/index.ts';
import { selectOverlay } from './journal-store.ts';
import type { AgentJobRow, AgentJobTables } from './tables.ts';

/** The overlay of a job against its base commit, which our mirror keeps. Empty before the base is fixed. */
export function createReadDiff(deps: {
  readonly database: Database<AgentJobTables & ProjectTables>;
  readonly connectRepository: ConnectRepository;
}) {
  return async (job: AgentJobRow, signal: AbortSignal): Promise<string> => {
    const { kysely } = deps.database;
    const overlay = await selectOverlay(kysely, job.id);
    const project = await findProject(kysely, job.organization_id, job.project_id);
    const commit = job.base_commit;
    if (overlay.size === 0 || commit === null || project === undefined) return '';
    const { mirror } = await deps.connectRepository({
      organizationId: job.organization_id,
      repository: job.repository,
    });
    const prefix = project.docs_folder === '' ? '' : `${project.docs_folder}/`;
    const read = (path: string) => mirror.readFile(commit, prefix + path, { signal });
    const base = {
      list: async () => [],
      read: async (path: string) =>
        read(path).catch(async (error: unknown) => {
          // A replica whose mirror has not seen this commit yet.
          if (!isGitError(error, 'commit-not-found')) throw error;
          await mirror.fetch({ branches: [job.base_branch], signal });
          return read(path);
        }),
    };
    return unifiedDiff(base, overlay);
  };
}
