import type { SessionAnswer } from './messages.ts';
import { encodeMessage } from './message-stream.ts';

/**
 * Size of a batch. Most answers are small: if they were sent separately, each of 10,000 unchanged files would need a
 * system call that wakes the receiver.
 */
const batchBytes = 64 * 1024;
/** Answers that are followed by more answers to the same question. */
const partial: ReadonlySet<SessionAnswer['type']> = new Set(['output', 'output-reused', 'output-sealed', 'progress']);

/** Sends answers as messages, several in one write. `write` resolves when the receiver can accept more. */
export function batchMessages(
  write: (bytes: Uint8Array) => Promise<void>,
): (answer: SessionAnswer, body?: Uint8Array | string) => Promise<void> {
  let waiting: Uint8Array[] = [];
  let waitingBytes = 0;
  return async (answer, body) => {
    const message = encodeMessage(answer, body);
    waiting.push(message);
    waitingBytes += message.byteLength;
    if (waitingBytes < batchBytes && partial.has(answer.type)) return;
    const batch = waiting.length === 1 ? message : Buffer.concat(waiting);
    waiting = [];
    waitingBytes = 0;
    await write(batch);
  };
}
