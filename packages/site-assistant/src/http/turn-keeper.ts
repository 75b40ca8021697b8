import type { AnswerSource } from '../answer/read-pages.ts';
import type { TurnOutcome, TurnUsage } from '../turn/turn-event.ts';
import type { Rating } from './parse-message.ts';

/** A question with its answer, once it is whole. */
export interface KeptTurn {
  readonly threadId: string;
  /** Of the answer. */
  readonly messageId: string;
  readonly question: string;
  readonly answer: string;
  readonly sources: readonly AnswerSource[];
  readonly outcome: TurnOutcome;
  readonly usage: TurnUsage;
  /** Page that it was asked on; empty where it is not known. */
  readonly path: string;
  /** Of the client; undefined where the reader asks not to be counted. */
  readonly address: string | undefined;
}

/** Where the questions that a site's readers ask are kept, if they are. */
export interface TurnKeeper {
  /** For how long; 0 where none is kept, and answers can't be rated. */
  days(): number;
  /** Never throws: the reader has the answer. */
  keep(turn: KeptTurn): Promise<void>;
  /** False where no such answer is kept. */
  rate(rating: Rating): Promise<boolean>;
}
