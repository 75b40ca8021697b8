/**
 * Misbehaving models and providers, in each wire format in which they differ. Everything except the HTTP connection is
 * in memory.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { AgentError, runAgentTurn, unifiedDiff } from '@docwright/doc-agent';
import { sampleRows } from '../../../../../scripts/sample-rows.ts';
import { connectModel, memoryTurn, settingsFor } from './testing/memory-turn.ts';
import {
  startScriptedModels,
  type ModelScript,
  type ScriptedModels,
  type ScriptedTurn,
} from './testing/scripted-models.ts';
import { wireFormats } from './testing/wire-formats.ts';

// The SDK prints advice about models; a service has its own log.
Object.assign(globalThis, { AI_SDK_LOG_WARNINGS: false });

const files = {
  'docs.json': '{"navigation":{"pages":["index","guides/setup"]}}',
  'index.mdx': '---\ntitle: Harbour\n---\n\nBegin with [setup](/guides/setup).\n',
  'guides/setup.mdx': '---\ntitle: Setup\n---\n\nThe colour of the sea.\n',
};
const goodScript: readonly ScriptedTurn[] = [
  [{ name: 'read', input: { path: 'guides/setup' } }],
  [{ name: 'edit', input: { path: 'guides/setup', edits: [{ old: 'colour', new: 'color' }] } }],
  [{ name: 'finish', input: { outcome: 'changes', title: 'Use "color"', summary: 'One word.' } }],
];
/** The service's own limit: an answer of 20 MB is read, an answer of 40 MB isn't. */
const maxAnswerBytes = 32_000_000;

const [read, edit, finish] = goodScript as readonly [ScriptedTurn, ScriptedTurn, ScriptedTurn];
const error = (status: number, message: string, headers: Record<string, string> = {}): ScriptedTurn => ({
  status,
  headers: { 'retry-after-ms': '1', ...headers },
  body: { error: { message, type: 'error', code: null } },
});
const huge = 'x'.repeat(20_000_000);

interface Misbehavior {
  readonly name: string;
  readonly script: ModelScript;
  /** The turn's result, or its error code. */
  readonly ends: string;
  readonly asked?: number;
  readonly limits?: Readonly<Record<string, number>>;
}

/** Misbehavior of models and providers that occurs in practice, and the expected end of the turn. */
const misbehaviors: readonly Misbehavior[] = [
  {
    name: 'arguments that are not JSON',
    script: [{ calls: [{ id: 'a', name: 'read', input: '{"path": "guides/se' }] }, ...goodScript],
    ends: 'changes',
  },
  {
    name: 'arguments of the wrong shape',
    script: [[{ name: 'edit', input: { file: 1 } }], ...goodScript],
    ends: 'changes',
  },
  {
    name: 'a nonexistent tool',
    script: [[{ name: 'bash', input: { command: 'id' } }], ...goodScript],
    ends: 'changes',
  },
  {
    name: 'one ID for two calls',
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
    name: 'a truncated answer',
    script: ({ count }) => (count === 1 ? { body: huge.slice(0, 9999), cut: true } : (goodScript[count - 2] ?? finish)),
    ends: 'changes',
    asked: 4,
  },
  { name: 'a temporary 429', script: [error(429, 'slow down'), ...goodScript], ends: 'changes', asked: 4 },
  { name: 'a 529', script: [error(529, 'overloaded'), ...goodScript], ends: 'changes', asked: 4 },
  {
    name: 'a 502 with an HTML page',
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
    name: 'a 200 without JSON',
    script: [{ body: '<html>welcome</html>' }, ...goodScript],
    ends: 'changes',
    asked: 4,
  },
  {
    name: 'a spend limit, which waiting doesn’t resolve',
    script: [error(429, 'enforced_spend_limit_reached')],
    ends: 'model_spend_limit',
    asked: 1,
  },
  { name: 'a rejected key', script: [error(401, 'bad key')], ends: 'model_unauthorized', asked: 1 },
  {
    name: 'a request that the provider rejects as malformed',
    script: [error(400, 'tools are not supported')],
    ends: 'model_bad_request',
    asked: 1,
  },
  {
    name: 'the same call forever',
    script: [[{ name: 'grep', input: { regex: 'colour' } }]],
    ends: 'agent_loop',
    asked: 5,
  },
  {
    name: 'different useless calls forever',
    script: ({ count }) => [{ name: 'grep', input: { regex: `word${count}` } }],
    ends: 'agent_step_limit',
    limits: { maxSteps: 8 },
    asked: 8,
  },
  {
    name: 'more tokens than the budget',
    script: ({ count }) => [{ name: 'grep', input: { regex: `word${count}` } }],
    ends: 'agent_token_budget',
    limits: { maxTokens: 1000 },
  },
  { name: 'a refusal in words', script: ['I can’t help with that.'], ends: 'needs_input' },
  { name: 'empty answers', script: [''], ends: 'model_no_tools' },
  { name: 'text of 20 MB', script: [huge, ...goodScript], ends: 'changes' },
  {
    name: 'arguments of 20 MB',
    script: [[{ name: 'write', input: { path: 'guides/big.mdx', content: huge } }], ...goodScript],
    ends: 'changes',
  },
  {
    name: 'an answer that exceeds the size limit',
    script: [{ body: `{"x":"${huge}${huge}"}` }, ...goodScript],
    ends: 'changes',
  },
  { name: 'a claim of edits that were not made', script: [finish], ends: 'no_changes' },
  {
    name: 'a claim that nothing was done, after an edit',
    script: [read, edit, [{ name: 'finish', input: { outcome: 'no_changes', title: '', summary: 'Nothing.' } }]],
    ends: 'changes',
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
    name: 'an answer without usage figures',
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
    id: `c${count}`,
    type: 'function',
    function: { name: call?.name, arguments: JSON.stringify(call?.input) },
  };
}

