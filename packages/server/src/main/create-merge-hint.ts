import type { AgentJobRow } from '../modules/agent/agent-jobs/index.ts';
import type { Composition } from './compose.ts';

/**
 * Creates a function that reports a merge by the service immediately, because not every repository has a hook and heads
 * are polled only once a minute.
 */
export const createMergeHint =
  ({ onHint }: Pick<Composition, 'onHint'>) =>
  async (
    { organization_id: organizationId, repository, base_branch: branch }: AgentJobRow,
    author: string,
  ): Promise<void> =>
    onHint({ organizationId, repository, author, branches: [branch] });
