import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { randomSite } from '../../packages/site-builder/src/testing/audience-site.ts';
import { checkSealed } from '../../packages/site-builder/src/testing/check-sealed.ts';
import { checkAudiences } from '../../packages/site-builder/src/testing/check-audiences.ts';

/**
 * `node check-audiences.ts [--sites 500] [--seed N]`: builds random sites for six readers each, and checks that no file
 * contains content that its reader must not see, and that no other content is missing. Then it seals each site, and
 * compares the files that a server assembles for these readers with their builds.
 */
const { values } = parseArgs({
  options: { sites: { type: 'string', default: '500' }, seed: { type: 'string', default: String(Date.now()) } },
});
const checked = { builds: 0, hidden: 0, visible: 0 };
const startedAt = performance.now();
await fc.assert(
  fc.asyncProperty(randomSite, (site) => checkAudiences(site, checked)),
  { numRuns: Number(values.sites), seed: Number(values.seed) | 0 },
);
await fc.assert(fc.asyncProperty(randomSite, fc.boolean(), checkSealed), {
  numRuns: Number(values.sites),
  seed: Number(values.seed) | 0,
});
const seconds = ((performance.now() - startedAt) / 1000).toFixed(0);
process.stdout.write(
  `${values.sites} sites, ${checked.builds} builds in ${seconds} s: ${checked.hidden} hidden markers, in no file; ${checked.visible} visible ones, all found; sealed files and edits give the same builds (seed ${values.seed})\n`,
);