/** Cases that differ between providers, or that the provider's SDK handles first. */
const inEveryFormat: readonly string[] = [
  'a nonexistent tool',
  'one ID for two calls',
  'a truncated answer',
  'a temporary 429',
  'a 529',
  'a spend limit, which waiting doesn’t resolve',
  'a rejected key',
  'a refusal in words',
  'text of 20 MB',
  'a claim of edits that were not made',
];
const usual = 'openai-compatible';

const cases = sampleRows(
  wireFormats.flatMap((format) =>
    misbehaviors
      .filter(({ name }) => format.provider === usual || inEveryFormat.includes(name))
      .map((misbehavior) => ({ ...misbehavior, format })),
  ),
  { name: 'misbehavior', most: 15, always: ({ format }) => format.provider === usual },
);

describe('a model or provider that misbehaves', () => {
  let models: ScriptedModels;
  before(async () => (models = await startScriptedModels()));
  after(() => models[Symbol.asyncDispose]());

  test('is in the list if it is tested in every format', () => {
    const names = new Set(misbehaviors.map(({ name }) => name));
    assert.deepEqual(
      inEveryFormat.filter((name) => !names.has(name)),
      [],
    );
  });

  for (const [index, { name, script, ends, asked, limits, format }] of cases.entries()) {
    test(`${format.provider}: ${name} ends as ${ends}`, async () => {
      const { baseUrl } = models.add(`s${index}`, format.provider, script);
      await using connection = connectModel(models.host, settingsFor(format, baseUrl), maxAnswerBytes);
      const turn = memoryTurn(connection.model, { files, ...(limits !== undefined && { limits }) });
      const ended = await runAgentTurn(turn, new AbortController().signal).catch((thrown: unknown) => thrown);
      if (ended instanceof AgentError) assert.equal(ended.code, ends);
      else assert.ok(!(ended instanceof Error), String(ended));
      const outcome = ended instanceof AgentError ? undefined : (ended as Awaited<ReturnType<typeof runAgentTurn>>);
      if (outcome !== undefined) assert.equal(outcome.result, ends, outcome.summary);
      if (asked !== undefined) assert.equal(models.requestsOf(`s${index}`).length, asked);
      const { overlay } = await turn.journal.load();
      const diff = await unifiedDiff(turn.base, overlay);
      if (ends === 'changes') assert.match(diff, /^-The colour of the sea\.\n\+The color of the sea\.$/m);
      else assert.deepEqual([...(outcome?.overlay ?? [])], []);
    });
  }
});
