/**
 * `builtin/extracts-1`: answers a question with what the pages say, word for word.
 *
 * 1. Every sentence stands on the page that is named with it. A procedure, a table and a code block are quoted whole.
 * 2. Where no passage holds enough of what the question is about, the answer says so, and names the nearest pages.
 */
import type { KnownPage, PageSection, Passage, SearchOptions, SiteKnowledge } from '../knowledge/site-knowledge.ts';
import { readBlocks, type Block } from './plain-blocks.ts';
import { contentWords, questionStems, stemsOf } from './question-words.ts';

export interface Extract {
  readonly path: string;
  readonly title: string;
  readonly heading: string;
  /** `''` for the page itself. */
  readonly anchor: string;
  readonly markdown: string;
  /** 0…1: how much of what the question is about stands in it. */
  readonly coverage: number;
}

export interface Extracts {
  /** Best first; none where the pages don't say. */
  readonly extracts: readonly Extract[];
  /** The nearest places of the site, whatever they say. */
  readonly nearest: readonly Passage[];
}

/** Passages that a search is asked for, pages that are read of them, and sections of each. */
const MAX_PASSAGES = 16;
const MAX_PAGES = 6;
const MAX_SECTIONS = 80;
/** Characters of a question that are looked at. */
const MAX_QUESTION = 1_000;
/** Words of a question that are looked for alone. */
const MAX_WORDS = 6;
const MAX_EXTRACTS = 3;
const MAX_CHARS = 1_400;
/** Below it, a passage is about something else. */
const MIN_COVERAGE = 0.5;
/** Of the best passage's score: what is further away says nothing more. */
const MIN_OF_BEST = 0.72;

interface Candidate {
  readonly page: KnownPage;
  readonly section: PageSection;
  /** 0…1, of the search. */
  readonly rank: number;
}

export async function findExtracts(
  knowledge: SiteKnowledge,
  question: string,
  options: Pick<SearchOptions, 'filter'> = {},
): Promise<Extracts> {
  const asked = contentWords(question.slice(0, MAX_QUESTION));
  const stems = questionStems(asked);
  const { passages } = await knowledge.search(asked, { ...options, limit: MAX_PASSAGES, perPage: 3 });
  const nearest = await findNearest(knowledge, asked, passages);
  if (stems.length === 0) return { extracts: [], nearest };
  const candidates = await readCandidates(knowledge, passages);
  const read = candidates.map((candidate) => ({ candidate, stems: stemsOfCandidate(candidate) }));
  const weights = weighStems(
    stems,
    read.map(({ stems: own }) => own.all),
  );
  const scored = read
    .map(({ candidate, stems: own }) => ({ candidate, ...scoreOf(own, weights, candidate.rank) }))
    .sort((a, b) => b.score - a.score);
  const best = scored[0];
  if (best === undefined || best.coverage < MIN_COVERAGE) return { extracts: [], nearest }; // 2
  const chosen = scored
    .filter(({ score, coverage }) => score >= best.score * MIN_OF_BEST && coverage >= MIN_COVERAGE)
    .slice(0, MAX_EXTRACTS);
  const extracts = chosen.map(({ candidate, coverage }) => toExtract(candidate, weights, coverage));
  return { extracts: extracts.filter(({ markdown }) => markdown !== ''), nearest };
}

const NEAREST = 3;

/**
 * Three places of three pages. Where the words together find fewer, each is looked for alone, the longest first; where none is
 * found, the site's first pages stand for a beginning.
 */
export async function findNearest(
  knowledge: SiteKnowledge,
  asked: string,
  found?: readonly Passage[],
): Promise<readonly Passage[]> {
  const byPage = new Map<string, Passage>();
  const add = (passages: readonly Passage[]): void => {
    for (const passage of passages)
      if (byPage.size < NEAREST && !byPage.has(passage.path)) byPage.set(passage.path, passage);
  };
  add(found ?? (await knowledge.search(asked, { limit: NEAREST, perPage: 1 })).passages);
  const words = asked.split(' ').sort((a, b) => b.length - a.length);
  for (const word of words.slice(0, MAX_WORDS)) {
    if (byPage.size >= NEAREST) break;
    add((await knowledge.search(word, { limit: NEAREST, perPage: 1 })).passages);
  }
  if (byPage.size === 0) {
    const { pages } = await knowledge.listPages({ limit: NEAREST });
    add(pages.map((page) => ({ ...page, heading: '', anchor: '', content: page.description, score: 0, scope: '' })));
  }
  return [...byPage.values()];
}

