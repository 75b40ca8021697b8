/**
 * Measures how often the assistant finds the pages that answer a question, quotes the right page, and recognizes a
 * question that no page answers. No model is called.
 *
 * node bench/assistant/measure-answers.ts <corpus> [questions.json]
 *
 * `corpus` (or DOCWRIGHT_CORPUS) contains folders of docs.json sites; questions are grouped by folder and language,
 * each with the pages that answer it. A question is asked only for the pages in that language or version. Every second
 * site is `held back`: it was never inspected while the rules were written.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findExtracts, type KnowledgeFilter, type SiteKnowledge } from '@docwright/site-assistant';

import { openSite } from './open-site.ts';

type Questions = Readonly<Record<string, Readonly<Record<string, readonly (readonly string[])[]>>>>;

interface Tally {
  asked: number;
  recalled: number;
  quoted: number;
  abstained: number;
}

const corpus = process.argv[2] ?? process.env['DOCWRIGHT_CORPUS'] ?? '';
const questionsFile = process.argv[3] ?? new URL('../search/questions.json', import.meta.url).pathname;
const unanswerable: readonly string[] = JSON.parse(readFileSync(new URL('unanswerable.json', import.meta.url), 'utf8'));

interface Asked {
  readonly question: string;
  readonly answers: readonly string[];
  readonly filter: KnowledgeFilter;
}

/** Returns the language and version of a page that answers the question, if the site has several. */
async function filterOf(knowledge: SiteKnowledge, path: string): Promise<KnowledgeFilter> {
  const { language, version } = (await knowledge.readPage(path)) ?? {};
  return { ...(language !== undefined && { language }), ...(version !== undefined && { version }) };
}

async function measure(knowledge: SiteKnowledge, { question, answers, filter }: Asked, tally: Tally): Promise<number> {
  const isRight = ({ path }: { readonly path: string }): boolean => answers.includes(path);
  const { passages } = await knowledge.search(question, { limit: 5, perPage: 1, filter });
  const startedAt = performance.now();
  const { extracts } = await findExtracts(knowledge, question, { filter });
  const ms = performance.now() - startedAt;
  tally.asked += 1;
  if (passages.some(isRight)) tally.recalled += 1;
  if (extracts.some(isRight)) tally.quoted += 1;
  if (extracts.length === 0) tally.abstained += 1;
  return ms;
}

const share = (count: number, of: number): string => (of === 0 ? '–' : (count / of).toFixed(2));

async function main(): Promise<void> {
  if (!existsSync(corpus)) throw new Error('specify the folder of the corpus, or set DOCWRIGHT_CORPUS');
  const questions: Questions = JSON.parse(readFileSync(questionsFile, 'utf8'));
  const newTally = (): Tally => ({ asked: 0, recalled: 0, quoted: 0, abstained: 0 });
  const looked = newTally();
  const held = newTally();
  const none = newTally();
  const times: number[] = [];
  const sites = Object.entries(questions).filter(([site]) => existsSync(join(corpus, site)));
  for (const [place, [site, byLanguage]] of sites.sort(([a], [b]) => (a < b ? -1 : 1)).entries()) {
    const knowledge = await openSite(join(corpus, site));
    const tally = place % 2 === 0 ? looked : held;
    for (const [scope, list] of Object.entries(byLanguage))
      for (const [question = '', ...answers] of list) {
        const filter = scope === '' ? {} : await filterOf(knowledge, answers[0] ?? '');
        times.push(await measure(knowledge, { question, answers, filter }, tally));
      }
    for (const question of unanswerable)
      times.push(await measure(knowledge, { question, answers: [], filter: {} }, none));
    const { total } = await knowledge.listPages({ limit: 1 });
    console.log(`${site}: ${total} pages, ${Object.values(byLanguage).flat().length} questions`);
  }
  times.sort((a, b) => a - b);
  for (const [name, { asked, recalled, quoted, abstained }] of Object.entries({
    checked: looked,
    'held back': held,
  }))
    console.log(
      `${name}: ${asked} questions, recall@5 ${share(recalled, asked)}, right page quoted ${share(quoted, asked)}, of those answered ${share(quoted, asked - abstained)}`,
    );
  console.log(`unanswerable: ${none.asked} questions, abstains ${share(none.abstained, none.asked)}`);
  console.log(
    `extracts: p50 ${times[times.length >> 1]?.toFixed(1)} ms, p95 ${times[Math.floor(times.length * 0.95)]?.toFixed(1)} ms`,
  );
}

await main();
