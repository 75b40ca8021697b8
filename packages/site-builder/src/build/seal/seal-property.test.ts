import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createMemorySource } from '../../source/memory-source.ts';
import { testReaders } from '../../testing/audience-oracle.ts';
import { randomSite, toFiles } from '../../testing/audience-site.ts';
import { buildFiles, buildSealed, compareViews } from '../../testing/check-sealed.ts';

const settings = { siteUrl: 'https://docs.example.com' };

test('what a server assembles for an audience is what a build for this audience makes', async () => {
  await fc.assert(
    fc.asyncProperty(randomSite, async (site) => {
      const source = createMemorySource(Object.entries(toFiles(site)));
      const sealed = await buildSealed(source, settings);
      const open = await buildFiles(source, { ...settings, restricted: 'exclude' });
      assert.deepEqual([...sealed.publicFiles.keys()], [...open.keys()]);
      for (const [path, bytes] of open) assert.ok(sealed.publicFiles.get(path)?.equals(bytes), path);
      for (const reader of testReaders)
        compareViews(sealed, reader, await buildFiles(source, { ...settings, restricted: { audience: reader } }));
    }),
    { numRuns: Number(process.env['SEAL_RUNS'] ?? 8) },
  );
});
