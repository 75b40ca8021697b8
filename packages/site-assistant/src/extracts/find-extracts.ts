/**
 * `builtin/extracts-1`: answers a question with the pages' own words.
 *
 * 1. Every sentence appears on the named page. Procedures, tables and code blocks are quoted as a whole; for an
 *    operation's page, its method, path and text are quoted, never the specification below them.
 * 2. If no passage covers enough of the question, the answer says so and names the nearest pages.
 */
import type { KnownPage, PageSection, Passage, SearchOptions, SiteKnowledge } from '../knowledge/site-knowledge.ts';
import { readBlocks, type Block } from './plain-blocks.ts';
import { contentWords, isUnspaced, namesOf, questionStems, stemsOf } from './question-words.ts';

export interface Extract {
  readonly path: string;
  readonly title: string;
  readonly heading: string;
  /** `''` for the page itself. */
  readonly anchor: string;
  readonly markdown: string;
}

export interface Extracts {
  /** Best first; empty if the pages don't answer the question. */
  readonly extracts: readonly Extract[];
  /** The most similar pages of the site, even if they don't answer the question. */
  readonly nearest: readonly Passage[];
}

/** Limits: passages requested from the search, pages quoted, and sections examined per page. */
const MAX_PASSAGES = 12;
const MAX_PAGES = 3;
const MAX_SECTIONS = 80;
/** Maximum number of characters read from a question. */
const MAX_QUESTION = 1_000;
/** Maximum number of words of a question that are searched separately. */
const MAX_WORDS = 6;
/** Maximum number of characters quoted from the first page, and from each additional page. */
const MAX_CHARS = 1_400;
const MAX_FURTHER_CHARS = 800;
/**
 * Minimum share of the question, weighted by the rarity of its words, that the best pages must cover; otherwise, they
 * are about another subject. If the question contains a name that no page contains, almost all of it must be covered.
 */
const MIN_COVERAGE = 0.4;
const MIN_COVERAGE_OF_UNKNOWN = 0.8;
/**
 * In a script without spaces, some search terms span the end of one word and the beginning of another, so that no page
 * contains them.
 */
const MIN_COVERAGE_OF_UNSPACED = 0.35;
/** Longer blocks, such as an operation's specification or a long table, aren't quoted. */
const MAX_BLOCK = 4_000;
/** Minimum fraction of the best page's score; less similar pages aren't quoted. */
const MIN_OF_BEST = 0.3;

interface Candidate {
  readonly page: KnownPage;
  readonly section: PageSection;
  /**
   * The text to quote. For a heading with only subsections, it is the text of the subsections, whose words are matched
   * only under their own headings.
   */
  readonly markdown: string;
  /** Rank in the search, from 0 to 1; 0 if the search didn't find this section. */
  readonly rank: number;
}

/** Finds extracts. The search selects the pages; the words of the question select the section to quote from each. */
export async function findExtracts(
  knowledge: SiteKnowledge,
  question: string,
  options: Pick<SearchOptions, 'filter'> = {},
): Promise<Extracts> {
  const asked = question.slice(0, MAX_QUESTION);
  const { passages } = await knowledge.search(asked, { ...options, limit: MAX_PASSAGES, perPage: 3 });
  const nearest = await findNearest(knowledge, contentWords(asked), passages);
  const coverage = coverageOf(passages);
  const least = isUnspaced(asked) ? MIN_COVERAGE_OF_UNSPACED : MIN_COVERAGE;
  const isEnough =
    coverage >= MIN_COVERAGE_OF_UNKNOWN || (coverage >= least && !(await namesUnknown(knowledge, asked)));
  if (!isEnough) return { extracts: [], nearest }; // 2
  const best = passages[0]?.score ?? 0;
  const near = passages.filter(({ score }) => score >= best * MIN_OF_BEST);
  const paths = [...new Set(near.map(({ path }) => path))].slice(0, MAX_PAGES);
  const pages = await Promise.all(paths.map((path) => knowledge.readPage(path)));
  const stems = questionStems(asked);
  const extracts = pages.flatMap((page, place) =>
    page === undefined
      ? []
      : quotePage(page, { found: near, stems, maxChars: place === 0 ? MAX_CHARS : MAX_FURTHER_CHARS }),
  );
  return { extracts: preferProse(extracts, stems), nearest };
}

