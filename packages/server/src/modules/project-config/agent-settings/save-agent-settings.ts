import type { ContextRepository, UpdateAgentSettingsBody } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { ApiError, requireUnbound, requireUnchanged, type Principal } from '../../../platform/http/index.ts';
import {
  findProject,
  isIn,
  lockProject,
  projectNotFound,
  type ProjectRow,
  type ProjectTables,
} from '../projects/index.ts';
import { limitNames } from './agent-settings.ts';
import { covers } from './context-repositories.ts';
import { findGlobFault, findGuideFault } from './find-path-fault.ts';
import {
  selectAgentSettings,
  upsertAgentSettings,
  type AgentSettingsRow,
  type AgentSettingsTables,
  type StoredAgentSettings,
} from './store.ts';

/** Changes the given fields. @throws {ApiError} not_found, invalid_request, precondition_failed */
export async function saveAgentSettings(
  tx: Transaction<AgentSettingsTables & ProjectTables>,
  request: {
    readonly principal: Principal;
    readonly projectId: string;
    readonly body: UpdateAgentSettingsBody;
    /** The body's context repositories in their stored form. */
    readonly contextRepositories: readonly ContextRepository[] | undefined;
    /** The version on which the change is based. */
    readonly ifMatch: string | undefined;
  },
): Promise<AgentSettingsRow> {
  const { principal, projectId, body, contextRepositories } = request;
  const { organizationId } = principal;
  requirePaths(body);
  const project = (await lockProject(tx, organizationId, projectId))
    ? await findProject(tx, organizationId, projectId)
    : undefined;
  if (project === undefined) throw projectNotFound(projectId);
  const name = { organizationId, projectId };
  const before = await selectAgentSettings(tx, name);
  requireUnchanged(request.ifMatch, before);
  requireGuidesInReach(principal, {
    project,
    old: before?.settings.guidePaths ?? [],
    guidePaths: body.guidePaths ?? [],
  });
  requireContextInReach(principal, {
    project,
    old: before?.settings.contextRepositories ?? [],
    given: contextRepositories ?? [],
  });
  const change = { ...body, ...(contextRepositories !== undefined && { contextRepositories }) };
  return upsertAgentSettings(tx, name, applyChange(before?.settings ?? {}, change));
}

/**
 * A key that is bound to the project can remove context repositories and narrow their paths, but not add or widen any.
 */
function requireContextInReach(
  principal: Principal,
  request: {
    readonly project: ProjectRow;
    readonly old: readonly ContextRepository[];
    readonly given: readonly ContextRepository[];
  },
): void {
  const { project, old, given } = request;
  const foreign = given.find((one) => !old.some((known) => covers(known, one)));
  if (foreign === undefined) return;
  requireUnbound(principal, `let the agent read more of the repository "${foreign.repository}"`, {
    action: 'agent_settings.updated',
    target: { kind: 'project', id: project.id, name: project.name },
  });
}

/**
 * Guides are read from the whole repository and sent to the model, so a key that is bound to the project can't add any.
 */
function requireGuidesInReach(
  principal: Principal,
  request: { readonly project: ProjectRow; readonly old: readonly string[]; readonly guidePaths: readonly string[] },
): void {
  const { id, name, docs_folder: folder } = request.project;
  const foreign = request.guidePaths.find((path) => !request.old.includes(path) && !isIn(path, folder));
  if (foreign === undefined) return;
  requireUnbound(principal, `let the agent read "${foreign}", which is outside the docs folder`, {
    action: 'agent_settings.updated',
    target: { kind: 'project', id, name },
  });
}

function applyChange(
  before: StoredAgentSettings,
  body: Omit<UpdateAgentSettingsBody, 'contextRepositories'> & {
    readonly contextRepositories?: readonly ContextRepository[] | undefined;
  },
): StoredAgentSettings {
  const { allowPaths, limits, ...plain } = body;
  const { allowPaths: allowed, ...rest } = before;
  const allowedNow = allowPaths === undefined ? allowed : (allowPaths ?? undefined);
  return {
    ...rest,
    ...Object.fromEntries(Object.entries(plain).filter(([, value]) => value !== undefined)),
    ...(allowedNow !== undefined && { allowPaths: allowedNow }),
    limits: Object.fromEntries(
      limitNames.flatMap((name) => {
        const value = limits?.[name] === undefined ? before.limits?.[name] : limits[name];
        return value === undefined || value === null ? [] : [[name, value]];
      }),
    ),
  };
}

function requirePaths(body: UpdateAgentSettingsBody): void {
  const checks = [
    { field: 'allowPaths', values: body.allowPaths, find: findGlobFault },
    { field: 'denyPaths', values: body.denyPaths, find: findGlobFault },
    { field: 'guidePaths', values: body.guidePaths, find: findGuideFault },
  ];
  for (const { field, values, find } of checks) {
    for (const [index, value] of (values ?? []).entries()) {
      const fault = find(value);
      if (fault === undefined) continue;
      const details = [{ path: `/${field}/${index}`, message: fault }];
      throw new ApiError('invalid_request', `The path ${JSON.stringify(value)} in ${field} ${fault}.`, { details });
    }
  }
}
