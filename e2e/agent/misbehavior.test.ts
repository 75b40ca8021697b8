import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { goodScript, smallSite, startAgentBench, type AgentBench, type JobAnswer } from './agent-bench.ts';
import type { ModelScript, ScriptedTurn } from '../../packages/server/src/platform/models/testing/scripted-models.ts';

const [read, edit, finish] = goodScript as readonly [ScriptedTurn, ScriptedTurn, ScriptedTurn];
const error = (status: number, message: string): ScriptedTurn => ({
  status,
  headers: { 'retry-after-ms': '1' },
  body: { error: { message, type: 'error', code: null } },
});
const huge = 'x'.repeat(20_000_000);

interface Misbehavior {
  readonly name: string;
  readonly script: ModelScript;
  /** The job's result or error code. */
  readonly ends: string;
  readonly asked?: number;
  readonly limits?: Readonly<Record<string, number>>;
}

/**
 * Misbehavior that affects the rest of the service: the journal, the gate, git, and the errors that clients see. Each
 * misbehavior in each wire format is tested next to the models.
 */
const misbehaviors: readonly Misbehavior[] = [
  { name: 'a temporary 429', script: [error(429, 'slow down'), ...goodScript], ends: 'changes', asked: 4 },
  { name: 'a rejected key', script: [error(401, 'bad key')], ends: 'model_key_rejected', asked: 1 },
  {
    name: 'more tokens than the budget',
    script: ({ count }) => [{ name: 'grep', input: { regex: `word${count}` } }],
    ends: 'budget_exceeded',
    limits: { maxTokens: 1000 },
  },
  { name: 'text of 20 MB', script: [huge, ...goodScript], ends: 'changes' },
  { name: 'a claim of edits that were not made', script: [finish], ends: 'no_changes' },
  {
    name: 'invalid MDX without a repair',
    script: [
      [{ name: 'write', input: { path: 'guides/bad.mdx', content: '---\ntitle: Bad\n---\n\n{ <1ms\n' } }],
      finish,
    ],
    ends: 'gate_failed',
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
];

describe('misbehaving models and providers, through the whole service', () => {
  let bench: AgentBench;
  before(async () => (bench = await startAgentBench()));
  after(() => bench[Symbol.asyncDispose]());

  for (const [index, { name, script, ends, asked, limits }] of misbehaviors.entries()) {
    test(`${name} ends as ${ends}`, async () => {
      const project = await bench.createProject(`mis-${index}`, smallSite);
      if (limits !== undefined) await bench.set(project, { limits });
      await bench.script(project, script);
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
