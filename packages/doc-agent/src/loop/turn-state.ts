import type { AgentErrorCode } from '../errors.ts';
import type { JournalRecord } from '../ports.ts';
import type { TurnUsage } from '../turn.ts';
import { typed } from './journal-data.ts';
import type {
  AssistantData,
  Decision,
  FinishedData,
  JournaledResult,
  NoteData,
  PromptData,
  ToolResultsData,
} from './journal-data.ts';

/**
 * The state of a turn, computed only from its records, so that a turn that was just loaded has the same state as a turn
 * that kept running.
 */
export interface TurnState {
  readonly turn: number;
  readonly nextSeq: number;
  /** Model calls so far. */
  readonly step: number;
  readonly prompt: PromptData | undefined;
  /** The last answer, if its calls haven't been run yet. */
  readonly pending: AssistantData | undefined;
  readonly finished: FinishedData | undefined;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedInputTokens: number;
  readonly cacheWriteTokens: number;
  readonly budgetTokens: number;
  /** Sum of the answers whose cost is known. */
  readonly costUsd: number;
  /** Whether the tokens and the cost of every answer are known. */
  readonly usageKnown: boolean;
  readonly elapsedMs: number;
  readonly repairRounds: number;
  readonly falseClaims: number;
  /** Number of consecutive answers that called no tool. */
  readonly idleAnswers: number;
  readonly repeats: ReadonlyMap<string, number>;
  readonly model: string;
  /** Tokens and cost of the last answer. The next answer needs about as much. */
  readonly lastTokens: number;
  readonly lastCostUsd: number;
  /** Whether the model was notified that few answers are left. */
  readonly announced: boolean;
  /** The limit that makes the next answer the last, if the model was notified. */
  readonly last: AgentErrorCode | undefined;
  /** The reason, if that limit is a budget that others share. */
  readonly spentBudget: string | undefined;
  /** Whether the conversation was shortened because the model refused it, and the model hasn't answered since. */
  readonly shortened: boolean;
  /** Whether the provider rejected a request with images, so that the turn continues without images. */
  readonly withoutImages: boolean;
  /** The digests of the images that tools showed. */
  readonly imagesShown: ReadonlySet<string>;
  /** The model's doubts from the review of its changes; `undefined` before the review. */
  readonly doubts: readonly string[] | undefined;
  /** Whether there is anything to do; `undefined` before the question. */
  readonly decision: Decision | undefined;
}

export function foldTurn(records: readonly JournalRecord[], turn: number): TurnState {
  return records.filter((record) => record.turn === turn).reduce(advance, startState(turn));
}

function startState(turn: number): TurnState {
  return {
    turn,
    nextSeq: 0,
    step: 0,
    prompt: undefined,
    pending: undefined,
    finished: undefined,
    inputTokens: 0,
    outputTokens: 0,
    cachedInputTokens: 0,
    cacheWriteTokens: 0,
    budgetTokens: 0,
    costUsd: 0,
    usageKnown: true,
    elapsedMs: 0,
    repairRounds: 0,
    falseClaims: 0,
    idleAnswers: 0,
    repeats: new Map(),
    model: '',
    lastTokens: 0,
    lastCostUsd: 0,
    announced: false,
    last: undefined,
    spentBudget: undefined,
    shortened: false,
    withoutImages: false,
    imagesShown: new Set(),
    doubts: undefined,
    decision: undefined,
  };
}

export function advance(state: TurnState, record: JournalRecord): TurnState {
  const next = { ...state, nextSeq: record.seq + 1, step: record.step };
  const { kind, data } = typed(record);
  switch (kind) {
    case 'prompt':
      return { ...next, prompt: data, model: data.model };
    case 'assistant':
      return afterAssistant(next, data);
    case 'tool_results':
      return afterToolResults(next, data);
    case 'note':
      return afterNote(next, data);
  }
}

function afterNote(state: TurnState, note: NoteData): TurnState {
  return {
    ...state,
    pending: undefined,
    elapsedMs: state.elapsedMs + (note.failedMs ?? 0),
    announced: state.announced || note.answersLeft !== undefined,
    last: note.last ?? state.last,
    spentBudget: note.spentBudget ?? state.spentBudget,
    decision: note.decision ?? state.decision,
    shortened: state.shortened || note.historyTokens !== undefined,
    withoutImages: state.withoutImages || note.withoutImages === true,
  };
}

function afterAssistant(state: TurnState, answer: AssistantData): TurnState {
  const known = answer.inputTokens !== null && answer.outputTokens !== null;
  const input = answer.inputTokens ?? 0;
  const output = answer.outputTokens ?? 0;
  const tokens = known ? input + output : answer.estimatedTokens;
  // A question outside the conversation: before the turn, or between a `finish` and its result.
  const isAside = answer.doubts !== undefined || answer.decision !== undefined;
  return {
    ...state,
    pending: isAside ? state.pending : answer,
    doubts: answer.doubts ?? state.doubts,
    decision: answer.decision ?? state.decision,
    cachedInputTokens: state.cachedInputTokens + (answer.cachedInputTokens ?? 0),
    cacheWriteTokens: state.cacheWriteTokens + (answer.cacheWriteTokens ?? 0),
    lastTokens: isAside ? state.lastTokens : tokens,
    lastCostUsd: isAside ? state.lastCostUsd : (answer.costUsd ?? 0),
    shortened: false,
    inputTokens: state.inputTokens + input,
    outputTokens: state.outputTokens + output,
    budgetTokens: state.budgetTokens + tokens,
    costUsd: roundUsd(state.costUsd + (answer.costUsd ?? 0)),
    usageKnown: state.usageKnown && known && answer.costUsd !== null,
    elapsedMs: state.elapsedMs + answer.elapsedMs,
    idleAnswers: isAside || answer.calls.length > 0 ? 0 : state.idleAnswers + 1,
    model: answer.model,
  };
}

/** Rounds to a billionth of a dollar, which removes floating-point errors. */
const roundUsd = (usd: number): number => Math.round(usd * 1e9) / 1e9;

function afterToolResults(state: TurnState, data: ToolResultsData): TurnState {
  const repeats = new Map(data.changed ? [] : state.repeats);
  for (const fingerprint of data.changed ? [] : data.fingerprints)
    repeats.set(fingerprint, (repeats.get(fingerprint) ?? 0) + 1);
  return {
    ...state,
    pending: undefined,
    repeats,
    imagesShown: new Set([...state.imagesShown, ...data.results.flatMap(listDigests)]),
    finished: data.finished,
    elapsedMs: state.elapsedMs + data.elapsedMs,
    repairRounds: state.repairRounds + (data.refusal === 'repair' ? 1 : 0),
    falseClaims: state.falseClaims + (data.refusal === 'claim' ? 1 : 0),
  };
}

const listDigests = ({ images = [] }: JournaledResult): string[] => images.map(({ digest }) => digest);

export function sumUsage(state: TurnState): TurnUsage {
  const { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, costUsd, usageKnown } = state;
  return { inputTokens, cachedInputTokens, cacheWriteTokens, outputTokens, costUsd, known: usageKnown };
}
