import { randomBytes } from 'node:crypto';
import { idPrefixes, type CreateCodeHostHookBody } from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import { mayUseProject, requireAuthority, type Principal, type RefusedAttempt } from '../../../platform/http/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import { recordAuditEvent, type AuditLogTables } from '../../foundation/audit-log/index.ts';
import {
  findProject,
  projectNotFound,
  type ProjectRow,
  type ProjectTables,
} from '../../project-config/projects/index.ts';
import {
  mayUse,
  notConnected,
  parseRepositoryAddress,
  rulesOf,
  toWebAddress,
  type ConnectRepository,
  type AddressRules,
} from '../../sources/repositories/index.ts';
import { hookNotFound, noHooksHere } from './errors.ts';
import { hookSecretContext } from './hook-secret.ts';
import type { CodeHostEventSettings } from './settings.ts';
import { installHook } from './install-hook.ts';
import { deleteHookRow, insertHook, saveInstall } from './store.ts';
import { toCodeHostHook } from './to-code-host-hook.ts';
import type { CodeHostEventTables, HookRow } from './tables.ts';

export interface SaveHookDeps {
  readonly database: Database<CodeHostEventTables & ProjectTables & AuditLogTables>;
  readonly secretBox: SecretBox;
  readonly addressRules: AddressRules;
  /** Patterns of the repositories that an organization can use. */
  readonly findConnected: (organizationId: string) => Promise<readonly string[]>;
  readonly settings: CodeHostEventSettings;
  readonly baseUrl: string;
  readonly connectRepository: ConnectRepository;
}

export interface NewHook {
  readonly row: HookRow;
  /** The secret, which is not stored in plain text and can only be shown now. */
  readonly secret: string;
}

/** The length of a Standard Webhooks secret, so that GitLab also accepts it as a signing token. */
const secretBytes = 32;

/** @throws {ApiError} not_found, code_host_without_hooks, invalid_repository */
export async function createHook(
  deps: SaveHookDeps,
  principal: Principal,
  request: { readonly projectId: string; readonly body: CreateCodeHostHookBody },
): Promise<NewHook> {
  const project = await requireProject(deps, principal, request.projectId);
  requireAgentJobs(principal, { action: 'code_host_hook.created', target: { kind: 'project', id: project.id } });
  const { organizationId } = principal;
  const address = parseRepositoryAddress(project.repository, await rulesOf(deps.addressRules, organizationId));
  if (address.kind === 'local') throw noHooksHere();
  const { addressRules: rules, findConnected } = deps;
  if (!(await mayUse({ rules, findConnected }, organizationId, address))) throw notConnected(toWebAddress(address));
  const { body } = request;
  const secret = body.secret ?? `whsec_${randomBytes(secretBytes).toString('base64')}`;
  const named = { id: newId(idPrefixes.codeHostHook), organization_id: organizationId };
  const row = await deps.database.kysely.transaction().execute(async (tx) => {
    const made = await insertHook(tx, {
      ...named,
      project_id: project.id,
      kind: address.kind,
      secret: deps.secretBox.seal(secret, hookSecretContext(named)),
      follow_ups: body.followUps ?? 'mention',
      mention: body.mention ?? deps.settings.defaultMention,
      created_by: principal.actor.id,
    });
    await recordAuditEvent(tx, principal, { action: 'code_host_hook.created', target: toTarget(made) });
    return made;
  });
  if (body.install !== true) return { row, secret };
  const { url } = toCodeHostHook(row, deps.baseUrl);
  const install = await installHook(deps.connectRepository, project, { url, secret });
  return { row: await saveInstall(deps.database.kysely, row.id, install), secret };
}

/** @throws {ApiError} not_found */
export async function deleteHook(
  deps: SaveHookDeps,
  principal: Principal,
  request: { readonly projectId: string; readonly id: string },
): Promise<void> {
  const project = await requireProject(deps, principal, request.projectId);
  requireAgentJobs(principal, {
    action: 'code_host_hook.deleted',
    target: { kind: 'code_host_hook', id: request.id },
  });
  await deps.database.kysely.transaction().execute(async (tx) => {
    const row = await deleteHookRow(tx, project.id, request.id);
    if (row === undefined) throw hookNotFound(request.id);
    await recordAuditEvent(tx, principal, { action: 'code_host_hook.deleted', target: toTarget(row) });
  });
}

/**
 * Requires the permission to start jobs: a hook lets people on the code host, and anyone with its secret, start turns.
 */
function requireAgentJobs(principal: Principal, attempt: RefusedAttempt): void {
  requireAuthority(principal, { ...principal, scopes: ['agent-jobs:write'] }, attempt);
}

const toTarget = ({ id, kind }: HookRow) => ({ kind: 'code_host_hook', id, name: kind });

export async function requireProject(
  { database }: Pick<SaveHookDeps, 'database'>,
  principal: Principal,
  projectId: string,
): Promise<ProjectRow> {
  const project = mayUseProject(principal, projectId)
    ? await findProject(database.kysely, principal.organizationId, projectId)
    : undefined;
  if (project === undefined) throw projectNotFound(projectId);
  return project;
}
