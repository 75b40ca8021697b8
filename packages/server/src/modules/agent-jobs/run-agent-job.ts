import {
  AgentError,
  runAgentTurn,
  type AgentModel,
  type AgentPolicy,
  type BaseFiles,
  type DocsGate,
  type Guidance,
  type TurnOutcome,
} from '@docwright/doc-agent';
import type { JobErrorCode } from '@docwright/contract';
import type { Clock } from '../../platform/clock/index.ts';
import type { Database } from '../../platform/database/index.ts';
import type { FaultPoint } from '../../platform/fault-points/index.ts';
import type { Logger } from '../../platform/log/index.ts';
import { ModelSettingsError } from '../../platform/models/index.ts';
import { findProject, type ProjectRow, type ProjectTables } from '../projects/index.ts';
import type { ConnectRepository } from '../repositories/index.ts';
import type { SiteRenderer } from '../site-rendering/index.ts';
import { createAgentJournal } from './agent-journal.ts';
import { commitTurn } from './commit-turn.ts';
import type { AgentTicket } from './create-agent-job.ts';
import { openDocs } from './docs-gate.ts';
import { failAgentJob, publishEnd, type EndAgentJobDeps } from './end-agent-job.ts';
import { AgentJobFailure, LeaseLost } from './errors.ts';
import { prepareRepository, toAgentJobFailure, type PreparedRepository } from './preflight.ts';
import { publish, type PublishDeps, type Published } from './publish.ts';
import { claimAgentJob, insertEvent, selectPrompt, updateActiveAgentJob } from './store.ts';
import type { AgentJobRow, AgentJobTables } from './tables.ts';

export interface RunAgentDeps extends EndAgentJobDeps {
  readonly database: Database<AgentJobTables & ProjectTables>;
  readonly connectRepository: ConnectRepository;
  readonly renderer: SiteRenderer;
  readonly createModel: (model: string) => AgentModel;
  readonly policy: AgentPolicy;
  /** Values that must reach neither journal nor model nor pull request. */
  readonly secrets: readonly string[];
  readonly clock: Clock;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  readonly faultPoint: FaultPoint;
  readonly log: Logger;
}

/** How often one turn is tried when the code host or the model is away. */
export const turnRetryLimit = 5;

/**
 * Runs one turn of an agent job to its end. It may be run twice: the journal holds what was done, the commit is
 * deterministic, publishing looks before it makes, and every write carries the fencing token.
 */
export async function runAgentJob(
  deps: RunAgentDeps,
  ticket: AgentTicket & { readonly attempt: number },
  signal: AbortSignal,
): Promise<void> {
  const job = await claimAgentJob(deps.database.kysely, ticket.agentJobId, ticket.turn);
  if (job === undefined) return;
  deps.faultPoint('agent.claimed');
  const log = deps.log.child({ agentJobId: job.id, turn: job.turns, attempt: job.attempt });
  try {
    const project = await findProject(deps.database.kysely, job.organization_id, job.project_id);
    if (project === undefined) return;
    await runTurn(deps, { job, project, signal });
    log.info('agent turn completed');
  } catch (error) {
    if (error instanceof LeaseLost) return;
    // The drain of a stopping worker, or a takeover: the queue gives the job to the next one.
    if (signal.aborted) throw error;
    const failure = toFailure(error);
    if (failure === undefined || (failure.retryable && ticket.attempt <= turnRetryLimit)) throw error;
    log.info({ code: failure.code }, 'agent turn failed');
    await failAgentJob(deps, job, failure);
  }
}

interface Turn {
  readonly job: AgentJobRow;
  readonly project: ProjectRow;
  readonly signal: AbortSignal;
}