const fences = /^(?<mark>`{3,}|~{3,})[^]*?^\k<mark>\s*$/gm;

/**
 * Leaves out passages that share words with the question only in their code, unless all do: a sample that mentions the
 * words by chance, such as a field called `percent`, doesn't answer the question.
 */
function preferProse(extracts: readonly Extract[], stems: readonly string[]): readonly Extract[] {
  const inProse = extracts.filter(({ title, heading, markdown }) => {
    const own = stemsOf(`${title} ${heading} ${markdown.replaceAll(fences, '')}`);
    return stems.some((stem) => own.has(stem));
  });
  return inProse.length === 0 ? extracts : inProse;
}

/** The best coverage among the first few pages: the page with the best title may lack a word that the next page has. */
function coverageOf(passages: readonly Passage[]): number {
  return Math.max(0, ...passages.slice(0, MAX_PAGES).map(({ coverage }) => coverage));
}

/** Maximum number of names looked up per question. */
const MAX_NAMES = 4;

/** Whether the question contains a name (a capitalized word within a sentence) that the site doesn't mention. */
async function namesUnknown(knowledge: SiteKnowledge, question: string): Promise<boolean> {
  for (const name of namesOf(question).slice(0, MAX_NAMES)) {
    const { passages, didYouMean } = await knowledge.search(name, { limit: 1 });
    if (passages.length === 0 || didYouMean !== undefined) return true;
  }
  return false;
}

interface PageQuestion {
  readonly found: readonly Passage[];
  readonly stems: readonly string[];
  readonly maxChars: number;
}

function quotePage(page: KnownPage, { found, stems, maxChars }: PageQuestion): Extract[] {
  const own = found.filter(({ path }) => path === page.path);
  const candidates = page.sections.slice(0, MAX_SECTIONS).flatMap((section, place): Candidate[] => {
    const markdown = section.markdown || joinSubsections(page.sections, place);
    const says = markdown !== '' || (page.operation !== undefined && section.level <= 1);
    if (!says) return [];
    return [{ page, section, markdown, rank: own.find(({ anchor }) => anchor === section.anchor)?.score ?? 0 }];
  });
  const read = candidates.map((candidate) => ({ candidate, stems: stemsOfCandidate(candidate) }));
  const weights = weighStems(
    stems,
    read.map(({ stems: words }) => words.all),
  );
  const scored = read
    .map(({ candidate, stems: words }) => ({ candidate, score: scoreOf(words, weights, candidate.rank) }))
    .sort((a, b) => b.score - a.score);
  for (const { candidate } of scored) {
    const extract = toExtract(candidate, weights, maxChars);
    if (extract.markdown !== '') return [extract];
  }
  return [];
}

/** Joins subsections with their headings; returns `''` for the page itself, whose sections are quoted separately. */
function joinSubsections(sections: readonly PageSection[], place: number): string {
  const level = sections[place]?.level ?? 0;
  if (level <= 1) return '';
  const next = sections.findIndex((section, index) => index > place && section.level <= level);
  return sections
    .slice(place + 1, next < 0 ? undefined : next)
    .map(({ heading, level: depth, markdown }) => `${'#'.repeat(depth)} ${heading}\n\n${markdown}`.trim())
    .join('\n\n');
}

const NEAREST = 3;

/**
 * Finds up to three results, each on a different page. If all the words together find fewer, each word is searched
 * separately, the longest first; if none matches, the site's first pages are returned.
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
    add(
      pages.map((page) => ({
        ...page,
        heading: '',
        anchor: '',
        content: page.description,
        score: 0,
        coverage: 0,
        scope: '',
      })),
    );
  }
  return [...byPage.values()];
}

interface CandidateStems {
  readonly title: ReadonlySet<string>;
  /** Stems of a heading, without generic heading words; empty for the page itself. */
  readonly heading: ReadonlySet<string>;
  readonly all: ReadonlySet<string>;
}

const known = new WeakMap<PageSection, CandidateStems>();

/** Returns the stems of a candidate, which are cached for the page's lifetime. */
function stemsOfCandidate({ page, section }: Candidate): CandidateStems {
  const before = known.get(section);
  if (before !== undefined) return before;
  const heading = new Set(section.level <= 1 ? [] : questionStems(section.heading));
  const all = stemsOf(`${page.title} ${page.description} ${section.heading} ${section.markdown}`);
  const stems = { title: stemsOf(page.title), heading, all };
  known.set(section, stems);
  return stems;
}

/** Weighs rare words more heavily, because they distinguish sections better than words that most sections have. */
function weighStems(stems: readonly string[], found: readonly ReadonlySet<string>[]): ReadonlyMap<string, number> {
  return new Map(
    stems.map((stem) => {
      const count = found.filter((own) => own.has(stem)).length;
      return [stem, 0.4 + Math.log(1 + (found.length + 1) / (count + 0.5))];
    }),
  );
}

/** Weight factor of words in the page's title, because they apply to all of its sections. */
const titleWordPart = 0.3;
/** Weight of the share of a heading's words that are in the question: headings without other words are preferred. */
const askedHeadingPart = 0.5;
const rankPart = 0.5;

/** Scores a section. If the whole page is about the question, the headings distinguish its sections. */
function scoreOf(own: CandidateStems, weights: ReadonlyMap<string, number>, rank: number): number {
  let total = 0;
  let covered = 0;
  let named = 0;
  let asked = 0;
  for (const [stem, weight] of weights) {
    const part = own.title.has(stem) ? weight * titleWordPart : weight;
    total += part;
    if (own.all.has(stem)) covered += part;
    if (!own.heading.has(stem)) continue;
    named += part;
    asked += 1;
  }
  return (covered + named) / (total || 1) + (askedHeadingPart * asked) / (own.heading.size || 1) + rank * rankPart;
}

function toExtract(
  { page, section, markdown }: Candidate,
  weights: ReadonlyMap<string, number>,
  maxChars: number,
): Extract {
  const { path, title } = page;
  const { heading, anchor } = section;
  const blocks = readBlocks(markdown).filter((block) => !isSpecification(block));
  const isPageItself = section.level <= 1;
  const operation = page.operation && isPageItself ? [`\`${page.operation.method} ${page.operation.path}\``] : [];
  return {
    path,
    title,
    heading: isPageItself ? '' : heading,
    anchor: isPageItself ? '' : anchor,
    markdown: [...operation, ...chooseBlocks(blocks, weights, maxChars)].join('\n\n'),
  };
}

