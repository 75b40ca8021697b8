/**
 * Simulates the days of a default installation, and shows the space used by its database and files, and the auditor's
 * findings.
 *
 * npx node bench/retention/simulate-year.ts [--days 440] [--step 10] [--jobs 100] [--deployments 50] [--megabytes 9.3]
 *
 * Each deployed commit is also exported. Tables, cleanup and auditor are real; the clock is a database row, and a
 * bundle is only a size (`--megabytes`: an archive of 1,000 pages). Fails if more than 5 GB are used, or if a row has
 * no file, a file has no row, or anything is older than its setting allows.
 */
import { parseArgs } from 'node:util';
import { listDefaultUpkeep } from '../../packages/server/src/testing/default-upkeep.ts';
import { simulateYear } from '../../packages/server/src/testing/simulate-year.ts';

const { values } = parseArgs({
  options: {
    days: { type: 'string', default: '440' },
    step: { type: 'string', default: '10' },
    jobs: { type: 'string', default: '100' },
    deployments: { type: 'string', default: '50' },
    megabytes: { type: 'string', default: '9.3' },
  },
});
const started = performance.now();
let most = 0;
let faults = 0;
for await (const day of simulateYear({
  days: Number(values.days),
  step: Number(values.step),
  jobs: Number(values.jobs),
  deployments: Number(values.deployments),
  bundleBytes: Number(values.megabytes) * 1_000_000,
  settings: listDefaultUpkeep(),
})) {
  const gigabytes = (bytes: number): string => (bytes / 1e9).toFixed(2);
  most = Math.max(most, day.databaseBytes + day.blobBytes);
  faults += day.faults.length;
  for (const fault of day.faults) console.log(fault);
  console.log(
    `day ${String(day.day).padStart(4)}  database ${gigabytes(day.databaseBytes)} GB  files ${gigabytes(day.blobBytes)} GB (${day.blobs})`,
  );
}
const seconds = Math.round((performance.now() - started) / 1_000);
console.log(`most ${(most / 1e9).toFixed(2)} GB, ${faults} faults, ${seconds} s`);
process.exitCode = most < 5e9 && faults === 0 ? 0 : 1;
