import { defaultCodeHostEventSettings, workOnCodeHostEvents } from '../modules/agent/code-host-events/index.ts';
import { defaultWebhookSettings, workOnWebhooks } from '../modules/project-config/webhooks/index.ts';
import { createRefreshPullRequest, watchMergeChecks, workOnMergeChecks } from '../modules/agent/agent-jobs/index.ts';
import {
  defaultAutomationSettings,
  listContext,
  watchAutomations,
  workOnAutomations,
} from '../modules/agent/automations/index.ts';
import { workOnNotificationMails } from '../modules/agent/notifications/index.ts';
import { notifyAuthors } from '../modules/publishing/drafts/index.ts';
import { raiseAlerts } from '../modules/project-config/budgets/index.ts';
import { createOpenSuggestions } from '../modules/readers/suggestions/index.ts';
import { repeat, type Repetition } from '../platform/clock/index.ts';
import type { FaultPoint } from '../platform/fault-points/index.ts';
import type { Mailer } from '../platform/mail/index.ts';
import type { Composition } from './compose.ts';
import { createMergeHint } from './create-merge-hint.ts';
import type { Platform } from './open-platform.ts';
import type { Settings } from './settings/settings.ts';

/** Maximum number of code host events that are processed concurrently; they mostly wait for the host's response. */
const codeHostEventConcurrency = 5;

/**
 * Maximum number of automations whose branches and limits are checked concurrently. The checks also wait for code
 * hosts.
 */
const automationConcurrency = 4;

/** Maximum number of concurrent checks of merged pull requests; each runs a few git commands. */
const mergeCheckConcurrency = 1;

/** Determines the figures of merged pull requests, in workers that run agent jobs. */
export async function workOnMergedPullRequests(
  { database, engine, clock, log }: Platform,
  { settings, composition }: Pick<EventParts, 'settings' | 'composition'>,
): Promise<Pick<Repetition, 'stop'>> {
  if (settings.agentConcurrency === 0) return { stop: async () => undefined };
  const { mergeCheckQueue: queue, connectRepository } = composition;
  const deps = { database, engine, queue, clock, log, connectRepository };
  await workOnMergeChecks(deps, mergeCheckConcurrency);
  return watchMergeChecks(deps);
}

/** Starts due automations, in workers that run agent jobs. */
export async function workOnAutomationRuns(
  platform: Platform,
  { settings, composition, faultPoint }: Pick<EventParts, 'settings' | 'composition' | 'faultPoint'>,
): Promise<Pick<Repetition, 'stop'>> {
  if (settings.agentConcurrency === 0) return { stop: async () => undefined };
  const { database, engine, clock, log, secretBox } = platform;
  const { automationQueue: queue, agentQueue, connectRepository, repositoryUrl } = composition;
  const { addressRules: rules, localCodeHost, findConnected } = composition;
  const deps = {
    secretBox,
    context: { rules, localCodeHost, findConnected },
    database,
    engine,
    queue,
    clock,
    log,
    faultPoint,
    publishEvent: composition.publishEvent,
    connectRepository,
    repositoryUrl,
    settings: { ...defaultAutomationSettings, mergeChecksMs: settings.mergeChecksMinutes * 60_000 },
    refreshPullRequest: createRefreshPullRequest({ database, connectRepository, clock, log }),
    onMerged: createMergeHint(composition),
    agentJobs: { database, engine, queue: agentQueue, repositoryUrl },
    suggestions: createOpenSuggestions({ database, clock, eventDays: settings.analyticsEventDays }),
  };
  await workOnAutomations(queue, {
    concurrency: automationConcurrency,
    groupConcurrency: settings.tenantConcurrency,
    deps,
  });
  return watchAutomations(deps);
}

/** Interval of the budget checks. */
const budgetMs = 60_000;

/** Reports budgets whose thresholds are reached. Only one worker reports each budget. */
export function startWatchingBudgets(platform: Platform, { publishEvent }: Composition): Repetition {
  const { database, log } = platform;
  return repeat(() => raiseAlerts({ database, publishEvent }), {
    everyMs: budgetMs,
    onError: (error) => log.warn({ err: error }, 'budgets could not be checked; retrying in a minute'),
  });
}

/** Interval of the draft checks. Authors are notified a week in advance, so an hour doesn't matter. */
const draftMs = 3_600_000;

/** Notifies the authors of drafts that will be removed. Only one worker notifies each author. */
export function startWatchingDrafts(
  { database, clock, log }: Platform,
  { draftDays }: Pick<Settings, 'draftDays'>,
  { tellPeople }: Composition,
): Pick<Repetition, 'stop'> {
  if (draftDays === 0) return { stop: async () => undefined };
  return repeat(async () => void (await notifyAuthors({ database, clock }, draftDays, tellPeople.ofDraft)), {
    everyMs: draftMs,
    onError: (error) => log.warn({ err: error }, "drafts' authors could not be notified; retrying in an hour"),
  });
}

export interface EventParts {
  readonly settings: Settings;
  readonly composition: Composition;
  readonly faultPoint: FaultPoint;
  /** `undefined` if the installation has no mail server. */
  readonly mailer: Mailer | undefined;
  readonly baseUrl: string;
}

/** Sends webhooks and notification emails, and processes events from code hosts. */
export async function workOnEvents(platform: Platform, parts: EventParts): Promise<void> {
  const { settings, composition, faultPoint, mailer, baseUrl } = parts;
  const { database, engine, clock, log, webhookHttp: http, secretBox } = platform;
  if (settings.webhookConcurrency > 0) {
    const { webhookQueue: queue, tellPeople } = composition;
    const shared = { database, engine, queue, http, secretBox, clock, log, faultPoint };
    await workOnWebhooks(engine, queue, {
      concurrency: settings.webhookConcurrency,
      deps: { ...shared, random: Math.random, settings: defaultWebhookSettings, onDisabled: tellPeople.ofEndpoint },
    });
  }
  if (mailer !== undefined)
    await workOnNotificationMails({
      database,
      engine,
      queue: composition.mailQueue,
      mailer,
      baseUrl,
      log,
      faultPoint,
    });
  if (settings.agentConcurrency > 0 || settings.deploymentConcurrency > 0) {
    const { repositoryUrl, connectRepository, onHint, codeHostEventQueue: queue } = composition;
    await workOnCodeHostEvents(engine, queue, {
      concurrency: codeHostEventConcurrency,
      deps: {
        database,
        engine,
        queue,
        clock,
        log,
        connectRepository,
        listContextRepositories: (project) => listContext(database.kysely, project),
        onHint,
        baseUrl,
        settings: defaultCodeHostEventSettings,
        agentJobs: { database, engine, queue: composition.agentQueue, repositoryUrl },
      },
    });
  }
}
