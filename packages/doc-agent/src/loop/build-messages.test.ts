import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelMessage } from 'ai';
import { compactHistory } from './build-messages.ts';

const call = (index: number): ModelMessage => ({
  role: 'assistant',
  content: [{ type: 'tool-call', toolCallId: `c${index}`, toolName: 'read', input: {} }],
});
const result = (index: number, size: number): ModelMessage => ({
  role: 'tool',
  content: [
    {
      type: 'tool-result',
      toolCallId: `c${index}`,
      toolName: 'read',
      output: { type: 'json', value: 'x'.repeat(size) },
    },
  ],
});
const history = (steps: number): ModelMessage[] => [
  { role: 'user', content: 'do it' },
  ...Array.from({ length: steps }, (_, index) => [call(index), result(index, 10_000)]).flat(),
];
const sizeOf = (messages: readonly ModelMessage[]) =>
  messages.reduce((sum, message) => sum + JSON.stringify(message.content).length, 0);

test('a history below the limit is sent as it is', () => {
  assert.deepEqual(compactHistory(history(5), 100_000), history(5));
});

test('beyond the limit the oldest results are shortened, the newest are kept whole, and every call keeps its result', () => {
  const compacted = compactHistory(history(30), 100_000);
  assert.ok(sizeOf(compacted) <= 100_000);
  assert.equal(compacted.length, history(30).length);
  assert.match(JSON.stringify(compacted[2]), /"shortened":true.*was omitted/);
  assert.deepEqual(compacted.slice(-8), history(30).slice(-8));
});

test('the beginning of the history stays the same over many steps, so that providers can cache it', () => {
  let changes = 0;
  let previous = '';
  for (let steps = 1; steps <= 40; steps++) {
    const compacted = compactHistory(history(steps), 100_000);
    const start = JSON.stringify(compacted.slice(0, -2));
    if (previous !== '' && start !== previous) changes++;
    previous = JSON.stringify(compacted);
  }
  assert.ok(changes <= 9, `${changes} of 40 steps changed what was sent before`);
});
