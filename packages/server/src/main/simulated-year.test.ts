import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listDefaultUpkeep } from '../testing/default-upkeep.ts';
import { simulateYear, type SimulatedDay } from '../testing/simulate-year.ts';

/** The scenario is a site of 1,000 pages with 100 jobs, 50 deployments and 50 exports per day. */
const part = 1 / 50;

test('over 480 simulated days, a default installation stays under 5 GB, and its rows match its files', async () => {
  const days: SimulatedDay[] = [];
  for await (const day of simulateYear({
    days: 480,
    step: 24,
    jobs: 100 * part,
    deployments: 50 * part,
    bundleBytes: 9_300_000,
    // The default of 20 would be 0 at this scale, but retention by number must also be tested.
    settings: { ...listDefaultUpkeep(), keepDeployments: 2 },
  })) {
    assert.deepEqual(day.faults, [], `day ${day.day}`);
    days.push(day);
  }
  const total = ({ databaseBytes, emptyBytes, blobBytes }: SimulatedDay): number =>
    emptyBytes + (databaseBytes - emptyBytes + blobBytes) / part;
  for (const day of days) assert.ok(total(day) < 5e9, `${Math.round(total(day) / 1e6)} MB on day ${day.day}`);
  const [year, last] = [days.find(({ day }) => day >= 380), days.at(-1)];
  assert.ok(year && last);
  // After a year, deletions balance additions, except in the audit log, which is kept until the operator sets a limit.
  assert.equal(last.blobs, year.blobs);
  const grown = (last.databaseBytes - year.databaseBytes) / year.databaseBytes;
  assert.ok(grown < 0.1, `the database grew by ${Math.round(100 * grown)}% in 96 days after its first year`);
});
