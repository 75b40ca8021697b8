import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { checkTables } from './check-tables.ts';
import { readSqlUses, readTableUses } from './read-table-uses.ts';
import type { TableException } from './table-rules.ts';

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
const areas = ['base', 'top'];
const none: readonly TableException[] = [];
const readsAll: readonly TableException[] = [{ module: 'base/jobs', why: 'a test' }];

/** Returns the violations of a server with two modules, the first of which has a store that contains `text`. */
const check = (text: string, exceptions = none, path = 'base/jobs/store.ts') =>
  checkFiles({ 'base/jobs/own-store.ts': 'sql`select from jobs`', [path]: text }, exceptions);

/** Returns the violations of a server with these files in its modules. The module `keys` always has a store. */
async function checkFiles(files: Readonly<Record<string, string>>, exceptions = none): Promise<string[]> {
  const root = await mkdtemp(join(tmpdir(), 'docwright-tables-'));
  const modules = 'packages/server/src/modules';
  try {
    for (const [file, content] of [
      ['packages/server/migrations/0001-schema.sql', schema],
      [`${modules}/base/keys/own-store.ts`, 'sql`select from keys`'],
      ...Object.entries(files).map(([path, text]) => [`${modules}/${path}`, text] as const),
    ] as const) {
      await mkdir(dirname(join(root, file)), { recursive: true });
      await writeFile(join(root, file), content);
    }
    return checkTables(root, { areas, exceptions }).violations.map((line) => line.replaceAll(`${modules}/`, ''));
  } finally {
    await rm(root, { recursive: true });
  }
}

describe('a table', () => {
  test('is written only by its owner, even if others may read it', async () => {
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
        await check(`${text}; sql\`select from keys\``, readsAll),
        ['table-written-by-owner: base/jobs/store.ts → keys'],
        text,
      );
    }
  });

  test('is read by its owner, and by modules that read everything', async () => {
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
      assert.deepEqual(await check(text, readsAll), [], text);
    }
    assert.deepEqual(await check("db.insertInto('steps'); sql`update jobs set id = '' from steps`"), []);
  });

  test('is also found outside a store', async () => {
    assert.deepEqual(
      await check("db.selectFrom('jobs')", none, '../main/wiring.ts'),
      ['table-read-by-owner: packages/server/src/modules/../main/wiring.ts → jobs'].map((line) =>
        line.replace('packages/server/src/modules/../main', 'packages/server/src/main'),
      ),
    );
  });

  test('can be named in a different file of the module than the one that uses it', async () => {
    const dynamic = 'sql`select min(at) from ${sql.table(name)}`';
    const path = 'base/jobs/ages-store.ts';
    const rules = { 'base/jobs/rules.ts': "export const rules = [{ name: 'keys' }];" };
    assert.deepEqual(await checkFiles({ [path]: dynamic, ...rules }), [`table-read-by-owner: ${path} → keys`]);
    assert.deepEqual(await checkFiles({ [path]: dynamic, ...rules }, readsAll), []);
    assert.deepEqual(await checkFiles({ [path]: dynamic }), [
      `table-read-by-owner: ${path} → (a table whose name is in no file of the module)`,
    ]);
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

  test('has no unused exception', async () => {
    assert.deepEqual(await check('sql`select from jobs`', [{ module: 'base/idle', why: 'a test' }]), [
      'table-exception-unused: base/idle → (any table)',
    ]);
  });
});

describe('a view', () => {
  const migration = '../../migrations/0002-views.sql';
  const view = (query: string) => `-- Owner: base/keys\n-- One row per key.\ncreate view shared_keys as ${query};`;
  const reading = 'sql`select from shared_keys`';

  /** Returns the violations of a server whose `keys` module has a view, with `text` in a store of another module. */
  const checkView = (query: string, text: string, path = 'base/jobs') =>
    checkFiles({
      [migration]: view(query),
      'base/jobs/own-store.ts': 'sql`select from jobs`',
      [`${path}/store.ts`]: text,
    });

  test('can be read by another module without a declaration', async () => {
    assert.deepEqual(await checkView('select id from keys', reading), []);
    assert.deepEqual(await checkView('select id from keys', "db.selectFrom('shared_keys as keys')", 'top/site'), []);
  });

  test('is never written, not even by its owner', async () => {
    for (const [path, text] of [
      ['base/jobs', `${reading}; db.insertInto('shared_keys')`],
      ['base/keys', 'sql`delete from shared_keys`'],
    ] as const)
      assert.deepEqual(
        (
          await checkFiles({
            [migration]: view('select id from keys'),
            'base/jobs/own-store.ts': reading,
            [`${path}/store.ts`]: text,
          })
        ).filter((line) => line.startsWith('view-never-written')),
        [`view-never-written: ${path}/store.ts → shared_keys`],
      );
  });

  test('must have a reader in another module', async () => {
    const unread = ['view-has-reader: shared_keys → (no other module)'];
    assert.deepEqual(await checkView('select id from keys', 'sql`select from jobs`'), unread);
    assert.deepEqual(await checkView('select id from keys', reading, 'base/keys'), unread);
  });

  test('reads tables of its owner and views of other modules, not their tables', async () => {
    assert.deepEqual(await checkView('select keys.id from keys join jobs on true', reading), [
      'table-read-by-owner: view shared_keys → jobs',
    ]);
    const shared = '-- Owner: base/jobs\n-- One row per job.\ncreate view shared_jobs as select id from jobs;\n';
    assert.deepEqual(
      await checkFiles({
        [migration]: `${shared}${view('select keys.id from keys join shared_jobs on true')}`,
        'base/jobs/own-store.ts': reading,
      }),
      [],
    );
  });

  test('is read only by areas that may import the area of its owner', async () => {
    assert.deepEqual(
      await checkFiles({
        [migration]: view('select id from keys').replace('base/keys', 'top/site').replace('from keys', 'from sites'),
        '../../migrations/0003-sites.sql': '-- Owner: top/site\ncreate table sites (id text);',
        'top/site/store.ts': 'sql`select from sites`',
        'base/jobs/own-store.ts': reading,
      }),
      ['view-of-earlier-area: base/jobs/own-store.ts → shared_keys'],
    );
  });

  test('has the later query if a later migration replaces it', async () => {
    assert.deepEqual(
      await checkFiles({
        [migration]: view('select keys.id from keys join jobs on true'),
        '../../migrations/0003-again.sql': view('select id from keys').replace('create', 'create or replace'),
        'base/jobs/own-store.ts': reading,
      }),
      [],
    );
  });
});

describe('SQL', () => {
  const tables = new Set(['jobs', 'keys']);
  const elsewhere = new Set<string>();

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
    assert.deepEqual(readTableUses('a.ts', 'throw new Error(`removed from keys`);', { tables, elsewhere }), []);
    assert.deepEqual(readTableUses('a.ts', 'const statement = `SELECT * FROM keys`;', { tables, elsewhere }), [
      { table: 'keys', isWrite: false },
    ]);
  });
});

test('a server without tables or without SQL fails the check', async () => {
  const root = await mkdtemp(join(tmpdir(), 'docwright-tables-'));
  await mkdir(join(root, 'packages/server/migrations'), { recursive: true });
  await mkdir(join(root, 'packages/server/src'), { recursive: true });
  assert.throws(() => checkTables(root, { areas, exceptions: none }), /no table is created/);
  await writeFile(join(root, 'packages/server/migrations/0001-schema.sql'), schema);
  assert.throws(() => checkTables(root, { areas, exceptions: none }), /no source file .* uses a table/);
  await rm(root, { recursive: true });
});
