import { requireVectors, type Embedder } from './embedder.ts';

/** Outcome of one request for an embedding. */
export type MeaningOutcome = 'used' | 'no-vectors' | 'slow' | 'failed' | 'resting' | 'busy';

export interface QueryEmbedderDeps {
  /** The embedder, or `undefined` if no model is set. @throws if it can't be opened */
  readonly open: () => Promise<Embedder | undefined>;
  readonly nowMs: () => number;
  readonly count: (outcome: MeaningOutcome) => void;
  /** Called when the model fails; the reader isn't notified. */
  readonly onError: (error: unknown) => void;
}

/**
 * Time after which a request is aborted. A search doesn't wait as long (`site-meaning.ts`), so a late vector is cached
 * for the next identical query.
 */
const LONGEST_MS = 5_000;
/** A model with this many consecutive failures is paused. */
const MAX_FAULTS = 3;
const REST_MS = 30_000;
const MAX_KEPT = 500;
const MAX_RUNNING = 16;
const MAX_QUERY = 300;

/**
 * Embeds readers' queries. A model that failed three times in a row is paused, so that searches don't wait for it.
 */
export class QueryEmbedder {
  readonly #deps: QueryEmbedderDeps;
  readonly #kept = new Map<string, readonly number[]>();
  readonly #running = new Map<string, Promise<readonly number[] | undefined>>();
  #faults = 0;
  #restsUntilMs = 0;

  constructor(deps: QueryEmbedderDeps) {
    this.#deps = deps;
  }

  count(outcome: MeaningOutcome): void {
    this.#deps.count(outcome);
  }

  /** The model's name. If none is set, this is `undefined`, and no request is made. */
  async model(): Promise<string | undefined> {
    return (await this.#open())?.model;
  }

  /** The vector, or `undefined` if the model returns none. Never throws. */
  async embed(query: string): Promise<readonly number[] | undefined> {
    const embedder = await this.#open();
    if (embedder === undefined) return undefined;
    const text = query.slice(0, MAX_QUERY).toWellFormed().trim();
    const key = `${embedder.model}\0${text}`;
    const kept = this.#kept.get(key);
    if (kept !== undefined) return kept;
    if (this.#restsUntilMs > this.#deps.nowMs()) return this.#without('resting');
    const running = this.#running.get(key) ?? this.#start(embedder, key, text);
    if (running === undefined) return this.#without('busy');
    return running;
  }

  #start(embedder: Embedder, key: string, text: string): Promise<readonly number[] | undefined> | undefined {
    if (this.#running.size >= MAX_RUNNING) return undefined;
    const running = this.#ask(embedder, key, text).finally(() => this.#running.delete(key));
    this.#running.set(key, running);
    return running;
  }

  async #ask(embedder: Embedder, key: string, text: string): Promise<readonly number[] | undefined> {
    try {
      const signal = AbortSignal.timeout(LONGEST_MS);
      const [vector] = requireVectors(await embedder.embed([text], signal), 1);
      this.#faults = 0;
      if (vector !== undefined) this.#keep(key, vector);
      return vector;
    } catch (error) {
      this.#faults += 1;
      if (this.#faults >= MAX_FAULTS) this.#restsUntilMs = this.#deps.nowMs() + REST_MS;
      this.#deps.onError(error);
      this.#deps.count('failed');
      return undefined;
    }
  }

  #keep(key: string, vector: readonly number[]): void {
    const [oldest] = this.#kept.keys();
    if (oldest !== undefined && this.#kept.size >= MAX_KEPT) this.#kept.delete(oldest);
    this.#kept.set(key, vector);
  }

  #without(outcome: MeaningOutcome): undefined {
    this.#deps.count(outcome);
    return undefined;
  }

  async #open(): Promise<Embedder | undefined> {
    try {
      return await this.#deps.open();
    } catch (error) {
      this.#deps.onError(error);
      this.#deps.count('failed');
      return undefined;
    }
  }
}
