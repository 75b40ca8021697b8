import { createHash } from 'node:crypto';
import { runTurn } from '../turn/run-turn.ts';
import { AddressLimits } from './address-limits.ts';
import { AnswerRecording, KeptAnswers } from './answer-recording.ts';
import type { AskedHere, AssistantDesk, AssistantProfile, BegunAnswer } from './assistant-desk.ts';
import { ServiceError } from './service-error.ts';
import type { SiteServiceSettings } from './service-settings.ts';

export interface DeskDeps {
  readonly nowMs: () => number;
  readonly newId: () => string;
  /** Of what a reader is only told that it failed. */
  readonly onError: (error: unknown) => void;
}

const GRACE_MS = 10_000;
const MINUTE_MS = 60_000;

/** Answers as the settings of this process say; nothing is kept beyond its memory. */
export class LocalDesk implements AssistantDesk {
  readonly #settings: SiteServiceSettings;
  readonly #deps: DeskDeps;
  readonly #kept: KeptAnswers;
  readonly #messages: AddressLimits;
  #running = 0;

  constructor(settings: SiteServiceSettings, deps: DeskDeps) {
    this.#settings = settings;
    this.#deps = deps;
    this.#kept = new KeptAnswers(deps.nowMs);
    this.#messages = new AddressLimits(
      [
        { uses: settings.messagesPerMinute, windowMs: MINUTE_MS },
        { uses: settings.messagesPerDay, windowMs: 24 * 60 * MINUTE_MS },
      ],
      deps.nowMs,
    );
  }

  profile(): Promise<AssistantProfile> {
    const { name, greeting, starters } = this.#settings;
    return Promise.resolve({ name, greeting, starters, retentionDays: 0 });
  }

  rate(): Promise<boolean> {
    return Promise.resolve(false);
  }

  ask(asked: AskedHere): Promise<BegunAnswer> {
    const ids = { threadId: asked.message.threadId ?? this.#deps.newId(), messageId: this.#deps.newId() };
    return Promise.resolve({ ...ids, events: this.#recordingOf(asked).read(asked.signal) });
  }

  /** The same message gets the same answer, and is counted once. */
  #recordingOf({ message, knowledge, address }: AskedHere): AnswerRecording {
    const { threadId, messageId, isRegenerated, history, question } = message;
    const canReplay = threadId !== undefined && messageId !== undefined;
    // With what was asked: who knows the ids alone gets nobody's answer.
    const asked = JSON.stringify([knowledge.id, threadId, messageId, history, question]);
    const key = createHash('sha256').update(asked).digest('base64');
    const known = canReplay && !isRegenerated ? this.#kept.find(key) : undefined;
    if (known !== undefined) return known;
    const { maxConcurrent, model, turn: limits, instructions } = this.#settings;
    if (this.#running >= maxConcurrent)
      throw new ServiceError('assistant-busy', `${this.#running} answers are being made already; try again`, 1);
    this.#messages.take(address);
    const recording = new AnswerRecording(GRACE_MS);
    if (canReplay) this.#kept.keep(key, recording);
    this.#running += 1;
    const { language = message.filter.language ?? 'en', ...rest } = message;
    const { onError } = this.#deps;
    const turn = async function* (signal: AbortSignal) {
      const siteName = await knowledge.siteName();
      yield* runTurn({ ...rest, knowledge, language, siteName, instructions, limits, signal, onError }, model);
    };
    void recording.run(turn, onError).finally(() => (this.#running -= 1));
    return recording;
  }
}
