import type { ProjectRow } from '../../../project-config/projects/index.ts';
import type { PreparedRepository } from '../publish/published.ts';
import type { AgentJobRow } from '../tables.ts';

export interface FollowUp {
  readonly job: AgentJobRow;
  readonly project: ProjectRow;
  readonly repository: PreparedRepository;
  readonly signal: AbortSignal;
}

export type ReadyFollowUp = Pick<FollowUp, 'job' | 'repository'>;
