/**
 * Tests models that can't continue after a valid change. The change is published as a draft, or the error states which
 * changes are kept.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AgentError, runAgentTurn, type AgentTurn, type TurnOutcome } from '@docwright/doc-agent';
import { connectModel, key, memoryTurn } from './testing/memory-turn.ts';
import {
  startScriptedModels,
  type ModelScript,
  type ScriptedModels,
  type ScriptedTurn,
} from './testing/scripted-models.ts';
import { wireFormats } from './testing/wire-formats.ts';

Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

const files = {
  'docs.json': '{"navigation":{"pages":["index","guides/setup"]}}',
  'index.mdx': '---\ntitle: Harbour\n---\n\nBegin with [setup](/guides/setup).\n',
  'guides/setup.mdx': '---\ntitle: Setup\n---\n\nThe colour of the sea.\n',
  'big.mdx': `---\ntitle: Big\n---\n\n${'A line of the big page, of sixty characters or thereabouts.\n'.repeat(500)}`,
};
const read: ScriptedTurn = [{ name: 'read', input: { path: 'guides/setup' } }];
const edit: ScriptedTurn = [
  { name: 'edit', input: { path: 'guides/setup', edits: [{ old: 'colour', new: 'color' }] } },
];
const finish: ScriptedTurn = [{ name: 'finish', input: { outcome: 'changes', title: 'T', summary: 'One word.' } }];
const error = (status: number, message: string): ScriptedTurn => ({
  status,
  headers: { 'retry-after-ms': '1' },
  body: { error: { message, type: 'error', code: null } },
});
/** Makes a correct edit, then follows the rest of the script. */
const afterEdit =
  (rest: (count: number) => ScriptedTurn): ModelScript =>
  ({ count }) => {
    if (count === 1) return read;
    return count === 2 ? edit : rest(count);
  };
const asText = (text: string): ScriptedTurn => text;

const never = new AbortController().signal;
const format = wireFormats.find(({ provider }) => provider === 'openai-compatible');
const settings = { provider: 'openai-compatible', model: 'm', apiKey: key } as const;

