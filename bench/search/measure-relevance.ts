/**
 * Measures how well the search of real sites finds the right pages, compared with other engines on the same pages.
 *
 * node bench/search/measure-relevance.ts <folder of sites> [--peers pagefind,minisearch,flexsearch,orama|none]
 * [--failures] [--sites a,b] [--questions questions.json] [--embeddings builtin|<base url> [--embedding-model <name>]]
 *
 * With `--embeddings`, our own search is measured a second time with the vectors of an OpenAI-compatible server;
 * `builtin` starts one with a small English model whose weights are a package (about 50 ms per section). The folder (or
 * DOCWRIGHT_CORPUS) contains the sites named in the file of questions (default: `questions.json`); missing sites are
 * skipped. Every second question is *held back*: `--failures` never shows these questions, and they must not be used
 * for tuning.
 */
import { existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

import { generateQuestions, type Question } from './generate-questions.ts';
import { startEmbeddingServer } from './embedding-server.ts';
import { meaningEngine } from './meaning-engine.ts';
import { ours, openPeers, type SearchEngine } from './search-engines.ts';
import { readSitePages } from './read-site-pages.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    peers: { type: 'string', default: 'pagefind,minisearch,flexsearch,orama' },
    cache: { type: 'string', default: join(tmpdir(), 'docwright-search-peers') },
    failures: { type: 'boolean', default: false },
    sites: { type: 'string' },
    questions: { type: 'string', default: new URL('./questions.json', import.meta.url).pathname },
    embeddings: { type: 'string' },
    'embedding-model': { type: 'string', default: '' },
  },
});
const corpus = positionals[0] ?? process.env['DOCWRIGHT_CORPUS'];
if (corpus === undefined) throw new Error('usage: measure-relevance.ts <folder of sites> [--peers …] [--failures]');

interface Outcome {
  readonly kind: Question['kind'];
  readonly isHeld: boolean;
  /** Rank of the first page that answers, from 0; -1 if it isn't among the first ten. */
  readonly rank: number;
}

interface Figures {
  readonly outcomes: Outcome[];
  bytes: number;
  firstBytes: number;
  queryMs: number;
}

const written = JSON.parse(readFileSync(values.questions, 'utf8')) as Record<
  string,
  Record<string, readonly (readonly [query: string, ...paths: string[]])[]>
>;
const names = values.peers === 'none' ? [] : values.peers.split(',');
const { embeddings, 'embedding-model': model } = values;
const server = embeddings === 'builtin' ? await startEmbeddingServer(values.cache) : undefined;
const meaning = embeddings === undefined ? [] : [meaningEngine(server ?? { baseUrl: embeddings, model })];
const engines: readonly SearchEngine[] = [ours, ...meaning, ...(await openPeers(names, values.cache))];
const sites = values.sites?.split(',');
const figures = new Map<SearchEngine, Figures>(
  engines.map((engine) => [engine, { outcomes: [], bytes: 0, firstBytes: 0, queryMs: 0 }]),
);
for (const [site, byScope] of Object.entries(written)) {
  const folder = join(corpus, site);
  if (!existsSync(folder) || (sites !== undefined && !sites.includes(site))) continue;
  const pages = await readSitePages(folder);
  const tasks = Object.entries(byScope).flatMap(([scope, list]) =>
    list.map(([query, ...paths]): Question => ({ kind: 'task', query, scope, paths })),
  );
  const questions = [...tasks, ...generateQuestions(pages, randomFrom(7))];
  for (const [engine, own] of figures) {
    const opened = await engine.open(pages);
    own.bytes += opened.bytes;
    const from = performance.now();
    for (const [index, { kind, query, scope, paths }] of questions.entries()) {
      const found = await opened.find(query, scope);
      const rank = found.findIndex((path) => paths.includes(path));
      const isHeld = index % 2 === 1;
      own.outcomes.push({ kind, isHeld, rank });
      if (values.failures && engine === ours && !isHeld && (rank < 0 || rank > 2))
        console.log(`${site} [${kind}] "${query}": ${found.slice(0, 3).join(', ')}; wanted ${paths.join(', ')}`);
    }
    own.queryMs += performance.now() - from;
    own.firstBytes += opened.firstBytes();
  }
  console.log(`${site}: ${pages.length} pages, ${questions.length} questions`);
}

const kinds = ['title', 'two words', 'typo', 'symbol', 'error', 'task'] as const;
for (const [{ name }, own] of figures) {
  const { outcomes } = own;
  console.log(
    `\n${name}: ${score(outcomes)}; inspected half ${score(outcomes.filter(({ isHeld }) => !isHeld))}, held half ${score(outcomes.filter(({ isHeld }) => isHeld))}`,
  );
  for (const kind of kinds) console.log(`  ${kind.padEnd(10)} ${score(outcomes.filter((one) => one.kind === kind))}`);
  console.log(
    `  index ${kb(own.bytes)}, read for the questions of a site ${kb(own.firstBytes / Object.keys(written).length)}, ${(own.queryMs / outcomes.length).toFixed(2)} ms a query`,
  );
}

server?.close();

/** Formats success@3 and the mean reciprocal rank. */
function score(outcomes: readonly Outcome[]): string {
  const found = outcomes.filter(({ rank }) => rank >= 0 && rank < 3).length;
  const reciprocal = outcomes.reduce((sum, { rank }) => sum + (rank < 0 ? 0 : 1 / (rank + 1)), 0);
  return `${(found / outcomes.length).toFixed(3)} of ${outcomes.length} (MRR ${(reciprocal / outcomes.length).toFixed(3)})`;
}

function kb(bytes: number): string {
  return `${(bytes / 1024).toFixed(0)} KB`;
}

function randomFrom(start: number): () => number {
  let seed = start;
  return () => (seed = (seed * 48271) % 2147483647) / 2147483647;
}
