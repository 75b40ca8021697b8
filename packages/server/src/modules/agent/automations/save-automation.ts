import { isDeepStrictEqual } from 'node:util';
import {
  defaultMinReaders,
  idPrefixes,
  type CreateAutomationBody,
  type UpdateAutomationBody,
} from '@docwright/contract';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import { mayUseProject, type Principal } from '../../../platform/http/index.ts';
import { newId } from '../../../platform/ids/index.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import type { AgentSettingsTables } from '../../project-config/agent-settings/index.ts';
import { findProject, projectNotFound, type ProjectRow } from '../../project-config/projects/index.ts';
import type { WebhookTables } from '../../project-config/webhooks/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import {
  defaultLimits,
  firstDue,
  requireInstructions,
  requireMergeAccess,
  requireMinReaders,
  requireRecipients,
  requireReview,
  requireSuggestionAccess,
  requireTargetLanguages,
  requireTrigger,
  startsDifferently,
} from './check-settings.ts';
import { automationInFile, automationNotFound, invalidField, othersChanging, tooManyAutomations } from './errors.ts';
import { discardWaiting } from './events-store.ts';
import { resolveContext, type ContextDeps } from './resolve-context.ts';
import { automationSecretContext, newSecret } from './secret.ts';
import type { AutomationSettings } from './settings.ts';
import {
  countAutomations,
  deleteAutomationRow,
  insertAutomation,
  lockAutomation,
  lockAutomationsOf,
  selectAutomation,
  updateAutomation,
} from './store.ts';
import type { AutomationRow, RunTables } from './tables.ts';

export interface SaveDeps {
  readonly database: Database<RunTables & AgentSettingsTables & WebhookTables>;
  readonly secretBox: SecretBox;
  readonly context: ContextDeps;
  readonly clock: Clock;
  readonly settings: AutomationSettings;
}

export interface Saved {
  readonly row: AutomationRow;
  /** The plain text isn't stored, so it can be shown only now. */
  readonly secret: string | null;
}

export interface AutomationRequest {
  readonly principal: Principal;
  readonly projectId: string;
  readonly id: string;
}

/** @throws {ApiError} not_found, insufficient_scope, invalid_request, invalid_repository, too_many_automations */
export async function createAutomation(
  deps: SaveDeps,
  { principal, projectId, body }: Omit<AutomationRequest, 'id'> & { readonly body: CreateAutomationBody },
): Promise<Saved> {
  const project = await requireProject(deps, principal, projectId);
  const kind = body.kind ?? 'custom';
  requireSuggestionAccess(principal, { kind, trigger_type: body.trigger.type });
  const updateMode = body.updateMode ?? 'pull_request';
  requireMergeAccess(principal, updateMode);
  requireReview({ kind, trigger_type: body.trigger.type }, updateMode);
  const enabled = body.enabled ?? true;
  const instructions = body.instructions ?? '';
  const given = body.contextRepositories;
  const contextDeps = { ...deps.context, database: deps.database };
  const action = 'automation.created';
  const context = await resolveContext(contextDeps, principal, { project, given, old: [], action });
  const trigger = requireTrigger(deps, body.trigger, context);
  requireInstructions(kind, instructions);
  requireMinReaders({ kind, trigger_type: body.trigger.type }, body.minReaders);
  requireTargetLanguages(kind, body.targetLanguages);
  const place = { organizationId: principal.organizationId, projectId: project.id };
  await requireRecipients(deps.database.kysely, place, { notify: body.notify });
  const named = { id: newId(idPrefixes.automation), organization_id: principal.organizationId };
  const secret = body.trigger.type === 'event' ? newSecret() : null;
  const row = await deps.database.kysely.transaction().execute(async (tx) => {
    await lockAutomationsOf(tx, project.id);
    const { ofProject } = deps.settings;
    if ((await countAutomations(tx, project.id)) >= ofProject) throw tooManyAutomations(ofProject);
    const made = await insertAutomation(tx, {
      ...named,
      project_id: project.id,
      name: body.name,
      kind,
      enabled,
      instructions,
      trigger_type: body.trigger.type,
      trigger: JSON.stringify(trigger),
      context_repositories: JSON.stringify(context),
      limits: JSON.stringify({ ...defaultLimits, ...body.limits }),
      min_readers: body.minReaders ?? defaultMinReaders,
      target_languages: JSON.stringify(body.targetLanguages ?? []),
      update_mode: updateMode,
      merges_for_user: updateMode === 'direct_merge' ? idOfUser(principal) : null,
      notify: JSON.stringify(body.notify ?? []),
      due_at: enabled ? (firstDue(deps, { trigger_type: body.trigger.type, trigger }) ?? null) : null,
      secret: secret === null ? null : deps.secretBox.seal(secret, automationSecretContext(named)),
      created_by: principal.actor.name,
      created_by_user: idOfUser(principal),
    });
    await recordAuditEvent(tx, principal, {
      action: 'automation.created',
      target: toTarget(made),
      details: { projectId, ...(body.updateMode !== undefined && { updateMode }) },
    });
    return made;
  });
  return { row, secret };
}

