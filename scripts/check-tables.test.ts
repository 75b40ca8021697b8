import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { checkTables } from './check-tables.ts';
import { readSqlUses, readTableUses } from './read-table-uses.ts';
import type { TableRule } from './table-rules.ts';

const schema = `
-- Owner: base/jobs
-- One row per job.
create table jobs (id text);
-- One row per step.
create table steps (job_id text references jobs (id));
-- Owner: base/keys
-- One row per key.
create table keys (id text);
`;
const none: readonly TableRule[] = [];
const allowed: readonly TableRule[] = [{ by: ['base/jobs'], tables: ['keys'], why: 'a test' }];

/** The violations of a server with two modules, and `text` in a store of the first. */
async function check(text: string, rules = none, path = 'base/jobs/store.ts') {
  const root = await mkdtemp(join(tmpdir(), 'docwright-tables-'));
  const modules = 'packages/server/src/modules';
  try {
    for (const [file, content] of [
      ['packages/server/migrations/0001-schema.sql', schema],
      [`${modules}/base/jobs/own-store.ts`, 'sql`select from jobs`'],
      [`${modules}/base/keys/store.ts`, 'sql`select from keys`'],
      [`${modules}/${path}`, text],
    ] as const) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), content);
    }
    return checkTables(root, rules).violations.map((line) => line.replaceAll(`${modules}/`, ''));
  } finally {
    await rm(root, { recursive: true });
  }
}

describe('a table', () => {
  test('is written by its owner only, even if others may read it', async () => {
    for (const text of [
      "db.insertInto('keys').values({})",
      "db.updateTable('keys as k')",
      "db.deleteFrom('keys')",
      'sql`insert into keys values (1)`',
      'sql`with gone as (delete from keys returning id) select from gone`',
      'sql`update keys set id = 1`',
      "sql`delete from ${sql.table('keys')}`",
      "for (const table of ['keys']) sql`delete from ${sql.table(table)}`",
      "pool.query('DELETE FROM keys')",
      "ownedRows({ table: 'keys', column: 'project_id', key: 'id' })",
    ]) {
      assert.deepEqual(
        await check(`${text}; sql\`select from keys\``, allowed),
        ['table-written-by-owner: base/jobs/store.ts → keys'],
        text,
      );
    }
  });

  test('is read by its owner, and by modules that the rules name with a reason', async () => {
    for (const text of [
      "db.selectFrom('keys')",
      "db.selectFrom(['jobs', 'keys as k'])",
      "db.selectFrom('jobs').leftJoin('keys', 'keys.id', 'jobs.id')",
      'sql`select from jobs j, keys k`',
      'sql`select from (select 1) as one, keys`',
      'sql`delete from jobs using keys where true`',
      'sql`select exists (select from keys where id = ${id})`',
      'const from = sql`jobs join keys on true`',
    ]) {
      assert.deepEqual(await check(text), ['table-read-by-owner: base/jobs/store.ts → keys'], text);
      assert.deepEqual(await check(text, allowed), [], text);
      assert.deepEqual(await check(text, [{ by: ['base/jobs'], tables: 'any', why: 'a test' }]), [], text);
    }
    assert.deepEqual(await check("db.insertInto('steps'); sql`update jobs set id = '' from steps`"), []);
  });

  test('is found outside stores, too', async () => {
    assert.deepEqual(
      await check("db.selectFrom('jobs')", none, '../main/wiring.ts'),
      ['table-read-by-owner: packages/server/src/modules/../main/wiring.ts → jobs'].map((line) =>
        line.replace('packages/server/src/modules/../main', 'packages/server/src/main'),
      ),
    );
  });

  test('has an owner that is a module', async () => {
    const violations = await check('sql`select from jobs`', none, '../../migrations/0002-other.ts');
    assert.deepEqual(violations, []);
    assert.deepEqual(
      await check('-- Owner: base/nobody\ncreate table lost (id text);', none, '../../migrations/0002-lost.sql'),
      ['table-has-owner: lost → base/nobody'],
    );
    assert.deepEqual(await check('create table lost (id text);', none, '../../migrations/0002-lost.sql'), [
      'table-has-owner: lost → (no "-- Owner:" line)',
    ]);
  });

  test('has no rule that nothing needs', async () => {
    const rules = [...allowed, { by: ['base/idle'], tables: 'any', why: 'a test' } as const];
    assert.deepEqual(await check('sql`select from jobs`', rules), [
      'table-rule-unused: base/idle → (any table)',
      'table-rule-unused: base/jobs → keys',
    ]);
  });
});

describe('SQL', () => {
  const tables = new Set(['jobs', 'keys']);
  test('names columns, functions and clauses that are not tables', () => {
    for (const text of [
      'select keys, jobs.id from elsewhere',
      'select 1 where a is distinct from jobs.id',
      'select from x order by keys, jobs',
      "select 'from jobs'",
      '-- from jobs\nselect 1',
      'select from x for update of keys',
      'insert into other (jobs, keys) values (1, 2) on conflict (jobs) do update set keys = 1',
    ])
      assert.deepEqual(readSqlUses(text, tables), [], text);
  });

  test('is a template of the tag `sql`, or text that begins like a statement', () => {
    assert.deepEqual(readTableUses('a.ts', 'throw new Error(`removed from keys`);', tables), []);
    assert.deepEqual(readTableUses('a.ts', 'const statement = `SELECT * FROM keys`;', tables), [
      { table: 'keys', isWrite: false },
    ]);
  });
});

test('a server without tables or without SQL fails the check', async () => {
  const root = await mkdtemp(join(tmpdir(), 'docwright-tables-'));
  await mkdir(join(root, 'packages/server/migrations'), { recursive: true });
  await mkdir(join(root, 'packages/server/src'), { recursive: true });
  assert.throws(() => checkTables(root, none), /no table is created/);
  await writeFile(join(root, 'packages/server/migrations/0001-schema.sql'), schema);
  assert.throws(() => checkTables(root, none), /no source file .* uses a table/);
  await rm(root, { recursive: true });
});
