import type { AssistantSettings, UpdateAssistantSettingsBody } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { ApiError, mayUseProject, requireUnchanged, type Principal } from '../../../platform/http/index.ts';
import { recordAuditEvent, type AuditLogTables } from '../../foundation/audit-log/index.ts';
import { hasProjectModels, type ModelSettingsTables } from '../../project-config/model-settings/index.ts';
import { lockProject, projectNotFound, type ProjectTables } from '../../project-config/projects/index.ts';
import { toAssistantSettings, withSpending, type StoredSettings } from './assistant-settings.ts';
import { selectAssistantSettings, upsertAssistantSettings, type AssistantSettingsTables } from './settings-store.ts';
import type { SpendingTables } from './spending-store.ts';
import { deleteMessagesOfProject, type AssistantMessageTables } from './store.ts';

export type SettingsTables = AssistantSettingsTables &
  AssistantMessageTables &
  AuditLogTables &
  ModelSettingsTables &
  ProjectTables &
  SpendingTables;

/**
 * Changes the given fields.
 * @throws ApiError not_found, invalid_request, precondition_failed, model_settings_invalid
 */
export async function saveAssistantSettings(
  tx: Transaction<SettingsTables>,
  request: {
    readonly principal: Principal;
    readonly projectId: string;
    readonly body: UpdateAssistantSettingsBody;
    /** The version that the change is based on. */
    readonly ifMatch: string | undefined;
  },
): Promise<AssistantSettings> {
  const { principal, projectId, body } = request;
  const name = { organizationId: principal.organizationId, projectId };
  if (!mayUseProject(principal, projectId) || !(await lockProject(tx, name.organizationId, projectId)))
    throw projectNotFound(projectId);
  const before = await selectAssistantSettings(tx, name);
  requireUnchanged(request.ifMatch, before);
  if (body.fallback !== undefined && body.fallback !== null) requireLink(body.fallback.url);
  if (body.model === 'project' && !(await hasProjectModels(tx, name))) throw noModels(projectId);
  const settings = { ...toAssistantSettings(before), ...body };
  const saved = await upsertAssistantSettings(tx, name, toRow(settings));
  if (settings.retentionDays === 0) await deleteMessagesOfProject(tx, projectId);
  const target = { kind: 'project', id: projectId };
  await recordAuditEvent(tx, principal, { action: 'assistant_settings.updated', target });
  return withSpending(tx, projectId, toAssistantSettings(saved));
}

const toRow = (settings: StoredSettings): Parameters<typeof upsertAssistantSettings>[2] => ({
  enabled: settings.enabled,
  name: settings.name,
  greeting: settings.greeting,
  starters: settings.starters,
  model: settings.model,
  instructions: settings.instructions,
  tone: settings.tone,
  messages_per_minute: settings.messagesPerMinute,
  monthly_budget_usd: settings.monthlyBudgetUsd,
  visitor_daily_budget_usd: settings.visitorDailyBudgetUsd,
  retention_days: settings.retentionDays,
  fallback: settings.fallback,
});

function requireLink(url: string): void {
  const protocol = URL.parse(url)?.protocol;
  if (protocol === 'https:' || protocol === 'mailto:') return;
  const message = 'must start with https: or mailto:';
  throw new ApiError('invalid_request', `The fallback link ${JSON.stringify(url.slice(0, 80))} ${message}.`, {
    details: [{ path: '/fallback/url', message }],
  });
}

const noModels = (projectId: string): ApiError =>
  new ApiError(
    'model_settings_invalid',
    `Neither the project nor its organization has models for answers. Set them first: PUT /v1/projects/${projectId}/models or PUT /v1/organization/models.`,
  );
