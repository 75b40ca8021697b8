import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { judgePlan } from './judge-plan.ts';
import { findUnknownFunctions, walkStatements } from './walk-statements.ts';

describe('the service’s statements', () => {
  test('are covered: each function that a store exports has a sample', async () => {
    assert.deepEqual(await findUnknownFunctions(), []);
  });

  test('read no large table as a whole, and at most twenty rows for each returned row, unless a sample allows it', async () => {
    const { faults, statements } = await walkStatements({ organizations: 1_000, projects: 2_000, jobs: 10_000 });
    assert.ok(statements > 800, `only ${statements} statements were sent`);
    assert.deepEqual(faults, [], faults.join('\n'));
  });
});

describe('a plan', () => {
  const rowsOf = () => 1_000;
  const scan = (type: string, more: object) => ({
    'Node Type': type,
    'Relation Name': 'jobs',
    'Actual Rows': 1,
    'Actual Loops': 1,
    ...more,
  });

  test('is reported if it reads a large table as a whole, unless it never reached the table', () => {
    assert.deepEqual(judgePlan(scan('Seq Scan', {}), rowsOf), ['reads all of jobs']);
    assert.deepEqual(
      judgePlan(scan('Seq Scan', {}), () => 10),
      [],
    );
    assert.deepEqual(judgePlan(scan('Seq Scan', { 'Actual Loops': 0 }), rowsOf), []);
  });

  test('is reported if it discards most of the rows that it reads, or searches an index many times', () => {
    const by = { 'Index Name': 'jobs_newest' };
    assert.deepEqual(judgePlan(scan('Index Scan', { ...by, 'Rows Removed by Filter': 19 }), rowsOf), []);
    assert.deepEqual(judgePlan(scan('Index Scan', { ...by, 'Rows Removed by Filter': 20 }), rowsOf), [
      'reads 21 rows of jobs by jobs_newest for 1',
    ]);
    assert.deepEqual(judgePlan(scan('Index Scan', { ...by, 'Index Searches': 300 }), rowsOf), [
      'skips through jobs by jobs_newest in 300 searches for 1',
    ]);
  });

  test('for a change is judged by the number of changed rows', () => {
    const change = (rows: number) => ({
      'Node Type': 'ModifyTable',
      'Actual Rows': 0,
      'Actual Loops': 1,
      Plans: [
        scan('Index Scan', { 'Parent Relationship': 'InitPlan' }),
        scan('Index Scan', { 'Parent Relationship': 'Outer', 'Actual Rows': rows }),
      ],
    });
    assert.deepEqual(judgePlan(change(500), rowsOf), []);
  });
});