async function runTurn(deps: RunAgentDeps, turn: Turn): Promise<void> {
  const { job, project, signal } = turn;
  const repository = await prepareRepository(deps.connectRepository, job, signal);
  const fixed = await updateActiveAgentJob(deps.database.kysely, job, { base_commit: repository.baseCommit });
  if (fixed === undefined) throw new LeaseLost();
  deps.faultPoint('agent.base-fixed');
  const docs = await openDocs(deps.renderer, {
    mirror: repository.mirror,
    commit: repository.baseCommit,
    docsFolder: project.docs_folder,
    signal,
  }).catch((error: unknown) => {
    throw toAgentJobFailure(error);
  });
  try {
    const guidance = await readRootGuidance(repository, project);
    const outcome = await runEngine(deps, turn, { ...docs, guidance });
    await finish(deps, turn, { repository, outcome });
  } finally {
    await docs.close();
  }
}

/** The engine reads AGENTS.md of the docs folder; one above it speaks of the docs too. Always from the base commit. */
async function readRootGuidance(
  { mirror, baseCommit }: PreparedRepository,
  project: ProjectRow,
): Promise<readonly Guidance[]> {
  if (project.docs_folder === '') return [];
  const bytes = await mirror.readFile(baseCommit, 'AGENTS.md');
  return bytes === undefined ? [] : [{ source: 'AGENTS.md', text: bytes.toString('utf8') }];
}

async function runEngine(
  deps: RunAgentDeps,
  { job, signal }: Turn,
  docs: { readonly base: BaseFiles; readonly gate: DocsGate; readonly guidance: readonly Guidance[] },
): Promise<TurnOutcome> {
  return runAgentTurn(
    {
      jobId: job.id,
      turn: job.turns,
      prompt: await selectPrompt(deps.database.kysely, job.id, job.turns),
      model: deps.createModel(job.model),
      base: docs.base,
      gate: docs.gate,
      journal: createAgentJournal(deps.database, job, () => deps.faultPoint('agent.journaled')),
      policy: deps.policy,
      guidance: docs.guidance,
      secrets: deps.secrets,
      clock: { now: () => deps.clock.monotonicMs(), sleep: deps.sleep },
      random: deps.random,
    },
    signal,
  );
}

async function finish(
  deps: RunAgentDeps,
  { job, project, signal }: Turn,
  given: { readonly repository: PreparedRepository; readonly outcome: TurnOutcome },
): Promise<void> {
  const { repository, outcome } = given;
  const prompt = await selectPrompt(deps.database.kysely, job.id, job.turns);
  const facts = { jobId: job.id, prompt, outcome };
  let published: Published | undefined;
  if (outcome.result === 'changes') {
    published = await commitAndPublish(deps, { job, project, signal }, { repository, facts }).catch(
      (error: unknown) => {
        throw toAgentJobFailure(error);
      },
    );
  }
  deps.faultPoint('agent.completing');
  await complete(deps, job, outcome, published);
}

async function commitAndPublish(
  deps: RunAgentDeps,
  { job, project, signal }: Turn,
  given: { readonly repository: PreparedRepository; readonly facts: Parameters<typeof commitTurn>[1]['facts'] },
): Promise<Published | undefined> {
  const { repository, facts } = given;
  const { mirror, baseCommit } = repository;
  const { overlay } = facts.outcome;
  const before = findPushedCommit(job);
  if (before !== undefined) return publish(publishDeps(deps, repository), { job, commit: before, facts, signal });
  const made = await commitTurn(mirror, {
    job,
    baseCommit,
    docsFolder: project.docs_folder,
    overlay,
    facts,
    date: commitDate(job),
    signal,
  });
  if (made.kind === 'unchanged') return undefined;
  const commit = { sha: made.sha, tree: made.tree };
  return publish(publishDeps(deps, repository), { job, commit, facts, signal });
}

const publishDeps = (deps: RunAgentDeps, { host, mirror }: PreparedRepository): PublishDeps => ({
  database: deps.database,
  host,
  mirror,
  faultPoint: deps.faultPoint,
});

/**
 * What an earlier attempt of this turn pushed. To make the commit again would find nothing left to change: it is made on
 * top of the newest pushed commit, and that is this turn's own by now.
 */
