import { createHash } from 'node:crypto';
import { FairSlots, UseWindows } from '@docwright/site-server';
import type { AnswerSource } from '../answer/read-pages.ts';
import { runTurn } from '../turn/run-turn.ts';
import type { TurnEvent } from '../turn/turn-event.ts';
import { AnswerRecording, KeptAnswers } from './answer-recording.ts';
import type { QuestionRequest, AssistantBackend } from './assistant-backend.ts';
import { ServiceError } from './service-error.ts';
import type { SiteServiceSettings } from './service-settings.ts';
import { requireUse } from './require-use.ts';
import type { TurnKeeper } from './turn-keeper.ts';

export interface BackendDeps {
  readonly nowMs: () => number;
  readonly newId: () => string;
  /** Receives errors; the reader sees only that an error occurred. */
  readonly onError: (error: unknown) => void;
}

const GRACE_MS = 10_000;
const MINUTE_MS = 60_000;

const keepsNothing: TurnKeeper = {
  days: () => 0,
  keep: () => Promise.resolve(),
  rate: () => Promise.resolve(false),
};

/** Answers according to the settings of this process, shared by all of its sites. */
export class LocalBackend {
  readonly #settings: SiteServiceSettings;
  readonly #deps: BackendDeps;
  readonly #kept: KeptAnswers;
  readonly #messages: UseWindows;
  /** Only for answers written by a model, because passages are found within milliseconds. */
  readonly #slots: FairSlots;
  /** ID of a recorded answer. */
  readonly #messageIds = new WeakMap<AnswerRecording, string>();

  constructor(settings: SiteServiceSettings, deps: BackendDeps) {
    this.#settings = settings;
    this.#deps = deps;
    this.#kept = new KeptAnswers(deps.nowMs);
    this.#slots = new FairSlots(settings.maxConcurrent, 0);
    this.#messages = new UseWindows(
      [
        { uses: settings.messagesPerMinute, windowMs: MINUTE_MS },
        { uses: settings.messagesPerDay, windowMs: 24 * 60 * MINUTE_MS },
      ],
      deps.nowMs,
    );
  }

  /**
   * The backend of one site.
   * @param keeper stores its questions; without a keeper, they remain in the memory of the process
   */
  of(keeper: TurnKeeper = keepsNothing): AssistantBackend {
    const { name, greeting, starters } = this.#settings;
    return {
      profile: () => Promise.resolve({ name, greeting, starters, retentionDays: keeper.days() }),
      rate: (rating) => keeper.rate(rating),
      ask: (asked) => {
        const threadId = asked.message.threadId ?? this.#deps.newId();
        const recording = this.#recordingOf(asked, threadId, keeper);
        const messageId = this.#messageIds.get(recording) ?? this.#deps.newId();
        return Promise.resolve({ threadId, messageId, events: recording.read(asked.signal) });
      },
    };
  }

  /** Returns the recording of an answer. Repeated messages get the same answer, and are counted once. */
  #recordingOf(asked: QuestionRequest, threadId: string, keeper: TurnKeeper): AnswerRecording {
    const { message, knowledge, audience, address } = asked;
    const { messageId, isRegenerated, history, question } = message;
    const canReplay = message.threadId !== undefined && messageId !== undefined;
    // Includes the audience, whose pages the answer is from, and the question, so that the IDs alone don't give access
    // to another reader's answer.
    const identity = JSON.stringify([knowledge.id, audience, threadId, messageId, history, question]);
    const key = createHash('sha256').update(identity).digest('base64');
    const known = canReplay && !isRegenerated ? this.#kept.find(key) : undefined;
    if (known !== undefined) return known;
    const { model, turn: limits, instructions } = this.#settings;
    const leave = model === undefined ? undefined : this.#enter(address);
    try {
      requireUse(this.#messages, address);
    } catch (error) {
      leave?.();
      throw error;
    }
    const recording = new AnswerRecording(GRACE_MS);
    const answerId = this.#deps.newId();
    this.#messageIds.set(recording, answerId);
    if (canReplay) this.#kept.keep(key, recording);
    const { language = message.filter.language ?? 'en', ...rest } = message;
    const { onError } = this.#deps;
    const turn = async function* (signal: AbortSignal) {
      const siteName = await knowledge.siteName();
      const events = runTurn({ ...rest, knowledge, language, siteName, instructions, limits, signal, onError }, model);
      yield* keeping(events, asked, { threadId, messageId: answerId, keeper });
    };
    void recording.run(turn, onError).finally(leave);
    return recording;
  }

  /** Returns a function that releases the slot. @throws ServiceError `assistant-busy` */
  #enter(address: string): () => void {
    const owners = [address];
    if (!this.#slots.tryEnter(owners))
      throw new ServiceError(
        'assistant-busy',
        `too many answers are in progress (${this.#slots.running}), and this address has reached its share; try again`,
        1,
      );
    return () => this.#slots.leave(owners);
  }
}

interface Keeping {
  readonly threadId: string;
  readonly messageId: string;
  readonly keeper: TurnKeeper;
}

/** Passes on a turn and stores it before reporting its end; a stopped answer isn't stored. */
async function* keeping(
  events: AsyncIterable<TurnEvent>,
  { message: { question, currentPath: path }, address, isCounted }: QuestionRequest,
  { threadId, messageId, keeper }: Keeping,
): AsyncGenerator<TurnEvent> {
  const texts: string[] = [];
  const sources: AnswerSource[] = [];
  for await (const event of events) {
    if (event.type === 'text') texts.push(event.text);
    else if (event.type === 'source') sources.push(event.source);
    else if (event.outcome !== 'stopped' && keeper.days() > 0) {
      const { outcome, usage } = event;
      const turn = { threadId, messageId, question, answer: texts.join(''), sources, outcome, usage, path };
      await keeper.keep({ ...turn, address: isCounted ? address : undefined });
    }
    yield event;
  }
}
