import { test } from 'node:test';
import fc from 'fast-check';
import { randomSite } from '../../testing/audience-site.ts';
import { checkSealed } from '../../testing/check-sealed.ts';

/** `bench/site-builder/check-audiences.ts` checks as many sites as one likes. */
const sites = 8;

test('what a server assembles for an audience is what a build for this audience makes', async () => {
  await fc.assert(fc.asyncProperty(randomSite, fc.boolean(), checkSealed), { numRuns: sites });
});
