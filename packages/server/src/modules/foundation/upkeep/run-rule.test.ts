import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { createFixedClock } from '../../../platform/clock/index.ts';
import { openModuleDatabase, HOME, type ModuleDatabase } from '../../../testing/module-database.ts';
import { SizedBlobs } from '../../../testing/sized-blobs.ts';
import type { IdempotencyTables } from '../idempotency/index.ts';
import type { RetentionRule } from './rule.ts';
import { runRule } from './run-rule.ts';
import { selectRuns, type UpkeepTables } from './store.ts';

type Tables = UpkeepTables & IdempotencyTables;

describe('an upkeep rule', () => {
  let database: ModuleDatabase<Tables>;
  const blobs = new SizedBlobs();
  const clock = createFixedClock(new Date());
  const unused = [{ id: 'docs', bytes: 900, usedAt: new Date() }];
  const mirrors = { listUnused: () => Promise.resolve([]), removeUnused: () => Promise.resolve(unused.splice(0)) };
  const deps = () => ({ database, blobs, clock, mirrors });
  const ruleOf = (name: string, apply: RetentionRule<Tables>['apply']): RetentionRule<Tables> => ({
    name,
    title: 'Things',
    keeps: 'nothing',
    limits: [],
    tables: [],
    apply,
  });
  const noteOf = async (name: string) => (await selectRuns(database.kysely)).find(({ rule }) => rule === name);
  const insertAnswers = (count: number) =>
    database.pool.query(
      `INSERT INTO idempotency_keys (organization_id, actor, key, operation, body_sha256, response)
       SELECT $1, 'k', n::text, 'o', 'x', '{}' FROM generate_series(1, $2::int) n`,
      [HOME, count],
    );

  before(async () => {
    database = await openModuleDatabase<Tables>();
  });
  after(() => database.close());

  test('records what it removed: rows, by different kinds of statements, and existing files', async () => {
    await insertAnswers(7);
    blobs.place('bundles/a', 500, new Date());
    const rule = ruleOf('counted', async ({ database: { kysely }, blobs: files }) => {
      await sql`
        delete from idempotency_keys where key = '1'`.execute(kysely);
      await kysely.deleteFrom('idempotency_keys').where('key', 'in', ['2', '3']).execute();
      await kysely
        .transaction()
        .execute((tx) => sql`DELETE FROM idempotency_keys WHERE key = '4' RETURNING key`.execute(tx));
      await sql`update idempotency_keys set operation = 'delete'`.execute(kysely);
      await files.delete('bundles/a');
      await files.delete('bundles/never-there');
    });
    assert.deepEqual(await runRule(deps(), rule), { rows: 4, files: 1, bytes: 500 });
    const { endedAt, ...note } = (await noteOf('counted')) ?? assert.fail();
    assert.deepEqual(note, { rule: 'counted', failed: false, rows: 4, files: 1, bytes: 500 });
    assert.ok(endedAt instanceof Date);
  });

  test('runs once if started twice at the same time, and again when it is due', async () => {
    let runs = 0;
    const rule = ruleOf('shared', () => Promise.resolve((runs += 1)));
    const both = await Promise.all([runRule(deps(), rule, 3_000), runRule(deps(), rule, 3_000)]);
    assert.deepEqual([runs, both.filter((taken) => taken === undefined).length], [1, 1]);
    await database.pool.query(
      `UPDATE upkeep_runs SET started_at = now() - interval '3001 seconds' WHERE rule = 'shared'`,
    );
    await runRule(deps(), rule, 3_000);
    assert.equal(runs, 2);
    // A run that a user requested ignores the last run time.
    await runRule(deps(), rule);
    assert.equal(runs, 3);
  });

  test('is reported if it fails, with its removals before the failure', async () => {
    const rule = ruleOf('failing', async ({ database: { kysely } }) => {
      await kysely.deleteFrom('idempotency_keys').where('key', '=', '5').execute();
      throw new Error('the disk is gone');
    });
    await assert.rejects(runRule(deps(), rule), /the disk is gone/);
    const note = await noteOf('failing');
    assert.deepEqual([note?.failed, note?.rows], [true, 1]);
  });

  test('runs in each process if it deletes from disks, and overwrites no record if it removes nothing', async () => {
    const rule: RetentionRule<Tables> = {
      ...ruleOf('of-disk', ({ mirrors: here }) => here.removeUnused({ maxBytes: 0, days: 1 })),
      isPerDisk: true,
    };
    assert.deepEqual(await runRule(deps(), rule, 3_000), { rows: 0, files: 1, bytes: 900 });
    assert.deepEqual(await runRule(deps(), rule, 3_000), { rows: 0, files: 0, bytes: 0 });
    assert.equal((await noteOf('of-disk'))?.bytes, 900);
  });

  test('has no last run if no run has ended', async () => {
    await database.pool.query(`INSERT INTO upkeep_runs (rule, started_at) VALUES ('begun', now())`);
    assert.equal(await noteOf('begun'), undefined);
  });
});
