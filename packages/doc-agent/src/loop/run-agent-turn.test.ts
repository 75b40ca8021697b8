import assert from 'node:assert/strict';
import { test } from 'node:test';
import { APICallError } from 'ai';
import { AgentError } from '../errors.ts';
import { serializeOverlay } from '../overlay/overlay.ts';
import { resolvePolicy } from '../policy/policy.ts';
import { createRulesModel } from '../rules/create-rules-model.ts';
import { Crash, memoryJournal } from '../testing/memory-journal.ts';
import { runTestTurn, testTurn, written } from '../testing/run-turn.ts';
import { sampleSite } from '../testing/sample-site.ts';
import { scriptedModel } from '../testing/scripted-model.ts';
import type { ScriptedAnswer } from '../testing/scripted-model.ts';
import type { AgentTurn } from './agent-turn.ts';
import { runAgentTurn } from './run-agent-turn.ts';

const files = sampleSite;
const never = new AbortController().signal;
const noUsage = { inputTokens: 0, outputTokens: 0, cachedInputTokens: 0, cacheWriteTokens: 0, costUsd: 0 };
const finish = (outcome: string, summary = 'Done.') => ({ tool: 'finish', input: { outcome, title: 'T', summary } });
const goodScript: readonly ScriptedAnswer[] = [
  [{ tool: 'read', input: { path: 'guides/auth' } }],
  [{ tool: 'edit', input: { path: 'guides/auth', edits: [{ old: 'colour', new: 'color' }] } }],
  [{ tool: 'move_page', input: { from: 'guides/start', to: 'guides/begin' } }],
  [{ tool: 'frontmatter', input: { path: 'guides/auth', set: { description: 'Keys' } } }],
  [finish('changes')],
];

function apiError(statusCode: number, extra: { headers?: Record<string, string>; body?: string } = {}): APICallError {
  return new APICallError({
    message: `status ${statusCode}`,
    url: 'http://localhost/v1',
    requestBodyValues: {},
    statusCode,
    responseHeaders: extra.headers ?? {},
    responseBody: extra.body ?? '',
    isRetryable: false,
  });
}

test('a turn that is killed at any append resumes with the same result, and pays for each answer once', async () => {
  const calm = testTurn({ model: scriptedModel(goodScript), files });
  const expected = await runAgentTurn(calm, never);
  const records = calm.journal.records.length;
  assert.equal(records, 11);
  for (const when of ['before', 'after'] as const) {
    for (let count = 1; count <= records; count++) {
      const journal = memoryJournal();
      journal.crashAt = { count, when };
      // The script answers based on the conversation, as a model would, not on how often it was called.
      const model = scriptedModel(
        (options) => goodScript[options.prompt.filter((message) => message.role === 'assistant').length] ?? '',
      );
      await assert.rejects(runAgentTurn(testTurn({ model, files, journal }), never), Crash);
      journal.crashAt = undefined;
      const outcome = await runAgentTurn(testTurn({ model, files, journal }), never);
      assert.equal(serializeOverlay(outcome.overlay), serializeOverlay(expected.overlay), `crash ${when} ${count}`);
      assert.deepEqual({ ...outcome, overlay: null }, { ...expected, overlay: null });
      const lostAnswer = when === 'before' && journal.records[count - 1]?.kind === 'assistant' ? 1 : 0;
      assert.equal(
        model.requests.length,
        expected.steps + lostAnswer,
        'only an answer that was never stored is requested again',
      );
    }
  }
});

test('repeating a finished turn produces the same outcome without calling the model', async () => {
  const turn = testTurn({ model: scriptedModel(goodScript), files });
  const first = await runAgentTurn(turn, never);
  const idle = scriptedModel([new Error('must not be asked')]);
  const second = await runAgentTurn(testTurn({ model: idle, files, journal: turn.journal }), never);
  assert.deepEqual(second, first);
  assert.equal(idle.requests.length, 0);
});

