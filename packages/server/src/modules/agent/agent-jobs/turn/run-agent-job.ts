import {
  resolvePolicy,
  runAgentTurn,
  type AgentModel,
  type AgentTurn,
  type CodeRepository,
  type FetchUrl,
  type ModelCapacity,
  type TurnOutcome,
  toModelPrompt,
  toShownPrompt,
} from '@docwright/doc-agent';
import { resolveFeatures } from '@docwright/bundle';
import type { Browser } from '../../../../platform/browser/index.ts';
import type { Clock } from '../../../../platform/clock/index.ts';
import type { Database } from '../../../../platform/database/index.ts';
import { isDiskFull } from '../../../../platform/disk/index.ts';
import type { FaultPoint } from '../../../../platform/fault-points/index.ts';
import { LeaseLost } from '../../../../platform/job-engine/index.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import {
  findAgentSettings,
  type AgentSettingsTables,
  type ResolvedAgentSettings,
} from '../../../project-config/agent-settings/index.ts';
import { findProject, type ProjectRow, type ProjectTables } from '../../../project-config/projects/index.ts';
import type { ConnectRepository } from '../../../sources/repositories/index.ts';
import type { StorageGate } from '../../../identity/storage/index.ts';
import type { SiteRenderer } from '../../../building/site-rendering/index.ts';
import type { ContextTables } from '../../context-repositories/index.ts';
import { createAgentJournal } from './agent-journal.ts';
import { commitAndPublish } from '../publish/commit-and-publish.ts';
import { completeTurn, type EndOfTurn } from './complete-turn.ts';
import type { AgentTicket } from '../intake/create-agent-job.ts';
import { isDraftJob, type AskedDrafts, type OpenedDraft } from './asked-drafts.ts';
import { openDocs, type OpenDocs } from './docs-gate.ts';
import type { OnPublished } from '../publish/advance.ts';
import { failAgentJob, type EndAgentJobDeps } from '../intake/end-agent-job.ts';
import { findPublished } from './find-published.ts';
import { gatherGuidance } from './gather-guidance.ts';
import { openContext } from './open-context.ts';
import { prepareRepository, requireStorage, toAgentJobFailure } from './preflight.ts';
import { prepareFollowUp } from './prepare-follow-up.ts';
import { createJobImages } from './job-images.ts';
import { createTakeScreenshot } from './page-screenshots.ts';
import type { PreparedRepository } from '../publish/published.ts';
import type { FolderShare } from './share-folders.ts';
import { claimAgentJob } from './store.ts';
import { selectTurn, updateActiveAgentJob } from '../store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import { toFailure } from './to-failure.ts';

/** Opens the model of a project's turn, with its credentials. @throws ModelSettingsError, SecretBoxError */
export type OpenModel = (
  project: ProjectRow,
) => Promise<{ readonly model: AgentModel; readonly capacity: ModelCapacity; readonly secrets: readonly string[] }>;

/** Returns a sentence about the spent budget that stops a running turn; `undefined` if no budget stops it. */
export type FindSpentBudget = (turn: {
  readonly jobId: string;
  readonly turn: number;
  readonly turnUsd: number;
}) => Promise<string | undefined>;

export interface RunAgentDeps extends EndAgentJobDeps {
  readonly database: Database<AgentJobTables & AgentSettingsTables & ContextTables & ProjectTables>;
  readonly connectRepository: ConnectRepository;
  readonly renderer: SiteRenderer;
  readonly storage: Pick<StorageGate, 'findExcess' | 'added'>;
  readonly folders: FolderShare;
  readonly drafts: AskedDrafts;
  readonly openModel: OpenModel;
  readonly findSpentBudget: FindSpentBudget;
  readonly fetchUrl: FetchUrl;
  /** The browser that shows pages to models; `undefined` if this machine has no working browser. */
  readonly findBrowser: () => Promise<Browser | undefined>;
  /** Address of the service, for the link from a pull request to its job. */
  readonly baseUrl: string;
  /** Values that must never appear in the journal, the model's input or the pull request. */
  readonly secrets: readonly string[];
  readonly clock: Clock;
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>;
  readonly random: () => number;
  readonly faultPoint: FaultPoint;
  readonly onPublished: OnPublished;
  readonly log: Logger;
}

