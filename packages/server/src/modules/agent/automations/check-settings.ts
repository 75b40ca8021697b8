import { isDeepStrictEqual } from 'node:util';
import {
  defaultRunsPerDay,
  type AutomationKind,
  type AutomationLimits,
  type AutomationTrigger,
  type AutomationUpdateMode,
  type ContextRepository,
} from '@docwright/contract';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { ApiError, hasScope, type Principal } from '../../../platform/http/index.ts';
import { findGlobFault } from '../../project-config/agent-settings/index.ts';
import { selectReachable, type WebhookTables } from '../../project-config/webhooks/index.ts';
import { invalidField } from './errors.ts';
import { nextDue } from './fire-due.ts';
import { kinds, suggestionKindsOf } from './kinds.ts';
import { findScheduleFault } from './next-time.ts';
import { isEndpoint } from './report-run.ts';
import type { AutomationSettings } from './settings.ts';
import type { AutomationRow, TriggerSettings } from './tables.ts';

interface CheckDeps {
  readonly clock: Clock;
  readonly settings: AutomationSettings;
}

export const defaultLimits: AutomationLimits = {
  runsPerDay: defaultRunsPerDay,
  usdPerMonth: null,
  openPullRequests: 1,
};

/** Whether new settings change which events start the automation. Clients may also send unchanged settings. */
export function startsDifferently(
  row: AutomationRow,
  now: {
    readonly type: AutomationRow['trigger_type'];
    readonly trigger: TriggerSettings;
    readonly context: readonly ContextRepository[];
  },
): boolean {
  const follows = now.type === 'code_change' ? now.context : row.context_repositories;
  return (
    now.type !== row.trigger_type ||
    !isDeepStrictEqual(now.trigger, row.trigger) ||
    !isDeepStrictEqual(follows, row.context_repositories)
  );
}

/**
 * Returns when a new trigger is first due. Branches and suggestions are read immediately. For a branch, this ensures
 * that only later commits become events.
 */
export const firstDue = (deps: CheckDeps, trigger: Pick<AutomationRow, 'trigger_type' | 'trigger'>): Date | undefined =>
  trigger.trigger_type === 'schedule' || trigger.trigger_type === 'event'
    ? nextDue(trigger, deps)
    : new Date(deps.clock.now());

/** Returns the settings of a trigger. Rejects settings of other trigger types. @throws {ApiError} invalid_request */
export function requireTrigger(
  { clock }: CheckDeps,
  { type, cron, timeZone, paths, excludeAuthors }: AutomationTrigger,
  context: readonly ContextRepository[],
): TriggerSettings {
  const isSchedule = type === 'schedule';
  const isBranch = type === 'content_update' || type === 'code_change';
  for (const [field, value, isOwn] of [
    ['cron', cron, isSchedule],
    ['timeZone', timeZone, isSchedule],
    ['paths', paths, isBranch],
    ['excludeAuthors', excludeAuthors, isBranch],
  ] as const) {
    if (value !== undefined && !isOwn)
      throw invalidField(`/trigger/${field}`, `is not a setting of the trigger ${type}`);
  }
  if (type === 'code_change' && context.length === 0) {
    throw invalidField('/contextRepositories', 'must name at least one repository for the trigger code_change');
  }
  for (const [index, glob] of (paths ?? []).entries()) {
    const fault = findGlobFault(glob);
    if (fault !== undefined) throw invalidField(`/trigger/paths/${index}`, fault);
  }
  if (isBranch) return { ...(paths && { paths }), ...(excludeAuthors && { excludeAuthors }) };
  if (!isSchedule) return {};
  if (cron === undefined) throw invalidField('/trigger/cron', 'is required for the trigger schedule');
  const schedule = { cron, timeZone: timeZone ?? 'UTC' };
  const fault = findScheduleFault(schedule, new Date(clock.now()));
  if (fault !== undefined) throw invalidField(`/trigger/${fault.field}`, fault.fault);
  return schedule;
}

/**
 * Requires the permission to read suggestions for an automation that acts on them: it passes readers' words to its
 * agent, and its instructions decide how the agent uses them. Creating a job from a suggestion requires the same.
 * @throws {ApiError} insufficient_scope
 */
export function requireSuggestionAccess(
  principal: Principal,
  automation: { readonly kind: AutomationKind; readonly trigger_type: AutomationRow['trigger_type'] },
): void {
  if (suggestionKindsOf(automation) === undefined || hasScope(principal, 'analytics:read')) return;
  throw new ApiError(
    'insufficient_scope',
    'An automation that acts on suggestions uses what readers wrote. This also requires the scope analytics:read.',
  );
}

/**
 * Requires the permission to merge for merging without a review, and for every setting that decides what is merged.
 * @throws {ApiError} insufficient_scope
 */
export function requireMergeAccess(principal: Principal, mode: AutomationUpdateMode): void {
  if (mode !== 'direct_merge' || hasScope(principal, 'repositories:write')) return;
  throw new ApiError(
    'insufficient_scope',
    'An automation with the update mode direct_merge merges into the docs branch. This also requires the scope repositories:write.',
  );
}

/**
 * Requires a review of changes that are based on readers' words, because readers are strangers.
 * @throws {ApiError} invalid_request
 */
export function requireReview(
  automation: { readonly kind: AutomationKind; readonly trigger_type: AutomationRow['trigger_type'] },
  mode: AutomationUpdateMode,
): void {
  if (mode !== 'direct_merge' || suggestionKindsOf(automation) === undefined) return;
  throw invalidField(
    '/updateMode',
    'must be pull_request for the kinds fill-gaps and improve-from-feedback and the trigger suggestion: what readers wrote must not decide what is merged without a review',
  );
}

/** @throws {ApiError} invalid_request */
export function requireMinReaders(
  automation: { readonly kind: AutomationKind; readonly trigger_type: AutomationRow['trigger_type'] },
  minReaders: number | undefined,
): void {
  if (minReaders === undefined || suggestionKindsOf(automation) !== undefined) return;
  throw invalidField(
    '/minReaders',
    'is a setting of the kinds fill-gaps and improve-from-feedback, and of the trigger suggestion',
  );
}

/** @throws {ApiError} invalid_request */
export function requireTargetLanguages(kind: AutomationKind, languages: readonly string[] = []): void {
  if (languages.length > 0 && kind !== 'translate')
    throw invalidField('/targetLanguages', 'is a setting of the kind translate');
}

/**
 * Checks the recipients of notifications. Endpoints of other organizations or projects are treated like missing ones.
 * @param old recipients that were checked before: an endpoint that was deleted later may stay in the list
 * @throws {ApiError} invalid_request
 */
export async function requireRecipients(
  db: Queryable<WebhookTables>,
  place: { readonly organizationId: string; readonly projectId: string },
  { notify = [], old = [] }: { readonly notify?: readonly string[] | undefined; readonly old?: readonly string[] },
): Promise<void> {
  const ids = notify.filter((recipient) => isEndpoint(recipient) && !old.includes(recipient));
  const known = await selectReachable(db, { ...place, ids });
  const unknown = ids.find((id) => !known.includes(id));
  if (unknown !== undefined)
    throw invalidField(
      `/notify/${notify.indexOf(unknown)}`,
      'must be an email address or a webhook endpoint that receives events of the project',
    );
}

export function requireInstructions(kind: AutomationKind, instructions: string): void {
  if (kinds[kind].prompt === undefined && instructions.trim() === '') {
    throw invalidField('/instructions', 'are required for the kind custom');
  }
}
