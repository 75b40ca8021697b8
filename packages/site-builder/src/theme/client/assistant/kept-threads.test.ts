import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ThreadMessage } from './ask-assistant.ts';
import { keepThread, MAX_MESSAGES, readThreads, type Thread, type ThreadStorage } from './kept-threads.ts';

/** @param room maximum number of characters that the storage accepts */
function storageOf(value: string | null = null, room = Infinity): ThreadStorage {
  let kept = value;
  return {
    getItem: () => kept,
    setItem: (_key, next) => {
      if (next.length > room) throw new DOMException('full', 'QuotaExceededError');
      kept = next;
    },
  };
}

const question = (text: string): ThreadMessage => ({ id: text, role: 'user', text });
const thread = (id: string, ...texts: string[]): Thread => ({ id, messages: texts.map(question) });
const idsOf = (storage: ThreadStorage): string[] => readThreads(storage, 'k').map(({ id }) => id);

test('the most recently used thread is first, and other threads are kept', () => {
  const storage = storageOf();
  for (const id of ['a', 'b', 'a']) keepThread(storage, 'k', thread(id, 'x'));
  assert.deepEqual(idsOf(storage), ['a', 'b']);
});

test('a thread without messages is removed', () => {
  const storage = storageOf(JSON.stringify([thread('a', 'x'), thread('b', 'y')]));
  keepThread(storage, 'k', thread('a'));
  assert.deepEqual(idsOf(storage), ['b']);
});

test('twenty threads are stored, and the last messages of each', () => {
  const storage = storageOf();
  for (let index = 0; index < 25; index++) keepThread(storage, 'k', thread(`${index}`, 'x'));
  assert.deepEqual([idsOf(storage).length, idsOf(storage)[0]], [20, '24']);
  keepThread(storage, 'k', thread('long', ...Array.from({ length: 50 }, (_, index) => `${index}`)));
  const { messages } = readThreads(storage, 'k')[0] ?? thread('none');
  assert.deepEqual([messages.length, messages.at(-1)?.text], [MAX_MESSAGES, '49']);
});

test('if the browser has no space left, the oldest threads are removed; without storage, nothing is thrown', () => {
  const storage = storageOf(JSON.stringify([thread('b', 'y'.repeat(200)), thread('a', 'x'.repeat(200))]), 700);
  keepThread(storage, 'k', thread('c', 'z'.repeat(50)));
  assert.deepEqual(idsOf(storage), ['c', 'b']);
  keepThread(storageOf(null, 0), 'k', thread('c', 'z'));
});

test('an invalid list of threads is ignored', () => {
  const values = [
    '',
    '{',
    'null',
    '7',
    '{"threadId":"t","messages":[]}',
    '[null,7,{"id":"a"},{"id":"a","messages":[{}]}]',
  ];
  for (const value of values) assert.deepEqual(readThreads(storageOf(value), 'k'), [], value);
});
