import { test } from 'node:test';
import fc from 'fast-check';
import { randomSite } from '../../testing/audience-site.ts';
import { checkSealed } from '../../testing/check-sealed.ts';

/** `bench/site-builder/check-audiences.ts` checks any number of sites. */
const sites = 8;

test('the view that a server assembles for an audience equals a build for that audience', async () => {
  await fc.assert(fc.asyncProperty(randomSite, fc.boolean(), checkSealed), { numRuns: sites });
});
