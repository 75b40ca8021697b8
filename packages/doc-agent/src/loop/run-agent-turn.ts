import { AgentError } from '../errors.ts';
import { cleanEvidence } from '../policy/evidence.ts';
import { listFileChanges, toChangedFile } from '../overlay/list-file-changes.ts';
import { compareOverlays } from '../overlay/overlay.ts';
import { Workspace } from '../workspace/workspace.ts';
import type { GateIssue, JournalRecord, JournalRecordKind, OverlayChange } from '../ports.ts';
import { listTools } from '../tools/tool-list.ts';
import type { AgentTool } from '../tools/tool.ts';
import type { AgentTurn } from './agent-turn.ts';
import type { Guidance, TurnOutcome, TurnUsage } from '../turn.ts';
import { createDocsFiles } from '../overlay/docs-files.ts';
import { buildMessages } from './build-messages.ts';
import { callModel } from './call-model.ts';
import { modelLabel } from './model-label.ts';
import { toData, typed } from './journal-data.ts';
import type { AssistantData, FinishedData } from './journal-data.ts';
import { readGuidance } from './read-guidance.ts';
import { redactSecrets } from '../policy/find-secrets.ts';
import { toSafeSummary } from '../pull-request/safe-text.ts';
import { quoteModel } from './finish-turn.ts';
import { runToolCalls } from './run-tool-calls.ts';
import { advance, foldTurn } from './turn-state.ts';
import type { TurnState } from './turn-state.ts';
import { writeInstructions } from './write-instructions.ts';

/**
 * Runs one turn of an agent job to its end, continuing after the last journalled record if there is one.
 *
 * 1. The journal's order is prompt, answer, then its results together with their file changes, each in one
 *    transaction. A journalled answer is never requested again.
 * 2. Whether the turn continues depends on the calls in an answer, never on its finish reason.
 * 3. The state of the turn is a fold over its records; nothing else survives a step.
 *
 * @throws `AgentError`, the signal's reason when it is aborted, or any error of the journal
 */
export async function runAgentTurn(turn: AgentTurn, signal: AbortSignal): Promise<TurnOutcome> {
  signal.throwIfAborted();
  const session = await openSession(turn, signal);
  if (session.state.prompt === undefined) await session.begin();
  while (session.state.finished === undefined) {
    signal.throwIfAborted();
    if (session.state.pending === undefined) await session.ask(signal);
    else if (session.state.pending.calls.length > 0) await session.runCalls(session.state.pending, signal);
    else await session.nudge();
  }
  return session.conclude(session.state.finished);
}

async function openSession(turn: AgentTurn, signal: AbortSignal): Promise<TurnSession> {
  const { records, overlay } = await turn.journal.load();
  const { limits } = turn.policy;
  const guidance = await readGuidance(turn.base, turn.guidance ?? [], limits.maxGuidanceBytes);
  const results = records.map(typed).flatMap(({ kind, data }) => (kind === 'tool_results' ? [data] : []));
  const seen = results.flatMap((data) => data.seen);
  const mechanical = results.findLast((data) => data.mechanical !== undefined)?.mechanical ?? [];
  return new TurnSession({
    turn,
    records: [...records],
    workspace: new Workspace({ base: turn.base, overlay, policy: turn.policy, seen, mechanical }),
    tools: listTools(turn.policy, turn.fetchUrl !== undefined),
    instructions: writeInstructions(turn.policy, guidance),
    guidance,
    signal,
  });
}

interface SessionParts {
  readonly turn: AgentTurn;
  readonly records: JournalRecord[];
  readonly workspace: Workspace;
  readonly tools: readonly AgentTool[];
  readonly instructions: string;
  readonly guidance: readonly Guidance[];
  readonly signal: AbortSignal;
}

