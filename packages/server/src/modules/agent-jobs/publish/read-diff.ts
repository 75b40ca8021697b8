import { unifiedDiff } from '@docwright/doc-agent';
import type { Database } from '../../../platform/database/index.ts';
import { isCodeHostError } from '../../../platform/code-host/index.ts';
import { isGitError } from '../../../platform/git/index.ts';
import { ApiError } from '../../../platform/http/index.ts';
import { findProject, type ProjectTables } from '../../projects/index.ts';
import type { ConnectedRepository, ConnectRepository } from '../../repositories/index.ts';
import { selectOverlay } from '../overlay-store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';

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
    const { mirror } = await connect(deps.connectRepository, job);
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

/** @throws ApiError not_found: the repository is gone, or not connected any more */
async function connect(connectRepository: ConnectRepository, job: AgentJobRow): Promise<ConnectedRepository> {
  const { organization_id: organizationId, repository } = job;
  return connectRepository({ organizationId, repository }).catch((error: unknown) => {
    const isGone = isGitError(error, 'repository-not-found') || isCodeHostError(error, 'repository-not-found');
    throw isGone ? new ApiError('not_found', error.message, { cause: error }) : error;
  });
}
