import type { TakenAnalyticsEvents } from '@docwright/contract';
import {
  isForwardedFeedback,
  isForwardedTurn,
  maxFeedbackOfDay,
  parseForwardedEvent,
  parseForwardedFeedback,
  parseForwardedTurn,
  ReportRefused,
  toDay,
  type DistinctNames,
  type ForwardedFeedback,
  type ForwardedTurn,
  type RefusalCode,
  type SiteEvent,
} from '@docwright/site-server';
import type { Clock } from '../../../platform/clock/index.ts';
import { storeForwardedFeedback, type StoreFeedbackDeps } from './store-feedback.ts';
import { createDay, insertEvents, selectClosedDays } from './store.ts';

export interface TakeDeps extends StoreFeedbackDeps {
  readonly clock: Clock;
  /** Names that are counted separately, in this process. */
  readonly names: DistinctNames;
  /** Retention of individual events in days. */
  readonly eventDays: number;
  /** Stores a question to the assistant, or a vote, once; otherwise returns the reason. */
  readonly storeTurn: (projectId: string, turn: ForwardedTurn) => Promise<'stored' | 'known' | TurnRefusal>;
}

type TurnRefusal = 'no_conversations' | 'too_many_questions' | 'too_old' | 'unknown_answer';

const turnRefusals: Readonly<Record<TurnRefusal, string>> = {
  no_conversations: "the project doesn't store questions to its assistant: its retention is 0 days",
  too_many_questions: 'the project already has 5,000 questions for that day',
  too_old: "the project doesn't store questions to its assistant for that long",
  unknown_answer: 'the project has no answer with this answerId in this thread',
};

const dayMs = 86_400_000;

/** Number of events that were refused for one reason, and the first of them. */
interface Refused {
  readonly message: string;
  readonly first: number;
  count: number;
}

/**
 * Stores events that another host has collected from a project's readers.
 *
 * 1. The response describes completed statements: events that count as stored are in the database.
 * 2. Each event is checked individually, by the rules for a page's report; only its age can be greater.
 * 3. A day that may have been counted without them is counted again. A day whose individual events were deleted accepts
 *    no events.
 */
export async function takeEvents(
  deps: TakeDeps,
  projectId: string,
  { events, hasPage }: { readonly events: readonly unknown[]; readonly hasPage: (path: string) => boolean },
): Promise<TakenAnalyticsEvents> {
  const { clock, names, eventDays } = deps;
  const db = deps.database.kysely;
  const nowMs = clock.now();
  const refused = new Map<RefusalCode, Refused>();
  const refuse = (first: number, code: RefusalCode, message: string): void => {
    const known = refused.get(code);
    if (known === undefined) refused.set(code, { message, first, count: 1 });
    else known.count += 1;
  };
  const read: { readonly event: SiteEvent; readonly place: number }[] = [];
  const turns: { readonly turn: ForwardedTurn; readonly place: number }[] = [];
  const receivedFeedback: { readonly feedback: ForwardedFeedback; readonly place: number }[] = [];
  // The oldest day is dropped at midnight, which can be before this call ends.
  const context = { hasPage, nowMs, maxAgeMs: (eventDays - 1) * dayMs };
  for (const [place, value] of events.entries()) {
    try {
      if (isForwardedFeedback(value))
        receivedFeedback.push({ feedback: parseForwardedFeedback(value, context), place });
      else if (isForwardedTurn(value)) turns.push({ turn: parseForwardedTurn(value, context), place });
      else read.push({ event: { ...parseForwardedEvent(value, context), siteId: projectId }, place });
    } catch (error) {
      if (!(error instanceof ReportRefused)) throw error;
      refuse(place, error.code, error.message);
    }
  }
  const days = [...new Set(read.map(({ event }) => dayOf(event)))].toSorted();
  const closed = new Set(await selectClosedDays(db, days)); // 3
  const taken: SiteEvent[] = [];
  for (const { event, place } of read) {
    const day = dayOf(event);
    if (closed.has(day)) refuse(place, 'too_old', `individual events of ${day} are no longer stored`);
    else taken.push(await names.bound(event, { siteId: projectId, day }));
  }
  const open = days.filter((day) => !closed.has(day));
  for (const day of open) await createDay(db, day);
  let stored = await insertEvents(db, taken, toDay(nowMs)); // 3
  let known = taken.length - stored;
  for (const { feedback, place } of receivedFeedback) {
    const outcome = await storeForwardedFeedback(deps, projectId, feedback);
    if (outcome === 'stored') stored += 1;
    else if (outcome === 'known') known += 1;
    else refuse(place, 'too_much_feedback', `a project accepts at most ${maxFeedbackOfDay} per day`);
  }
  // In order, because a vote follows its answer.
  for (const { turn, place } of turns) {
    const outcome = await deps.storeTurn(projectId, turn);
    if (outcome === 'stored') stored += 1;
    else if (outcome === 'known') known += 1;
    else refuse(place, outcome, turnRefusals[outcome]);
  }
  const reasons = [...refused].map(([code, { message, count, first }]) => ({ code, message, count, first }));
  return {
    stored,
    known,
    refused: events.length - stored - known,
    reasons: reasons.toSorted((a, b) => a.first - b.first),
  };
}

const dayOf = ({ at }: SiteEvent): string => at.slice(0, 10);
