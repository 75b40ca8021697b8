import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemorySource } from '../../source/memory-source.ts';
import { buildSite } from '../build-site.ts';
import { BuildCache } from '../cache/index.ts';
import { openCache, packCache } from './pack-cache.ts';

const paths = Array.from({ length: 1_000 }, (_, number) => `page-${number}`);
const config = { theme: 'mint', name: 'Site', colors: { primary: '#0d9373' }, navigation: { pages: paths } };
const source = createMemorySource(
  new Map([
    ['docs.json', JSON.stringify(config)],
    ...paths.map((path, number) => [`${path}.mdx`, `# ${path}\n\n${number} of the texts.`] as const),
  ]),
);

test('a packed cache stays within its size limit and omits only some of the pages', async () => {
  const cache = new BuildCache({ keeps: 'digests' });
  await buildSite({ source, cache, emit: async () => undefined, clock: () => 0 });
  const packed = packCache(cache, Number.POSITIVE_INFINITY);
  assert.equal(countPages(packed), paths.length);

  const part = packCache(cache, packed.byteLength * 0.8);
  assert.ok(part.byteLength <= packed.byteLength * 0.8);
  assert.ok(countPages(part) > 0 && countPages(part) < paths.length, String(countPages(part)));
});

function countPages(packed: Uint8Array): number {
  const cache = openCache('digests', packed);
  return paths.filter((path) => cache.find(path) !== undefined).length;
}