/** Maximum number of retries of a turn while the code host or the model is unavailable. */
export const turnRetryLimit = 5;

/**
 * Runs one turn of an agent job to its end. Can run twice: the journal records completed work, the commit is
 * deterministic, publishing checks before it creates, and every write carries the fencing token.
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
    await runTurn(deps, { job, project, signal, isLastAttempt: ticket.attempt > turnRetryLimit });
    log.info('agent turn completed');
  } catch (error) {
    if (error instanceof LeaseLost) return;
    // The worker is stopping or lost the job, so the queue passes it to the next worker. A full disk isn't the job's
    // failure either: the queue retries when there is space.
    if (signal.aborted || isDiskFull(error)) throw error;
    const failure = toFailure(error);
    if (failure === undefined || (failure.retryable && ticket.attempt <= turnRetryLimit)) throw error;
    log.info({ code: failure.code }, 'agent turn failed');
    await failAgentJob(deps, job, failure);
  }
}

interface Turn {
  /** Whether this is the last attempt; if not, the queue runs the turn again after a retryable failure. */
  readonly isLastAttempt: boolean;
  readonly job: AgentJobRow;
  readonly project: ProjectRow;
  readonly signal: AbortSignal;
}

async function runTurn(deps: RunAgentDeps, turn: Turn): Promise<void> {
  const { job: claimed, project, signal } = turn;
  // Runs before anything is fetched, so that a model that can't be opened is reported to its owner.
  const opened = await deps.openModel(project);
  const settings = await findAgentSettings(deps.database.kysely, {
    organizationId: project.organization_id,
    projectId: project.id,
  });
  await requireStorage(deps.storage, claimed);
  const { repository: prepared, part } = await prepareBase(deps, turn);
  const fixed = await updateActiveAgentJob(deps.database.kysely, claimed, {
    base_branch: prepared.baseBranch,
    base_commit: prepared.baseCommit,
  });
  if (fixed === undefined) throw new LeaseLost();
  deps.faultPoint('agent.base-fixed');
  const context = await openContext(deps, fixed, { settings, signal });
  const outcome = await withNamedFailures(async () => {
    const { job, repository } = await prepareFollowUp(deps.database, {
      job: context.job,
      project,
      repository: prepared,
      signal,
    });
    const docs = await openDocs(deps, {
      mirror: repository.mirror,
      commit: repository.baseCommit,
      docsFolder: project.docs_folder,
      projectId: project.id,
      organizationId: project.organization_id,
    });
    try {
      const asked = await selectTurn(deps.database.kysely, job.id, job.turns);
      const prepared = await prepareTurn(deps, {
        ...turn,
        job,
        asked,
        repository,
        settings,
        part,
        opened,
        docs,
        code: context.code,
      });
      return { job, repository, prompt: toShownPrompt(asked), done: await runAgentTurn(prepared, signal) };
    } finally {
      docs.close();
    }
  });
  const { job, repository, prompt, done } = outcome;
  await finish(deps, { job, project, signal }, { repository, settings, prompt, outcome: done });
}

/**
 * Prepares the commit that the job works on: from its base branch, or with the files of a draft.
 * @throws AgentJobFailure
 */
async function prepareBase(
  { connectRepository, drafts }: RunAgentDeps,
  { job, project, signal }: Turn,
): Promise<{
  readonly repository: PreparedRepository & { readonly baseBranch: string };
  readonly part: OpenedDraft['part'];
}> {
  if (!isDraftJob(job)) return { repository: await prepareRepository(connectRepository, job, signal), part: undefined };
  const { repository, part } = await withNamedFailures(() => drafts.open({ job, project, signal }));
  return { repository: { ...repository, baseBranch: job.base_branch }, part };
}

