import type { ModelMessage } from 'ai';
import type { JournalRecord } from '../ports.ts';
import { quoteEvidence } from '../policy/evidence.ts';
import { reminderMark } from '../turn.ts';
import { typed } from './journal-data.ts';
import type { JournalledCall, JournalledResult } from './journal-data.ts';

/** The conversation of a job as a model reads it, from the journal of all its turns. */
export function buildMessages(records: readonly JournalRecord[], maxBytes: number): ModelMessage[] {
  const messages: ModelMessage[] = [];
  let unanswered: readonly JournalledCall[] = [];
  const close = (): void => {
    // A turn that ended between an answer and its results: providers refuse a call without a result.
    if (unanswered.length > 0) messages.push(toolMessage(unanswered.map(toUnanswered)));
    unanswered = [];
  };
  for (const record of records) {
    const { kind, data } = typed(record);
    switch (kind) {
      case 'prompt':
        close();
        // Marked as ours, so that the rules engine skips it like every message that isn't from a person.
        if (data.evidence !== undefined && data.evidence.length > 0)
          messages.push({ role: 'user', content: `${reminderMark}${quoteEvidence(data.evidence)}` });
        // Providers refuse a message of blanks, and it says nothing.
        if (data.prompt.trim() !== '') messages.push({ role: 'user', content: data.prompt });
        break;
      case 'assistant':
        close();
        messages.push(...data.messages);
        unanswered = data.calls;
        break;
      case 'tool_results':
        if (data.results.length > 0) messages.push(toolMessage(data.results));
        unanswered = [];
        break;
      case 'note':
        close();
        messages.push({ role: 'user', content: `${reminderMark}${data.say}` });
        break;
    }
  }
  close();
  return compactHistory(messages, maxBytes);
}

function toUnanswered(call: JournalledCall): JournalledResult {
  return {
    id: call.id,
    name: call.name,
    output: { error: { code: 'not_run', message: 'the turn ended before this call was run' } },
    isError: true,
  };
}

function toolMessage(results: readonly JournalledResult[]): ModelMessage {
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

/** Tool messages at the end that are never shortened: what the model is working with. */
const keptToolMessages = 4;
/** Compaction frees this much at once, so that the beginning of the history, which providers cache, changes seldom. */
const targetShare = 0.6;

/**
 * Shortens the oldest tool results when the history outgrows `maxBytes`. A pure function of the history: after a
 * restart the model is sent the same bytes.
 */
export function compactHistory(messages: readonly ModelMessage[], maxBytes: number): ModelMessage[] {
  const compacted = [...messages];
  const sizes = compacted.map(sizeOf);
  let total = 0;
  for (let end = 0; end < compacted.length; end++) {
    total += sizes[end] ?? 0;
    if (total <= maxBytes) continue;
    total -= shortenOldest({ messages: compacted, sizes, end }, total - maxBytes * targetShare);
  }
  return compacted;
}

/** Shortens tool results before `end` until `wanted` bytes are free; answers with how many are. */
function shortenOldest(history: { messages: ModelMessage[]; sizes: number[]; end: number }, wanted: number): number {
  const { messages, sizes, end } = history;
  const tools: number[] = [];
  for (let index = 0; index < end; index++) if (messages[index]?.role === 'tool') tools.push(index);
  let freed = 0;
  for (const index of tools.slice(0, Math.max(0, tools.length - keptToolMessages))) {
    if (freed >= wanted) break;
    const message = messages[index];
    if (message?.role !== 'tool') continue;
    const short = shortenToolMessage(message);
    const size = sizeOf(short);
    freed += (sizes[index] ?? 0) - size;
    messages[index] = short;
    sizes[index] = size;
  }
  return freed;
}

function shortenToolMessage(message: Extract<ModelMessage, { role: 'tool' }>): ModelMessage {
  return {
    ...message,
    content: message.content.map((part) => {
      if (part.type !== 'tool-result') return part;
      const bytes = Buffer.byteLength(JSON.stringify(part.output));
      if (bytes < 500) return part;
      return {
        ...part,
        output: {
          type: 'json',
          value: {
            shortened: true,
            note: `a result of ${bytes} bytes was omitted; call the tool again if you need it`,
          },
        },
      };
    }),
  };
}

function sizeOf(message: ModelMessage): number {
  return Buffer.byteLength(JSON.stringify(message.content));
}
