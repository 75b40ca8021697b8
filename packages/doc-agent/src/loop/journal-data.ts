/**
 * The shapes of a journal record's data, by kind. Everything that the loop needs after a restart is in here; nothing is
 * derived from time or chance.
 */
import type { ModelMessage } from 'ai';
import type { JournalRecord, JsonValue, OverlayEntry } from '../ports.ts';
import type { Evidence } from '../policy/evidence.ts';
import type { AgentErrorCode } from '../errors.ts';
import type { GateResult, TurnResult } from '../turn.ts';

export interface PromptData {
  readonly prompt: string;
  /** Why the job was created; absent if only the prompt says it. */
  readonly evidence?: readonly Evidence[];
  /** The date that the model knows. */
  readonly today?: string;
  /** `provider/model` that the turn began with. */
  readonly model: string;
  /** The overlay before the turn: files that are equal to it at the end weren't changed by the turn, and an unpublished turn can be reverted to it. */
  readonly overlay: readonly (readonly [string, OverlayEntry])[];
}

export interface JournalledCall {
  readonly id: string;
  readonly name: string;
  readonly input: JsonValue;
  /** Why the call can't be run: malformed arguments, an unknown tool. */
  readonly problem?: string;
}

export interface AssistantData {
  /** The response as it is sent back to the model, including reasoning and signatures. Empty for an empty answer. */
  readonly messages: readonly ModelMessage[];
  readonly text: string;
  readonly calls: readonly JournalledCall[];
  /** Null if the provider didn't report it. */
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** Part of `inputTokens`: read from the provider's cache, and written to it. Absent in records of older versions. */
  readonly cachedInputTokens?: number;
  readonly cacheWriteTokens?: number;
  /** The output limit cut the answer off. */
  readonly truncated?: boolean;
  /** The answer to a review of the changes: what the model doubts. It isn't part of the conversation. */
  readonly doubts?: readonly string[];
  /** US dollars; null if the model's prices or the tokens aren't known. */
  readonly costUsd: number | null;
  /** Estimated from the size, for the budget, if the provider didn't report it. */
  readonly estimatedTokens: number;
  /** The model that answered. */
  readonly model: string;
  readonly attempts: number;
  readonly elapsedMs: number;
}

export interface JournalledResult {
  readonly id: string;
  readonly name: string;
  readonly output: JsonValue;
  readonly isError: boolean;
}

export interface FinishedData {
  readonly result: TurnResult;
  readonly title: string;
  readonly summary: string;
  readonly gate: GateResult;
  readonly notes: readonly string[];
  readonly risks: readonly string[];
}

export interface ToolResultsData {
  readonly results: readonly JournalledResult[];
  /** Contents that the model has now seen: path and digest. */
  readonly seen: readonly (readonly [string, string])[];
  /** Paths whose changes so far were all made by a rule over many files; absent when that is as it was. */
  readonly mechanical?: readonly string[];
  /** Whether files were changed: repeating a call after that isn't a repetition. */
  readonly changed: boolean;
  /** Hashes of call and result, for the loop breaker. */
  readonly fingerprints: readonly string[];
  /** A refused `finish` and why: `repair` for gate and secret findings, `claim` for a claim that the overlay belies. */
  readonly refusal?: 'repair' | 'claim';
  readonly finished?: FinishedData;
  readonly elapsedMs: number;
}

export interface NoteData {
  /** What we told the model as a user message; empty: nothing. */
  readonly say: string;
  /** Time of a model call that failed. It counts like that of an answer. */
  readonly failedMs?: number;
  /** The answers that were left when they were announced. */
  readonly answersLeft?: number;
  /** The limit that makes the next answer the last. */
  readonly last?: AgentErrorCode;
  /** The model refused a longer conversation: the limit of its messages from here on. */
  readonly historyTokens?: number;
}

export type TypedRecord =
  | { readonly kind: 'prompt'; readonly data: PromptData }
  | { readonly kind: 'assistant'; readonly data: AssistantData }
  | { readonly kind: 'tool_results'; readonly data: ToolResultsData }
  | { readonly kind: 'note'; readonly data: NoteData };

/** Our own journal is trusted: the shapes are those passed to `toData`. */
export function typed(record: JournalRecord): TypedRecord {
  return record as unknown as TypedRecord;
}
export function toData(data: TypedRecord['data']): JsonValue {
  return JSON.parse(JSON.stringify(data)) as JsonValue;
}
