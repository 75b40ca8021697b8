/**
 * Runs measurements one after the other and prints one table with goal, result, date and load:
 *
 * node bench/run-all.ts [words…] [--quick] [--write] [--strict] [--stored] [--sites <folder>] [--mirrors <folder>]
 * [--specifications <folder>] [--corpus <folder>] [--questions <file>]
 *
 * Words select programs by their path. `--quick`: only short measurements (about a minute each) that need nothing else.
 * `--write`: store the figures, and generate the pages that show them. `--strict`: fail if a goal is missed.
 * `--stored`: run nothing, and show the stored results. If a measurement fails, or can't run here, the others still
 * run.
 */
import { spawnSync } from 'node:child_process';
import { availableParallelism, loadavg } from 'node:os';
import { dirname } from 'node:path';
import { measurements } from './measurements/index.ts';
import { choose, parseChoice, prepare, type Choice } from './run-all/choose.ts';
import { isReplacing, pickFigures, reachedText } from './run-all/judge.ts';
import { keyOf, type Measurement, type Result } from './run-all/measurement.ts';
import { runProgram } from './run-all/run-program.ts';
import { generatePages, readResults, storeResult } from './run-all/stored-results.ts';
import { formatOutcomes, isMissedGoal, type Outcome } from './run-all/tables.ts';

const choice = parseChoice(process.argv.slice(2));
const chosen = choose(measurements, choice);
if (chosen.length === 0) throw new Error('No measurement has one of these words in its path.');
const outcomes: Outcome[] = [];
for (const measurement of chosen) {
  const outcome = choice.stored ? findStored(measurement) : await run(measurement, choice);
  outcomes.push(outcome);
  if (choice.write && outcome.result !== undefined) store(keyOf(measurement), outcome.result);
}
if (choice.write) generatePages();
console.log(formatOutcomes(outcomes));
const missed = outcomes.filter(isMissedGoal).length;
console.log(`\n${missed} of ${outcomes.length} measurements miss a goal.`);
if (choice.strict && missed > 0) process.exitCode = 1;

function store(key: string, result: Result): void {
  if (isReplacing(readResults()[key], result)) storeResult(key, result);
  else process.stderr.write(`${key} reached its goal; bench/results.json keeps the stored text.\n`);
}

function findStored(measurement: Measurement): Outcome {
  const result = readResults()[keyOf(measurement)];
  if (result === undefined) return { measurement, state: 'not run', reason: 'no stored result' };
  return { measurement, result, state: 'measured' };
}

async function run(measurement: Measurement, { inputs }: Choice): Promise<Outcome> {
  const { program, figures = [], failsIfMissed = false } = measurement;
  const prepared = prepare(measurement, inputs, isInstalled);
  if ('reason' in prepared) return { measurement, state: 'not run', reason: prepared.reason };
  process.stderr.write(`${keyOf(measurement)} (takes ${measurement.takes})\n`);
  const load = Math.round((loadavg()[0] ?? 0) * 10) / 10;
  const args = figures.length > 0 ? [...prepared.args, '--json'] : prepared.args;
  const { code, output, lastLine } = await runProgram(dirname(import.meta.dirname), program, args);
  if (figures.length === 0) console.log(`${program}\n\n${output}`);
  if (code !== 0) return { measurement, state: 'failed', reason: `failed: ${lastLine}` };
  const circumstances: Result = { date: new Date().toISOString().slice(0, 10), load, cores: availableParallelism() };
  if (figures.length === 0) {
    if (failsIfMissed) return { measurement, state: 'measured', result: { ...circumstances, text: reachedText } };
    return { measurement, state: 'printed', reason: 'printed above' };
  }
  try {
    const names = figures.map(({ name }) => name);
    return { measurement, state: 'measured', result: { ...circumstances, values: pickFigures(output, names) } };
  } catch (error) {
    return { measurement, state: 'failed', reason: error instanceof Error ? error.message : String(error) };
  }
}

function isInstalled(program: string): boolean {
  return spawnSync('sh', ['-c', `command -v ${program}`]).status === 0;
}
