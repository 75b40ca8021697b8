import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomSite } from '../testing/audience-site.ts';
import { checkAudiences } from '../testing/check-audiences.ts';

/** `bench/site-builder/check-audiences.ts` checks any number of sites. */
const sites = 40;

test('no file of a build contains anything that its reader isn’t allowed to see, and everything else is included', async () => {
  const checked = { builds: 0, hidden: 0, visible: 0 };
  await fc.assert(
    fc.asyncProperty(randomSite, (site) => checkAudiences(site, checked, { skipsEqual: true })),
    { numRuns: sites },
  );
  assert.ok(checked.hidden > 1000 && checked.visible > 1000, JSON.stringify(checked));
});
