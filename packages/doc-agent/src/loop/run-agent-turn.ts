import type { ModelMessage } from 'ai';
import { AgentError } from '../errors.ts';
import { cleanEach } from '../policy/evidence.ts';
import { listFileChanges, toChangedFile } from '../overlay/list-file-changes.ts';
import { compareOverlays } from '../overlay/overlay.ts';
import { assumedBytesPerToken, hasImages, measureMessages } from '../images/shown-images.ts';
import type { GateIssue, JournalRecord, JournalRecordKind, OverlayChange } from '../ports.ts';
import type { AgentTurn } from './agent-turn.ts';
import type { TurnOutcome } from '../turn.ts';
import { createDocsFiles } from '../overlay/docs-files.ts';
import { buildMessages } from './build-messages.ts';
import { callModel } from './call-model.ts';
import { modelLabel } from './model-label.ts';
import { toData } from './journal-data.ts';
import type { AssistantData, FinishedData, NoteData } from './journal-data.ts';
import { noteCode } from './cite-code.ts';
import { describeKeptWork, keepWork } from './keep-work.ts';
import { listAttached, listCode, listFetched, listPrompts } from './read-records.ts';
import { isTextCall } from './read-text-calls.ts';
import { redactSecrets } from '../policy/find-secrets.ts';
import { toSafeSummary } from '../pull-request/safe-text.ts';
import { finishTurn, quoteModel } from './finish-turn.ts';
import type { FinishRequest } from './finish-turn.ts';
import { askFirst, describeMentions } from './ask-first.ts';
import { findAffectedPages } from './find-affected-pages.ts';
import { renameByRules } from './rename-by-rules.ts';
import { findReminder, noTools } from './find-reminder.ts';
import { prepareSession, type SessionParts } from './prepare-session.ts';
import { mayRefuseImages, RequestImages } from './request-images.ts';
import { reviewChanges } from './review-changes.ts';
import { runToolCalls } from './run-tool-calls.ts';
import type { CallContext } from './run-tool-calls.ts';
import { rulesModelId } from '../rules/rules-model-id.ts';
import { announcedAnswers, budgetSpent, findBudget, limitReached } from './turn-budget.ts';
import { advance, foldTurn, sumUsage } from './turn-state.ts';
import type { TurnState } from './turn-state.ts';
import { countOf } from '../text/count-of.ts';

/**
 * Runs one turn of an agent job to its end, continuing after the last journaled record, if any.
 *
 * 1. The journal's order is prompt, answer, then the results with their file changes, each in one transaction. A
 *    journaled answer is never requested again.
 * 2. Whether the turn continues depends on the calls in an answer, never on its finish reason.
 * 3. The state of the turn is computed only from its records.
 * 4. Paid work isn't lost: a turn that can't continue publishes its valid changes as a draft, or reports the changes
 *    that it has kept.
 *
 * @throws `AgentError`, the signal's reason when it is aborted, or any error of the journal
 */
export async function runAgentTurn(turn: AgentTurn, signal: AbortSignal): Promise<TurnOutcome> {
  signal.throwIfAborted();
  const session = new TurnSession(await prepareSession(turn, signal));
  if (session.state.prompt === undefined) await session.begin();
  while (session.state.finished === undefined) {
    signal.throwIfAborted();
    try {
      await session.step(signal);
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      await session.stop(error);
    }
  }
  return session.conclude(session.state.finished);
}

