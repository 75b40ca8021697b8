/** The order of sections for the words of a query. */
import type { FoundWord } from './look-up-term.ts';
import type { OpenScope } from './open-index.ts';
import type { WholeSentence } from './whole-sentence.ts';

export interface RankedSection {
  readonly section: number;
  readonly page: number;
  readonly score: number;
  /** How much of the query, by rarity of its words, the section has or the head of its page: 0…1. */
  readonly coverage: number;
}

export interface RankedTerm {
  readonly words: readonly FoundWord[];
  /** What the term is worth where it is found best; 0 where it is not. */
  readonly mass: number;
  /** What the query is worth by it, whether it is found or not. */
  readonly worth: number;
  /** Not a question word, nor a part of a name. */
  readonly isWanted: boolean;
}

/** A word that the head of a section's page has (title, description, first text) counts nearly as if the section had it. */
const headPart = 0.8;
/** A question is answered by the page that is about it, more than by a section that says its words in passing. */
const headPartOfQuestion = 1.1;
/** What a result without any of the words' mass would keep of its score. */
const leastCoverage = 0.25;

/** So much of the most that a word can reach counts as having it. */
const covered = 0.25;

/**
 * A page that is about what a question asks says it in several sections: each further one adds this part of what the one before
 * it added.
 */
const furtherPart = 0.3;
const MAX_FURTHER = 5;

/** What each word of a whole sentence multiplies a section by, beside one that has its words in part. */
const liftOfWord = 0.5;

const MAX_RANKED = 200;

export interface RankingRules {
  /** Sections that lack a word are left out, where any has them all. */
  readonly isStrict: boolean;
  readonly isQuestion: boolean;
  /** Whether a page is looked for at all. */
  readonly includes: ((page: number) => boolean) | undefined;
  /** Sections that have all that was typed, word for word. */
  readonly whole: WholeSentence;
}

/** Best first; a few hundred at most. */
export function rankSections(
  { manifest, pageOf, heads }: OpenScope,
  terms: readonly RankedTerm[],
  { isStrict, includes, isQuestion, whole }: RankingRules,
): RankedSection[] {
  const total = terms.reduce((sum, { worth }) => sum + worth, 0) || 1;
  const partOfHead = isQuestion ? headPartOfQuestion : headPart;
  const scores = new Float32Array(manifest.sections);
  const masses = new Float32Array(manifest.sections);
  const counts = new Uint8Array(manifest.sections);
  const found = terms.map(({ words }) => scoresOf(words, manifest.sections));
  const touched = touchedSections(found, manifest.sections);
  for (const [place, own] of found.entries()) {
    const { mass = 0, isWanted = false } = terms[place] ?? {};
    for (const section of touched) {
      const page = pageOf[section] ?? 0;
      const score = Math.max(own[section] ?? 0, partOfHead * (own[heads[page] ?? 0] ?? 0));
      scores[section] = (scores[section] ?? 0) + score;
      masses[section] = (masses[section] ?? 0) + Math.min(mass, score / covered);
      if (isWanted && mass > 0 && score > 0) counts[section] = (counts[section] ?? 0) + 1;
    }
  }
  const wanted = terms.filter(({ mass, isWanted }) => isWanted && mass > 0).length;
  const hasAll = (section: number) => counts[section] === wanted;
  const leavesOut = isStrict && touched.some(hasAll);
  const sections: RankedSection[] = [];
  for (const section of touched) {
    const page = pageOf[section] ?? 0;
    if ((includes !== undefined && !includes(page)) || (leavesOut && !hasAll(section))) continue;
    const isWhole = whole.sections.has(section);
    const part = isWhole ? 1 : Math.min(1, (masses[section] ?? 0) / total);
    const lift = isWhole ? whole.words * liftOfWord : 1;
    const score = ((scores[section] ?? 0) / total) * (leastCoverage + (1 - leastCoverage) * part) * lift;
    sections.push({ section, page, score, coverage: part });
  }
  sections.sort(byScore);
  return (isQuestion ? withFurtherSections(sections, heads.length) : sections).slice(0, MAX_RANKED);
}

function byScore(a: RankedSection, b: RankedSection): number {
  return b.score - a.score || a.section - b.section;
}

/** `sections`, best first: the best one of each page gains by those that follow it. */
function withFurtherSections(sections: readonly RankedSection[], pages: number): RankedSection[] {
  const counts = new Uint8Array(pages);
  const more = new Float32Array(pages);
  for (const { page, score } of sections) {
    const before = counts[page] ?? 0;
    if (before > MAX_FURTHER) continue;
    if (before > 0) more[page] = (more[page] ?? 0) + score * furtherPart ** before;
    counts[page] = before + 1;
  }
  const fused = sections.map((one) => {
    const score = one.score + (more[one.page] ?? 0);
    more[one.page] = 0;
    return { ...one, score };
  });
  return fused.sort(byScore);
}

/** By section: the best of the words that a term found. */
function scoresOf(words: readonly FoundWord[], sections: number): Float32Array {
  const scores = new Float32Array(sections);
  for (const { postings, factor } of words) {
    for (let index = 0; index < postings.sections.length; index++) {
      const section = postings.sections[index] ?? 0;
      const score = ((postings.weights[index] ?? 0) / 255) * factor;
      if (score > (scores[section] ?? 0)) scores[section] = score;
    }
  }
  return scores;
}

function touchedSections(found: readonly Float32Array[], sections: number): number[] {
  const touched: number[] = [];
  for (let section = 0; section < sections; section++)
    if (found.some((own) => (own[section] ?? 0) > 0)) touched.push(section);
  return touched;
}
