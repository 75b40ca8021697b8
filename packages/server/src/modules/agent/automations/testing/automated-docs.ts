/**
 * A project's automations on the embedded code host, with real PostgreSQL, real git, and the real queue without a
 * worker.
 */
import { randomBytes } from 'node:crypto';
import type { AgentJob, CreateAutomationBody, UpdateAutomationBody } from '@docwright/contract';
import { createFixedClock, type FixedClock } from '../../../../platform/clock/index.ts';
import { noFaultPoints } from '../../../../platform/fault-points/index.ts';
import { createJobEngine } from '../../../../platform/job-engine/index.ts';
import { createLogger } from '../../../../platform/log/index.ts';
import { createSecretBox } from '../../../../platform/secret-box/index.ts';
import { openLocalDocs, type LocalDocs } from '../../../../testing/local-docs.ts';
import { principalOf } from '../../../../testing/module-database.ts';
import type { UpkeepTables } from '../../../foundation/upkeep/index.ts';
import type { ApiKeyTables } from '../../../project-config/api-keys/index.ts';
import type { AgentSettingsTables } from '../../../project-config/agent-settings/index.ts';
import { createPublishEvent, defineWebhookQueue, type WebhookTables } from '../../../project-config/webhooks/index.ts';
import { defineAgentQueue } from '../../agent-jobs/index.ts';
import type { ContextTables } from '../../context-repositories/index.ts';
import { advance } from '../advance.ts';
import { createEndRun } from '../end-run.ts';
import { followSuggestions } from '../follow-suggestions.ts';
import { followBranches } from '../follow-branches.ts';
import { defineAutomationQueue, lookAfterAutomations, type WorkDeps } from '../job.ts';
import type { OpenSuggestions } from '../open-suggestions.ts';
import { runNow } from '../run-now.ts';
import { changeAutomation, createAutomation, removeAutomation, type SaveDeps } from '../save-automation.ts';
import { syncFiles } from '../sync-files.ts';
import { defaultAutomationSettings, type AutomationSettings } from '../settings.ts';
import type { AutomationRow, RunRow, RunTables } from '../tables.ts';

type Tables = RunTables & AgentSettingsTables & ApiKeyTables & ContextTables & UpkeepTables & WebhookTables;

export interface AutomatedDocs {
  readonly docs: LocalDocs<Tables>;
  readonly deps: WorkDeps & SaveDeps & { readonly database: LocalDocs<Tables>['database'] };
  readonly clock: FixedClock;
  create(body: Partial<CreateAutomationBody>): Promise<AutomationRow>;
  change(id: string, body: UpdateAutomationBody): Promise<AutomationRow>;
  remove(id: string): Promise<void>;
  /** Pushes to the docs branch. */
  push(files: Readonly<Record<string, string>>): Promise<string>;
  /** Reads the automation files. */
  sync(): Promise<void>;
  follow(id: string): Promise<void>;
  followSuggestions(id: string): Promise<void>;
  /** Runs the rounds that every worker repeats. */
  lookAfter(): Promise<void>;
  advance(id: string): Promise<void>;
  run(id: string): Promise<void>;
  runsOf(id: string): Promise<RunRow[]>;
  /** Ends the active job of an automation as a worker would. Returns the users to notify. */
  endJob(id: string, end: Partial<AgentJob>): Promise<readonly string[]>;
  close(): Promise<void>;
}

export interface SuggestionSource {
  readonly database: LocalDocs<Tables>['database'];
  readonly clock: FixedClock;
}

/** A site without suggestions from readers. */
export const withoutSuggestions: OpenSuggestions = {
  find: () => Promise.resolve([]),
  claim: () => Promise.resolve(false),
  assign: () => Promise.resolve(),
};

