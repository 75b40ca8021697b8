/**
 * Measures time and size of the search index, and the bytes that a reader's browser fetches before the first result.
 *
 *     node bench/search/measure-search.ts <folder with Markdown> [<number of pages to repeat it up to>]
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { createSearchIndex, searchClient, searchIndex } from '../../packages/site-search/src/index.ts';
import type { SearchPage } from '../../packages/site-search/src/index.ts';

/** A query, letter by letter, as readers type. */
const typed = ['how do i rotate an api key', 'rate limits', 'authentication token webhook', 'deploy to production'];

const [folder = '', wanted = '0'] = process.argv.slice(2);
if (folder === '') throw new Error('usage: measure-search.ts <folder> [<pages>]');
const read = readPages(folder);
const count = Number(wanted) || read.length;
const pages = Array.from({ length: count }, (_, index): SearchPage => ({
  ...(read[index % read.length] ?? empty()),
  path: `p/${index}`,
}));

const cpuMs = () => process.cpuUsage().user / 1000;
const startedAt = cpuMs();
const index = createSearchIndex();
for (const page of pages) index.add(page);
const addedAt = cpuMs();
const files = index.files();
const endedAt = cpuMs();
const sizes = new Map(
  files.map(({ path, bytes }) => [
    path.replace('_docwright/search/', ''),
    { raw: Buffer.byteLength(bytes), gzip: gzipSync(bytes).length, bytes },
  ]),
);
const sum = (key: 'raw' | 'gzip') => [...sizes.values()].reduce((total, size) => total + size[key], 0);
const words = pages
  .flatMap(({ sections }) => sections)
  .reduce((total, { text }) => total + text.split(/\s+/).length, 0);
console.log(
  `${count} pages, ${words} words, ${pages.reduce((total, page) => total + page.sections.length, 0)} sections`,
);
console.log(
  `processor time: add ${(addedAt - startedAt).toFixed(0)} ms, write ${(endedAt - addedAt).toFixed(0)} ms; ${files.length} files, ${kb(sum('raw'))} raw, ${kb(sum('gzip'))} gzip`,
);

const client = searchClient().files.reduce((total, { bytes }) => total + gzipSync(bytes).length, 0);
const clientRaw = searchClient().files.reduce((total, { bytes }) => total + Buffer.byteLength(bytes), 0);
console.log(
  `manifest ${kb(sizes.get('index.json')?.raw ?? 0)} raw, ${kb(sizes.get('index.json')?.gzip ?? 0)} gzip; client ${kb(clientRaw)} raw, ${kb(client)} gzip`,
);
for (const query of [
  'a',
  'co',
  'con',
  'config',
  'install',
  'how to create an account',
  'rate limit',
  'error handling re',
  'authentication token webhook api',
  '設定',
]) {
  const requested = new Set<string>();
  const read = (name: string) => {
    requested.add(name);
    const bytes = sizes.get(name)?.bytes ?? '';
    return Promise.resolve(typeof bytes === 'string' ? new TextEncoder().encode(bytes) : bytes);
  };
  const from = performance.now();
  const { hits } = await searchIndex(read, query, { limit: 8 });
  const ms = performance.now() - from;
  const total = (key: 'raw' | 'gzip') =>
    [...requested].reduce((bytes, name) => bytes + (sizes.get(name)?.[key] ?? 0), 0);
  console.log(
    `${query.padEnd(34)} ${String(hits.length).padStart(2)} results ${ms.toFixed(1).padStart(6)} ms  ${requested.size} files  ${kb(total('raw') + clientRaw).padStart(9)} raw ${kb(total('gzip') + client).padStart(9)} gzip  ${hits
      .slice(0, 3)
      .map(({ title, heading }) => heading || title)
      .join(' | ')}`,
  );
}

await measureTyping();

/** Measures the first query of a server with the files in memory, and then every letter of `typed`. */
async function measureTyping(): Promise<void> {
  const read = (name: string) => {
    const found = sizes.get(name)?.bytes;
    if (found === undefined) return Promise.reject(new Error(`no file ${name}`));
    return Promise.resolve(typeof found === 'string' ? new TextEncoder().encode(found) : found);
  };
  const timed = async (query: string) => {
    const from = performance.now();
    await searchIndex(read, query, { limit: 8 });
    return performance.now() - from;
  };
  const first = await timed(typed[0] ?? '');
  const keystrokes = typed.flatMap((query) => Array.from(query, (_, index) => query.slice(0, index + 1)));
  for (const query of keystrokes) await timed(query);
  const startedAt = cpuMs();
  const times: number[] = [];
  for (let round = 0; round < 5; round++) for (const query of keystrokes) times.push(await timed(query));
  const cpu = (cpuMs() - startedAt) / times.length;
  times.sort((a, b) => a - b);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? 0).toFixed(1);
  console.log(
    `first query of an unread index: ${first.toFixed(1)} ms; ${times.length} keystrokes: p50 ${at(0.5)} ms, p95 ${at(0.95)} ms, processor time ${cpu.toFixed(2)} ms each`,
  );
}

function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(1)} KB`;
}

function empty(): SearchPage {
  return {
    path: '',
    title: '',
    description: '',
    breadcrumbs: [],
    scope: '',
    facets: { language: 'en' },
    tags: [],
    sections: [],
    boost: 1,
    keywords: [],
  };
}

function readPages(root: string): SearchPage[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.mdx?$/.test(entry.name))
    .map((entry): SearchPage => {
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      const title = /^title:\s*["']?(.*?)["']?\s*$/m.exec(text)?.[1] ?? entry.name;
      const parts = text
        .replace(/^---\n[^]*?\n---\n/, '')
        .replaceAll(/```[^]*?```|<[^>]*>|[*_`]/g, ' ')
        .split(/^#{1,4} +(.*)$/m);
      const sections = parts.flatMap((part, number) =>
        number % 2 === 1
          ? []
          : [
              {
                headingId: number === 0 ? '' : `h${number}`,
                heading: number === 0 ? '' : (parts[number - 1] ?? ''),
                text: part,
              },
            ],
      );
      return { ...empty(), title, breadcrumbs: ['Guides'], sections };
    });
}
