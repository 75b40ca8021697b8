import type { UpdateAgentSettingsBody } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { ApiError, requireUnchanged } from '../../platform/http/index.ts';
import { lockProject, projectNotFound, type ProjectTables } from '../projects/index.ts';
import { limitNames } from './agent-settings.ts';
import { findGlobFault, findPathFault } from './find-path-fault.ts';
import {
  selectAgentSettings,
  upsertAgentSettings,
  type AgentSettingsRow,
  type AgentSettingsTables,
  type StoredAgentSettings,
} from './store.ts';

/** Changes what is named. @throws ApiError not_found, invalid_request, precondition_failed */
export async function saveAgentSettings(
  tx: Transaction<AgentSettingsTables & ProjectTables>,
  given: {
    readonly organizationId: string;
    readonly projectId: string;
    readonly body: UpdateAgentSettingsBody;
    /** The state that the change was made on. */
    readonly ifMatch: string | undefined;
  },
): Promise<AgentSettingsRow> {
  const { organizationId, projectId, body } = given;
  requirePaths(body);
  if (!(await lockProject(tx, organizationId, projectId))) throw projectNotFound(projectId);
  const before = await selectAgentSettings(tx, given);
  requireUnchanged(given.ifMatch, before);
  return upsertAgentSettings(tx, given, applyChange(before?.settings ?? {}, body));
}

function applyChange(before: StoredAgentSettings, body: UpdateAgentSettingsBody): StoredAgentSettings {
  const { allowPaths, limits, instructions, guidePaths, labels, reviewers, drafts, denyPaths, fetchHosts } = body;
  const plain = { instructions, guidePaths, labels, reviewers, drafts, denyPaths, fetchHosts };
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
    { field: 'guidePaths', values: body.guidePaths, find: findPathFault },
  ];
  for (const { field, values, find } of checks) {
    for (const [index, value] of (values ?? []).entries()) {
      const fault = find(value);
      if (fault === undefined) continue;
      const details = [{ path: `/${field}/${String(index)}`, message: fault }];
      throw new ApiError('invalid_request', `The path ${JSON.stringify(value)} of ${field} ${fault}.`, { details });
    }
  }
}
