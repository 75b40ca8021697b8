import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { randomSite } from '../testing/audience-site.ts';
import { checkAudiences } from '../testing/check-audiences.ts';

/** `bench/site-builder/check-audiences.ts` checks any number of sites. */
const sites = 40;

test('builds of random sites contain the content that their readers are allowed to see, and no other content', async () => {
  const checked = { builds: 0, hidden: 0, visible: 0 };
  await fc.assert(
    fc.asyncProperty(randomSite, (site) => checkAudiences(site, checked, { skipsEqual: true })),
    { numRuns: sites },
  );
  assert.ok(checked.hidden > 1000 && checked.visible > 1000, JSON.stringify(checked));
});
