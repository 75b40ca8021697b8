import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Measurement } from './measurement.ts';
import { formatBenchTable, formatOutcomes, isMissedGoal, replaceSizingRows, replaceTable } from './tables.ts';

const measurement: Measurement = {
  program: 'api/x.ts',
  usage: '[--peers a|b]',
  measures: 'Requests',
  goal: 'ratio 0.9',
  comparedWith: 'nginx',
  takes: 'a minute',
  figures: [{ name: 'ratio', label: 'hot', atLeast: 0.9 }],
};
const result = { date: '2026-01-02', load: 1.5, cores: 2, values: { ratio: 0.8 } };

test('the bench page has a row for each measurement, with or without a result', () => {
  const table = formatBenchTable([measurement, { ...measurement, program: 'api/y.ts' }], { 'api/x.ts': result });
  const [, , one, other] = table.split('\n');
  assert.equal(
    one,
    '| Requests | ratio 0.9 | nginx | hot 0.8 (**not reached**) | 2026-01-02 | 1.5 | `node bench/api/x.ts [--peers a\\|b]` |',
  );
  assert.equal(other, '| Requests | ratio 0.9 | nginx |  |  |  | `node bench/api/y.ts [--peers a\\|b]` |');
});

test('a run marks missed goals, and states why a measurement has no result', () => {
  const rows = formatOutcomes([
    { measurement, result, state: 'measured' },
    { measurement, result: { ...result, values: { ratio: 0.9 } }, state: 'measured' },
    { measurement, reason: 'needs nginx', state: 'not run' },
    { measurement: { ...measurement, failsIfMissed: true }, reason: 'failed: 3 faults', state: 'failed' },
  ]).split('\n');
  assert.deepEqual(rows.slice(2), [
    '| MISSED | api/x.ts | ratio 0.9 | nginx | hot 0.8 (**not reached**) | 2026-01-02 | 1.5 |',
    '| reached | api/x.ts | ratio 0.9 | nginx | hot 0.9 | 2026-01-02 | 1.5 |',
    '| not run | api/x.ts | ratio 0.9 | nginx | needs nginx |  |  |',
    '| MISSED or failed | api/x.ts | ratio 0.9 | nginx | failed: 3 faults |  |  |',
  ]);
});

test('a failure is a missed goal only if the program fails when it misses its goal', () => {
  assert.equal(isMissedGoal({ measurement, reason: 'failed', state: 'failed' }), false);
  assert.equal(isMissedGoal({ measurement: { ...measurement, failsIfMissed: true }, state: 'failed' }), true);
});

test('a table replaces only the table with the same first column', () => {
  const page = '# Title\n\n| A | B |\n| --- | --- |\n| 1 | 2 |\n\nText\n';
  assert.equal(replaceTable(page, '| A | C |\n| --- | --- |'), '# Title\n\n| A | C |\n| --- | --- |\n\nText\n');
  assert.throws(() => replaceTable(page, '| B | C |\n| --- | --- |'), /no table/);
});

test('rows of the sizing page are written from stored figures; other rows are unchanged', () => {
  const row = {
    measurement: 'api/x.ts',
    load: 'Readers',
    sites: '1',
    processes: 'edge',
    memory: ({ ratio }: Readonly<Record<string, number>>) => `${ratio} MB`,
  };
  const page = '| Jobs | 1 |\n| Readers | old |\n';
  const written = '| Jobs | 1 |\n| Readers | 1 | edge | – | 0.8 MB | `bench/api/x.ts` |\n';
  assert.equal(replaceSizingRows(page, [row], { 'api/x.ts': result }), written);
  assert.throws(() => replaceSizingRows('', [row], { 'api/x.ts': result }), /no row "Readers"/);
  assert.throws(() => replaceSizingRows(page, [row], { 'api/x.ts': { text: '5 MB' } }), /no stored figures/);
});
