/** A reader's threads, stored only in this browser. */
import type { ThreadMessage } from './ask-assistant.ts';

export interface Thread {
  readonly id: string;
  readonly messages: ThreadMessage[];
}

/** The methods of `localStorage` that are used; each can throw. */
export type ThreadStorage = Pick<Storage, 'getItem' | 'setItem'>;

const MAX_THREADS = 20;
export const MAX_MESSAGES = 40;

/** Reads the threads, newest first. Ignores data that isn't a valid thread. */
export function readThreads(storage: ThreadStorage, key: string): Thread[] {
  try {
    const kept: unknown = JSON.parse(storage.getItem(key) ?? '[]');
    return Array.isArray(kept) ? kept.filter(isThread) : [];
  } catch {
    return [];
  }
}

/** Puts a thread first, or removes it if it has no messages. Threads of other tabs are kept. */
export function keepThread(storage: ThreadStorage, key: string, { id, messages }: Thread): void {
  const others = readThreads(storage, key).filter((other) => other.id !== id);
  const threads = messages.length === 0 ? others : [{ id, messages: messages.slice(-MAX_MESSAGES) }, ...others];
  // If the browser has no space for all threads, the oldest are deleted.
  for (let count = Math.min(threads.length, MAX_THREADS); count >= 0; count--) {
    try {
      storage.setItem(key, JSON.stringify(threads.slice(0, count)));
      return;
    } catch {
      // Without storage, a thread exists only while the page is open.
    }
  }
}

function isThread(value: unknown): value is Thread {
  const { id, messages } = (value ?? {}) as Partial<Thread>;
  const isMessage = (message: Partial<ThreadMessage> | null): boolean =>
    typeof message?.text === 'string' && typeof message.id === 'string' && typeof message.role === 'string';
  return typeof id === 'string' && Array.isArray(messages) && messages.length > 0 && messages.every(isMessage);
}
