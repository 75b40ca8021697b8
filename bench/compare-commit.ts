/**
 * Compares this checkout with another commit in short measurements of processor time and counts:
 *
 * node bench/compare-commit.ts [commit=HEAD~1] [words…] [--rounds 5] [--at-most 1.25]
 *
 * The commit is checked out in a temporary folder. Both sides run the same programs in turn and begin alternately, so
 * that other work on the machine affects both equally. `--at-most`: fail if a cost ratio is greater. The side of this
 * checkout includes uncommitted changes.
 */
import { execFileSync } from 'node:child_process';
import { loadavg } from 'node:os';
import { dirname } from 'node:path';
import { parseArgs } from 'node:util';
import { measurements } from './measurements/index.ts';
import { compareRounds, resolveComparison, type Round } from './run-all/compare.ts';
import { runProgram } from './run-all/run-program.ts';
import { openSecondCheckout } from './run-all/second-checkout.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string' }, 'at-most': { type: 'string' } },
});
const { commit, words, rounds, atMost } = resolveComparison(positionals, {
  rounds: values.rounds,
  atMost: values['at-most'],
});
const chosen = measurements.flatMap((each) =>
  each.comparison !== undefined && (words.length === 0 || words.some((word) => each.program.includes(word)))
    ? [{ ...each, comparison: each.comparison }]
    : [],
);
if (chosen.length === 0) throw new Error('No measurement that can be compared has one of these words in its path.');
const repository = dirname(import.meta.dirname);
using other = openSecondCheckout(repository, commit);
process.once('SIGINT', () => {
  other[Symbol.dispose]();
  process.exit(130);
});
if (!other.hasSamePackages)
  console.log(`${commit} has a different package-lock.json, but runs with this one's packages.`);
// Both sides run compiled code.
for (const cwd of [repository, other.folder])
  execFileSync(process.execPath, ['scripts/run-compile-entry-points.ts'], { cwd, stdio: 'ignore' });
console.log(
  `Load ${loadavg()[0]?.toFixed(1)}, ${rounds} rounds, compared with ${commit}. Cost ratios above 1 are worse.`,
);
for (const measurement of chosen) {
  const { program, comparison } = measurement;
  const measure = async (folder: string): Promise<string> => {
    const { code, output, lastLine } = await runProgram(folder, program, [...comparison.args, '--json']);
    if (code !== 0) throw new Error(`${folder === repository ? 'this checkout' : commit}: ${lastLine}`);
    return output;
  };
  try {
    const results: Round[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const first = await measure(round % 2 === 0 ? other.folder : repository);
      const second = await measure(round % 2 === 0 ? repository : other.folder);
      results.push(round % 2 === 0 ? { before: first, after: second } : { before: second, after: first });
    }
    for (const { measurement: name, figure, before, after, costRatio, range } of compareRounds(measurement, results)) {
      const isWorse = costRatio > atMost;
      console.log(
        `${name}  ${figure}: ${before} → ${after}, cost ratio ${costRatio} (${range.join(' to ')})${isWorse ? '  WORSE' : ''}`,
      );
      if (isWorse) process.exitCode = 1;
    }
  } catch (error) {
    console.log(`${program} failed: ${error instanceof Error ? error.message : String(error)}`);
    process.exitCode = 1;
  }
}
