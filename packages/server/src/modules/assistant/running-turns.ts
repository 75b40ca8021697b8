import { AnswerRecording, type TurnEvent } from '@docwright/site-assistant';
import { assistantBusy } from './errors.ts';

/** The answers that one process makes at a time. A turn whose only reader is gone is stopped. */
export class RunningTurns {
  readonly #maxRunning: number;
  #running = 0;

  constructor({ maxRunning }: { readonly maxRunning: number }) {
    this.#maxRunning = maxRunning;
  }

  get running(): number {
    return this.#running;
  }

  /** @throws ApiError assistant_busy, before the turn begins */
  start(turn: (stopped: AbortSignal) => AsyncIterable<TurnEvent>, onError: (error: unknown) => void): AnswerRecording {
    if (this.#running >= this.#maxRunning) throw assistantBusy(this.#running);
    const recording = new AnswerRecording(0);
    this.#running += 1;
    void recording.run(turn, onError).finally(() => (this.#running -= 1));
    return recording;
  }
}