describe('clumsy models', () => {
  let models: ScriptedModels;
  let count = 0;
  before(async () => (models = await startScriptedModels()));
  after(() => models[Symbol.asyncDispose]());

  async function run(
    script: ModelScript,
    more: Partial<AgentTurn> & {
      limits?: Readonly<Record<string, number>>;
      pages?: Readonly<Record<string, string>>;
    } = {},
  ) {
    const name = `c${++count}`;
    const { limits = {}, pages = files, ...parts } = more;
    const { baseUrl } = models.add(name, 'openai-compatible', script);
    await using connection = connectModel(models.host, { ...settings, baseUrl }, 32_000_000);
    const turn = memoryTurn(connection.model, { files: pages, limits });
    const ended = await runAgentTurn({ ...turn, ...parts }, never).catch((thrown: unknown) => thrown);
    return { ended, turn, requests: models.requestsOf(name) };
  }

  function assertDraft(ended: unknown, why: RegExp): TurnOutcome {
    assert.ok(!(ended instanceof Error), String(ended));
    const outcome = ended as TurnOutcome;
    assert.equal(outcome.result, 'changes', outcome.summary);
    assert.deepEqual(outcome.files, [{ path: 'guides/setup.mdx', change: 'modified', added: 1, removed: 1 }]);
    assert.match(outcome.risks[0] ?? '', /^Unfinished: /);
    assert.match(outcome.summary, why);
    return outcome;
  }

  test('C4: a model that repeats the same call ends with a draft that contains the edit', async () => {
    const { ended } = await run(afterEdit(() => [{ name: 'grep', input: { regex: 'zzz' } }]));
    assertDraft(ended, /same call to `grep`/);
  });

  test('C4b: a model that never stops making different calls is warned about the limit, and ends with a draft', async () => {
    const { ended, requests } = await run(
      afterEdit((step) => [{ name: 'grep', input: { regex: `word${step}` } }]),
      { limits: { maxSteps: 12 } },
    );
    assertDraft(ended, /all of its 12 answers/);
    assert.equal(requests.length, 12);
    assert.match(JSON.stringify(requests.at(-5)?.body), /5 answers are left/);
    assert.match(JSON.stringify(requests.at(-1)?.body), /This is your last answer/);
  });

  test('C4b: a model that heeds the warning finishes in its last answer', async () => {
    const { ended } = await run(
      ({ count: step, body }) => {
        if (step === 1) return read;
        if (step === 2) return edit;
        const isLast = JSON.stringify(body).includes('This is your last answer');
        return isLast ? finish : [{ name: 'grep', input: { regex: `word${step}` } }];
      },
      { limits: { maxSteps: 8 } },
    );
    const outcome = ended as TurnOutcome;
    assert.deepEqual([outcome.result, outcome.title, outcome.risks], ['changes', 'T', []]);
  });

  test('C5: a model whose answers are empty after an edit ends with a draft', async () => {
    const { ended } = await run(afterEdit(() => ''));
    assertDraft(ended, /empty answers in a row/);
  });

  test('C9: calls that are written as text are executed', async () => {
    const calls = [
      '<tool_call>{"name": "read", "arguments": {"path": "guides/setup"}}</tool_call>',
      'I change it.\n```json\n{"name": "edit", "arguments": {"path": "guides/setup", "edits": [{"old": "colour", "new": "color"}]}}\n```',
      '<function=finish>{"outcome": "changes", "title": "T", "summary": "One word."}</function>',
    ];
    const { ended } = await run(calls.map(asText));
    const outcome = ended as TurnOutcome;
    assert.deepEqual([outcome.result, outcome.files.length, outcome.risks], ['changes', 1, []]);
  });

  test('C9: if calls in text can’t be parsed, the error reports a model without tools', async () => {
    const { ended } = await run(['<tool_call>{"name": "read", "arguments": {"path":'].map(asText));
    assert.ok(ended instanceof AgentError);
    assert.equal(ended.code, 'model_no_tools');
    assert.match(ended.remedy, /supports tools/);
  });

  test('C9: a quoted call is not executed if the model makes real calls', async () => {
    const quote = '<tool_call>{"name": "delete_page", "arguments": {"path": "index"}}</tool_call>';
    const { ended } = await run([read, quote, finish]);
    assert.deepEqual((ended as TurnOutcome).files, []);
  });

  for (const [what, status, code, why] of [
    ['an outage', 500, 'model_unavailable', /returned no usable answer/],
    ['a rate limit', 429, 'model_rate_limited', /the provider's rate limit is reached/],
  ] as const)
    test(`C10: ${what} that never ends, after an edit, ends with a draft once all attempts are used`, async () => {
      const script = afterEdit(() => error(status, 'not now'));
      const retried = await run(script, { isLastAttempt: false });
      assert.ok(retried.ended instanceof AgentError);
      assert.deepEqual([retried.ended.code, retried.ended.retryable], [code, true]);
      const { ended, requests } = await run(script);
      assertDraft(ended, why);
      assert.equal(requests.length, 2 + 3, 'the number of attempts is limited');
    });

  test('C11e: a connection that is always interrupted ends with a draft', async () => {
    const { ended } = await run(afterEdit(() => ({ body: format?.answer([], 'x'.repeat(5000)), cut: true })));
    assertDraft(ended, /returned no usable answer/);
  });

  test('C17: a conversation that the model refuses as too long is shortened once, and the job completes', async () => {
    const refuse = (length: number): boolean => length > 60_000;
    const { ended, requests } = await run(({ body }) => {
      if (refuse(JSON.stringify(body).length)) return error(400, 'maximum context length is 16000 tokens');
      const calls = JSON.stringify(body).match(/"tool_call_id"/g)?.length ?? 0;
      if (JSON.stringify(body).includes('is replaced by this summary')) return finish;
      return [
        read,
        edit,
        ...[1, 100, 200, 300, 400, 450].map((from) => [{ name: 'read', input: { path: 'big', from } }]),
      ][calls] as ScriptedTurn;
    });
    const outcome = ended as TurnOutcome;
    assert.deepEqual([outcome.result, outcome.files.length, outcome.risks], ['changes', 1, []]);
    assert.equal(requests.filter(({ body }) => refuse(JSON.stringify(body).length)).length, 1);
  });

  test('C17: a conversation that is refused again after it was shortened ends with a draft', async () => {
    const { ended } = await run(afterEdit(() => error(400, 'maximum context length is 10 tokens')));
    assertDraft(ended, /too long for the model/);
  });

  test('changes that would break the site are kept, and the error suggests a follow-up', async () => {
    const broken = { ...memoryTurn(connectModel(models.host, { ...settings, baseUrl: 'http://x.test' }).model).gate };
    const issue = {
      path: 'guides/setup.mdx',
      severity: 'error',
      code: 'broken-link',
      message: 'has no target',
    } as const;
    const gate = {
      ...broken,
      check: (docs: { changed: readonly string[] }) => Promise.resolve(docs.changed.length > 0 ? [issue] : []),
    };
    const { ended } = await run(
      afterEdit(() => ''),
      { gate },
    );
    assert.ok(ended instanceof AgentError);
    assert.equal(ended.code, 'agent_idle');
    assert.match(ended.message, /The changes so far are kept: `guides\/setup.mdx`/);
    assert.match(ended.remedy, /Send a follow-up such as "Finish the change\."/);
  });

  test('a turn with a hanging server ends with a draft at its time limit', async () => {
    let hangingSince: number | undefined;
    const hang = async (): Promise<never> => {
      hangingSince ??= performance.now();
      return new Promise<never>(() => undefined);
    };
    // Only waiting time counts, so that the test doesn't depend on the machine's speed.
    const now = (): number => (hangingSince === undefined ? 0 : performance.now() - hangingSince);
    const { ended } = await run(({ count: step }) => (step === 1 ? read : step === 2 ? edit : hang()), {
      limits: { maxDurationMs: 300 },
      clock: { now, sleep: () => Promise.resolve() },
      isLastAttempt: false,
    });
    assertDraft(ended, /the last of it waiting/);
    assert.ok(now() >= 290);
  });

  test('a tool call’s arguments can be sent as an object, and a list in them as a string', async () => {
    const toCall = (name: string, input: unknown): ScriptedTurn => {
      const call = { id: `c_${name}`, type: 'function', function: { name, arguments: input } };
      const message = { role: 'assistant', content: null, tool_calls: [call] };
      const choices = [{ index: 0, message, finish_reason: 'tool_calls' }];
      return { body: { id: 'x', object: 'chat.completion', created: 1, model: 'm', choices } };
    };
    const edits = JSON.stringify([{ old: 'colour', new: 'color' }]);
    const script = [
      toCall('read', { path: 'guides/setup' }),
      toCall('edit', { path: 'guides/setup', edits }),
      toCall('finish', { outcome: 'changes', title: 'T', summary: 'One word.' }),
    ];
    const { ended, requests } = await run(script);
    assert.deepEqual([(ended as TurnOutcome).result, requests.length], ['changes', 3]);
  });

  test('an answer that was cut off at the output limit is reported to the model, with the advice to write in parts', async () => {
    const call = { id: 'c1', type: 'function', function: { name: 'write', arguments: '{"path": "guides/new", "con' } };
    const message = { role: 'assistant', content: null, tool_calls: [call] };
    const choices = [{ index: 0, message, finish_reason: 'length' }];
    const cutOff = { body: { id: 'x', object: 'chat.completion', created: 1, model: 'm', choices } };
    const { requests } = await run([cutOff, read, edit, finish]);
    assert.match(JSON.stringify(requests[1]?.body), /cut off by the output limit.*write in parts/);
  });

  test('a server that responds without streaming is supported', async () => {
    const plain = (turn: ScriptedTurn): ScriptedTurn => ({
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(
        format?.answer(
          (turn as readonly { name: string; input: unknown }[]).map((call) => ({ id: 'c', ...call })),
          '',
        ),
      ),
    });
    const { ended } = await run([read, edit, finish].map(plain));
    assert.equal((ended as TurnOutcome).result, 'changes');
  });

  test('a job with a history of 200,000 tokens completes with a context window of 32,000', async () => {
    const paths = Array.from({ length: 40 }, (_, index) => `long/page-${index}`);
    const text = (path: string) =>
      `---\ntitle: ${path}\n---\n\n${`What ${path} says about the harbour, in words.\n`.repeat(420)}`;
    const pages = { ...files, ...Object.fromEntries(paths.map((path) => [`${path}.mdx`, text(path)])) };
    let refused = 0;
    let sent = 0;
    let step = 0;
    const { ended } = await run(
      ({ body }) => {
        const tokens = Buffer.byteLength(JSON.stringify(body)) / 4;
        if (tokens > 32_000) {
          refused++;
          return error(400, 'maximum context length is 32768 tokens');
        }
        step++;
        if (step === 1) return read;
        if (step === 2) return edit;
        const last = (body['messages'] as readonly { role: string; content: unknown }[]).at(-1);
        sent += Buffer.byteLength(JSON.stringify(last)) / 4;
        const path = paths[Math.floor((step - 3) / 4)];
        return path === undefined
          ? finish
          : [{ name: 'read', input: { path, from: 1 + ((step - 3) % 4) * 110, lines: 110 } }];
      },
      { pages, capacity: { contextTokens: 32_768, outputTokens: 8_192 }, limits: { maxSteps: 200 } },
    );
    const outcome = ended as TurnOutcome;
    assert.deepEqual([outcome.result, outcome.files.length, refused], ['changes', 1, 0]);
    assert.ok(sent >= 180_000, `${sent} tokens of results`);
  });
});
