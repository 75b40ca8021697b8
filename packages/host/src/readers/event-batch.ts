import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ReaderEvent } from '@docwright/site-server';
import { parseKeptEvent } from './kept-event.ts';

/** The service takes 1 MiB: what stands between the events has room. */
const MAX_BYTES = 768 * 1024;

export interface EventBatch {
  readonly events: readonly ReaderEvent[];
  /** Where the next batch of the day begins. */
  readonly end: number;
}

/**
 * The next events of a day's file, from a place where a line begins. A line that is not written to its end yet stays for the next batch;
 * feedback, questions, and what a crash has torn are passed over. Undefined where no whole line follows.
 */
export async function readBatch(
  folder: string,
  day: string,
  { start, limit }: { readonly start: number; readonly limit: number },
): Promise<EventBatch | undefined> {
  const bytes = await readBytes(join(folder, `${day}.jsonl`), start);
  const last = bytes.lastIndexOf(0x0a);
  // No line of ours is as long: the rest of it is passed over like what a crash has torn.
  if (last < 0) return bytes.length < MAX_BYTES ? undefined : { events: [], end: start + bytes.length };
  const events: ReaderEvent[] = [];
  let at = 0;
  while (at <= last && events.length < limit) {
    const next = bytes.indexOf(0x0a, at);
    const event = next === at ? undefined : parseKeptEvent(bytes.toString('utf8', at, next));
    if (event !== undefined && isForwarded(event)) events.push(event);
    at = next + 1;
  }
  return { events, end: start + at };
}

/** What has words of readers in it stays on the host. */
const isForwarded = (event: { readonly kind: string }): event is ReaderEvent =>
  event.kind !== 'feedback' && event.kind !== 'question' && event.kind !== 'vote';

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
