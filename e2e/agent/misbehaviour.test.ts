import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { wireFormats } from '../../packages/server/src/platform/models/testing/wire-formats.ts';
import {
  goodScript,
  smallSite,
  startAgentBench,
  type AgentBench,
  type JobAnswer,
  type Provider,
} from './agent-bench.ts';
import type { ModelScript, ScriptedTurn } from './scripted-models.ts';

const [read, edit, finish] = goodScript as readonly [ScriptedTurn, ScriptedTurn, ScriptedTurn];
const error = (status: number, message: string, headers: Record<string, string> = {}): ScriptedTurn => ({
  status,
  headers: { 'retry-after-ms': '1', ...headers },
  body: { error: { message, type: 'error', code: null } },
});
const huge = 'x'.repeat(20_000_000);

interface Misbehaviour {
  readonly name: string;
  readonly script: ModelScript;
  /** Result of the job, or the code of its error. */
  readonly ends: string;
  readonly asked?: number;
  readonly limits?: Readonly<Record<string, number>>;
}

/** What models and their providers do in the field, and how a job ends all the same. */
const misbehaviours: readonly Misbehaviour[] = [
  {
    name: 'arguments that are not JSON',
    script: [{ calls: [{ id: 'a', name: 'read', input: '{"path": "guides/se' }] }, ...goodScript],
    ends: 'changes',
  },
  {
    name: 'arguments of another shape',
    script: [[{ name: 'edit', input: { file: 1 } }], ...goodScript],
    ends: 'changes',
  },
  {
    name: 'a tool that is not there',
    script: [[{ name: 'bash', input: { command: 'id' } }], ...goodScript],
    ends: 'changes',
  },
  {
    name: 'one id for two calls',
    script: [
      {
        calls: [
          { id: 'same', name: 'read', input: { path: 'guides/setup' } },
          { id: 'same', name: 'read', input: { path: 'index' } },
        ],
      },
      edit,
      finish,
    ],
    ends: 'changes',
  },
  {
    name: 'an answer that is cut in the middle',
    script: ({ count }) => (count === 1 ? { body: huge.slice(0, 9999), cut: true } : (goodScript[count - 2] ?? finish)),
    ends: 'changes',
    asked: 4,
  },
  { name: 'a 429 that passes', script: [error(429, 'slow down'), ...goodScript], ends: 'changes', asked: 4 },
  { name: 'a 529', script: [error(529, 'overloaded'), ...goodScript], ends: 'changes', asked: 4 },
  {
    name: 'a 502 with a page of HTML',
    script: [
      {
        status: 502,
        headers: { 'content-type': 'text/html', 'retry-after-ms': '1' },
        body: '<html>Bad gateway</html>',
      },
      ...goodScript,
    ],
    ends: 'changes',
    asked: 4,
  },
  {
    name: 'a 200 that is no JSON',
    script: [{ body: '<html>welcome</html>' }, ...goodScript],
    ends: 'changes',
    asked: 4,
  },
  {
    name: 'a spend limit, which no waiting helps against',
    script: [error(429, 'enforced_spend_limit_reached')],
    ends: 'model_account_empty',
    asked: 1,
  },
  { name: 'a key that is refused', script: [error(401, 'bad key')], ends: 'model_key_rejected', asked: 1 },
  {
    name: 'a request that is called malformed',
    script: [error(400, 'tools are not supported')],
    ends: 'model_rejected',
    asked: 1,
  },
  {
    name: 'the same call for ever',
    script: [[{ name: 'grep', input: { regex: 'colour' } }]],
    ends: 'no_progress',
    asked: 5,
  },
  {
    name: 'another useless call for ever',
    script: ({ count }) => [{ name: 'grep', input: { regex: `word${String(count)}` } }],
    ends: 'budget_exceeded',
    limits: { maxSteps: 8 },
    asked: 8,
  },
  {
    name: 'more tokens than the budget',
    script: ({ count }) => [{ name: 'grep', input: { regex: `word${String(count)}` } }],
    ends: 'budget_exceeded',
    limits: { maxTokens: 1000 },
  },
  { name: 'a refusal in words', script: ['I can’t help with that.'], ends: 'needs_input' },
  { name: 'empty answers', script: [''], ends: 'model_without_tools' },
  { name: 'a text of 20 MB', script: [huge, ...goodScript], ends: 'changes' },
  {
    name: 'arguments of 20 MB',
    script: [[{ name: 'write', input: { path: 'guides/big.mdx', content: huge } }], ...goodScript],
    ends: 'changes',
  },
  { name: 'an answer beyond every size', script: [{ body: `{"x":"${huge}${huge}"}` }, ...goodScript], ends: 'changes' },
  { name: 'a claim of edits that were not made', script: [finish], ends: 'no_changes' },
  {
    name: 'a claim of nothing done, after an edit',
    script: [read, edit, [{ name: 'finish', input: { outcome: 'no_changes', title: '', summary: 'Nothing.' } }]],
    ends: 'changes',
  },
  {
    name: 'MDX that does not parse, and no repair',
    script: [
      [{ name: 'write', input: { path: 'guides/bad.mdx', content: '---\ntitle: Bad\n---\n\n{ <1ms\n' } }],
      finish,
    ],
    ends: 'gate_failed',
  },
  {
    name: 'a page that was never read',
    script: [
      [{ name: 'edit', input: { path: 'guides/setup', edits: [{ old: 'colour', new: 'color' }] } }],
      ...goodScript,
    ],
    ends: 'changes',
  },
  {
    name: 'placeholders for text that it left out',
    script: [
      read,
      [
        {
          name: 'write',
          input: {
            path: 'guides/setup',
            content: '---\ntitle: Setup\n---\n\n... rest of the page unchanged ...\n',
            replace: true,
          },
        },
      ],
      edit,
      finish,
    ],
    ends: 'changes',
  },
  {
    name: 'a lone surrogate and a zero byte',
    script: [
      read,
      [{ name: 'write', input: { path: 'guides/odd.mdx', content: '---\ntitle: Odd\n---\n\nA\u0000B\ud800C\n' } }],
      edit,
      finish,
    ],
    ends: 'changes',
  },
  {
    name: 'an answer whose usage is missing',
    script: ({ count }) => ({
      body: {
        id: 'c',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [
          {
            index: 0,
            finish_reason: 'weird',
            message: { role: 'assistant', content: null, tool_calls: [toCall(count)] },
          },
        ],
      },
    }),
    ends: 'changes',
  },
];