/** Converts errors from git and code hosts to failures of the job. */
async function withNamedFailures<T>(work: () => Promise<T>): Promise<T> {
  return work().catch((error: unknown) => {
    throw toAgentJobFailure(error);
  });
}

async function prepareTurn(
  deps: RunAgentDeps,
  opening: Turn & {
    readonly asked: Awaited<ReturnType<typeof selectTurn>>;
    readonly repository: PreparedRepository;
    readonly settings: ResolvedAgentSettings;
    readonly part: OpenedDraft['part'];
    readonly opened: Awaited<ReturnType<OpenModel>>;
    readonly docs: OpenDocs;
    readonly code: readonly CodeRepository[];
  },
): Promise<AgentTurn> {
  const { job, asked, project, repository, settings, part, opened, docs, code, isLastAttempt } = opening;
  const published = await findPublished(deps.database.kysely, opening);
  const browser = opened.capacity.seesImages === true ? await deps.findBrowser() : undefined;
  return {
    jobId: job.id,
    turn: job.turns,
    prompt: toModelPrompt({ ...asked, part }),
    ...(asked.evidence !== undefined && { evidence: asked.evidence }),
    attached: asked.attachments,
    asksFirst: asked.asksFirst,
    isFromCodeHost: asked.isFromCodeHost,
    model: opened.model,
    capacity: opened.capacity,
    isLastAttempt,
    findSpentBudget: (turnUsd) => deps.findSpentBudget({ jobId: job.id, turn: job.turns, turnUsd }),
    base: docs.base,
    gate: docs.gate,
    journal: createAgentJournal(deps.database, job, () => deps.faultPoint('agent.journaled')),
    images: createJobImages({ db: deps.database.kysely, storage: deps.storage }, job),
    policy: resolvePolicy({ ...settings, onlyPath: part?.path }),
    today: new Date(deps.clock.now()).toISOString().slice(0, 10),
    guidance: await gatherGuidance(repository, project, settings),
    secrets: [...deps.secrets, ...opened.secrets],
    ...(published !== undefined && { published }),
    ...(code.length > 0 && { code }),
    ...(settings.fetchHosts.length > 0 && { fetchUrl: deps.fetchUrl }),
    ...(browser !== undefined && {
      takeScreenshot: createTakeScreenshot({
        browser,
        renderPage: docs.renderPage,
        folder: docs.folder,
        features: resolveFeatures(project.deployment_kind, project.features),
        organizationId: project.organization_id,
        log: deps.log,
      }),
    }),
    clock: { now: () => deps.clock.monotonicMs(), sleep: deps.sleep },
    random: deps.random,
  };
}

async function finish(
  deps: RunAgentDeps,
  { job, project, signal }: Omit<Turn, 'isLastAttempt'>,
  work: {
    readonly repository: PreparedRepository;
    readonly settings: ResolvedAgentSettings;
    readonly prompt: string;
    readonly outcome: TurnOutcome;
  },
): Promise<void> {
  const { outcome } = work;
  let published: EndOfTurn['published'] = { kind: 'nothing' };
  if (outcome.result === 'changes' && isDraftJob(job)) {
    const planned = { job, project, repository: work.repository, overlay: outcome.overlay };
    const suggest = await withNamedFailures(() => deps.drafts.plan(planned));
    published = async (tx) => ({ kind: 'suggested', outcome: await suggest(tx) });
  } else if (outcome.result === 'changes' && job.dry_run) {
    published = { kind: 'dry-run' };
  } else if (outcome.result === 'changes') {
    published = await withNamedFailures(() => commitAndPublish(deps, { job, project, signal, ...work }));
  }
  deps.faultPoint('agent.completing');
  await completeTurn(deps, job, { outcome, published, docsFolder: project.docs_folder });
}
