import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModelMessage } from 'ai';
import type { JournalRecord, JsonValue } from '../ports.ts';
import { buildMessages } from './build-messages.ts';
import { toData } from './journal-data.ts';
import type { TypedRecord } from './journal-data.ts';

interface Step {
  readonly tool: string;
  readonly input: JsonValue;
  readonly bytes: number;
  readonly text?: string;
  readonly isError?: boolean;
  readonly inputTokens?: number;
}
const read = (index: number, bytes = 10_000): Step => ({ tool: 'read', input: { path: `guides/p${index}` }, bytes });

let seq = 0;
const record = (kind: TypedRecord['kind'], data: object): JournalRecord => ({
  turn: 1,
  seq: seq++,
  step: 1,
  kind,
  data: toData(data as never),
});
const prompt = (text: string) => record('prompt', { prompt: text, model: 'm', overlay: [] });

function toRecords(steps: readonly Step[]): JournalRecord[] {
  return steps.flatMap(({ tool, input, bytes, text = '', isError = false, inputTokens = null }, index) => {
    const id = `c${index}`;
    const content = [
      ...(text === '' ? [] : [{ type: 'text', text }]),
      { type: 'tool-call', toolCallId: id, toolName: tool, input },
    ];
    const output = isError ? { error: { code: 'policy', message: 'is not documentation' } } : 'x'.repeat(bytes);
    return [
      record('assistant', {
        messages: [{ role: 'assistant', content }],
        text,
        calls: [{ id, name: tool, input }],
        inputTokens,
        outputTokens: 10,
        costUsd: 0,
        estimatedTokens: 0,
        model: 'm',
        attempts: 1,
        elapsedMs: 0,
      }),
      record('tool_results', { results: [{ id, name: tool, output, isError }], seen: [], changed: false }),
    ];
  });
}

const history = (steps: number): JournalRecord[] => [
  prompt('Explain the tariff.'),
  ...toRecords(Array.from({ length: steps }, (_, index) => read(index))),
];
const bytesOf = (messages: readonly ModelMessage[]) =>
  messages.reduce((sum, { content }) => sum + JSON.stringify(content).length, 0);
const limits = { maxTokens: 30_000, prefixBytes: 10_000 };

test('a history below the limit is sent with all its messages and without a summary', () => {
  const messages = buildMessages(history(5), limits);
  assert.equal(messages.length, 11);
  assert.doesNotMatch(JSON.stringify(messages), /summary/);
});

test('a history of 200,000 tokens is shortened to 20,000, with as many results as calls', () => {
  const steps = Array.from({ length: 70 }, (_, index) => read(index));
  const small = { maxTokens: 20_000, prefixBytes: 10_000 };
  const messages = buildMessages([prompt('Explain the tariff.'), ...toRecords(steps)], small);
  assert.ok(bytesOf(messages) / 3.3 <= 20_000, `${bytesOf(messages)} bytes`);
  assert.equal(JSON.stringify(messages[0]), '{"role":"user","content":"Explain the tariff."}');
  const calls = JSON.stringify(messages).match(/"tool-call"/g)?.length;
  assert.equal(calls, JSON.stringify(messages).match(/"tool-result"/g)?.length);
});

test('removed messages are summarized: files, changes, rejected calls, and the model’s own words', () => {
  const steps: Step[] = [
    read(1),
    { tool: 'grep', input: { regex: 'tariff' }, bytes: 100 },
    {
      tool: 'edit',
      input: { path: 'guides/p1', edits: [{ old: 'a', new: 'b' }] },
      bytes: 100,
      text: 'The price is net.',
    },
    { tool: 'write', input: { path: 'ci.yml', content: 'secret plan' }, bytes: 0, isError: true },
    ...Array.from({ length: 12 }, (_, index) => read(index + 10)),
  ];
  const summary = JSON.stringify(buildMessages([prompt('Do it.'), ...toRecords(steps)], limits)[1]);
  assert.match(summary, /Files that you have read:\\n- guides\/p1/);
  assert.match(summary, /Changes that you have made; they are stored:\\n- edit path=\\"guides\/p1\\"/);
  assert.match(summary, /grep regex=\\"tariff\\"/);
  assert.match(summary, /write path=\\"ci.yml\\": is not documentation/);
  assert.match(summary, /The price is net\./);
  assert.doesNotMatch(summary, /secret plan|xxxx/);
});

test('at most 8 of 40 steps change what was sent before, so that providers can cache it', () => {
  let changes = 0;
  let previous: readonly ModelMessage[] = [];
  for (let steps = 1; steps <= 40; steps++) {
    const messages = buildMessages(history(steps), limits);
    if (JSON.stringify(messages.slice(0, previous.length)) !== JSON.stringify(previous)) changes++;
    previous = messages;
  }
  assert.ok(changes <= 8, `${changes} of 40 steps changed what was sent before`);
});

test('the prompts of two turns are kept in a history above the limit', () => {
  const records = [...history(20), prompt('And the icon.'), ...toRecords([read(40)])];
  const texts = JSON.stringify(buildMessages(records, limits));
  assert.match(texts, /Explain the tariff\./);
  assert.match(texts, /And the icon\./);
});

test('the provider’s token count is used if a text has more tokens than usual', () => {
  const dense = [{ ...read(1), inputTokens: 1 }, { ...read(2), inputTokens: 14_000 }, read(3), read(4)];
  const records = [prompt('Do it.'), ...toRecords(dense)];
  assert.match(JSON.stringify(buildMessages(records, { maxTokens: 14_000, prefixBytes: 10_000 })), /summary/);
  assert.doesNotMatch(
    JSON.stringify(
      buildMessages([prompt('Do it.'), ...toRecords([1, 2, 3, 4].map((index) => read(index)))], {
        ...limits,
        maxTokens: 14_000,
      }),
    ),
    /summary/,
  );
});

test('a result that is larger than the window is truncated', () => {
  const messages = buildMessages([prompt('Do it.'), ...toRecords([read(1, 500_000)])], limits);
  assert.ok(bytesOf(messages) / 3.3 <= limits.maxTokens);
  assert.match(JSON.stringify(messages.at(-1)), /is cut to fit the model/);
});

test('a rejection by the model lowers the limit for later requests', () => {
  const refused = record('note', { say: '', failedMs: 5, historyTokens: 5_000 });
  const before = buildMessages(history(6), limits);
  const after = buildMessages([...history(6), refused], limits);
  assert.ok(bytesOf(before) > 60_000);
  assert.ok(bytesOf(after) / 3.3 <= 5_000);
});

test('a surrogate pair isn’t split when text is truncated, because providers would reject it', () => {
  for (const start of ['', 'x']) {
    const text = `${start}${'😀'.repeat(100_000)}`;
    const results = [{ id: 'c1', name: 'read', output: text, isError: false }];
    const records = [
      prompt('Explain it.'),
      ...toRecords([{ ...read(0), text: `${start}${'😀'.repeat(500)}` }, read(1)]).slice(0, -1),
      record('tool_results', { results, seen: [], changed: false }),
    ];
    const sent = JSON.stringify(buildMessages(records, limits).slice(1));
    assert.match(sent, /is replaced by this summary[^]*is cut to fit the model/);
    assert.doesNotMatch(sent, /\\ud[89a-f]/);
  }
});