test('after a restart, the model receives the same input as without a restart', async () => {
  const calm = scriptedModel(goodScript);
  await runTestTurn({ model: calm, files });
  const journal = memoryJournal();
  journal.crashAt = { count: 5, when: 'after' };
  const model = scriptedModel(
    (options) => goodScript[options.prompt.filter((message) => message.role === 'assistant').length] ?? '',
  );
  await assert.rejects(runAgentTurn(testTurn({ model, files, journal }), never), Crash);
  journal.crashAt = undefined;
  await runAgentTurn(testTurn({ model, files, journal }), never);
  assert.deepEqual(
    model.requests.map((request) => JSON.stringify(request.prompt)),
    calm.requests.map((request) => JSON.stringify(request.prompt)),
  );
});

test('if two workers run one turn, the journal rejects the later one', async () => {
  const journal = memoryJournal();
  const slow = scriptedModel([[{ tool: 'list', input: {} }], [finish('no_changes')]]);
  const rival = testTurn({ model: slow, files, journal });
  await runAgentTurn(testTurn({ model: scriptedModel([[finish('no_changes')]]), files, journal }), never);
  const stale: AgentTurn = {
    ...rival,
    journal: {
      load: () => Promise.resolve({ records: [], overlay: new Map() }),
      append: (record, changes) => journal.append(record, changes),
    },
  };
  await assert.rejects(runAgentTurn(stale, never), /record 1\.0 exists/);
});

test('a claim of changes that weren’t made is rejected, and finally ignored', async () => {
  const model = scriptedModel([[finish('changes')]]);
  const outcome = await runTestTurn({ model, files });
  assert.equal(outcome.result, 'no_changes');
  assert.deepEqual(outcome.files, []);
  assert.equal(model.requests.length, 3);
  assert.match(outcome.notes.join(), /said that it changed files/);
});

test('new gate errors are returned for repair; after three rounds, the turn fails and names them', async () => {
  const breaking = {
    tool: 'write',
    input: { path: 'guides/new.mdx', content: '---\ntitle: N\n---\n\nLatency <1ms, see [x](/nowhere).\n' },
  };
  const model = scriptedModel([[breaking], [finish('changes')]]);
  await assert.rejects(runTestTurn({ model, files }), (error: unknown) => {
    assert.ok(error instanceof AgentError);
    assert.equal(error.code, 'agent_gate_failed');
    assert.match(error.message, /2 new errors.*guides\/new\.mdx/);
    return true;
  });
  assert.equal(model.requests.length, 5);
  const second = model.requests[2]?.prompt.at(-1);
  assert.match(JSON.stringify(second), /broken-link/);
});

test('a repaired turn passes the gate and reports its rounds, and an error in the base doesn’t block it', async () => {
  const faulty = { ...files, 'old.mdx': 'A [dead link](/gone) since long ago.\n' };
  const model = scriptedModel([
    [{ tool: 'write', input: { path: 'guides/new.mdx', content: '---\ntitle: N\n---\n\n[x](/nowhere)\n' } }],
    [finish('changes')],
    [{ tool: 'edit', input: { path: 'guides/new.mdx', edits: [{ old: '/nowhere', new: '/guides/auth' }] } }],
    [finish('changes')],
  ]);
  const outcome = await runTestTurn({ model, files: faulty });
  assert.equal(outcome.result, 'changes');
  assert.deepEqual(outcome.gate, { status: 'passed', introduced: [], fixed: 0, existing: 1, repairRounds: 1 });
});

test('malformed or invalid arguments, unknown tools and duplicate IDs have a result and don’t throw', async () => {
  const model = scriptedModel([
    {
      content: [
        { type: 'tool-call', toolCallId: 'a', toolName: 'read', input: '{bad' },
        { type: 'tool-call', toolCallId: 'a', toolName: 'read', input: '{"path":"index"}' },
        { type: 'tool-call', toolCallId: 'a', toolName: 'read', input: '{"path":7}' },
        { type: 'tool-call', toolCallId: '', toolName: 'rm', input: '{}' },
        { type: 'tool-call', toolCallId: 'b', toolName: 'list', input: '{"glob":null}' },
      ],
    },
    [finish('no_changes')],
  ]);
  const turn = testTurn({ model, files });
  await runAgentTurn(turn, never);
  const data = turn.journal.records.find((record) => record.kind === 'tool_results')?.data as unknown as {
    results: { id: string; isError: boolean; output: { error?: { code: string }; path?: string } }[];
  };
  assert.deepEqual(
    data.results.map((result) => [result.id, result.output.error?.code ?? result.output.path ?? 'ok']),
    [
      ['a', 'invalid_input'],
      ['a-2', 'index.mdx'],
      ['a-3', 'invalid_input'],
      ['call', 'unknown_tool'],
      ['b', 'ok'],
    ],
  );
});