/** @throws {ApiError} automation_in_file */
function requireChangeable({ name, source_path: path }: AutomationRow): void {
  if (path !== null) throw automationInFile(name, path);
}

type ChangeRequest = AutomationRequest & { readonly body: UpdateAutomationBody };

/**
 * Changes an automation. Its repositories are checked before it is locked, because code hosts respond slowly. If it
 * changes in the meantime, the check is repeated with the new values, so that one change never reverts another.
 * @throws {ApiError} not_found, insufficient_scope, invalid_request, invalid_repository, automation_in_file,
 * unavailable
 */
export async function changeAutomation(deps: SaveDeps, request: ChangeRequest): Promise<Saved> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const saved = await changeUnlessChanged(deps, request);
    if (saved !== undefined) return saved;
  }
  throw othersChanging();
}

/** Maximum number of attempts. A client that keeps changing the automation must not delay this request forever. */
const maxAttempts = 5;

/** Returns `undefined` if the automation was changed in the meantime. */
async function changeUnlessChanged(deps: SaveDeps, request: ChangeRequest): Promise<Saved | undefined> {
  const { principal, projectId, body } = request;
  const project = await requireProject(deps, principal, projectId);
  const existing = await requireAutomation(deps, request);
  requireChangeable(existing);
  const asked = body.trigger ?? { type: existing.trigger_type, ...existing.trigger };
  requireSuggestionAccess(principal, { kind: existing.kind, trigger_type: asked.type });
  const given = body.contextRepositories;
  const contextDeps = { ...deps.context, database: deps.database };
  const old = existing.context_repositories;
  const context = await resolveContext(contextDeps, principal, { project, given, old, action: 'automation.updated' });
  requireInstructions(existing.kind, body.instructions ?? existing.instructions);
  const trigger = requireTrigger(deps, asked, context);
  requireMinReaders({ kind: existing.kind, trigger_type: asked.type }, body.minReaders);
  requireTargetLanguages(existing.kind, body.targetLanguages);
  const place = { organizationId: principal.organizationId, projectId };
  await requireRecipients(deps.database.kysely, place, { notify: body.notify, old: existing.notify });
  return deps.database.kysely.transaction().execute(async (tx) => {
    const row = await lockAutomation(tx, existing.id);
    if (row === undefined) throw automationNotFound(request.id);
    // Compares the whole row, because changes within a millisecond have the same time.
    if (!isDeepStrictEqual(row, existing)) return undefined;
    const mode = body.updateMode ?? row.update_mode;
    if (!isOnlyDisabled(body)) {
      requireMergeAccess(principal, mode);
      requireReview({ kind: row.kind, trigger_type: asked.type }, mode);
    }
    const enabled = body.enabled ?? row.enabled;
    const restarts = enabled !== row.enabled || startsDifferently(row, { type: asked.type, trigger, context });
    const secret = asked.type === 'event' && row.secret === null ? newSecret() : null;
    const sealed = secret === null ? row.secret : deps.secretBox.seal(secret, automationSecretContext(row));
    // Events from before the automation was enabled or changed start no run.
    if (restarts) await discardWaiting(tx, row.id);
    const changed = await updateAutomation(tx, row.id, {
      ...(body.name !== undefined && { name: body.name }),
      ...(body.instructions !== undefined && { instructions: body.instructions }),
      ...(body.limits !== undefined && { limits: JSON.stringify({ ...row.limits, ...body.limits }) }),
      ...(body.minReaders !== undefined && { min_readers: body.minReaders }),
      ...(body.targetLanguages !== undefined && { target_languages: JSON.stringify(body.targetLanguages) }),
      ...(body.updateMode !== undefined && { update_mode: body.updateMode }),
      // Disabling requires no permission to merge, so the person in whose name the automation merges stays the same.
      ...(!isOnlyDisabled(body) && { merges_for_user: mode === 'direct_merge' ? idOfUser(principal) : null }),
      ...(body.notify !== undefined && { notify: JSON.stringify(body.notify) }),
      context_repositories: JSON.stringify(context),
      enabled,
      trigger_type: asked.type,
      trigger: JSON.stringify(trigger),
      secret: asked.type === 'event' ? sealed : null,
      ...(restarts && {
        due_at: enabled ? (firstDue(deps, { trigger_type: asked.type, trigger }) ?? null) : null,
        heads: '{}',
        waiting_for: null,
      }),
    });
    const { updateMode } = body;
    const details = { projectId, fields: Object.keys(body), ...(updateMode !== undefined && { updateMode }) };
    await recordAuditEvent(tx, principal, { action: 'automation.updated', target: toTarget(changed), details });
    return { row: changed, secret };
  });
}