/** One run of a turn in this process: the fixed parts, and the state computed from the records. */
class TurnSession {
  readonly #parts: SessionParts;
  state: TurnState;
  #baseIssues: Promise<readonly GateIssue[]> | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.state = foldTurn(parts.records, parts.turn.turn);
  }

  /**
   * First reverts a turn that ended without publishing, if nothing can continue from it. After a question or an
   * interrupted turn, its work stays: the conversation continues from there.
   */
  async begin(): Promise<void> {
    const { turn, workspace, records } = this.#parts;
    const previous = foldTurn(records, turn.turn - 1);
    const ended = previous.finished?.result;
    const undone = ended === 'blocked_by_policy' || ended === 'needs_model' || ended === 'no_changes';
    if (undone) await workspace.apply(compareOverlays(workspace.overlay, new Map(previous.prompt?.overlay)));
    const { changes } = workspace.takeChanges();
    const evidence = turn.evidence?.map((one) => ({ ...one, text: cleanEvidence(one.text, turn.secrets) }));
    const data = {
      prompt: turn.prompt,
      ...(evidence !== undefined && { evidence }),
      model: modelLabel(turn.model),
      overlay: [...workspace.overlay],
    };
    await this.#append({ kind: 'prompt', step: 0, data: toData(data) }, changes);
  }

  async ask(signal: AbortSignal): Promise<void> {
    const { turn, records, tools, instructions } = this.#parts;
    // The prompt is empty: no model has to be paid to find that out.
    if (turn.prompt.trim() === '') return this.#endWithQuestion('The prompt is empty. What should be changed?');
    const remainingMs = requireBudget(turn, this.state);
    const messages = buildMessages(records, turn.policy.limits.maxHistoryBytes);
    const answer = await callModel({ turn, instructions, messages, tools, remainingMs }, signal);
    await this.#append({ kind: 'assistant', step: this.state.step + 1, data: toData(answer) }, []);
  }

  async runCalls(answer: AssistantData, signal: AbortSignal): Promise<void> {
    const { turn, workspace, tools, records } = this.#parts;
    const data = await runToolCalls(answer.calls, {
      workspace,
      tools,
      gate: turn.gate,
      fetchUrl: turn.fetchUrl,
      published: turn.published,
      asked: listPrompts(records),
      secrets: turn.secrets ?? [],
      signal,
      state: this.state,
      now: () => turn.clock.now(),
      baseIssues: () => this.#checkBase(),
    });
    const { changes, ...taken } = workspace.takeChanges();
    await this.#append(
      { kind: 'tool_results', step: this.state.step, data: toData({ ...data, ...taken, changed: changes.length > 0 }) },
      changes,
    );
  }

  /**
   * An answer without a call doesn't end the turn: the model is reminded, and after several reminders the turn fails.
   */
  async nudge(): Promise<void> {
    const { maxIdleAnswers } = this.#parts.turn.policy.limits;
    const text = this.state.pending?.text.trim() ?? '';
    if (this.state.idleAnswers >= maxIdleAnswers) {
      if (text !== '') return this.#endWithQuestion(quoteModel('Nothing was published. The model wrote:', text));
      const neverCalled = this.state.idleAnswers === this.state.step;
      throw new AgentError(
        neverCalled ? 'model_no_tools' : 'agent_idle',
        `the model returned ${this.state.idleAnswers} empty answers in a row${neverCalled ? ' and never called a tool' : ''}`,
        { remedy: 'Use a model that supports tools.' },
      );
    }
    const say =
      text === ''
        ? 'Your answer was empty. Call a tool, or finish.'
        : 'Your answer called no tool, so nothing was done. Continue with a tool, or call finish with your result or question.';
    await this.#append({ kind: 'note', step: this.state.step, data: toData({ say }) }, []);
  }

  async conclude(finished: FinishedData): Promise<TurnOutcome> {
    const { workspace, turn } = this.#parts;
    // Unpublished changes aren't reported as changes either.
    const overlay = finished.result === 'changes' ? workspace.overlay : new Map(this.state.prompt?.overlay);
    return {
      ...finished,
      risks: finished.risks,
      files: (await listFileChanges(turn.base, overlay)).map(toChangedFile),
      overlay,
      usage: sumUsage(this.state),
      steps: this.state.step,
      model: this.state.model,
      sources: [...new Set([...this.#parts.guidance.map(({ source }) => source), ...listFetched(this.#parts.records)])],
    };
  }

  /** A model that only writes text has most likely asked a question. */
  async #endWithQuestion(text: string): Promise<void> {
    const gate = {
      status: 'not_run',
      introduced: [],
      fixed: 0,
      existing: 0,
      repairRounds: this.state.repairRounds,
    } as const;
    const finished: FinishedData = {
      result: 'needs_input',
      title: 'No changes',
      summary: toSafeSummary(redactSecrets(text, this.#parts.turn.secrets ?? [])),
      gate,
      notes: [],
      risks: [],
    };
    const data = { results: [], seen: [], changed: false, fingerprints: [], finished, elapsedMs: 0 };
    await this.#append({ kind: 'tool_results', step: this.state.step, data: toData(data) }, []);
  }

  #checkBase(): Promise<readonly GateIssue[]> {
    const { turn, signal } = this.#parts;
    this.#baseIssues ??= turn.gate.check(createDocsFiles(turn.base, new Map()), signal);
    return this.#baseIssues;
  }

  async #append(
    entry: { kind: JournalRecordKind; step: number; data: JournalRecord['data'] },
    changes: readonly OverlayChange[],
  ): Promise<void> {
    const record: JournalRecord = { turn: this.#parts.turn.turn, seq: this.state.nextSeq, ...entry };
    await this.#parts.turn.journal.append(record, changes);
    this.#parts.records.push(record);
    this.state = advance(this.state, record);
  }
}

/** Milliseconds left for the next answer. Throws when a budget is used up. */
function requireBudget(turn: AgentTurn, state: TurnState): number {
  const { limits } = turn.policy;
  const remedy = 'Split the request, or raise the limit in the project settings.';
  if (state.step >= limits.maxSteps)
    throw new AgentError('agent_step_limit', `the turn used all of its ${limits.maxSteps} answers`, { remedy });
  if (state.elapsedMs >= limits.maxDurationMs) {
    throw new AgentError('agent_deadline', `the turn took more than ${Math.round(limits.maxDurationMs / 1000)} s`, {
      remedy,
    });
  }
  if (state.budgetTokens >= limits.maxTokens) {
    throw new AgentError('agent_token_budget', `the turn used ${state.budgetTokens} of ${limits.maxTokens} tokens`, {
      remedy,
    });
  }
  if (state.costUsd >= limits.maxCostUsd) {
    throw new AgentError('agent_cost_budget', `the turn cost $${state.costUsd.toFixed(4)} of $${limits.maxCostUsd}`, {
      remedy,
    });
  }
  return limits.maxDurationMs - state.elapsedMs;
}

function listPrompts(records: readonly JournalRecord[]): string {
  return records
    .map(typed)
    .flatMap(({ kind, data }) => (kind === 'prompt' ? [data.prompt] : []))
    .join('\n\n');
}

/** Web pages that this job's answers may rely on. */
function listFetched(records: readonly JournalRecord[]): string[] {
  return records.map(typed).flatMap((record) => {
    if (record.kind !== 'tool_results') return [];
    return record.data.results.flatMap(({ name, isError, output }) => {
      const url = typeof output === 'object' && output !== null && 'url' in output ? output.url : undefined;
      return name === 'fetch_url' && !isError && typeof url === 'string' ? [url] : [];
    });
  });
}

function sumUsage({ inputTokens, outputTokens, costUsd, usageKnown }: TurnState): TurnUsage {
  return { inputTokens, outputTokens, costUsd, known: usageKnown };
}