/** All sections of the nearest pages: a search leads to the page, and the words of the question to the place on it. */
async function readCandidates(knowledge: SiteKnowledge, passages: readonly Passage[]): Promise<Candidate[]> {
  const paths = [...new Set(passages.map(({ path }) => path))].slice(0, MAX_PAGES);
  const pages = await Promise.all(paths.map((path) => knowledge.readPage(path)));
  return pages.flatMap((page) => {
    if (page === undefined) return [];
    const own = passages.filter(({ path }) => path === page.path);
    const best = Math.max(...own.map(({ score }) => score));
    return page.sections.slice(0, MAX_SECTIONS).flatMap((section): Candidate[] => {
      if (section.markdown === '') return [];
      const found = own.find(({ anchor }) => anchor === section.anchor)?.score ?? 0;
      return [{ page, section, rank: (best + found) / 2 }];
    });
  });
}

interface CandidateStems {
  readonly title: ReadonlySet<string>;
  readonly heading: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

const known = new WeakMap<PageSection, CandidateStems>();

/** Kept for as long as the page is. */
function stemsOfCandidate({ page, section }: Candidate): CandidateStems {
  const before = known.get(section);
  if (before !== undefined) return before;
  const title = new Set(stemsOf(`${page.title} ${page.description}`));
  const heading = new Set(stemsOf(section.heading));
  const stems = { title, heading, all: new Set([...title, ...heading, ...stemsOf(section.markdown)]) };
  known.set(section, stems);
  return stems;
}

/** A word that most of the found sections have tells them apart less; one that none has is what is missing. */
function weighStems(stems: readonly string[], found: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  return new Map(
    stems.map((stem) => {
      const count = found.filter((own) => own.has(stem)).length;
      return [stem, 0.4 + Math.log(1 + (found.length + 1) / (count + 0.5))];
    }),
  );
}

function scoreOf(own: CandidateStems, weights: ReadonlyMap<string, number>, rank: number) {
  let total = 0;
  let covered = 0;
  let named = 0;
  for (const [stem, weight] of weights) {
    total += weight;
    if (own.all.has(stem)) covered += weight;
    if (own.heading.has(stem)) named += weight;
    else if (own.title.has(stem)) named += weight * 0.6;
  }
  const coverage = covered / total;
  return { coverage, score: coverage + (named / total) * 0.5 + rank * 0.6 };
}

function toExtract({ page, section }: Candidate, weights: ReadonlyMap<string, number>, coverage: number): Extract {
  const { path, title } = page;
  const { heading, anchor } = section;
  const markdown = chooseBlocks(readBlocks(section.markdown), weights);
  return {
    path,
    title,
    heading: section.level <= 1 ? '' : heading,
    anchor: section.level <= 1 ? '' : anchor,
    markdown,
    coverage,
  };
}

/** The whole section where it is short, otherwise the best block with those beside it. */
function chooseBlocks(blocks: readonly Block[], weights: ReadonlyMap<string, number>): string {
  const size = (from: number, to: number): number =>
    blocks.slice(from, to).reduce((sum, { markdown }) => sum + markdown.length, 0);
  let from = 0;
  let to = blocks.length;
  if (size(from, to) > MAX_CHARS) {
    from = bestBlock(blocks, weights);
    to = from + 1;
    // A code block says little without the sentence that leads to it.
    if (from > 0 && blocks[from]?.kind !== 'text') from -= 1;
    while (to < blocks.length && size(from, to + 1) <= MAX_CHARS) to += 1;
    while (from > 0 && size(from - 1, to) <= MAX_CHARS) from -= 1;
  }
  return blocks
    .slice(from, to)
    .map(({ markdown }) => markdown)
    .join('\n\n');
}

function bestBlock(blocks: readonly Block[], weights: ReadonlyMap<string, number>): number {
  const scores = blocks.map(({ markdown }) => {
    const own = new Set(stemsOf(markdown));
    let score = 0;
    for (const [stem, weight] of weights) if (own.has(stem)) score += weight;
    return score;
  });
  return scores.indexOf(Math.max(...scores));
}
