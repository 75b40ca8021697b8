import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { TurnOutcome } from '@docwright/doc-agent';
import { LeaseLost } from '../../../../platform/job-engine/index.ts';
import { insertAgentJob } from '../../../../testing/insert-agent-job.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../../testing/module-database.ts';
import { outcomeOf } from '../../../../testing/outcome-of.ts';
import { selectEvents } from '../intake/store.ts';
import type { AgentJobRow, AgentJobTables } from '../tables.ts';
import { toAgentJob } from '../to-agent-job.ts';
import { completeTurn } from './complete-turn.ts';

const published = { kind: 'published' } as const;

describe('a turn’s end', () => {
  let database: ModuleDatabase<AgentJobTables>;
  let publishedTypes: string[] = [];
  let jobs = 0;
  let id: string;
  before(async () => {
    database = await openModuleDatabase<AgentJobTables>();
    await insertProject(database, 'project');
  });
  after(() => database.close());
  beforeEach(async () => {
    publishedTypes = [];
    id = await insertAgentJob(database, `aj_${(jobs += 1)}`, { attempt: 1 });
  });

  const read = (): Promise<AgentJobRow> =>
    database.kysely.selectFrom('agent_jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const deps = () => ({
    database,
    repositoryUrl: (stored: string) => stored,
    publishEvent: async (_tx: unknown, { type }: { readonly type: string }) => void publishedTypes.push(type),
  });
  async function complete(
    outcome: Partial<TurnOutcome>,
    as: Parameters<typeof completeTurn>[2]['published'] = published,
  ): Promise<AgentJobRow> {
    await completeTurn(deps(), await read(), { outcome: outcomeOf(outcome), published: as, docsFolder: 'docs' });
    return read();
  }

  test('reports a moved page as one deletion and one addition, because the contract has no move', async () => {
    const { files } = await complete({
      files: [
        { path: 'new.mdx', change: 'moved', from: 'old.mdx', added: 3, removed: 2 },
        { path: 'docs.json', change: 'modified', added: 1, removed: 1 },
        { path: 'lost.mdx', change: 'moved', added: 1, removed: 0 },
      ],
    });
    assert.deepEqual(files, [
      { path: 'old.mdx', change: 'deleted', added: 0, removed: 2 },
      { path: 'new.mdx', change: 'added', added: 3, removed: 0 },
      { path: 'docs.json', change: 'modified', added: 1, removed: 1 },
      { path: 'lost.mdx', change: 'added', added: 1, removed: 0 },
    ]);
  });

  test('is a result without changes or files if the turn’s changes have no effect', async () => {
    const files = [{ path: 'a.mdx', change: 'modified', added: 0, removed: 0 }] as const;
    const job = await complete({ files }, { kind: 'nothing' });
    assert.deepEqual([job.status, job.result, job.files], ['completed', 'no_changes', []]);
  });

  test('reports a conflict’s reason and paths before the turn’s summary', async () => {
    const paths = ['a.mdx', 'b `c`.mdx'];
    const job = await complete({ summary: 'Did it.' }, { kind: 'conflict', reason: 'Main moved.', paths });
    assert.equal(job.result, 'conflict');
    assert.equal(job.summary, 'Main moved.\n\n- `a.mdx`\n- `b `c`.mdx`\n\nDid it.');
  });

  test('names the other job and its pull request if the job is a duplicate', async () => {
    await insertAgentJob(database, 'aj_first');
    await database.pool.query(
      `UPDATE agent_jobs SET branch = 'b', commit_sha = 'c', tree_sha = 't', publish_state = 'tree_ready' WHERE id = $1`,
      [id],
    );
    const job = await complete({}, { kind: 'duplicate', prLink: 'https://docs.example/pull/1', of: 'aj_first' });
    assert.deepEqual(
      [job.result, job.duplicate_of, job.pr_link],
      ['changes', 'aj_first', 'https://docs.example/pull/1'],
    );
    const [event] = await selectEvents(database.kysely, id, 0, 10);
    assert.equal(event?.data['prLink'], 'https://docs.example/pull/1');
  });

  test('replaces characters in the model’s output that PostgreSQL can’t store', async () => {
    const job = await complete({ summary: 'a\0b', title: 'c\0d', risks: ['e\0f'], notes: ['g\ud800'] });
    assert.deepEqual([job.summary, job.title], ['a\ufffdb', 'c\ufffdd']);
    const [event] = await selectEvents(database.kysely, id, 0, 10);
    assert.deepEqual(event?.data['notes'], ['e\ufffdf', 'g\ufffd']);
    assert.deepEqual(event.data['risks'], ['e\ufffdf']);
  });

  test('has the turn’s result and no pull request if nothing was published', async () => {
    for (const result of ['needs_input', 'needs_model', 'blocked_by_policy', 'no_changes'] as const) {
      id = await insertAgentJob(database, `aj_${result}`, { attempt: 1 });
      const job = await complete({ result }, { kind: 'nothing' });
      assert.deepEqual([job.status, job.result, job.pr_link], ['completed', result, null]);
    }
  });

  test('stores an answer’s citations with paths from the repository’s root, at the commit that was read', async () => {
    const commit = 'a'.repeat(40);
    const repository = 'https://github.com/acme/api';
    await database.pool.query('UPDATE agent_jobs SET base_commit = $2, context = $3 WHERE id = $1', [
      id,
      commit,
      JSON.stringify([{ repository, branch: 'main', commit }]),
    ]);
    const answered = await complete(
      {
        result: 'answer',
        summary: 'With `x`.',
        citedLines: [{ path: 'index.mdx', from: 1, to: 2 }],
        citations: [
          { claim: 'It is `x`.', location: `acme/api@${commit}:src/a.ts#L3` },
          { claim: 'It is `y`.', location: `acme/other@${commit}:src/a.ts#L3` },
        ],
      },
      { kind: 'nothing' },
    );
    const { answer, result, files, prLink } = toAgentJob(answered, (stored) => `https://shown.example/${stored}`);
    assert.deepEqual([result, files, prLink, answer?.text], ['answer', [], null, 'With `x`.']);
    const docs = `https://shown.example/${answered.repository}`;
    assert.deepEqual(answer?.citations, [
      { repository: docs, commit, path: 'docs/index.mdx', from: 1, to: 2 },
      { repository: `https://shown.example/${repository}`, commit, path: 'src/a.ts', from: 3, to: 3 },
    ]);
    await database.pool.query(`UPDATE agent_jobs SET status = 'active' WHERE id = $1`, [id]);
    assert.equal(toAgentJob(await read(), (stored) => stored).answer, null);
    const ask = { file: null, quote: null, from: null };
    await database.pool.query('UPDATE agent_jobs SET ask = $2 WHERE id = $1', [id, JSON.stringify(ask)]);
    const ofDraft = await complete(
      { result: 'answer', citedLines: [{ path: 'index.mdx', from: 1, to: 2 }] },
      { kind: 'nothing' },
    );
    assert.equal(ofDraft.answer_citations?.[0]?.commit, null, 'no branch has the commit');
    await database.pool.query(`UPDATE agent_jobs SET status = 'active', ask = NULL WHERE id = $1`, [id]);
    const changed = await complete({ result: 'no_changes', summary: 'Nothing.' }, { kind: 'nothing' });
    assert.deepEqual([toAgentJob(changed, (stored) => stored).answer, changed.answer_citations], [null, null]);
  });

  test('is reported to webhooks and events once, by the worker that owns the job', async () => {
    const stale = { ...(await read()), attempt: 0 };
    const end = { outcome: outcomeOf(), published, docsFolder: '' };
    await assert.rejects(completeTurn(deps(), stale, end), LeaseLost);
    assert.deepEqual([(await read()).status, publishedTypes], ['active', []]);
    await complete({});
    await assert.rejects(completeTurn(deps(), { ...stale, attempt: 1 }, end), LeaseLost);
    const events = await selectEvents(database.kysely, id, 0, 10);
    assert.deepEqual([publishedTypes, events.map(({ type }) => type)], [['agent.job.completed'], ['job.completed']]);
  });
});