function findPushedCommit(job: AgentJobRow): { readonly sha: string; readonly tree: string } | undefined {
  const isPushed = job.publish_state === 'pushed' || job.publish_state === 'pr_known';
  if (!isPushed || job.commit_sha === null || job.tree_sha === null) return undefined;
  return { sha: job.commit_sha, tree: job.tree_sha };
}

/** The job's creation, a second later for each follow-up: fixed, and in the order of the turns. */
function commitDate(job: AgentJobRow): Date {
  return new Date(Math.floor(job.created_at.getTime() / 1000) * 1000 + (job.turns - 1) * 1000);
}

async function complete(
  deps: RunAgentDeps,
  job: AgentJobRow,
  outcome: TurnOutcome,
  published: Published | undefined,
): Promise<void> {
  const isEmpty = outcome.result === 'changes' && published === undefined;
  const result = isEmpty ? 'no_changes' : outcome.result;
  await deps.database.kysely.transaction().execute(async (tx) => {
    const row = await updateActiveAgentJob(tx, job, {
      status: 'completed',
      result,
      title: outcome.title,
      summary: outcome.summary,
      model: outcome.model,
      usage: JSON.stringify(addUsage(job.usage, outcome.usage)),
      files: JSON.stringify(toFiles(outcome)),
      ...(published !== undefined && { pr_link: published.prLink, duplicate_of: published.duplicateOf }),
    });
    if (row === undefined) throw new LeaseLost();
    const data = {
      result,
      summary: outcome.summary,
      prLink: row.pr_link,
      notes: outcome.notes,
      gate: outcome.gate.status,
    };
    await insertEvent(tx, job.id, { type: 'job.completed', data });
    await publishEnd(deps, tx, row);
  });
}

const addUsage = (before: AgentJobRow['usage'], turn: TurnOutcome['usage']): AgentJobRow['usage'] => ({
  inputTokens: before.inputTokens + turn.inputTokens,
  outputTokens: before.outputTokens + turn.outputTokens,
  costUsd: before.costUsd + (turn.costUsd ?? 0),
  known: before.known && turn.known,
});

/** The contract knows no `moved`: it is a file that went and one that came. */
function toFiles(outcome: TurnOutcome): AgentJobRow['files'] {
  return outcome.files.flatMap(({ path, change, added, removed, from }): AgentJobRow['files'] => {
    if (change !== 'moved') return [{ path, change, added, removed }];
    const gone = from === undefined ? [] : [{ path: from, change: 'deleted' as const, added: 0, removed }];
    return [...gone, { path, change: 'added' as const, added, removed: 0 }];
  });
}

/** Undefined for a fault of ours: the queue tries again, and gives up with `internal`. */
function toFailure(error: unknown): AgentJobFailure | undefined {
  if (error instanceof AgentJobFailure) return error;
  if (error instanceof ModelSettingsError) {
    const remedy = 'Correct the model of the project, or the settings of the installation.';
    return new AgentJobFailure(
      { code: 'model_rejected', message: error.message, remedy, retryable: false },
      { cause: error },
    );
  }
  if (!(error instanceof AgentError)) return undefined;
  const { message, remedy, retryable } = error;
  return new AgentJobFailure({ code: agentErrors[error.code], message, remedy, retryable }, { cause: error });
}

const agentErrors: Readonly<Record<AgentError['code'], JobErrorCode>> = {
  agent_deadline: 'budget_exceeded',
  agent_step_limit: 'budget_exceeded',
  agent_token_budget: 'budget_exceeded',
  agent_cost_budget: 'budget_exceeded',
  agent_loop: 'no_progress',
  agent_idle: 'no_progress',
  agent_gate_failed: 'gate_failed',
  model_unauthorized: 'model_rejected',
  model_spend_limit: 'model_rejected',
  model_bad_request: 'model_rejected',
  model_no_tools: 'model_rejected',
  model_unavailable: 'model_unavailable',
};
