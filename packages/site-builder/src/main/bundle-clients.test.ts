import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { bundleClient, clientBundles } from './bundle-clients.ts';

const limits: Readonly<Record<string, number>> = {
  search: 12_650,
  nearest: 1_500,
  playground: 10_000,
  'draw-diagrams': 2_500,
  runtime: 11_300,
  'built-ins': 11_500,
};

for (const [source, result] of clientBundles) {
  const name = /([\w-]+)\.generated\.js$/.exec(result)?.[1] ?? '';
  test(`the kept bundle of ${name} is what its source gives, and has at most ${limits[name]} bytes compressed`, async () => {
    const kept = readFileSync(new URL(result, import.meta.url), 'utf8');
    assert.ok(kept === (await bundleClient(source)), `${name} is stale. Run: npm run generate`);
    assert.ok(gzipSync(kept).length <= (limits[name] ?? 0), `${gzipSync(kept).length} bytes`);
  });
}
