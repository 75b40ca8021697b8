import assert from 'node:assert/strict';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { BuildCache } from '../build/cache/index.ts';
import { buildSite } from '../build/build-site.ts';
import { createMemorySource } from '../source/memory-source.ts';
import { expectMarkers, testReaders, type TestReader } from './audience-oracle.ts';
import { toFiles, type RandomSite } from './audience-site.ts';

export interface CheckedMarkers {
  builds: number;
  hidden: number;
  visible: number;
}

export interface CheckOptions {
  /** Whether to leave out readers who are expected to see the same content as an earlier reader. */
  readonly skipsEqual?: boolean;
}

/**
 * Builds a site for each test reader, one after another, with the same cache. No file may contain a marker of hidden
 * content, in its name or its bytes, and every other marker must occur. Adds to `checked`.
 */
export async function checkAudiences(
  site: RandomSite,
  checked: CheckedMarkers,
  { skipsEqual = false }: CheckOptions = {},
): Promise<void> {
  const source = createMemorySource(Object.entries(toFiles(site)));
  const cache = new BuildCache();
  const known = new Set<string>();
  for (const reader of testReaders) {
    const { visible, hidden } = expectMarkers(site, reader);
    const expected = [...hidden].sort().join();
    if (skipsEqual && known.has(expected)) continue;
    known.add(expected);
    const texts = await buildFor(source, reader, cache);
    const found = new Set<string>();
    for (const text of texts) for (const [one] of text.matchAll(/zq[a-z]+(?:x\d+)*q/g)) found.add(one);
    const who = JSON.stringify(reader);
    assert.deepEqual(
      [...hidden].filter((one) => found.has(one)),
      [],
      `hidden from ${who}, but found`,
    );
    assert.deepEqual(
      [...visible].filter((one) => !found.has(one)),
      [],
      `visible to ${who}, but missing`,
    );
    checked.builds += 1;
    checked.hidden += hidden.size;
    checked.visible += visible.size;
  }
}

async function buildFor(
  source: ReturnType<typeof createMemorySource>,
  audience: TestReader,
  cache: BuildCache,
): Promise<string[]> {
  const texts: string[] = [];
  await buildSite({
    source,
    settings: { siteUrl: 'https://docs.example.com', restricted: { audience } },
    cache,
    clock: () => 0,
    emit: ({ path, bytes }) =>
      void texts.push(
        `${path}\n${typeof bytes === 'string' ? bytes : unpacked(Buffer.from(bytes)).toString('latin1')}`,
      ),
  });
  return texts;
}

function unpacked(bytes: Buffer): Buffer {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return Buffer.concat([bytes, gunzipSync(bytes)]);
  try {
    return Buffer.concat([bytes, brotliDecompressSync(bytes)]);
  } catch {
    return bytes;
  }
}
