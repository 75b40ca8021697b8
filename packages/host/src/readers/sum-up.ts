import {
  joinCode,
  splitCall,
  splitCode,
  splitRead,
  type AgentRead,
  type PlaygroundCall,
  type ReaderEvent,
} from '@docwright/site-server';
import { QuestionSum, type QuestionFigures } from './sum-up-questions.ts';
import type { KeptEvent, KeptFeedback } from './kept-event.ts';

export interface ReadBy {
  readonly human: number;
  readonly ai: number;
}

export interface SearchFigures {
  /** In lower case. */
  readonly query: string;
  readonly searches: number;
  /** Results that were opened. */
  readonly clicks: number;
  /** Searches that are known to have shown no results. */
  readonly withoutResult: number;
}

export interface HostFigures {
  /** In UTC: `2026-01-31`; `to` is exclusive. Null if no day is covered. */
  readonly from: string | null;
  readonly to: string | null;
  readonly views: ReadBy;
  /** The sum of each day's visitors, because visitors can't be recognized on another day. */
  readonly visitors: ReadBy;
  readonly days: readonly { readonly date: string; readonly views: ReadBy; readonly visitors: ReadBy }[];
  // Most-read pages first.
  readonly pages: readonly ({ readonly path: string } & ReadBy)[];
  readonly referrers: readonly ({ readonly referrer: string } & ReadBy)[];
  readonly searches: readonly SearchFigures[];
  readonly notFound: readonly { readonly path: string; readonly hits: number }[];
  readonly outlinks: readonly { readonly url: string; readonly clicks: number }[];
  readonly codeCopies: readonly {
    readonly path: string;
    readonly language: string;
    readonly firstLine: string;
    readonly copies: number;
  }[];
  readonly playgroundCalls: readonly (PlaygroundCall & { readonly calls: number })[];
  /** Reads by agents, including reads of pages. */
  readonly agentReads: readonly (AgentRead & { readonly reads: number })[];
  readonly assistant: QuestionFigures;
  readonly feedback: { readonly up: number; readonly down: number; readonly comments: number };
}

/** Counts events day by day. They must be in day order, without duplicates. */
export class FigureSum {
  readonly #days = new Map<string, { views: Tally; people: Set<string>; agents: Set<string> }>();
  readonly #pages = new Map<string, Tally>();
  readonly #referrers = new Map<string, Tally>();
  readonly #searches = new Map<string, { searches: number; clicks: number; withoutResult: number }>();
  readonly #notFound = new Map<string, number>();
  readonly #outlinks = new Map<string, number>();
  readonly #codeCopies = new Map<string, number>();
  readonly #playgroundCalls = new Map<string, number>();
  readonly #agentReads = new Map<string, number>();
  readonly #questions = new QuestionSum();
  readonly #feedback = { up: 0, down: 0, comments: 0 };

  add(day: string, event: KeptEvent): void {
    switch (event.kind) {
      case 'feedback':
        return this.#addFeedback(event);
      case 'question':
      case 'vote':
        return this.#questions.add(event);
      case 'view':
        return this.#addView(day, event);
      case 'search':
      case 'search_click':
        return this.#addSearch(event);
      case 'not_found':
        return increase(this.#notFound, event.path);
      case 'outlink':
        return increase(this.#outlinks, event.target ?? '');
      case 'code_copy':
        return increase(this.#codeCopies, joinCode(event.path, event.target ?? ''));
      case 'playground_call':
        return increase(this.#playgroundCalls, event.target ?? '');
      case 'agent_read':
        return increase(this.#agentReads, joinCode(event.path, event.target ?? ''));
    }
  }

  figures(range: Pick<HostFigures, 'from' | 'to'>): HostFigures {
    const days = [...this.#days].map(([date, { views, people, agents }]) => ({
      date,
      views: { ...views },
      visitors: { human: people.size, ai: agents.size },
    }));
    return {
      ...range,
      views: total(days.map(({ views }) => views)),
      visitors: total(days.map(({ visitors }) => visitors)),
      days,
      pages: byCount(this.#pages, sizeOf).map(([path, counts]) => ({ path, ...counts })),
      referrers: byCount(this.#referrers, sizeOf).map(([referrer, counts]) => ({ referrer, ...counts })),
      searches: byCount(this.#searches, ({ searches }) => searches).map(([query, counts]) => ({ query, ...counts })),
      notFound: byCount(this.#notFound, Number).map(([path, hits]) => ({ path, hits })),
      outlinks: byCount(this.#outlinks, Number).map(([url, clicks]) => ({ url, clicks })),
      codeCopies: byCount(this.#codeCopies, Number).map(([subject, copies]) => {
        const { path, language, line: firstLine } = splitCode(subject);
        return { path, language, firstLine, copies };
      }),
      playgroundCalls: byCount(this.#playgroundCalls, Number).map(([subject, calls]) => ({
        ...splitCall(subject),
        calls,
      })),
      agentReads: byCount(this.#agentReads, Number).map(([subject, reads]) => ({ ...splitRead(subject), reads })),
      assistant: this.#questions.figures(),
      feedback: { ...this.#feedback },
    };
  }

  #addView(date: string, { path, referrer, visitor, isAi, target }: ReaderEvent): void {
    const day = this.#days.get(date) ?? { views: { human: 0, ai: 0 }, people: new Set(), agents: new Set() };
    this.#days.set(date, day);
    const reader = isAi ? 'ai' : 'human';
    day.views[reader] += 1;
    (isAi ? day.agents : day.people).add(visitor);
    tallyOf(this.#pages, path)[reader] += 1;
    if (isAi && target !== null) increase(this.#agentReads, joinCode(path, target));
    if (referrer !== null) tallyOf(this.#referrers, referrer)[reader] += 1;
  }

  #addSearch({ kind, query, results }: ReaderEvent): void {
    const counts = this.#searches.get(query ?? '') ?? { searches: 0, clicks: 0, withoutResult: 0 };
    this.#searches.set(query ?? '', counts);
    if (kind === 'search_click') counts.clicks += 1;
    else counts.searches += 1;
    if (results === 0) counts.withoutResult += 1;
  }

  #addFeedback({ helpful, comment }: KeptFeedback): void {
    if (helpful === true) this.#feedback.up += 1;
    if (helpful === false) this.#feedback.down += 1;
    if (comment !== null) this.#feedback.comments += 1;
  }
}

interface Tally {
  human: number;
  ai: number;
}

function tallyOf(tallies: Map<string, Tally>, name: string): Tally {
  const tally = tallies.get(name) ?? { human: 0, ai: 0 };
  tallies.set(name, tally);
  return tally;
}

const increase = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);

const sizeOf = ({ human, ai }: ReadBy): number => human + ai;

const byCount = <Counts>(all: ReadonlyMap<string, Counts>, count: (counts: Counts) => number): [string, Counts][] =>
  [...all].toSorted(([one, few], [other, many]) => count(many) - count(few) || (one < other ? -1 : 1));

const total = (all: readonly ReadBy[]): ReadBy => ({
  human: all.reduce((sum, { human }) => sum + human, 0),
  ai: all.reduce((sum, { ai }) => sum + ai, 0),
});
