import { deleteExpiredAccountRows, type AccountTables } from '../../identity/accounts/index.ts';
import { deleteOldJobs, type AgentJobTables } from '../../agent/agent-jobs/index.ts';
import {
  defaultAutomationSettings,
  deleteOldEvents,
  deleteOldRuns,
  type AutomationTables,
} from '../../agent/automations/index.ts';
import { deleteEndedKeys, type ApiKeyTables } from '../../project-config/api-keys/index.ts';
import {
  keepAnalytics,
  keepAnalyticsFiles,
  type AnalyticsSettings,
  type AnalyticsTables,
  type FeedbackTables,
} from '../../readers/analytics/index.ts';
import { deleteOldMessages, type AssistantTables } from '../../readers/assistant/index.ts';
import { deleteAuditEventsOlderThan, type AuditLogTables } from '../../foundation/audit-log/index.ts';
import { deleteOldBudgetRows } from '../../project-config/budgets/index.ts';
import { deleteOldAnswers, type IdempotencyTables } from '../../foundation/idempotency/index.ts';
import {
  deleteOldNotifications,
  keepNotificationDays,
  keepNotificationsOfPerson,
  type NotificationTables,
} from '../../agent/notifications/index.ts';
import { deleteOldPageHealth, type PageHealthTables } from '../../readers/page-health/index.ts';
import { deleteOldUses, type RateLimitTables } from '../../foundation/rate-limits/index.ts';
import { deleteOldComparisons, type SearchCheckTables } from '../../readers/search-checks/index.ts';
import { deleteOldSuggestions, type SuggestionTables } from '../../readers/suggestions/index.ts';
import { deleteExpiredReaderRows, type EdgeTables } from '../../readers/edge/index.ts';
import { deleteOldAccessRows, type SiteAccessTables } from '../../publishing/site-access/index.ts';
import type { RetentionLimit, RetentionRule, UpkeepTables } from '../../foundation/upkeep/index.ts';
import {
  defaultWebhookSettings,
  deleteEndedDeliveries,
  type WebhookTables,
} from '../../project-config/webhooks/index.ts';
import { followDrafts, keepThreads, threadDays, type CommentTables } from '../../publishing/comments/index.ts';
import { keepDrafts, type DraftTables } from '../../publishing/drafts/index.ts';
import { deleteUnusedTexts, type SharedTextTables } from '../../publishing/shared-texts/index.ts';
import { cleanSites, type RetentionSettings } from './clean-sites.ts';
import type { RetentionTables } from './site-store.ts';
import { countOf } from '../../../platform/words/count-of.ts';

export type UpkeepSettings = RetentionSettings &
  AnalyticsSettings & {
    readonly auditRetentionDays: number | undefined;
    readonly jobDays: number;
    /** Days after which unchanged drafts are deleted; 0 for never. */
    readonly draftDays: number;
    readonly mirrorMegabytes: number;
    readonly mirrorDays: number;
  };

type Rule = RetentionRule<
  AccountTables &
    AgentJobTables &
    AnalyticsTables &
    FeedbackTables &
    ApiKeyTables &
    AssistantTables &
    AuditLogTables &
    AutomationTables &
    CommentTables &
    DraftTables &
    SharedTextTables &
    EdgeTables &
    IdempotencyTables &
    NotificationTables &
    PageHealthTables &
    RateLimitTables &
    RetentionTables &
    SearchCheckTables &
    SiteAccessTables &
    SuggestionTables &
    UpkeepTables &
    WebhookTables
>;

/** Days after which page data of a site that is no longer live is deleted. */
const pageHealthDays = 30;

/** Days after which an expired key is deleted, and only the audit log names it. */
const endedKeyDays = 90;

/** Days for which budget data is kept: a year, rounded up to the end of its last month. */
const budgetDays = 400;
/** Days for which shared text is kept. Editors that were offline for longer merge their text line by line. */
const keepTextDays = 1;

/**
 * Lists all rules that delete by age or number, which are applied by the hourly upkeep, and listed or run by `docwright
 * prune`.
 */
export function listRetentionRules(settings: UpkeepSettings): readonly Rule[] {
  return [
    ...listShortLived(),
    ...listJobs(settings),
    ...listReaders(settings),
    ...listSites(settings),
    mirrorRule(settings),
  ];
}

