import type { KeptQuestion, KeptVote } from './kept-event.ts';

export interface QuestionFigures {
  readonly answered: number;
  /** The pages don't contain an answer. */
  readonly unanswered: number;
  /** A model failed. */
  readonly failed: number;
  /** Number of answers by their last vote, up or down. */
  readonly up: number;
  readonly down: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** Unanswered questions in lower case, the most frequent first. */
  readonly open: readonly { readonly question: string; readonly times: number }[];
}

/** Counts questions to the assistant. A vote follows the answer that it rates. */
export class QuestionSum {
  readonly #counts = { answered: 0, unanswered: 0, failed: 0 };
  readonly #tokens = { inputTokens: 0, outputTokens: 0 };
  readonly #votes = new Map<string, KeptVote['rating']>();
  readonly #open = new Map<string, number>();

  add(event: KeptQuestion | KeptVote): void {
    if (event.kind === 'vote') return void this.#votes.set(event.answerId, event.rating);
    this.#counts[event.outcome] += 1;
    this.#tokens.inputTokens += event.inputTokens;
    this.#tokens.outputTokens += event.outputTokens;
    if (event.outcome === 'answered') return;
    const question = event.question.trim().replace(/\s+/g, ' ').toLowerCase();
    this.#open.set(question, (this.#open.get(question) ?? 0) + 1);
  }

  figures(): QuestionFigures {
    const votes = [...this.#votes.values()];
    return {
      ...this.#counts,
      up: votes.filter((rating) => rating === 'up').length,
      down: votes.filter((rating) => rating === 'down').length,
      ...this.#tokens,
      open: [...this.#open]
        .map(([question, times]) => ({ question, times }))
        .toSorted((one, other) => other.times - one.times || (one.question < other.question ? -1 : 1)),
    };
  }
}