test('answers without a call cause reminders, and after that, an answer with text counts as a question', async () => {
  const model = scriptedModel(['', 'Which page do you mean?']);
  const outcome = await runTestTurn({ model, files });
  assert.equal(outcome.result, 'needs_input');
  assert.match(outcome.summary, /Which page/);
  await assert.rejects(runTestTurn({ model: scriptedModel(['']), files }), { code: 'model_no_tools' });
  const tired = scriptedModel([[{ tool: 'list', input: {} }], '']);
  await assert.rejects(runTestTurn({ model: tired, files }), { code: 'agent_idle' });
});

test('the same call with the same result causes a warning the third time and stops the turn the fifth time', async () => {
  const model = scriptedModel([[{ tool: 'grep', input: { regex: 'zzz' } }]]);
  await assert.rejects(runTestTurn({ model, files }), { code: 'agent_loop' });
  assert.equal(model.requests.length, 5);
  assert.match(JSON.stringify(model.requests[3]?.prompt.at(-1)), /3th identical call/);
  assert.doesNotMatch(JSON.stringify(model.requests[2]?.prompt.at(-1)), /identical call/);
});

test('the limits on steps, tokens, cost and time each end the turn with their own code', async () => {
  const restless = () => scriptedModel((_, call) => [{ tool: 'grep', input: { regex: `x${call}` } }]);
  const cases = [
    { limits: { maxSteps: 3 }, code: 'agent_step_limit' },
    { limits: { maxTokens: 50 }, code: 'agent_token_budget' },
    { limits: { maxCostUsd: 0.00001 }, code: 'agent_cost_budget' },
  ];
  for (const { limits, code } of cases) {
    await assert.rejects(runTestTurn({ model: restless(), files, policy: resolvePolicy({ limits }) }), { code });
  }
  let now = 0;
  const clock = { now: () => (now += 10_000), sleep: () => Promise.resolve() };
  await assert.rejects(runTestTurn({ model: restless(), files, clock }), { code: 'agent_deadline' });
});

test('after a shared budget is spent, the model has one last answer, and a turn that hasn’t begun is stopped', async () => {
  const reason = 'The budget of the project for 2026-11 is spent: 5.00 of 5.00 USD.';
  const asked: number[] = [];
  const spentFrom = (usd: number) => (turnUsd: number) => {
    asked.push(turnUsd);
    return Promise.resolve(turnUsd >= usd ? reason : undefined);
  };
  const restless = () => scriptedModel((_, call) => [{ tool: 'grep', input: { regex: `x${call}` } }]);
  const model = restless();
  const error = { code: 'agent_cost_budget', message: reason.slice(0, -1), remedy: /^Raise the budget/ };
  await assert.rejects(runTestTurn({ model, files, findSpentBudget: spentFrom(0.0004) }), error);
  assert.deepEqual(asked, [0, 0.0002, 0.0004]);
  assert.deepEqual(
    model.requests.map(({ prompt }) => /This is your last answer/.test(JSON.stringify(prompt.at(-1)))),
    [false, false, true],
  );
  const kept = scriptedModel([[{ tool: 'grep', input: { regex: 'x' } }], [finish('no_changes')]]);
  const outcome = await runTestTurn({ model: kept, files, findSpentBudget: spentFrom(0.0002) });
  assert.equal(outcome.result, 'no_changes');
  const none = restless();
  await assert.rejects(runTestTurn({ model: none, files, findSpentBudget: spentFrom(0) }), error);
  assert.equal(none.requests.length, 0);
});

test('retryable failures are retried after the expected waits, which include the provider’s Retry-After', async () => {
  const model = scriptedModel([
    apiError(529),
    apiError(429, { headers: { 'retry-after': '7' } }),
    new TypeError('fetch failed'),
    [finish('no_changes')],
  ]);
  const turn = testTurn({ model, files });
  const outcome = await runAgentTurn(turn, never);
  assert.equal(outcome.result, 'no_changes');
  assert.deepEqual(turn.waits, [500, 8000, 2000]);
});