const fixed = (value: number, unit: string): RetentionLimit => ({ value, unit, setting: null });
const set = (setting: string, value: number | undefined, unit = 'days'): RetentionLimit => ({
  value: value ?? null,
  unit,
  setting,
});
const inDays = (count: number, what?: string): string =>
  `${countOf(count, 'day')}${what === undefined ? '' : ` ${what}`}`;

/** Lists the rules for expired data that is refused anyway. */
function listShortLived(): Rule[] {
  return [
    {
      name: 'sign-in',
      title: 'Sessions, invitations and sign-in links',
      keeps: 'sessions, invitations and links until they expire, failed sign-ins for a day',
      limits: [],
      tables: [
        { name: 'sessions', time: 'expires_at' },
        { name: 'verifications', time: 'expires_at' },
        { name: 'invitations', time: 'expires_at' },
        { name: 'setup_links', time: 'expires_at' },
        { name: 'email_changes', time: 'expires_at' },
        { name: 'sign_in_attempts', time: 'last_at' },
      ],
      apply: ({ database }) => deleteExpiredAccountRows(database.kysely),
    },
    {
      name: 'reader-sessions',
      title: 'Sessions of readers and tests of their sign-in',
      keeps: 'sessions of readers until they expire, tests of a sign-in for an hour',
      limits: [],
      tables: [
        { name: 'reader_sessions', time: 'expires_at' },
        { name: 'site_sign_in_tests', time: 'created_at' },
      ],
      apply: ({ database }) => deleteOldAccessRows(database.kysely),
    },
    {
      name: 'reader-tokens',
      title: 'Tokens and profiles of readers',
      keeps: 'tokens of readers until they expire, profiles of readers for at most 30 days after a sign-in',
      limits: [],
      tables: [
        { name: 'reader_access_tokens', time: 'expires_at' },
        { name: 'reader_profiles', time: 'expires_at' },
      ],
      apply: ({ database }) => deleteExpiredReaderRows(database.kysely),
    },
    {
      name: 'api-keys',
      title: 'Ended API keys',
      keeps: inDays(endedKeyDays, 'after they were revoked or expired'),
      limits: [fixed(endedKeyDays, 'days')],
      tables: [{ name: 'api_keys', time: 'created_at' }],
      apply: ({ database }) => deleteEndedKeys(database.kysely, endedKeyDays),
    },
    {
      name: 'idempotency',
      title: 'Responses to requests with an idempotency key',
      keeps: 'responses to requests with an idempotency key for 24 hours',
      limits: [fixed(24, 'hours')],
      tables: [{ name: 'idempotency_keys', time: 'created_at' }],
      apply: ({ database }) => deleteOldAnswers(database.kysely),
    },
    {
      name: 'rate-limits',
      title: 'Rate limit counters',
      keeps: 'counters until they no longer affect a limit',
      limits: [],
      tables: [
        { name: 'rate_uses', time: 'used_at' },
        { name: 'limit_blocks', time: 'leased_at' },
      ],
      apply: ({ database }) => deleteOldUses(database.kysely),
    },
  ];
}

