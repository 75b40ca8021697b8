/**
 * The shapes of a journal record's data, by kind. They contain everything that the loop needs after a restart; nothing
 * depends on time or chance.
 */
import type { ModelMessage } from 'ai';
import type { JobImage, JournalRecord, JsonValue, OverlayEntry } from '../ports.ts';
import type { Evidence } from '../policy/evidence.ts';
import type { AgentErrorCode } from '../errors.ts';
import type { Citation, CitedLines, GateResult, TurnResult } from '../turn.ts';

export interface PromptData {
  readonly prompt: string;
  /** The evidence for which the job was created; missing if only the prompt states the reason. */
  readonly evidence?: readonly Evidence[];
  /** Images that people attached to the prompt; absent without images. */
  readonly images?: readonly JobImage[];
  /** The date that the model was given. */
  readonly today?: string;
  /** `provider/model` that the turn began with. */
  readonly model: string;
  /**
   * The overlay before the turn: files that are equal to it at the end weren't changed by the turn, and an unpublished
   * turn can be reverted to it.
   */
  readonly overlay: readonly (readonly [string, OverlayEntry])[];
}

export interface JournaledCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonValue;
  /** The reason why the call can't be run, such as malformed arguments or an unknown tool. */
  readonly problem?: string;
}

export interface AssistantData {
  /** The response as it is sent back to the model, including reasoning and signatures. Empty for an empty answer. */
  readonly messages: readonly ModelMessage[];
  readonly text: string;
  readonly calls: readonly JournaledCall[];
  /** Null if the provider didn't report it. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Part of `inputTokens`: read from the provider's cache, and written to it. Missing in records of older versions. */
  readonly cachedInputTokens?: number;
  readonly cacheWriteTokens?: number;
  /** Whether the output limit cut the answer off. */
  readonly truncated?: boolean;
  /** The model's doubts about its changes, from the review. They aren't part of the conversation. */
  readonly doubts?: readonly string[];
  /** The answer to the question that precedes a turn. It isn't part of the conversation. */
  readonly decision?: Decision;
  /** US dollars; null if the model's prices or the tokens aren't known. */
  readonly costUsd: number | null;
  /** For the budget, estimated from the size if the provider didn't report it. */
  readonly estimatedTokens: number;
  /** The model that answered. */
  readonly model: string;
  readonly attempts: number;
  readonly elapsedMs: number;
}

/** Whether there is anything to do. */
export interface Decision {
  readonly needed: boolean;
  /** One sentence; empty if the model gave none. */
  readonly reason: string;
}

export interface JournaledResult {
  readonly id: string;
  readonly name: string;
  readonly output: JsonValue;
  readonly isError: boolean;
  /** Images that the call showed; absent without images. */
  readonly images?: readonly JobImage[];
}

export interface FinishedData {
  readonly result: TurnResult;
  readonly title: string;
  readonly summary: string;
  readonly gate: GateResult;
  readonly notes: readonly string[];
  readonly risks: readonly string[];
  /** Absent without citations, and in records of older versions. */
  readonly citations?: readonly Citation[];
  /** Only for an answer. */
  readonly citedLines?: readonly CitedLines[];
}

export interface ToolResultsData {
  readonly results: readonly JournaledResult[];
  /** File content that the model has seen, by path and digest. */
  readonly seen: readonly (readonly [string, string])[];
  /** Paths that only rules over many files have changed so far; absent if unchanged. */
  readonly mechanical?: readonly string[];
  /** Whether files were changed. Repeating a call after a change doesn't count as a repetition. */
  readonly changed: boolean;
  /** Hashes of call and result, for the loop breaker. */
  readonly fingerprints: readonly string[];
  /**
   * The reason that `finish` was rejected: `repair` for gate and secret findings, `claim` for a claim that contradicts
   * the overlay.
   */
  readonly refusal?: 'repair' | 'claim';
  readonly finished?: FinishedData;
  readonly elapsedMs: number;
}

export interface NoteData {
  /** Our user message to the model; empty if none. */
  readonly say: string;
  /** Duration of a failed model call, which counts like the duration of an answer. */
  readonly failedMs?: number;
  /** The number of remaining answers that was announced to the model. */
  readonly answersLeft?: number;
  /** The limit that makes the next answer the last. */
  readonly last?: AgentErrorCode;
  /** The reason, if the limit is a budget that others share. */
  readonly spentBudget?: string;
  /** Set when the turn begins, regardless of the answer to the question that precedes it. */
  readonly decision?: Decision;
  /** The limit on messages from this point on, because the model rejected a longer conversation. */
  readonly historyTokens?: number;
  /** Whether the turn continues without images, because the provider rejected a request with them. */
  readonly withoutImages?: true;
}

export type TypedRecord =
  | { readonly kind: 'prompt'; readonly data: PromptData }
  | { readonly kind: 'assistant'; readonly data: AssistantData }
  | { readonly kind: 'tool_results'; readonly data: ToolResultsData }
  | { readonly kind: 'note'; readonly data: NoteData };

/** Types a record of this program's journal, which is trusted: the data has the shape that was passed to `toData`. */
export function typed(record: JournalRecord): TypedRecord {
  return record as unknown as TypedRecord;
}
export function toData(data: TypedRecord['data']): JsonValue {
  return JSON.parse(JSON.stringify(data)) as JsonValue;
}
