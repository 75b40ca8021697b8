import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { parseKeptEvent, type KeptEvent } from './kept-event.ts';

/** The service accepts 1 MiB; this limit leaves room for the envelope. */
const MAX_BYTES = 768 * 1024;

/** Readers' text that is sent in addition to counts. */
export interface SentWords {
  readonly sendsFeedback: boolean;
  /** Questions to the assistant, with their answers and votes. */
  readonly sendsConversations: boolean;
}

export interface EventBatch {
  readonly events: readonly KeptEvent[];
  /** Offset at which the next batch of the day starts. */
  readonly end: number;
}

/**
 * The next events in a day's file, from the start of a line. An incomplete last line is left for the next batch; torn
 * lines and events that aren't sent are skipped. Returns `undefined` if no complete line follows.
 */
export async function readBatch(
  folder: string,
  day: string,
  { start, limit, words }: { readonly start: number; readonly limit: number; readonly words: SentWords },
): Promise<EventBatch | undefined> {
  const bytes = await readBytes(join(folder, `${day}.jsonl`), start);
  const last = bytes.lastIndexOf(0x0a);
  // No valid line is this long, so the rest is skipped like a torn line.
  if (last < 0) return bytes.length < MAX_BYTES ? undefined : { events: [], end: start + bytes.length };
  const events: KeptEvent[] = [];
  let at = 0;
  while (at <= last && events.length < limit) {
    const next = bytes.indexOf(0x0a, at);
    const event = next === at ? undefined : parseKeptEvent(bytes.toString('utf8', at, next));
    if (event !== undefined && isForwarded(event, words)) events.push(event);
    at = next + 1;
  }
  return { events, end: start + at };
}

function isForwarded(event: KeptEvent, { sendsFeedback, sendsConversations }: SentWords): boolean {
  switch (event.kind) {
    case 'feedback':
      return sendsFeedback;
    case 'question':
    case 'vote':
      return sendsConversations;
    default:
      return true;
  }
}

async function readBytes(path: string, start: number): Promise<Buffer> {
  const file = await open(path, 'r');
  try {
    const buffer = Buffer.alloc(MAX_BYTES);
    const { bytesRead } = await file.read(buffer, 0, MAX_BYTES, start);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}
