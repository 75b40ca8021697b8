import type { Queryable } from '../../../platform/database/index.ts';
import {
  selectSearchesWithoutResults,
  selectMissedAddresses,
  selectUnsettledFeedback,
  type FeedbackTables,
  type Sign,
} from '../analytics/index.ts';
import { defaultRetentionDays, selectUnansweredQuestions, type AssistantTables } from '../assistant/index.ts';
import type { Signal } from './signal.ts';

export type SignalTables = FeedbackTables & AssistantTables;

/** Maximum number of signals that are read from each source in a range, newest first. */
export const maxSignals = 20_000;

export interface Signals {
  /** Searches without a result and unanswered questions. */
  readonly topics: readonly Signal[];
  readonly byPage: ReadonlyMap<string, readonly Signal[]>;
  readonly byAddress: ReadonlyMap<string, readonly Signal[]>;
  readonly complete: boolean;
}

/** @param range whole days in UTC; `to` is exclusive */
export async function readSignals(
  db: Queryable<SignalTables>,
  range: { readonly projectId: string; readonly from: string; readonly to: string },
): Promise<Signals> {
  const limit = maxSignals;
  const [searches, questions, feedback, missed] = await Promise.all([
    selectSearchesWithoutResults(db, range, limit),
    selectUnansweredQuestions(db, range, { defaultDays: defaultRetentionDays, limit }),
    selectUnsettledFeedback(db, range, limit),
    selectMissedAddresses(db, range, limit),
  ]);
  return {
    topics: [
      ...searches.map(({ text, visitor, at }) => ({ kind: 'search' as const, text, visitor, at })),
      ...questions.map(({ text, visitor, at }) => ({ kind: 'question' as const, text, visitor, at })),
    ],
    byPage: byPath(feedback, 'feedback'),
    byAddress: byPath(missed, 'not_found'),
    complete: [searches, questions, feedback, missed].every(({ length }) => length < limit),
  };
}

function byPath(signs: readonly Sign[], kind: 'feedback' | 'not_found'): ReadonlyMap<string, readonly Signal[]> {
  const groups = Map.groupBy(signs, ({ path }) => path ?? '');
  return new Map(
    [...groups].map(([path, group]) => [path, group.map(({ text, visitor, at }) => ({ kind, text, visitor, at }))]),
  );
}