function listJobs({ jobDays, draftDays, auditRetentionDays }: UpkeepSettings): Rule[] {
  const { keepDays } = defaultWebhookSettings;
  const { keepEventDays } = defaultAutomationSettings;
  return [
    {
      name: 'agent-jobs',
      title: 'Ended agent jobs',
      keeps: inDays(jobDays, 'after their last change, and while their pull request is open'),
      limits: [set('DOCWRIGHT_JOB_DAYS', jobDays)],
      tables: [
        { name: 'agent_jobs', time: 'updated_at' },
        { name: 'agent_job_turns', time: 'created_at' },
        { name: 'agent_job_events', time: 'at' },
        { name: 'agent_job_journal', time: 'created_at' },
        { name: 'agent_job_images', time: 'created_at' },
      ],
      apply: ({ database }) => deleteOldJobs(database.kysely, jobDays),
    },
    {
      name: 'automation-runs',
      title: 'Runs of automations and their events',
      keeps: `runs ${inDays(jobDays, 'after their end, and while their pull request is open')}, handled events ${inDays(keepEventDays)}`,
      limits: [set('DOCWRIGHT_JOB_DAYS', jobDays), fixed(keepEventDays, 'days of events')],
      tables: [
        { name: 'automation_runs', time: 'created_at' },
        { name: 'automation_events', time: 'received_at' },
      ],
      apply: async ({ database }) =>
        (await deleteOldRuns(database.kysely, jobDays)) + (await deleteOldEvents(database.kysely, keepEventDays)),
    },
    toDraftRule(draftDays),
    commentRule,
    {
      name: 'shared-texts',
      title: 'Text that several people edited at the same time',
      keeps: inDays(keepTextDays, 'after the last change; the draft contains the text'),
      limits: [fixed(keepTextDays, 'days')],
      tables: [{ name: 'shared_texts', time: 'updated_at' }],
      apply: ({ database }) => deleteUnusedTexts(database.kysely, { days: keepTextDays, limit: 1_000 }),
    },
    {
      name: 'model-spending',
      title: 'Monthly model spending and budget alerts',
      keeps: `spending ${inDays(budgetDays, 'after the last answer of its month')}, alerts ${inDays(budgetDays)}`,
      limits: [fixed(budgetDays, 'days')],
      tables: [
        { name: 'model_spending', time: 'changed_at' },
        { name: 'budget_alerts', time: 'at' },
      ],
      apply: ({ database }) => deleteOldBudgetRows(database.kysely, budgetDays),
    },
    {
      name: 'webhook-deliveries',
      title: 'Ended webhook deliveries',
      keeps: inDays(keepDays, 'after they were created'),
      limits: [fixed(keepDays, 'days')],
      tables: [{ name: 'webhook_deliveries', time: 'created_at' }],
      apply: ({ database }) => deleteEndedDeliveries(database.kysely, keepDays),
    },
    {
      name: 'notifications',
      title: 'Notifications',
      keeps: `${inDays(keepNotificationDays)}, and the newest ${keepNotificationsOfPerson} per person in each organization`,
      limits: [fixed(keepNotificationDays, 'days'), fixed(keepNotificationsOfPerson, 'notifications')],
      tables: [{ name: 'notifications', time: 'at' }],
      apply: ({ database }) =>
        deleteOldNotifications(database.kysely, { days: keepNotificationDays, ofPerson: keepNotificationsOfPerson }),
    },
    {
      name: 'audit-log',
      title: 'Audit log',
      keeps: auditRetentionDays === undefined ? 'all events, forever' : inDays(auditRetentionDays, 'of events'),
      limits: [set('DOCWRIGHT_AUDIT_RETENTION_DAYS', auditRetentionDays)],
      tables: auditRetentionDays === undefined ? [] : [{ name: 'audit_events', time: 'at' }],
      apply: async ({ database }) =>
        auditRetentionDays === undefined ? 0 : deleteAuditEventsOlderThan(database, auditRetentionDays),
    },
  ];
}

const commentRule: Rule = {
  name: 'comments',
  title: 'Comments in the editor',
  keeps: `open comments on deployment branches, forever; others ${inDays(threadDays, 'after their last change')}`,
  limits: [fixed(threadDays, 'days')],
  tables: [{ name: 'comment_threads', time: 'updated_at' }],
  apply: keepThreads,
};

function toDraftRule(draftDays: number): Rule {
  const after = 'after their last change by a person or key, and a week after their authors were notified';
  return {
    name: 'drafts',
    title: 'Drafts of the editor',
    keeps: draftDays === 0 ? 'all drafts, forever' : inDays(draftDays, after),
    limits: [set('DOCWRIGHT_DRAFT_DAYS', draftDays === 0 ? undefined : draftDays)],
    tables: [{ name: 'drafts', time: 'saved_at' }],
    apply: async (deps) => (draftDays === 0 ? 0 : keepDrafts(deps, draftDays, followDrafts)),
  };
}