test('a failure that waiting can’t fix isn’t retried', async () => {
  const cases = [
    { error: apiError(401, { body: 'bad key' }), code: 'model_unauthorized' },
    { error: apiError(400), code: 'model_bad_request' },
    { error: apiError(404), code: 'model_not_found' },
    { error: apiError(429, { body: '{"error":{"code":"enforced_spend_limit_reached"}}' }), code: 'model_spend_limit' },
  ];
  for (const { error, code } of cases) {
    const model = scriptedModel([error]);
    await assert.rejects(runTestTurn({ model, files }), { code, retryable: false });
    assert.equal(model.requests.length, 1);
  }
  const model = scriptedModel([apiError(503)]);
  await assert.rejects(runTestTurn({ model, files }), { code: 'model_unavailable', retryable: true });
  assert.equal(model.requests.length, 5);
});

test('no configured secret reaches the journal, the model or an error', async () => {
  const secret = 'canary-7f3a91c2';
  const leaky = { ...files, 'guides/leak.mdx': `the key is ${secret}\n` };
  const model = scriptedModel([
    [{ tool: 'read', input: { path: 'guides/leak' } }],
    'I saw canary-7f3a91c2',
    [finish('no_changes', `it is ${secret}`)],
  ]);
  const turn = testTurn({ model, files: leaky, secrets: [secret] });
  const outcome = await runAgentTurn(turn, never);
  assert.doesNotMatch(JSON.stringify([turn.journal.records, outcome, model.requests]), /canary-7f3a91c2/);
  const failing = new APICallError({
    message: `bad key ${secret} sk-abc***xyz`,
    url: 'x',
    requestBodyValues: {},
    statusCode: 401,
    isRetryable: false,
  });
  await assert.rejects(runTestTurn({ model: scriptedModel([failing]), files, secrets: [secret] }), (error: unknown) => {
    assert.doesNotMatch(`${String(error)} ${JSON.stringify(error)}`, /canary|sk-abc/);
    return true;
  });
});

test('missing usage is reported as unknown, and the budget still applies', async () => {
  const silent = {
    content: [
      { type: 'tool-call', toolCallId: 'x', toolName: 'finish', input: JSON.stringify(finish('no_changes').input) },
    ],
    usage: 'missing',
  } as const;
  const outcome = await runTestTurn({
    model: scriptedModel([{ content: [...silent.content], usage: 'missing' }]),
    files,
  });
  assert.deepEqual(outcome.usage, { ...noUsage, known: false });
  const endless = scriptedModel((_, call) => ({
    content: [{ type: 'tool-call', toolCallId: `c${call}`, toolName: 'list', input: `{"glob":"${call}*"}` }],
    usage: 'missing',
  }));
  await assert.rejects(runTestTurn({ model: endless, files, policy: resolvePolicy({ limits: { maxTokens: 5000 } }) }), {
    code: 'agent_token_budget',
  });
});

test('an abort at any step of a turn ends it with the signal’s reason', async () => {
  for (let at = 1; at <= 5; at++) {
    const controller = new AbortController();
    const model = scriptedModel((_, call) => {
      if (call === at) controller.abort(new Error('canceled by a person'));
      return goodScript[call - 1] ?? '';
    });
    await assert.rejects(runAgentTurn(testTurn({ model, files }), controller.signal), /canceled by a person/);
  }
});

test('a follow-up continues with the files and the conversation of the previous turn', async () => {
  const first = testTurn({ model: scriptedModel(goodScript), files });
  await runAgentTurn(first, never);
  const model = scriptedModel([
    [{ tool: 'frontmatter', input: { path: 'guides/begin', set: { icon: 'key' } } }],
    [finish('changes')],
  ]);
  const outcome = await runAgentTurn(
    testTurn({ model, files, journal: first.journal, turn: 2, prompt: 'and the icon' }),
    never,
  );
  assert.match(written(outcome, 'guides/begin.mdx') ?? '', /icon: key/);
  assert.match(written(outcome, 'guides/auth.mdx') ?? '', /description: "Keys"/);
  assert.deepEqual(
    model.requests[0]?.prompt
      .filter((message) => message.role === 'user')
      .map((message) => JSON.stringify(message.content)),
    ['[{"type":"text","text":"do it"}]', '[{"type":"text","text":"and the icon"}]'],
  );
  const idle = scriptedModel([[finish('changes')]]);
  const third = await runAgentTurn(
    testTurn({ model: idle, files, journal: first.journal, turn: 3, prompt: 'again' }),
    never,
  );
  assert.equal(third.result, 'no_changes', 'changes from an earlier turn do not count for this one');
});

