import type { ContextRepository } from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import { requireAuthority, requireUnbound, type Principal } from '../../../platform/http/index.ts';
import {
  covers,
  findAgentSettings,
  resolveContextRepositories,
  type AgentSettingsTables,
} from '../../project-config/agent-settings/index.ts';
import type { ProjectRow } from '../../project-config/projects/index.ts';

export type ContextDeps = Parameters<typeof resolveContextRepositories>[0];

/**
 * Returns the stored form of an automation's context repositories. Callers without `projects:write`, and keys that are
 * bound to the project, can use repositories that the project or the automation already has, and narrow their paths,
 * but can't add others.
 * @throws {ApiError} invalid_request, invalid_repository, insufficient_scope
 */
export async function resolveContext(
  deps: ContextDeps & { readonly database: Database<AgentSettingsTables> },
  principal: Principal,
  request: {
    readonly project: ProjectRow;
    readonly given: readonly ContextRepository[] | undefined;
    readonly old: readonly ContextRepository[];
    readonly action: string;
  },
): Promise<readonly ContextRepository[]> {
  const { project, given, old, action } = request;
  if (given === undefined) return old;
  const resolved = await resolveContextRepositories(deps, principal, given);
  const { organization_id: organizationId, id, name } = project;
  const settings = await findAgentSettings(deps.database.kysely, { organizationId, projectId: id });
  const known = [...old, ...settings.contextRepositories];
  const foreign = resolved.find((one) => !known.some((other) => covers(other, one)));
  if (foreign !== undefined) {
    const attempt = { action, target: { kind: 'project', id, name } };
    // The rule for the project's list also applies here: the documentation may quote what the agent reads.
    requireAuthority(principal, { ...principal, scopes: ['projects:write'] }, attempt);
    requireUnbound(principal, `let the agent read the repository "${foreign.repository}"`, attempt);
  }
  return resolved;
}
