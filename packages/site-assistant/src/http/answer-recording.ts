import type { TurnEvent } from '../turn/turn-event.ts';

/**
 * Text that arrives within this time is sent together: a model writes about fifty words per second, and sending one
 * word costs as much as sending a hundred.
 */
const TOGETHER_MS = 40;

/**
 * Records the events of a turn, and stores them for a while, so that a repeated message gets the same answer.
 *
 * 1. The turn runs once, no matter when and how many readers connect.
 * 2. If no one has been reading for `graceMs`, it is stopped: an abandoned answer costs nothing more.
 */
export class AnswerRecording {
  readonly #events: TurnEvent[] = [];
  readonly #stop = new AbortController();
  readonly #graceMs: number;
  #changed = Promise.withResolvers<void>();
  readonly #done = Promise.withResolvers<void>();
  #isDone = false;
  #readers = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(graceMs: number) {
    this.#graceMs = graceMs;
  }

  get isDone(): boolean {
    return this.#isDone;
  }

  /** Records a turn until it ends or is stopped. @throws never; a turn that throws ends without an end event */
  async run(turn: (signal: AbortSignal) => AsyncIterable<TurnEvent>, onError: (error: unknown) => void): Promise<void> {
    try {
      for await (const event of turn(this.#stop.signal)) this.#add(event);
    } catch (error) {
      onError(error);
    } finally {
      this.#isDone = true;
      clearTimeout(this.#timer);
      this.#changed.resolve();
      this.#done.resolve();
    }
  }

  stop(): void {
    this.#stop.abort();
  }

  /** Yields all events, from the first, until the turn ends or the reader disconnects. */
  async *read(gone: AbortSignal): AsyncGenerator<TurnEvent> {
    const { promise: left, resolve: leave } = Promise.withResolvers<void>();
    const onGone = (): void => leave();
    gone.addEventListener('abort', onGone);
    this.#readers += 1;
    clearTimeout(this.#timer);
    try {
      for (let index = 0; !gone.aborted;) {
        const event = this.#events[index];
        if (event?.type === 'text') {
          const text = this.#textFrom(index);
          index += text.length;
          yield { type: 'text', text: text.join('') };
          if (this.#events[index] !== undefined || this.#isDone) continue;
          const [waited, stop] = timer(TOGETHER_MS);
          await Promise.race([waited, this.#done.promise, left]);
          stop();
        } else if (event !== undefined) {
          index += 1;
          yield event;
        } else if (this.#isDone) return;
        else await Promise.race([this.#changed.promise, left]);
      }
    } finally {
      gone.removeEventListener('abort', onGone);
      this.#readers -= 1;
      if (this.#readers === 0 && !this.#isDone) this.#timer = setTimeout(() => this.stop(), this.#graceMs).unref(); // 2
    }
  }

  /** Returns the text that has arrived, from the event `start` to the next event of another type. */
  #textFrom(start: number): string[] {
    const texts: string[] = [];
    for (let event = this.#events[start]; event?.type === 'text'; event = this.#events[start + texts.length])
      texts.push(event.text);
    return texts;
  }

  #add(event: TurnEvent): void {
    this.#events.push(event);
    const { resolve } = this.#changed;
    this.#changed = Promise.withResolvers();
    resolve();
  }
}

function timer(ms: number): readonly [waited: Promise<void>, stop: () => void] {
  const { promise, resolve } = Promise.withResolvers<void>();
  const running = setTimeout(resolve, ms);
  return [promise, () => clearTimeout(running)];
}

/** Maximum number of cached answers, and their lifetime. */
const MAX_KEPT = 500;
const KEPT_MS = 10 * 60_000;

/** Cached answers, by question. */
export class KeptAnswers {
  readonly #kept = new Map<string, { readonly recording: AnswerRecording; readonly atMs: number }>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  find(key: string): AnswerRecording | undefined {
    const kept = this.#kept.get(key);
    return kept === undefined || this.#nowMs() - kept.atMs > KEPT_MS ? undefined : kept.recording;
  }

  keep(key: string, recording: AnswerRecording): void {
    this.#kept.delete(key);
    this.#kept.set(key, { recording, atMs: this.#nowMs() });
    for (const [oldest, { atMs }] of this.#kept) {
      if (this.#kept.size <= MAX_KEPT && this.#nowMs() - atMs <= KEPT_MS) break;
      this.#kept.delete(oldest);
    }
  }
}
