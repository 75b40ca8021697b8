import { AnswerRecording, type TurnEvent } from '@docwright/site-assistant';
import { assistantBusy } from './errors.ts';

export interface Turn {
  readonly answerId: string;
  readonly run: (stopped: AbortSignal) => AsyncIterable<TurnEvent>;
  /** How long it goes on when its last reader is gone. */
  readonly graceMs: number;
  readonly onError: (error: unknown) => void;
}

/** The answers that one process makes at a time, by their ids. */
export class RunningTurns {
  readonly #maxRunning: number;
  readonly #running = new Map<string, AnswerRecording>();

  constructor({ maxRunning }: { readonly maxRunning: number }) {
    this.#maxRunning = maxRunning;
  }

  get count(): number {
    return this.#running.size;
  }

  find(answerId: string): AnswerRecording | undefined {
    return this.#running.get(answerId);
  }

  /** @throws ApiError assistant_busy */
  requireRoom(): void {
    if (this.#running.size >= this.#maxRunning) throw assistantBusy(this.#running.size);
  }

  /** @throws ApiError assistant_busy, before the turn begins */
  start({ answerId, run, graceMs, onError }: Turn): AnswerRecording {
    this.requireRoom();
    const recording = new AnswerRecording(graceMs);
    this.#running.set(answerId, recording);
    void recording.run(run, onError).finally(() => this.#running.delete(answerId));
    return recording;
  }
}
