import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergeEvents, mergeEventsOf } from './merge-events.ts';

const chat = (delta: object, more: object = {}): string =>
  `data: ${JSON.stringify({ id: 'c1', choices: [{ index: 0, delta, ...more }], usage: null })}\n\n`;
const anthropic = (delta: object, index = 0): string =>
  `event: content_block_delta\ndata: ${JSON.stringify({ type: 'content_block_delta', index, delta })}\n\n`;
const text = (content: string): string => anthropic({ type: 'text_delta', text: content });

test('adjacent words become one event', () => {
  const events = chat({ role: 'assistant', content: '' }) + chat({ content: 'One' }) + chat({ content: ' "two"\n' });
  assert.equal(mergeEvents(events), chat({ role: 'assistant', content: '' }) + chat({ content: 'One "two"\n' }));
  assert.equal(mergeEvents(text('One') + text(' two')), text('One two'));
});

test('events whose JSON contains spaces are merged', () => {
  const spaced = (content: string): string =>
    `data: {"choices": [{"delta": {"content": ${JSON.stringify(content)}}}]}\n\n`;
  assert.equal(mergeEvents(spaced('a') + spaced('b')), spaced('ab'));
});

test('the halves of a character that is split across two events are joined', () => {
  const half = (escaped: string): string => `data: {"choices":[{"delta":{"content":"${escaped}"}}]}\n\n`;
  assert.equal(mergeEvents(half('\\ud83d') + half('\\ude00')), half('\\ud83d\\ude00'));
});

for (const [what, events] of [
  ['a finish reason', chat({ content: 'a' }) + chat({ content: 'b' }, { finish_reason: 'stop' })],
  ['equal finish reasons', chat({ content: 'a' }, { finish_reason: 'length' }).repeat(2)],
  ['thoughts', chat({ content: 'a', reasoning_content: 'x' }).repeat(2)],
  ['tool calls', chat({ tool_calls: [{ index: 0, function: { arguments: '{"content":"a"}' } }] }).repeat(2)],
  ['probabilities', chat({ content: 'a' }, { logprobs: { content: [] } }).repeat(2)],
  ['IDs of two answers', chat({ content: 'a' }) + chat({ content: 'b' }).replace('c1', 'c2')],
  [
    'indexes of two blocks',
    anthropic({ type: 'text_delta', text: 'a' }, 0) + anthropic({ type: 'text_delta', text: 'b' }, 1),
  ],
  ['Anthropic’s reasoning', anthropic({ type: 'thinking_delta', thinking: 'a', text: 'b' }).repeat(2)],
  ['usage figures', `data: {"choices":[{"delta":{"content":"a"}}],"usage":{"total_tokens":1}}\n\n`.repeat(2)],
  ['two choices', `data: {"choices":[{"delta":{"content":"a"}},{"delta":{}}]}\n\n`.repeat(2)],
  ['an error', `data: {"error":{"message":"x"},"choices":[{"delta":{"content":"a"}}]}\n\n`.repeat(2)],
  ['another event type', `event: x\ndata: {"choices":[{"delta":{"content":"a"}}]}\n\n`.repeat(2)],
  ['Windows line endings', chat({ content: 'a' }).repeat(2).replaceAll('\n', '\r\n')],
  ['comments', `: ping\n\n: ping\n\n`],
  ['invalid JSON', `data: {"choices":[{"delta":{"content":"a"}}\n\n`.repeat(2)],
  ['[DONE] at the end', `${chat({ content: 'a' })}data: [DONE]\n\n`],
] as const)
  test(`events with ${what} are unchanged`, () => assert.equal(mergeEvents(events), events));

test('a stream that is split at any byte results in the same text, and its last event is complete', async () => {
  const events =
    chat({ content: 'Größe' }) + chat({ content: ': 日本 😀' }) + chat({}, { finish_reason: 'stop' }) + 'data: [DONE]';
  const bytes = new TextEncoder().encode(events);
  const content = (all: string): string => [...all.matchAll(/"content":"([^"]*)"/g)].map(([, one]) => one).join('');
  for (let cut = 0; cut <= bytes.length; cut += 1) {
    const pieces = (async function* () {
      yield bytes.subarray(0, cut);
      yield bytes.subarray(cut);
    })();
    const out = Buffer.concat(await Array.fromAsync(mergeEventsOf(pieces))).toString();
    assert.equal(content(out), 'Größe: 日本 😀');
    assert.ok(out.endsWith(chat({}, { finish_reason: 'stop' }) + 'data: [DONE]'), out);
  }
});

test('an event that doesn’t end within 64 KB is passed on as it arrives', async () => {
  const long = `data: ${'x'.repeat(70_000)}`;
  const iterator = mergeEventsOf(
    (async function* () {
      yield new TextEncoder().encode(long);
      await new Promise<never>(() => undefined);
    })(),
  );
  assert.equal(Buffer.from((await iterator.next()).value ?? '').toString(), long);
});

for (const [what, first] of [
  ['events with Windows line endings', chat({ content: 'a' }).replaceAll('\n', '\r\n')],
  ['a comment that keeps the stream open', ': processing\n'],
  ['an empty line that keeps the stream open', '\n'],
] as const)
  test(`the reader receives ${what} without waiting for later events`, async () => {
    const iterator = mergeEventsOf(
      (async function* () {
        yield new TextEncoder().encode(first);
        await new Promise<never>(() => undefined);
      })(),
    );
    assert.equal(Buffer.from((await iterator.next()).value ?? '').toString(), first);
  });
