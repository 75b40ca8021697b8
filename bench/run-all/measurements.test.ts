import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { measurements } from '../measurements/index.ts';
import { sizingRows } from '../measurements/sizing-rows.ts';
import { keyOf } from './measurement.ts';
import { readResults, writePages } from './stored-results.ts';
import { replaceSizingRows } from './tables.ts';

const bench = dirname(import.meta.dirname);
/** Programs that aren't measurements. */
const others = ['run-all.ts', 'compare-commit.ts', 'site-builder/hash-outputs.ts', 'agent-replay/record-answers.ts'];
const programs = globSync('**/*.ts', { cwd: bench });

test('bench/README.md and docs/operate/sizing.mdx are what "npm run generate" writes', () => {
  for (const [path, text] of writePages(readResults())) assert.equal(readFileSync(path, 'utf8'), text, path);
});

test('every measurement is declared once, for an existing program', () => {
  const keys = measurements.map(keyOf);
  assert.deepEqual(keys, [...new Set(keys)]);
  assert.deepEqual(
    measurements.map(({ program }) => program).filter((program) => !programs.includes(program)),
    [],
  );
});

test('every program with a documented command is declared', () => {
  const declared = measurements.map(({ program }) => program);
  const missing = programs.filter((path) => {
    const text = readFileSync(join(bench, path), 'utf8').replaceAll(/\s*\n \* ?/g, ' ');
    return text.includes(`node bench/${path}`) && ![...declared, ...others].includes(path);
  });
  assert.deepEqual(missing, []);
});

test('every stored result belongs to a measurement', () => {
  const keys = measurements.map(keyOf);
  assert.deepEqual(
    Object.keys(readResults()).filter((key) => !keys.includes(key)),
    [],
  );
});

test('rows of the sizing page need only figures that a run stores', () => {
  for (const row of sizingRows) {
    const measurement = measurements.find((each) => keyOf(each) === row.measurement);
    const values = Object.fromEntries((measurement?.figures ?? []).map(({ name }) => [name, 1]));
    assert.doesNotThrow(() => replaceSizingRows(`| ${row.load} |`, [row], { [row.measurement]: { values } }));
  }
});

test('every program with figures mentions --json', () => {
  const read = measurements.filter(({ figures, comparison }) => (figures ?? comparison) !== undefined);
  const lacking = read.filter(({ program }) => !readFileSync(join(bench, program), 'utf8').includes('--json'));
  assert.deepEqual(
    lacking.map(({ program }) => program),
    [],
  );
});
