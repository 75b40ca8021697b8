/** `npm run faults [part of a name …]`: one after another on one installation. Exit code 1: a promise was broken. */
import { Installation } from './installation.ts';
import { runFault, type FaultResult } from './fault.ts';
import { listFaults } from './list-faults.ts';

const isJson = process.argv.includes('--json');
/** Parts of names; none: every fault. */
const only = process.argv.slice(2).filter((argument) => !argument.startsWith('-'));
const faults = listFaults().filter(({ name }) => only.length === 0 || only.some((part) => name.includes(part)));
const print = (line: string): void => {
  if (!isJson) console.log(line);
};
const results: FaultResult[] = [];
const installation = await Installation.create();
try {
  print(['fault'.padEnd(38), 'times', 'jobs', 'recovery', 'result'].join('  '));
  for (const fault of faults) {
    const result = await runFault(installation, fault);
    results.push(result);
    print(describe(result));
  }
} finally {
  await installation.close();
}
const sum = (of: (result: FaultResult) => number): number => results.reduce((total, result) => total + of(result), 0);
const totals = {
  runs: sum(({ times }) => times),
  lost: sum(({ lost }) => lost.length),
  duplicated: sum(({ duplicated }) => duplicated.length),
  violations: sum(({ violations }) => violations.length),
};
const { runs, lost, duplicated, violations } = totals;
console.log(
  isJson
    ? JSON.stringify(totals)
    : `${String(runs)} faults, ${String(lost)} lost, ${String(duplicated)} duplicated, ${String(violations)} violations`,
);
process.exitCode = lost + duplicated + violations === 0 && results.length > 0 ? 0 : 1;

function describe({ fault, times, jobs, recoveryMs, lost: gone, duplicated: twice, violations: found }: FaultResult) {
  const faultsFound = [...new Set([...gone, ...twice, ...found])];
  const cells = [
    fault.padEnd(38),
    `${String(times).padStart(4)}×`,
    String(jobs).padStart(4),
    `${(recoveryMs / 1000).toFixed(1)} s`.padStart(8),
    faultsFound.length === 0 ? 'nothing lost, nothing twice' : faultsFound.join('; '),
  ];
  return cells.join('  ');
}
