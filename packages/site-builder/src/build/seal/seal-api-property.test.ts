import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createMemorySource } from '../../source/memory-source.ts';
import { testReaders } from '../../testing/audience-oracle.ts';
import { buildFiles, buildSealed, compareViews } from '../../testing/check-sealed.ts';
import { randomApi, toApiFiles } from '../../testing/random-api.ts';

const settings = { siteUrl: 'https://docs.example.com' };

test('each audience receives the API pages and specifications that a build for that audience produces', async () => {
  await fc.assert(
    fc.asyncProperty(randomApi, async (api) => {
      const source = createMemorySource(Object.entries(toApiFiles(api)));
      const sealed = await buildSealed(source, settings);
      assert.deepEqual(
        sealed.report.issues.filter(({ code }) => code === 'unsealed-page'),
        [],
      );
      for (const reader of testReaders)
        compareViews(sealed, reader, await buildFiles(source, { ...settings, restricted: { audience: reader } }));
    }),
    { numRuns: Number(process.env['SEAL_RUNS'] ?? 6) },
  );
});
