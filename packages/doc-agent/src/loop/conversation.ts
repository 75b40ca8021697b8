import type { ModelMessage } from 'ai';
import { assumedBytesPerToken, measureMessages, toImageMessage, type ImageBytes } from '../images/shown-images.ts';
import { reminderMark } from '../turn.ts';
import type { AssistantData, JournaledCall, JournaledResult } from './journal-data.ts';
import { WorkSummary } from './work-summary.ts';
import { countOf } from '../text/count-of.ts';

export interface HistoryLimits {
  /** Tokens for one request's messages. */
  readonly maxTokens: number;
  /** Bytes of instructions and tools, which the provider also counts. */
  readonly prefixBytes: number;
}

/**
 * Bytes per token: text in any language is in this range. A value outside it means that the server counts tokens
 * incorrectly.
 */
const bytesPerTokenRange = [1.5, 5] as const;
/**
 * Share of the limit to which a conversation is summarized: low enough that the beginning of the conversation, which
 * providers cache, rarely changes.
 */
const targetShare = 0.5;

interface Entry {
  readonly kind: 'prompt' | 'exchange' | 'note' | 'summary';
  messages: readonly ModelMessage[];
  bytes: number;
  readonly answer?: AssistantData;
  readonly results?: readonly JournaledResult[];
}

/**
 * A job's messages within a token limit.
 *
 * 1. Prompts and the last exchange are never removed.
 * 2. If a request would exceed the limit, the oldest exchanges are replaced by a summary.
 * 3. If that isn't enough, results are truncated, the oldest first.
 * 4. The limit is applied at the point where a request was sent, so that later requests begin with the same bytes.
 */
export class Conversation {
  readonly #limits: HistoryLimits;
  readonly #images: ImageBytes;
  readonly #summary = new WorkSummary();
  #maxTokens: number;
  #entries: Entry[] = [];
  #bytesPerToken = assumedBytesPerToken;
  #open: AssistantData | undefined;

  constructor(limits: HistoryLimits, images: ImageBytes) {
    this.#limits = limits;
    this.#images = images;
    this.#maxTokens = limits.maxTokens;
  }

  addPrompt(messages: readonly ModelMessage[]): void {
    this.#close([]);
    if (messages.length > 0) this.#entries.push(toEntry('prompt', messages));
  }

  addNote(message: ModelMessage): void {
    this.#close([]);
    this.#entries.push(toEntry('note', [message]));
  }

  /** Lowers the limit from this point on. */
  limit(maxTokens: number): void {
    this.#close([]);
    this.#maxTokens = Math.min(this.#maxTokens, maxTokens);
  }

  addAnswer(answer: AssistantData): void {
    this.#close([]);
    this.#fit();
    this.#calibrate(answer.inputTokens);
    this.#open = answer;
  }

  addResults(results: readonly JournaledResult[]): void {
    this.#close(results);
  }

  toMessages(): ModelMessage[] {
    this.#close([]);
    this.#fit();
    return this.#entries.flatMap(({ messages }) => messages);
  }

  /** Adds missing results: a turn can end between a call and its result, but providers reject a call without one. */
  #close(results: readonly JournaledResult[]): void {
    const answer = this.#open;
    if (answer === undefined) return;
    this.#open = undefined;
    const all = answer.calls.map((call) => results.find(({ id }) => id === call.id) ?? toUnanswered(call));
    const shown = toImageMessage(
      all.flatMap(({ images = [] }) => images),
      this.#images,
    );
    const messages = [
      ...answer.messages,
      ...(all.length > 0 ? [toToolMessage(all)] : []),
      ...(shown === undefined ? [] : [shown]),
    ];
    if (messages.length > 0) this.#entries.push({ ...toEntry('exchange', messages), answer, results: all });
  }

  #calibrate(inputTokens: number | null): void {
    if (inputTokens === null || inputTokens <= 0) return;
    const [least, most] = bytesPerTokenRange;
    this.#bytesPerToken = Math.min(most, Math.max(least, (this.#limits.prefixBytes + this.#bytes()) / inputTokens));
  }

  #bytes(): number {
    return this.#entries.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  #fit(): void {
    const most = this.#maxTokens * this.#bytesPerToken;
    if (this.#bytes() <= most) return;
    this.#summarize(most * targetShare);
    this.#cutResults(most);
  }

  #summarize(target: number): void {
    const lastExchange = this.#entries.findLastIndex(({ kind }) => kind === 'exchange');
    const isKept = ({ kind }: Entry): boolean => kind === 'prompt';
    let bytes = this.#entries.filter(isKept).reduce((sum, entry) => sum + entry.bytes, 0);
    let cut = this.#entries.length;
    for (const [index, entry] of [...this.#entries.entries()].reverse()) {
      if (!isKept(entry)) bytes += entry.bytes;
      if (bytes > target && index < lastExchange) break;
      cut = index;
    }
    const removed = this.#entries.slice(0, cut).filter((entry) => !isKept(entry));
    if (removed.every(({ kind }) => kind === 'summary')) return;
    for (const { answer, results = [] } of removed) if (answer !== undefined) this.#summary.add(answer, results);
    const summary = toEntry('summary', [{ role: 'user', content: `${reminderMark}${this.#summary.toText()}` }]);
    this.#entries = [...this.#entries.slice(0, cut).filter(isKept), summary, ...this.#entries.slice(cut)];
  }

  #cutResults(most: number): void {
    for (const share of [0.2, 0.05]) {
      for (const entry of this.#entries) {
        if (this.#bytes() <= most) return;
        if (entry.kind !== 'exchange') continue;
        entry.messages = entry.messages.map((message) => cutToolMessage(message, most * share));
        entry.bytes = measureMessages(entry.messages);
      }
    }
  }
}

const toEntry = (kind: Entry['kind'], messages: readonly ModelMessage[]): Entry => ({
  kind,
  messages,
  bytes: measureMessages(messages),
});

function toUnanswered(call: JournaledCall): JournaledResult {
  return {
    id: call.id,
    name: call.name,
    output: { error: { code: 'not_run', message: 'the turn ended before this call was run' } },
    isError: true,
  };
}

function toToolMessage(results: readonly JournaledResult[]): ModelMessage {
  return {
    role: 'tool',
    content: results.map((result) => ({
      type: 'tool-result',
      toolCallId: result.id,
      toolName: result.name,
      output: { type: result.isError ? 'error-json' : 'json', value: result.output as never },
    })),
  };
}

function cutToolMessage(message: ModelMessage, maxBytes: number): ModelMessage {
  if (message.role !== 'tool') return message;
  return {
    ...message,
    content: message.content.map((part) => {
      if (part.type !== 'tool-result') return part;
      const text = JSON.stringify(part.output);
      if (text.length <= maxBytes) return part;
      const note = `the result of ${countOf(text.length, 'character')} is cut to fit the model; ask for less`;
      return {
        ...part,
        output: {
          type: 'json',
          value: { truncated: note, beginning: text.slice(0, Math.floor(maxBytes / 2)).toWellFormed() },
        },
      };
    }),
  };
}
