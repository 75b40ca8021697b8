import { LeaseLost } from '../../../../platform/job-engine/index.ts';
import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { JournalRecord, OverlayChange } from '@docwright/doc-agent';
import { sql } from 'kysely';
import { insertAgentJob } from '../../../../testing/insert-agent-job.ts';
import { insertImage, pngOf } from '../../../../testing/insert-image.ts';
import { insertProject } from '../../../../testing/insert-project.ts';
import { openModuleDatabase, type ModuleDatabase } from '../../../../testing/module-database.ts';
import { createAgentJournal } from './agent-journal.ts';
import { selectEvents } from '../intake/store.ts';
import type { AgentJobTables } from '../tables.ts';

const write = (path: string, content: string): OverlayChange => ({ path, entry: { kind: 'write', content } });
const step = (seq: number, data: JournalRecord['data'] = {}): JournalRecord => ({
  turn: 1,
  seq,
  step: seq,
  kind: 'tool_results',
  data,
});

describe('a journal record', () => {
  let database: ModuleDatabase<AgentJobTables>;
  let jobs = 0;
  let id = '';
  before(async () => {
    database = await openModuleDatabase<AgentJobTables>();
    await insertProject(database, 'project');
  });
  after(() => database.close());
  beforeEach(async () => {
    id = await insertAgentJob(database, `job-${jobs++}`, { attempt: 3 });
  });
  const open = (attempt = 3) => createAgentJournal(database, { id, attempt }, () => undefined);

  test('is stored together with its file changes and its event', async () => {
    const journal = open();
    const record = step(0, { results: ['x\0y'], text: '\\u0000' });
    await journal.append(record, [
      write('a.mdx', 'A'),
      write('b.mdx', 'B'),
      { path: 'c.mdx', entry: { kind: 'delete' } },
    ]);
    await journal.append(step(1), [
      { path: 'a.mdx', entry: { kind: 'write', content: 'moved', movedFrom: 'old.mdx' } },
      { path: 'b.mdx', entry: null },
    ]);
    const { records, overlay } = await journal.load();
    assert.deepEqual(records, [{ ...record, data: { results: ['x\ufffdy'], text: '\\u0000' } }, step(1)]);
    assert.deepEqual(
      [...overlay],
      [
        ['a.mdx', { kind: 'write', content: 'moved', movedFrom: 'old.mdx' }],
        ['c.mdx', { kind: 'delete' }],
      ],
    );
    const events = await selectEvents(database.kysely, id, 0, 10);
    assert.deepEqual(
      events.map(({ id: number, type, data }) => [number, type, data['step'], data['changed']]),
      [
        [1, 'step.tools', 0, ['a.mdx', 'b.mdx', 'c.mdx']],
        [2, 'step.tools', 1, ['a.mdx', 'b.mdx']],
      ],
    );
  });

  test('has an image of the job as a file, and keeps the image as long as the file', async () => {
    const entry = await insertImage(database, id, pngOf('a'));
    await open().append(step(0), [{ path: 'images/a.png', entry }, write('b.mdx', 'B')]);
    const { overlay } = await open().load();
    assert.deepEqual(
      [...overlay],
      [
        ['b.mdx', { kind: 'write', content: 'B' }],
        ['images/a.png', entry],
      ],
    );
    const forget = () => database.pool.query('DELETE FROM agent_job_images WHERE job_id = $1', [id]);
    await assert.rejects(forget(), { code: '23503' });
    await open().append(step(1), [write('images/a.png', 'text')]);
    await forget();
    await open().append(step(2), [{ path: 'images/a.png', entry: { kind: 'delete' } }]);
    assert.deepEqual((await open().load()).overlay.get('images/a.png'), { kind: 'delete' });
  });

  test('can only have an image that its own job has, and both are deleted with the job', async () => {
    const other = await insertAgentJob(database, `job-${jobs++}`);
    const entry = await insertImage(database, other, pngOf('theirs'));
    await assert.rejects(open().append(step(0), [{ path: 'images/a.png', entry }]), { code: '23503' });
    assert.deepEqual((await open().load()).records, [], 'the record was not stored either');
    await insertImage(database, id, pngOf('theirs'));
    await open().append(step(0), [{ path: 'images/a.png', entry }]);
    await database.pool.query('DELETE FROM agent_jobs WHERE id = $1', [id]);
    const { rows } = await database.pool.query(
      `SELECT FROM agent_job_overlay WHERE job_id = $1 UNION ALL SELECT FROM agent_job_images WHERE job_id = $1`,
      [id],
    );
    assert.equal(rows.length, 0);
  });

  test('contains the last of several changes to one path', async () => {
    await open().append(step(0), [
      write('a.mdx', '1'),
      write('a.mdx', '2'),
      write('b.mdx', '1'),
      { path: 'b.mdx', entry: null },
    ]);
    assert.deepEqual([...(await open().load()).overlay], [['a.mdx', { kind: 'write', content: '2' }]]);
  });

  test('is not written by a worker that lost its lease, and neither are its changes', async () => {
    await assert.rejects(open(2).append(step(0), [write('a.mdx', 'late')]), LeaseLost);
    await sql`update agent_jobs set status = 'failed' where id = ${id}`.execute(database.kysely);
    await assert.rejects(open().append(step(0), [write('a.mdx', 'late')]), LeaseLost);
    const { records, overlay } = await open().load();
    assert.deepEqual([records, overlay.size], [[], 0]);
    assert.deepEqual(await selectEvents(database.kysely, id, 0, 10), []);
  });

  test('can’t be appended at an occupied position; nothing is written in that case', async () => {
    await open().append(step(0), [write('a.mdx', 'first')]);
    await assert.rejects(open().append(step(0), [write('a.mdx', 'second')]), { code: '23505' });
    assert.deepEqual([...(await open().load()).overlay], [['a.mdx', { kind: 'write', content: 'first' }]]);
    assert.equal((await selectEvents(database.kysely, id, 0, 10)).length, 1);
  });

  test('adds its cost to the job if it is an answer, even if the job fails', async () => {
    const answer = (seq: number, costUsd: number | null): JournalRecord => ({
      ...step(seq, { inputTokens: 100, cachedInputTokens: 80, cacheWriteTokens: 10, outputTokens: 20, costUsd }),
      kind: 'assistant',
    });
    const usage = async () =>
      (await sql<{ usage: unknown }>`select usage from agent_jobs where id = ${id}`.execute(database.kysely)).rows[0]
        ?.usage;
    await open().append(answer(0, 0.1), []);
    await open().append(answer(1, 0.2), []);
    await open().append(step(2), []);
    await sql`update agent_jobs set status = 'failed' where id = ${id}`.execute(database.kysely);
    assert.deepEqual(await usage(), {
      inputTokens: 200,
      cachedInputTokens: 160,
      cacheWriteTokens: 20,
      outputTokens: 40,
      costUsd: 0.3,
      known: true,
    });
    await sql`update agent_jobs set status = 'active' where id = ${id}`.execute(database.kysely);
    await open().append(answer(3, null), []);
    assert.deepEqual(await usage(), {
      inputTokens: 300,
      cachedInputTokens: 240,
      cacheWriteTokens: 30,
      outputTokens: 60,
      costUsd: 0.3,
      known: false,
    });
    const { rows } = await sql`
      select project_id, usd::float8, unpriced_answers as unpriced, month = to_char(now() at time zone 'UTC', 'YYYY-MM') as now
      from model_spending`.execute(database.kysely);
    assert.deepEqual(rows, [{ project_id: 'project', usd: 0.3, unpriced: 1, now: true }]);
  });

  test('leaves the events unchanged if it has no event', async () => {
    await open().append({ ...step(0), kind: 'note', data: { say: 'Continue.' } }, []);
    assert.equal((await open().load()).records.length, 1);
    assert.deepEqual(await selectEvents(database.kysely, id, 0, 10), []);
  });
});