function toCall(count: number) {
  const turn = goodScript[count - 1] ?? finish;
  const [call] = turn as readonly { name: string; input: unknown }[];
  return {
    id: `c${String(count)}`,
    type: 'function',
    function: { name: call?.name, arguments: JSON.stringify(call?.input) },
  };
}

/** Those that look different from provider to provider, or that its SDK sees first. */
const inEveryFormat: readonly string[] = [
  'a tool that is not there',
  'one id for two calls',
  'an answer that is cut in the middle',
  'a 429 that passes',
  'a 529',
  'a spend limit, which no waiting helps against',
  'a key that is refused',
  'a refusal in words',
  'a text of 20 MB',
  'a claim of edits that were not made',
];
const usual: Provider = 'openai-compatible';

const cases = wireFormats.flatMap(({ provider }) =>
  misbehaviours
    .filter(({ name }) => provider === usual || inEveryFormat.includes(name))
    .map((misbehaviour) => ({ ...misbehaviour, provider })),
);

describe('misbehaving models and providers, through the whole service', () => {
  let bench: AgentBench;
  before(async () => (bench = await startAgentBench()));
  after(() => bench[Symbol.asyncDispose]());

  it('every misbehaviour that is to come in each format is in the list', () => {
    const names = new Set(misbehaviours.map(({ name }) => name));
    assert.deepEqual(
      inEveryFormat.filter((name) => !names.has(name)),
      [],
    );
  });

  for (const [index, { name, script, ends, asked, limits, provider }] of cases.entries()) {
    it(`${provider}: ${name} ends as ${ends}`, async () => {
      const project = await bench.createProject(`mis-${String(index)}`, smallSite);
      if (limits !== undefined) await bench.set(project, { limits });
      await bench.script(project, script, { provider });
      const job: JobAnswer = await bench.run(project, 'Write color.');
      assert.equal(job.error?.code ?? job.result, ends, JSON.stringify(job).slice(0, 2000));
      if (asked !== undefined) assert.equal(bench.models.requestsOf(bench.lastScript()).length, asked);
      if (ends !== 'changes') return assert.equal(job.prLink, null);
      const { rows } = await bench.service.api.platform.database.pool.query(
        'select number from local_pull_requests where body like $1',
        [`%docwright:job=${job.id as string}%`],
      );
      assert.equal(rows.length, 1);
      assert.match(await bench.diff(project, job.id), /^-The colour of the sea\.\n\+The color of the sea\.$/m);
    });
  }
});