/** A turn's run in this process: its fixed inputs, and the state computed from the records. */
class TurnSession {
  readonly #parts: SessionParts;
  readonly #images: RequestImages;
  state: TurnState;
  #baseIssues: Promise<readonly GateIssue[]> | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
    this.#images = new RequestImages(parts.turn);
    this.state = foldTurn(parts.records, parts.turn.turn);
  }

  /**
   * Begins the turn. First reverts the previous turn if it ended without publishing and can't be continued. After a
   * question or an interruption, its work is kept: the conversation continues from there.
   */
  async begin(): Promise<void> {
    const { turn, workspace, records } = this.#parts;
    const previous = foldTurn(records, turn.turn - 1);
    const ended = previous.finished?.result;
    const undone = ended === 'blocked_by_policy' || ended === 'needs_model' || ended === 'no_changes';
    if (undone) await workspace.apply(compareOverlays(workspace.overlay, new Map(previous.prompt?.overlay)));
    const { changes } = workspace.takeChanges();
    const evidence = turn.evidence === undefined ? undefined : cleanEach(turn.evidence, turn.secrets ?? []);
    const data = {
      prompt: turn.prompt,
      ...(evidence !== undefined && { evidence }),
      ...(turn.attached !== undefined && turn.attached.length > 0 && { images: turn.attached }),
      ...(this.#parts.today !== undefined && { today: this.#parts.today }),
      model: modelLabel(turn.model),
      overlay: [...workspace.overlay],
    };
    await this.#append({ kind: 'prompt', step: 0, data: toData(data) }, changes);
  }

  async step(signal: AbortSignal): Promise<void> {
    const { pending } = this.state;
    if (pending === undefined) await this.#begin(signal);
    else if (pending.calls.length > 0) await this.#runCalls(pending);
    else await this.#nudge(pending);
  }

  /**
   * Ends a turn that can't continue, either with its valid changes or by throwing the error. Temporary errors are left
   * to the next attempt.
   */
  async stop(error: AgentError): Promise<void> {
    if (this.state.prompt === undefined) throw error;
    if (error.retryable && this.#parts.turn.isLastAttempt === false) throw error;
    const kept = await keepWork(error, this.#callContext());
    if (kept.kind === 'failure') throw kept.error;
    await this.#end(kept.finished);
  }

  /** First decides whether there is anything to do, if the caller requested that. */
  async #begin(signal: AbortSignal): Promise<void> {
    const { turn, workspace, code } = this.#parts;
    const evidence = this.state.prompt?.evidence ?? [];
    const { decision, step } = this.state;
    if (decision?.needed === false)
      return this.#finish({ outcome: 'no_changes', title: null, summary: decision.reason });
    const hasChanges = evidence.some(({ kind }) => kind === 'diff');
    if (turn.asksFirst !== true || !hasChanges || decision !== undefined || step > 0) return this.#ask(signal);
    const affected = await findAffectedPages(workspace, evidence, signal);
    if (modelLabel(turn.model) === rulesModelId) {
      return this.#finish(await renameByRules(affected, { workspace, code, signal }));
    }
    const spentBudget = await turn.findSpentBudget?.(this.state.costUsd);
    if (spentBudget !== undefined) throw budgetSpent(spentBudget);
    const answer = await askFirst(turn, { affected, evidence, workspace }, signal);
    if (answer !== undefined) await this.#append({ kind: 'assistant', step, data: toData(answer) }, []);
    if (answer?.decision?.needed === false) return;
    await this.#note({ say: describeMentions(affected), decision: { needed: true, reason: '' } });
  }

  /** Ends the turn without an answer from the model. Changes that fail the checks are reverted. */
  async #finish(request: FinishRequest): Promise<void> {
    const { workspace } = this.#parts;
    const ended = await finishTurn(request, this.#callContext());
    if (ended.kind === 'accepted') return this.#end(ended.finished);
    await workspace.apply(compareOverlays(workspace.overlay, new Map(this.state.prompt?.overlay)));
    const summary = `${request.summary}\n\nNothing was published: ${ended.error.message}.`;
    const given = await finishTurn({ outcome: 'needs_model', title: null, summary }, this.#callContext());
    if (given.kind === 'accepted') await this.#end(given.finished);
  }

  async #ask(signal: AbortSignal): Promise<void> {
    const { turn, records, tools, instructions, history, maxOutputTokens } = this.#parts;
    // An empty prompt needs no paid model call.
    if (turn.prompt.trim() === '') return this.#endWithQuestion('The prompt is empty. What should be changed?');
    await this.#announceLimits();
    const remainingMs = turn.policy.limits.maxDurationMs - this.state.elapsedMs;
    const messages = buildMessages(records, history, await this.#images.load(records, this.state));
    const startedAt = turn.clock.now();
    try {
      const answer = await callModel({ turn, instructions, messages, tools, maxOutputTokens, remainingMs }, signal);
      await this.#append({ kind: 'assistant', step: this.state.step + 1, data: toData(answer) }, []);
    } catch (error) {
      if (!(error instanceof AgentError)) throw error;
      await this.#afterFailedCall(error, { messages, failedMs: Math.round(turn.clock.now() - startedAt) });
    }
  }

  /**
   * Tells the model once that few answers are left, and once that the next one is the last. Throws if no answers are
   * left, or if a budget is spent before the first one.
   */
  async #announceLimits(): Promise<void> {
    const { limits } = this.#parts.turn.policy;
    const { code, answersLeft } = findBudget(this.state, limits);
    const over = answersLeft <= 0 ? code : this.state.last;
    if (over !== undefined) throw limitReached(over, this.state, limits);
    const spentBudget = await this.#parts.turn.findSpentBudget?.(this.state.costUsd);
    if (spentBudget !== undefined) return this.#announceSpentBudget(spentBudget);
    if (this.state.step === 0 || answersLeft > announcedAnswers) return;
    if (answersLeft === 1) {
      await this.#note({ say: lastAnswer, last: code });
    } else if (!this.state.announced) {
      const say = `${countOf(answersLeft, 'answer is', 'answers are')} left in this turn. Make the changes that matter most, and call finish before they are used up.`;
      await this.#note({ say, answersLeft });
    }
  }

  async #announceSpentBudget(spentBudget: string): Promise<void> {
    if (this.state.step === 0) throw budgetSpent(spentBudget);
    await this.#note({ say: lastAnswer, last: 'agent_cost_budget', spentBudget });
  }

  /**
   * Handles a failed call, which counts toward the turn's time. A conversation that the model rejects as too long is
   * shortened once, and a request with images that it rejects is repeated without them.
   */
  async #afterFailedCall(
    error: AgentError,
    { messages, failedMs }: { readonly messages: readonly ModelMessage[]; readonly failedMs: number },
  ): Promise<void> {
    const { limits } = this.#parts.turn.policy;
    if (error.code === 'model_context_exceeded' && !this.state.shortened) {
      const sentTokens = measureMessages(messages) / assumedBytesPerToken;
      const historyTokens = Math.floor(Math.min(sentTokens, this.#parts.history.maxTokens) * shorterShare);
      return this.#note({ say: '', failedMs, historyTokens });
    }
    if (hasImages(messages) && mayRefuseImages(error)) {
      return this.#note({ say: '', failedMs, withoutImages: true });
    }
    await this.#note({ say: '', failedMs });
    if (error.retryable && this.state.elapsedMs >= limits.maxDurationMs) {
      const { message, remedy } = limitReached('agent_deadline', this.state, limits);
      throw new AgentError('agent_deadline', `${message}, the last of it waiting: ${error.message}`, {
        remedy,
        cause: error,
      });
    }
    throw error;
  }

  async #runCalls(answer: AssistantData): Promise<void> {
    const { workspace } = this.#parts;
    const results = await runToolCalls(answer.calls, this.#callContext());
    const finished = results.finished && (await this.#review(results.finished));
    const data = { ...results, ...(finished !== undefined && { finished }) };
    const { changes, ...taken } = workspace.takeChanges();
    await this.#append(
      { kind: 'tool_results', step: this.state.step, data: toData({ ...data, ...taken, changed: changes.length > 0 }) },
      changes,
    );
  }

  /**
   * Lists the model's doubts, which make the pull request a draft, after the rules' findings. A paid review isn't
   * repeated.
   */
  async #review(finished: FinishedData): Promise<FinishedData> {
    const { turn, workspace, records, signal } = this.#parts;
    const { reviewsChanges, limits } = turn.policy;
    if (!reviewsChanges || finished.result !== 'changes' || modelLabel(turn.model) === rulesModelId) return finished;
    if (this.state.doubts === undefined && findBudget(this.state, limits).answersLeft > 0) {
      const changes = { asked: listPrompts(records), overlay: workspace.overlay };
      const answer = await reviewChanges(turn, changes, signal);
      if (answer !== undefined)
        await this.#append({ kind: 'assistant', step: this.state.step, data: toData(answer) }, []);
    }
    return { ...finished, risks: [...finished.risks, ...(this.state.doubts ?? [])] };
  }

  #callContext(): CallContext {
    const { turn, workspace, tools, records, code, signal } = this.#parts;
    return {
      workspace,
      tools,
      code,
      gate: turn.gate,
      fetchUrl: turn.fetchUrl,
      published: turn.published,
      images: turn.images,
      attached: listAttached(records),
      takeScreenshot: turn.takeScreenshot,
      asked: listPrompts(records),
      secrets: turn.secrets ?? [],
      signal,
      state: this.state,
      now: () => turn.clock.now(),
      baseIssues: () => this.#checkBase(),
    };
  }

  /**
   * Reminds the model after an answer without a call. After several reminders, the turn ends with a question or fails.
   */
  async #nudge(answer: AssistantData): Promise<void> {
    const { maxIdleAnswers } = this.#parts.turn.policy.limits;
    const text = answer.text.trim();
    if (this.state.idleAnswers < maxIdleAnswers) return this.#note({ say: findReminder(answer) });
    const neverCalled = this.state.idleAnswers === this.state.step;
    if (isTextCall(text) && neverCalled) throw noTools('the model writes its tool calls as text that is not a call');
    if (text !== '') {
      const kept = await describeKeptWork(this.#callContext());
      return this.#endWithQuestion(
        `${quoteModel('Nothing was published. The model wrote:', text)}${kept === '' ? '' : `\n\n${kept}`}`,
      );
    }
    const silence = `the model returned ${countOf(this.state.idleAnswers, 'empty answer')} in a row`;
    if (neverCalled) throw noTools(`${silence} and never called a tool`);
    throw new AgentError('agent_idle', silence, { remedy: 'Use a model that supports tools.' });
  }

  async conclude(finished: FinishedData): Promise<TurnOutcome> {
    const { workspace, turn } = this.#parts;
    // Unpublished changes aren't reported as changes.
    const overlay = finished.result === 'changes' ? workspace.overlay : new Map(this.state.prompt?.overlay);
    const code = listCode(this.#parts.records);
    const { citations = [], citedLines = [] } = finished;
    return {
      ...finished,
      citations,
      citedLines,
      notes: [...finished.notes, ...noteCode(finished, code)],
      files: (await listFileChanges(turn.base, overlay)).map(toChangedFile),
      overlay,
      usage: sumUsage(this.state),
      steps: this.state.step,
      model: this.state.model,
      sources: [
        ...new Set([
          ...this.#parts.guidance.map(({ source }) => source),
          ...listFetched(this.#parts.records),
          ...code.sources,
        ]),
      ],
    };
  }

  /** Ends the turn with a question. A model that only writes text has most likely asked one. */
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
    await this.#end(finished);
  }

  async #end(finished: FinishedData): Promise<void> {
    // A loop can be detected after a change in the same answer.
    const { changes, ...taken } = this.#parts.workspace.takeChanges();
    const data = { results: [], ...taken, changed: changes.length > 0, fingerprints: [], finished, elapsedMs: 0 };
    await this.#append({ kind: 'tool_results', step: this.state.step, data: toData(data) }, changes);
  }

  #note(data: NoteData): Promise<void> {
    return this.#append({ kind: 'note', step: this.state.step, data: toData(data) }, []);
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

const lastAnswer =
  'This is your last answer: the limits of this turn allow no more. Call finish now with the result so far; no other tool will be run. Changes that you have made are published as they are, so say in the summary what is missing.';

/** A conversation that the model rejects as too long is shortened to this share of its size. */
const shorterShare = 0.5;