test('a turn’s work that the policy blocked is reverted before the next turn', async () => {
  const journal = memoryJournal();
  const blocked = scriptedModel([
    [{ tool: 'write', input: { path: 'guides/x.mdx', content: 'x' } }],
    [{ tool: 'write', input: { path: '.github/workflows/x.yml', content: 'x' } }],
    [finish('blocked_by_policy')],
  ]);
  const outcome = await runAgentTurn(testTurn({ model: blocked, files, journal }), never);
  assert.equal(outcome.result, 'blocked_by_policy');
  assert.deepEqual([outcome.files, outcome.overlay.size], [[], 0]);
  const next = await runAgentTurn(
    testTurn({ model: scriptedModel([[finish('no_changes')]]), files, journal, turn: 2, prompt: 'never mind' }),
    never,
  );
  assert.equal(next.result, 'no_changes');
  assert.equal(journal.overlay.size, 0);
});

test('after a turn that was cut off between an answer and its results, every call has a result in the next turn', async () => {
  const journal = memoryJournal();
  journal.crashAt = { count: 2, when: 'after' };
  await assert.rejects(runAgentTurn(testTurn({ model: scriptedModel(goodScript), files, journal }), never), Crash);
  journal.crashAt = undefined;
  const model = scriptedModel([[finish('no_changes')]]);
  await runAgentTurn(testTurn({ model, files, journal, turn: 2, prompt: 'next' }), never);
  const roles = model.requests[0]?.prompt.map((message) => message.role);
  assert.deepEqual(roles, ['system', 'user', 'assistant', 'tool', 'user']);
});

test('the rules engine runs through the same loop, journal and tools', async () => {
  const turn = testTurn({ model: createRulesModel(), files, prompt: 'move page guides/start to guides/begin' });
  const outcome = await runAgentTurn(turn, never);
  assert.equal(outcome.result, 'changes');
  assert.equal(outcome.model, 'builtin/rules-1');
  assert.deepEqual(outcome.usage, { ...noUsage, known: true });
  assert.deepEqual(
    turn.journal.records.map((record) => record.kind),
    ['prompt', 'assistant', 'tool_results', 'assistant', 'tool_results'],
  );
});

test('an answer of many megabytes does not stop the turn', async () => {
  const model = scriptedModel([
    {
      content: [
        { type: 'text', text: 'y'.repeat(20_000_000) },
        {
          type: 'tool-call',
          toolCallId: 'big',
          toolName: 'write',
          input: JSON.stringify({ path: 'a.mdx', content: 'z'.repeat(20_000_000) }),
        },
      ],
    },
    [finish('no_changes')],
  ]);
  const turn = testTurn({ model, files });
  const outcome = await runAgentTurn(turn, never);
  assert.equal(outcome.result, 'no_changes');
  assert.ok(JSON.stringify(turn.journal.records).length < 1_000_000);
});

const nested = (levels: number) => `{"path":${'['.repeat(levels)}${']'.repeat(levels)}}`;

test('deeply nested arguments are rejected, in a call and in text', async () => {
  const call = scriptedModel([[{ tool: 'read', input: nested(20_000) }], [finish('no_changes')]]);
  const outcome = await runTestTurn({ model: call, files });
  assert.deepEqual([outcome.result, outcome.steps], ['no_changes', 2]);
  assert.match(JSON.stringify(call.requests[1]?.prompt.at(-1)), /invalid_input/);
  const text = scriptedModel([`{"name":"read","arguments":${nested(20_000)}}`, [finish('no_changes')]]);
  assert.deepEqual((await runTestTurn({ model: text, files })).steps, 2);
});
