import type { AnswerSource } from '../answer/read-pages.ts';

/**
 * `answered`: the answer has a source; `unanswered`: the pages don't answer the question; `failed`: passages replace
 * the model's answer.
 */
export type TurnOutcome = 'answered' | 'unanswered' | 'failed' | 'stopped';

/** The events of a turn, in order. Their content has been checked, so a reader can see all of it. */
export type TurnEvent =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'source'; readonly source: AnswerSource }
  | { readonly type: 'end'; readonly outcome: TurnOutcome; readonly usage: TurnUsage };

export interface TurnUsage {
  /** `builtin/extracts-1` if no model was called. */
  readonly model: string;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

export const noUsage: TurnUsage = { model: 'builtin/extracts-1', inputTokens: 0, outputTokens: 0 };