function listReaders(settings: UpkeepSettings): Rule[] {
  const { analyticsDays, analyticsEventDays, analyticsFileDays, feedbackDays } = settings;
  return [
    {
      name: 'questions',
      title: "Readers' questions to the assistant",
      keeps: "readers' questions for the retention time of their project's assistant",
      limits: [],
      tables: [
        { name: 'assistant_messages', time: 'asked_at' },
        { name: 'assistant_spending', time: 'changed_at' },
      ],
      apply: ({ database }) => deleteOldMessages(database.kysely),
    },
    {
      name: 'analytics',
      title: 'Web analytics and feedback',
      keeps: `events ${inDays(analyticsEventDays)}, counts ${inDays(analyticsDays)}, feedback ${inDays(feedbackDays)}`,
      limits: [
        set('DOCWRIGHT_ANALYTICS_EVENT_DAYS', analyticsEventDays),
        set('DOCWRIGHT_ANALYTICS_DAYS', analyticsDays),
        set('DOCWRIGHT_FEEDBACK_DAYS', feedbackDays),
      ],
      tables: [
        { name: 'analytics_daily', time: 'day' },
        { name: 'analytics_rollup_counts', time: 'first_day' },
        { name: 'page_feedback', time: 'created_at' },
      ],
      partitioned: 'analytics_events',
      apply: (deps) => keepAnalytics(deps, settings),
    },
    {
      name: 'suggestions',
      title: 'Handled suggestions',
      keeps: inDays(analyticsEventDays, 'after they were handled'),
      limits: [set('DOCWRIGHT_ANALYTICS_EVENT_DAYS', analyticsEventDays)],
      tables: [{ name: 'suggestions', time: 'acted_at' }],
      apply: ({ database }) => deleteOldSuggestions(database.kysely, analyticsEventDays),
    },
    {
      name: 'search-comparisons',
      title: 'Search comparisons',
      keeps: inDays(analyticsEventDays, 'after they were created'),
      limits: [set('DOCWRIGHT_ANALYTICS_EVENT_DAYS', analyticsEventDays)],
      tables: [{ name: 'deployment_search_checks', time: 'checked_at' }],
      apply: ({ database }) => deleteOldComparisons(database.kysely, analyticsEventDays),
    },
    {
      name: 'page-health',
      title: 'Health of pages and links',
      keeps: inDays(pageHealthDays, 'after a site was last live'),
      limits: [fixed(pageHealthDays, 'days')],
      tables: [{ name: 'page_health_sites', time: 'seen_at' }],
      apply: ({ database }) => deleteOldPageHealth(database.kysely, pageHealthDays),
    },
    {
      name: 'analytics-files',
      title: 'Web analytics as files',
      keeps: inDays(analyticsFileDays, 'of figures as files'),
      limits: [set('DOCWRIGHT_ANALYTICS_FILE_DAYS', analyticsFileDays)],
      tables: [],
      apply: (deps) => keepAnalyticsFiles(deps, analyticsFileDays),
    },
  ];
}

function listSites(settings: UpkeepSettings): Rule[] {
  const { keepDeployments, keepDeploymentDays, previewDays } = settings;
  const newest = `at least the newest ${keepDeployments} deployments and exports per project, and all from the last ${inDays(keepDeploymentDays)}`;
  return [
    {
      name: 'live-sites',
      title: 'Deployments, previews, exports and bundles',
      keeps: `${newest}, previews for ${inDays(previewDays, 'after they were last opened')}, bundles while they are in use`,
      limits: [
        set('DOCWRIGHT_KEEP_DEPLOYMENTS', keepDeployments, 'deployments'),
        set('DOCWRIGHT_KEEP_DEPLOYMENT_DAYS', keepDeploymentDays),
        set('DOCWRIGHT_PREVIEW_DAYS', previewDays),
      ],
      tables: [
        { name: 'site_environments', time: 'created_at' },
        { name: 'site_deployments', time: 'created_at' },
        { name: 'export_jobs', time: 'created_at' },
        { name: 'site_bundles', time: 'created_at' },
        { name: 'site_changes', time: 'changed_at' },
      ],
      apply: (deps) => cleanSites(deps, settings),
    },
  ];
}

/** Returns the only rule that workers also apply, because each worker has its own mirrors. */
export function mirrorRule({ mirrorMegabytes, mirrorDays }: UpkeepSettings): Rule {
  return {
    name: 'mirrors',
    title: 'Repository mirrors of each data folder',
    keeps: `${inDays(mirrorDays, 'after their last use')}, and at most ${mirrorMegabytes} MB, most recently used first`,
    limits: [set('DOCWRIGHT_MIRROR_DAYS', mirrorDays), set('DOCWRIGHT_MIRROR_MEGABYTES', mirrorMegabytes, 'megabytes')],
    tables: [],
    isPerDisk: true,
    apply: ({ mirrors }) => mirrors.removeUnused({ maxBytes: mirrorMegabytes * 1_000_000, days: mirrorDays }),
  };
}
