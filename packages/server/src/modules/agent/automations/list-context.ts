import type { Queryable } from '../../../platform/database/index.ts';
import { findAgentSettings, type AgentSettingsTables } from '../../project-config/agent-settings/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';
import { selectAutomations } from './store.ts';
import type { AutomationTables } from './tables.ts';

/** Lists the repositories with source code that a project's settings and its automations name, as stored. */
export async function listContext(
  db: Queryable<AutomationTables & AgentSettingsTables>,
  { organization_id: organizationId, id: projectId }: Pick<ProjectRow, 'organization_id' | 'id'>,
): Promise<readonly string[]> {
  const [settings, automations] = await Promise.all([
    findAgentSettings(db, { organizationId, projectId }),
    selectAutomations(db, organizationId, projectId),
  ]);
  const named = [
    ...settings.contextRepositories,
    ...automations.flatMap(({ context_repositories: context }) => context),
  ];
  return [...new Set(named.map(({ repository }) => repository))];
}