/**
 * Whether a block is the specification that the builder adds for agents to an operation's page, in a longer fence than
 * authors need. It is YAML, which readers see as fields.
 */
const isSpecification = ({ kind, markdown }: Block): boolean =>
  kind === 'code' && /^`{4,}yaml [^\n]*\n(?:openapi|asyncapi|swagger):/.test(markdown);

/** Whether a block only names what follows it: a heading, or the label of a tab. */
const isLabel = ({ markdown }: Block): boolean => /^(?:#{1,6}\s[^\n]*|\*\*[^*\n]+\*\*)$/.test(markdown);

/**
 * Chooses the whole section if it is short, otherwise the best block with the adjacent code and the rest of its part,
 * which is delimited by labels. Blocks are quoted whole or not at all, and a quotation never ends with a label.
 */
function chooseBlocks(all: readonly Block[], weights: ReadonlyMap<string, number>, maxChars: number): string[] {
  const blocks = all.filter(({ markdown }) => markdown.length <= MAX_BLOCK);
  const fits = (from: number, to: number): boolean =>
    blocks.slice(from, to).reduce((sum, { markdown }) => sum + markdown.length, 0) <= maxChars;
  let from = 0;
  let to = blocks.length;
  if (!fits(from, to)) {
    from = bestBlock(blocks, weights);
    to = from + 1;
    // A code block is hard to understand without the sentence that introduces it, and a sentence without its code.
    if (from > 0 && blocks[from]?.kind !== 'text') from -= 1;
    const [start, end] = partOf(blocks, from);
    while (to < end && fits(from, to + 1)) to += 1;
    while (from > start && fits(from - 1, to)) from -= 1;
  }
  while (to > from && isLabelAt(blocks, to - 1)) to -= 1;
  return blocks.slice(from, to).map(({ markdown }) => markdown);
}

/** The blocks around `at` from a label up to the next label. */
function partOf(blocks: readonly Block[], at: number): [start: number, end: number] {
  let start = at;
  while (start > 0 && !isLabelAt(blocks, start)) start -= 1;
  let end = at + 1;
  while (end < blocks.length && !isLabelAt(blocks, end)) end += 1;
  return [start, end];
}

function isLabelAt(blocks: readonly Block[], at: number): boolean {
  const block = blocks[at];
  return block !== undefined && isLabel(block);
}

function bestBlock(blocks: readonly Block[], weights: ReadonlyMap<string, number>): number {
  const scores = blocks.map((block) => {
    const { markdown } = block;
    if (isLabel(block)) return 0;
    const own = stemsOf(markdown);
    let score = 0;
    for (const [stem, weight] of weights) if (own.has(stem)) score += weight;
    return score;
  });
  return scores.indexOf(Math.max(...scores));
}
