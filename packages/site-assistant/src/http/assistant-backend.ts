import type { SiteKnowledge } from '../knowledge/site-knowledge.ts';
import type { TurnEvent } from '../turn/turn-event.ts';
import type { AssistantMessage, Rating } from './parse-message.ts';
import type { MessageIds } from './ui-message-stream.ts';

/** The contents of a reader's assistant panel before the first question. */
export interface AssistantProfile {
  /** `''` for the panel's default, in the language of the page. */
  readonly name: string;
  readonly greeting: string;
  readonly starters: readonly string[];
  /** Number of days for which questions are stored. If it is 0, answers can't be rated. */
  readonly retentionDays: number;
}

export interface QuestionRequest {
  readonly message: AssistantMessage;
  readonly knowledge: SiteKnowledge;
  /** Key of the reader's audience: readers who see different pages never share threads. */
  readonly audience: string;
  /** Address of the client. */
  readonly address: string;
  /** False if the reader asks not to be counted (DNT, GPC). */
  readonly isCounted: boolean;
  /** Aborts when the client disconnects. */
  readonly signal: AbortSignal;
}

export interface StartedAnswer extends MessageIds {
  readonly events: AsyncIterable<TurnEvent>;
}

/** Answers questions from one site's pages, according to its owner's settings. */
export interface AssistantBackend {
  /** @throws ServiceError */
  profile(): Promise<AssistantProfile>;
  /** Starts an answer. A message that is sent again in its thread gets the same answer. @throws ServiceError */
  ask(asked: QuestionRequest): Promise<StartedAnswer>;
  /** Returns false if no such answer is stored for readers of this audience. */
  rate(rating: Rating, audience: string): Promise<boolean>;
}