export async function openAutomatedDocs(
  settings: Partial<AutomationSettings> = {},
  files: Readonly<Record<string, string>> = { 'docs.json': '{}', 'index.mdx': 'Start.\n' },
  openSuggestions: (docs: SuggestionSource) => OpenSuggestions = () => withoutSuggestions,
): Promise<AutomatedDocs> {
  const docs = await openLocalDocs<Tables>(files);
  const { database, connectRepository, localCodeHost, baseUrl } = docs;
  const log = createLogger({ level: 'silent' });
  const clock = createFixedClock(new Date());
  const engine = createJobEngine({ url: database.url, pool: database.pool, log });
  const queue = defineAutomationQueue(engine);
  const agentQueue = defineAgentQueue(engine);
  const webhookQueue = defineWebhookQueue(engine);
  await engine.start();
  const repositoryUrl = (stored: string): string => `${baseUrl}/git/home/${stored.replace('local:', '')}`;
  const deps: AutomatedDocs['deps'] = {
    database,
    engine,
    queue,
    clock,
    log,
    faultPoint: noFaultPoints,
    publishEvent: createPublishEvent({ engine, queue: webhookQueue }),
    connectRepository,
    repositoryUrl,
    secretBox: createSecretBox({ current: randomBytes(32), previous: [] }),
    context: { rules: { baseUrl, hosts: [] }, localCodeHost, findConnected: () => Promise.resolve([]) },
    settings: { ...defaultAutomationSettings, ...settings },
    refreshPullRequest: (job) => Promise.resolve(job),
    onMerged: () => Promise.resolve(),
    agentJobs: { database, engine, queue: agentQueue, repositoryUrl },
    suggestions: openSuggestions({ database, clock }),
  };
  const principal = principalOf();
  const signal = new AbortController().signal;
  const name = { principal, projectId: 'project' };
  const endRun = createEndRun(deps);
  return {
    docs,
    deps,
    clock,
    create: async (body) => {
      const filled = {
        name: 'Nightly',
        trigger: { type: 'event' as const },
        instructions: 'fix broken links',
        ...body,
      };
      return (await createAutomation(deps, { ...name, body: filled })).row;
    },
    change: async (id, body) => (await changeAutomation(deps, { ...name, id, body })).row,
    remove: (id) => removeAutomation(deps, { ...name, id }),
    push: (files) => docs.moveMain(files),
    sync: () => syncFiles(deps, 'project', signal),
    follow: (id) => followBranches(deps, id, signal),
    followSuggestions: (id) => followSuggestions(deps, id),
    lookAfter: () => lookAfterAutomations(deps),
    advance: (id) => advance(deps, id, signal),
    run: async (id) => void (await runNow(deps, { ...name, id, asWorkflow: false }, signal)),
    runsOf: (id) =>
      database.kysely
        .selectFrom('automation_runs')
        .selectAll()
        .where('automation_id', '=', id)
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
    endJob: async (id, end) => {
      const { rows } = await database.pool.query<{ job_id: string; job_turn: number }>(
        `SELECT job_id, job_turn FROM automation_runs WHERE automation_id = $1 AND state = 'running'`,
        [id],
      );
      const [{ job_id: jobId, job_turn: turn } = { job_id: '', job_turn: 0 }] = rows;
      const isOpen = end.pullRequest !== undefined;
      // One step for all states: the database trigger that checks the states of publishing doesn't apply.
      await database.pool.query(
        `UPDATE agent_jobs SET status = $2, result = $3, pr_state = CASE WHEN $4 THEN 'open' ELSE pr_state END WHERE id = $1`,
        [jobId, end.status ?? 'completed', end.result ?? null, isOpen],
      );
      const usage = {
        inputTokens: 0,
        cachedInputTokens: 0,
        cacheWriteTokens: 0,
        outputTokens: 0,
        costUsd: 0,
        known: true,
      };
      const job = {
        id: jobId,
        turns: turn,
        status: 'completed',
        usage,
        title: 'Say it',
        summary: 'Said.',
        error: null,
        prLink: null,
        pullRequest: null,
        ...end,
      };
      return database.kysely.transaction().execute((tx) => endRun(tx, job as AgentJob));
    },
    close: async () => {
      await engine.stop();
      await docs.close();
    },
  };
}

export const pullRequest = (number: number): NonNullable<AgentJob['pullRequest']> => ({
  number,
  url: `https://docs.example/pull/${number}`,
  state: 'open',
  headCommit: 'c0ffee',
  endedAt: null,
});
