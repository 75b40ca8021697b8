import type { CodeRepository } from '@docwright/doc-agent';
import { toStorableJson, type Database } from '../../../../platform/database/index.ts';
import type { FaultPoint } from '../../../../platform/fault-points/index.ts';
import { LeaseLost } from '../../../../platform/job-engine/index.ts';
import type { ResolvedAgentSettings } from '../../../project-config/agent-settings/index.ts';
import type { ConnectRepository } from '../../../sources/repositories/index.ts';
import { nameContextFailure, pinContext, watchAnchors, type ContextTables } from '../../context-repositories/index.ts';
import { AgentJobFailure } from '../errors.ts';
import { updateActiveAgentJob } from '../store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';

/**
 * Pins the commits of the job's context repositories for this turn and records them, so that an attempt after a crash
 * reads the same commits.
 * @throws AgentJobFailure that names the repository
 */
export async function openContext(
  deps: {
    readonly database: Database<AgentJobTables & ContextTables>;
    readonly connectRepository: ConnectRepository;
    readonly repositoryUrl: (stored: string) => string;
    readonly faultPoint: FaultPoint;
  },
  job: AgentJobRow,
  { settings, signal }: { readonly settings: ResolvedAgentSettings; readonly signal: AbortSignal },
): Promise<{ readonly job: AgentJobRow; readonly code: readonly CodeRepository[] }> {
  const repositories = job.context_repositories ?? settings.contextRepositories;
  if (repositories.length === 0 && job.context.length === 0) return { job, code: [] };
  const known = job.context_turn === job.turns ? job.context : [];
  const request = { organizationId: job.organization_id, repositories, known, signal };
  const pinned = await pinContext(deps.connectRepository, request, (error, repository) => {
    const failure = nameContextFailure(error, deps.repositoryUrl(repository));
    return failure === undefined ? error : new AgentJobFailure(failure, { cause: error });
  });
  deps.faultPoint('agent.context-fetched');
  const recorded = await updateActiveAgentJob(deps.database.kysely, job, {
    context: toStorableJson(pinned.commits),
    context_turn: job.turns,
  });
  if (recorded === undefined) throw new LeaseLost();
  if (settings.codeAnchors)
    await watchAnchors(deps.database.kysely, { projectId: job.project_id, organizationId: job.organization_id });
  return { job: recorded, code: pinned.repositories };
}
