import { AnswerRecording, type TurnEvent } from '@docwright/site-assistant';
import { FairSlots, type Owners } from '@docwright/site-server';
import { assistantBusy } from './errors.ts';

export interface Turn {
  readonly answerId: string;
  readonly run: (stopped: AbortSignal) => AsyncIterable<TurnEvent>;
  /** How long a turn continues after its last reader has left. */
  readonly graceMs: number;
  readonly onError: (error: unknown) => void;
  /** Called when the turn has ended. */
  readonly onEnd: () => void;
}

/**
 * The answers that one process is creating, by their IDs. Answers from a model need a slot. Each organization and each
 * client has a share of the slots, because an organization's model may be slow. Passages are found within milliseconds,
 * and need no slot.
 */
export class RunningTurns {
  readonly #slots: FairSlots;
  readonly #running = new Map<string, AnswerRecording>();

  constructor({ maxRunning }: { readonly maxRunning: number }) {
    this.#slots = new FairSlots(maxRunning, 0);
  }

  get count(): number {
    return this.#running.size;
  }

  find(answerId: string): AnswerRecording | undefined {
    return this.#running.get(answerId);
  }

  /** Takes a slot for a model's answer; returns a function that releases it. @throws {ApiError} `assistant_busy` */
  takeSlot(owners: Owners): () => void {
    if (!this.#slots.tryEnter(owners)) throw assistantBusy(this.#slots.running);
    return () => this.#slots.leave(owners);
  }

  start({ answerId, run, graceMs, onError, onEnd }: Turn): AnswerRecording {
    const recording = new AnswerRecording(graceMs);
    this.#running.set(answerId, recording);
    void recording.run(run, onError).finally(() => {
      this.#running.delete(answerId);
      onEnd();
    });
    return recording;
  }
}
