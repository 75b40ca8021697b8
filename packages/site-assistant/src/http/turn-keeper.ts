import type { AnswerSource } from '../answer/read-pages.ts';
import type { TurnOutcome, TurnUsage } from '../turn/turn-event.ts';
import type { Rating } from './parse-message.ts';

/** A question with its complete answer. */
export interface KeptTurn {
  readonly threadId: string;
  /** ID of the answer. */
  readonly messageId: string;
  readonly question: string;
  readonly answer: string;
  readonly sources: readonly AnswerSource[];
  readonly outcome: TurnOutcome;
  readonly usage: TurnUsage;
  /** Page on which the question was asked; `''` if unknown. */
  readonly path: string;
  /** Address of the client, or `undefined` if the reader has opted out of being counted. */
  readonly address: string | undefined;
}

/** Stores the questions of a site's readers, if storage is turned on. */
export interface TurnKeeper {
  /** Retention in days; 0 if nothing is stored and answers can't be rated. */
  days(): number;
  /** Never throws: the reader already has the answer. */
  keep(turn: KeptTurn): Promise<void>;
  /** Returns false if no such answer is stored. */
  rate(rating: Rating): Promise<boolean>;
}
