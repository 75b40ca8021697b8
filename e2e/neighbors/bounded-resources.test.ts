import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { boundedResources, type ProvenShare, type Share } from './bounded-resources.ts';
import { findBounded, findIn } from './find-bounded.ts';

const table = 'e2e/neighbors/bounded-resources.ts';
const shares: readonly Share[] = Object.values(boundedResources).flatMap((row) => [
  row.betweenOrganizations,
  row.betweenAddresses,
]);

describe('a bounded resource', () => {
  test('has exactly one row that describes how neighbors share it', () => {
    const listed = Object.values(boundedResources).flatMap(({ found }) => found);
    assert.deepEqual(listed.toSorted(), findBounded(), `Each line that bounds a resource needs a row in ${table}.`);
  });

  test('is found for each way in which the sources limit it', () => {
    const source = `
      const limit: LeasedLimit = { name: 'a' };
      readonly #places = new FairSlots(1, 0);
      this.#units = new FairBudget({ units: 1 });
      const parts = { running: new FairSlots(2, 0) };
      run(new UseWindows(1, 1));
      engine.defineQueue<Ticket>('jobs', {});
      server.maxConnections = 3;`;
    const names = ['limit', '#places', '#units', 'running', 'unnamed', 'jobs', 'server.maxConnections'];
    const found = findIn('packages/server/src/a.ts', source);
    assert.deepEqual(found.toSorted(), names.map((name) => `server: a.ts ${name}`).toSorted());
  });

  test('names an existing test of how it is shared', () => {
    const proofs = shares.filter((share): share is ProvenShare => 'file' in share);
    for (const { file, title } of proofs) {
      const path = fileURLToPath(new URL(`../../${file}`, import.meta.url));
      assert.ok(readFileSync(path, 'utf8').includes(`'${title}'`), `${file} has no test '${title}'`);
    }
  });
});