const idOfUser = ({ actor }: Principal): string | null => (actor.kind === 'user' ? actor.id : null);

/** Whether a change only disables the automation, which anyone with the permission to change automations can do. */
const isOnlyDisabled = ({ enabled, ...others }: UpdateAutomationBody): boolean =>
  enabled === false && Object.values(others).every((value) => value === undefined);

/** @throws {ApiError} not_found, insufficient_scope, invalid_request: the trigger isn't `event` */
export async function rotateSecret(deps: SaveDeps, request: AutomationRequest): Promise<Saved> {
  await requireProject(deps, request.principal, request.projectId);
  const { id } = await requireAutomation(deps, request);
  return deps.database.kysely.transaction().execute(async (tx) => {
    const row = await lockAutomation(tx, id);
    if (row === undefined) throw automationNotFound(id);
    if (row.secret === null) throw invalidField('/trigger/type', 'must be event: other triggers have no secret');
    // The secret lets anyone write events, which decide what is merged.
    requireMergeAccess(request.principal, row.update_mode);
    const secret = newSecret();
    const changed = await updateAutomation(tx, id, {
      secret: deps.secretBox.seal(secret, automationSecretContext(row)),
    });
    const entry = {
      action: 'automation.secret_rotated',
      target: toTarget(row),
      details: { projectId: row.project_id },
    };
    await recordAuditEvent(tx, request.principal, entry);
    return { row: changed, secret };
  });
}

/** @throws {ApiError} not_found, automation_in_file */
export async function removeAutomation(deps: SaveDeps, request: AutomationRequest): Promise<void> {
  await requireProject(deps, request.principal, request.projectId);
  const existing = await requireAutomation(deps, request);
  requireChangeable(existing);
  const { id } = existing;
  await deps.database.kysely.transaction().execute(async (tx) => {
    const row = await lockAutomation(tx, id);
    if (row === undefined) throw automationNotFound(id);
    await deleteAutomationRow(tx, id);
    const entry = { action: 'automation.deleted', target: toTarget(row), details: { projectId: row.project_id } };
    await recordAuditEvent(tx, request.principal, entry);
  });
}

export const toTarget = ({ id, name }: AutomationRow) => ({ kind: 'automation', id, name });

/** Returns a project that the caller can use. Another organization's project is treated like a missing one. */
export async function requireProject(
  { database }: { readonly database: Database<RunTables> },
  principal: Principal,
  projectId: string,
): Promise<ProjectRow> {
  const project = mayUseProject(principal, projectId)
    ? await findProject(database.kysely, principal.organizationId, projectId)
    : undefined;
  if (project === undefined) throw projectNotFound(projectId);
  return project;
}

export async function requireAutomation(
  { database }: { readonly database: Database<RunTables> },
  { principal, projectId, id }: AutomationRequest,
): Promise<AutomationRow> {
  const { organizationId } = principal;
  const row = await selectAutomation(database.kysely, { organizationId, projectId, id });
  if (row === undefined) throw automationNotFound(id);
  return row;
}
