import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';

import { bundleClient, clientBundles } from './bundle-clients.ts';

/**
 * Maximum compressed sizes in bytes. `main` is in every page of a site, `open-assistant` in every page with an
 * assistant.
 */
const limits: Readonly<Record<string, number>> = {
  main: 8_192,
  'open-assistant': 2_048,
  'assistant-panel': 40_960,
  'report-reader': 1_536,
  'send-feedback': 1_536,
  search: 12_650,
  nearest: 1_500,
  playground: 10_000,
  'draw-diagrams': 2_500,
  runtime: 11_450,
  'built-ins': 11_500,
};

for (const [source, result] of clientBundles) {
  const name = /([\w-]+)\.generated\.js$/.exec(result)?.[1] ?? '';
  test(`the committed bundle of ${name} matches its source and is at most ${limits[name]} bytes compressed`, async () => {
    const committed = readFileSync(new URL(result, import.meta.url), 'utf8');
    assert.ok(committed === (await bundleClient(source)), `${name} is stale. Run: npm run generate`);
    assert.ok(gzipSync(committed).length <= (limits[name] ?? 0), `${gzipSync(committed).length} bytes`);
  });
}
