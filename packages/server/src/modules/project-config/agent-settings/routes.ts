import { operations } from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import { mayUseProject, type OperationRoutes } from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { findProject, projectNotFound, type ProjectTables, type ResolveDeps } from '../projects/index.ts';
import { toAgentSettings } from './agent-settings.ts';
import { resolveContextRepositories } from './context-repositories.ts';
import { saveAgentSettings } from './save-agent-settings.ts';
import { selectAgentSettings, type AgentSettingsTables } from './store.ts';

export function registerAgentSettingsRoutes(
  routes: OperationRoutes,
  deps: ResolveDeps & { readonly database: Database<AgentSettingsTables & ProjectTables> },
): void {
  const { kysely } = deps.database;
  routes.handle(operations.getAgentSettings, async ({ principal, params: { projectId } }) => {
    const { organizationId } = principal;
    const project = mayUseProject(principal, projectId)
      ? await findProject(kysely, organizationId, projectId)
      : undefined;
    if (project === undefined) throw projectNotFound(projectId);
    return toAgentSettings(await selectAgentSettings(kysely, { organizationId, projectId }), deps.rules);
  });
  routes.handle(operations.updateAgentSettings, async ({ principal, params: { projectId }, body, ifMatch }) => {
    if (!mayUseProject(principal, projectId)) throw projectNotFound(projectId);
    const { contextRepositories: given } = body;
    const contextRepositories =
      given === undefined ? undefined : await resolveContextRepositories(deps, principal, given);
    const change = { principal, projectId, body, contextRepositories, ifMatch };
    const saved = await kysely.transaction().execute(async (tx) => {
      const row = await saveAgentSettings(tx, change);
      const target = { kind: 'project', id: projectId };
      await recordAuditEvent(tx, principal, { action: 'agent_settings.updated', target });
      return row;
    });
    return toAgentSettings(saved, deps.rules);
  });
}
