/** Ranks sections for the words of a query. */
import type { FoundWord } from './look-up-term.ts';
import type { OpenScope } from './open-index.ts';
import type { WholeSentence } from './whole-sentence.ts';

export interface RankedSection {
  readonly section: number;
  readonly page: number;
  readonly score: number;
  /**
   * 0…1: how much of the query, weighted by the rarity of its words, appears in the section or at the head of its
   * page.
   */
  readonly coverage: number;
}

export interface RankedTerm {
  readonly words: readonly FoundWord[];
  /** The term's value at its best match; 0 if it isn't found. */
  readonly mass: number;
  /** The term's value in the query, found or not. */
  readonly worth: number;
  /** Whether the term is neither a question word nor part of a name. */
  readonly isWanted: boolean;
}

/**
 * A word at the beginning of a section's page (title, description, first text) counts nearly as much as a word in the
 * section.
 */
const headPart = 0.8;
/** For questions, a page about the subject ranks above a section that mentions the words in passing. */
const headPartOfQuestion = 1.1;
/** The fraction of its score that a result would keep if it covered none of the query. */
const leastCoverage = 0.25;

/** The fraction of a word's maximum that counts as a match. */
const covered = 0.25;

/**
 * A page about the subject mentions it in several sections: each additional section adds this fraction of the previous
 * section's contribution.
 */
const furtherPart = 0.3;
const MAX_FURTHER = 5;

/** The factor per word of a whole sentence, compared with a section that has only some of its words. */
const liftOfWord = 0.5;

const MAX_RANKED = 200;

export interface RankingRules {
  /** Whether sections that lack a word are left out if any section has all words. */
  readonly isStrict: boolean;
  readonly isQuestion: boolean;
  /** Whether a page is searched. */
  readonly includes: ((page: number) => boolean) | undefined;
  /** Sections that contain the whole query, word for word. */
  readonly whole: WholeSentence;
}

/** Returns the best sections first, a few hundred at most. */
export function rankSections(scope: OpenScope, terms: readonly RankedTerm[], rules: RankingRules): RankedSection[] {
  const { includes, isQuestion } = rules;
  const scored = scoreSections(scope, terms, rules);
  const { sections, scores } = scored;
  for (let place = 0; place < sections.length; place++) {
    const section = sections[place] ?? 0;
    if (includes?.(scope.pageOf[section] ?? 0) === false) scores[place] = leftOut;
  }
  if (isQuestion) addFurtherSections(scored, scope.pageOf);
  return positionsOfBest(scores, MAX_RANKED).map((place) => {
    const section = sections[place] ?? 0;
    return {
      section,
      page: scope.pageOf[section] ?? 0,
      score: scores[place] ?? 0,
      coverage: scored.parts[place] ?? 0,
    };
  });
}

/** Score of a section that isn't a result. */
const leftOut = -1;

interface ScoredSections {
  /** Sections that contain a word of the query themselves, ascending; the other arrays use the same positions. */
  readonly sections: Uint32Array;
  readonly scores: Float64Array;
  /** How much of the query each section covers. */
  readonly parts: Float64Array;
}

/**
 * Arrays that successive rankings reuse, because allocating them costs more than filling them. Their content is valid
 * only during a ranking.
 */
interface Scratch {
  /** Indexed by section. */
  readonly touched: Uint8Array;
  readonly placeOf: Uint32Array;
  /** Indexed by position. */
  readonly sections: Uint32Array;
  readonly best: Float64Array;
  readonly scores: Float64Array;
  readonly parts: Float64Array;
  readonly counts: Uint8Array;
}

let kept: Scratch | undefined;
/** Larger arrays aren't retained. */
const MAX_KEPT_SECTIONS = 100_000;

function scratchFor(sections: number): Scratch {
  if (kept !== undefined && kept.touched.length >= sections) return kept;
  const made = {
    touched: new Uint8Array(sections),
    placeOf: new Uint32Array(sections),
    sections: new Uint32Array(sections),
    best: new Float64Array(sections),
    scores: new Float64Array(sections),
    parts: new Float64Array(sections),
    counts: new Uint8Array(sections),
  };
  if (sections <= MAX_KEPT_SECTIONS) kept = made;
  return made;
}

function scoreSections(
  scope: OpenScope,
  terms: readonly RankedTerm[],
  { isStrict, isQuestion, whole }: RankingRules,
): ScoredSections {
  const scratch = scratchFor(scope.manifest.sections);
  const total = terms.reduce((sum, { worth }) => sum + worth, 0) || 1;
  const partOfHead = isQuestion ? headPartOfQuestion : headPart;
  const count = listTouched(scratch, terms, scope.manifest.sections);
  const sections = scratch.sections.subarray(0, count);
  const scores = scratch.scores.subarray(0, count).fill(0);
  const parts = scratch.parts.subarray(0, count).fill(0);
  const counts = scratch.counts.subarray(0, count).fill(0);
  const best = scratch.best.subarray(0, count).fill(0);
  let wanted = 0;
  for (const { words, mass, isWanted } of terms) {
    const isCounted = isWanted && mass > 0;
    if (isCounted) wanted += 1;
    if (words.length === 0) continue;
    findBest(scratch, words, { headOf: scope.headOf, partOfHead, count });
    for (let place = 0; place < count; place++) {
      const score = best[place] ?? 0;
      if (score === 0) continue;
      best[place] = 0;
      const reached = score / covered;
      scores[place] = (scores[place] ?? 0) + score;
      parts[place] = (parts[place] ?? 0) + (reached < mass ? reached : mass);
      if (isCounted) counts[place] = (counts[place] ?? 0) + 1;
    }
  }
  const leavesOut = isStrict && counts.includes(wanted);
  const hasWhole = whole.sections.size > 0;
  for (let place = 0; place < count; place++) {
    const isWhole = hasWhole && whole.sections.has(sections[place] ?? 0);
    const part = isWhole ? 1 : Math.min(1, (parts[place] ?? 0) / total);
    const lift = isWhole ? whole.words * liftOfWord : 1;
    const score = ((scores[place] ?? 0) / total) * (leastCoverage + (1 - leastCoverage) * part) * lift;
    parts[place] = part;
    scores[place] = leavesOut && counts[place] !== wanted ? leftOut : score;
  }
  return { sections, scores, parts };
}

/**
 * Writes the sections in which any word was found, ascending, and the position of each among them.
 * @returns their number
 */
function listTouched(
  { touched, placeOf, sections }: Scratch,
  terms: readonly RankedTerm[],
  sectionCount: number,
): number {
  touched.fill(0, 0, sectionCount);
  for (const { words } of terms) {
    for (const { postings } of words) {
      const found = postings.sections;
      for (let index = 0; index < found.length; index++) touched[found[index] ?? 0] = 1;
    }
  }
  let count = 0;
  for (let section = 0; section < sectionCount; section++) {
    if (touched[section] === 0) continue;
    placeOf[section] = count;
    sections[count++] = section;
  }
  return count;
}

/**
 * Writes, by position, the best score of a term's words: in the section itself, or partially at the beginning of its
 * page.
 */
function findBest(
  { best, placeOf, sections }: Scratch,
  words: readonly FoundWord[],
  { headOf, partOfHead, count }: { readonly headOf: Uint32Array; readonly partOfHead: number; readonly count: number },
): void {
  for (const { postings, factor } of words) {
    const { sections: found, weights } = postings;
    for (let index = 0; index < found.length; index++) {
      const section = found[index] ?? 0;
      const score = Math.fround(((weights[index] ?? 0) / 255) * factor);
      let place = placeOf[section] ?? 0;
      if (score > (best[place] ?? 0)) best[place] = score;
      if (headOf[section] !== section) continue;
      const ofHead = partOfHead * score;
      // A page's sections are adjacent, starting with its beginning.
      for (; place < count && headOf[sections[place] ?? 0] === section; place++)
        if (ofHead > (best[place] ?? 0)) best[place] = ofHead;
    }
  }
}

/** Raises the score of each page's best section by the scores of its other sections. A page's sections are adjacent. */
function addFurtherSections({ sections, scores }: ScoredSections, pageOf: Uint32Array): void {
  const next = new Float64Array(MAX_FURTHER + 1);
  for (let from = 0, to = 0; from < sections.length; from = to) {
    const page = pageOf[sections[from] ?? 0];
    let best = from;
    next.fill(0);
    for (to = from; to < sections.length && pageOf[sections[to] ?? 0] === page; to++) {
      const score = scores[to] ?? 0;
      if (score > (scores[best] ?? 0)) best = to;
      let rank = MAX_FURTHER + 1;
      for (; rank > 0 && score > (next[rank - 1] ?? 0); rank--) next[rank] = next[rank - 1] ?? 0;
      next[rank] = score;
    }
    if ((scores[best] ?? 0) < 0) continue;
    for (let rank = 1; rank <= MAX_FURTHER; rank++)
      scores[best] = (scores[best] ?? 0) + (next[rank] ?? 0) * furtherPart ** rank;
  }
}

/** Number of score buckets: only the sections in the highest buckets are sorted. */
const BUCKETS = 1024;

/** Returns the positions of the highest `scores`, highest first, ties in order; negative scores are left out. */
function positionsOfBest(scores: Float64Array, limit: number): number[] {
  let most = 0;
  for (let place = 0; place < scores.length; place++) most = Math.max(most, scores[place] ?? 0);
  const counts = new Uint32Array(BUCKETS + 1);
  const buckets = new Int16Array(scores.length);
  for (let place = 0; place < scores.length; place++) {
    const score = scores[place] ?? leftOut;
    const bucket = score < 0 ? leftOut : Math.trunc((score / (most || 1)) * BUCKETS);
    buckets[place] = bucket;
    counts[bucket] = (counts[bucket] ?? 0) + 1;
  }
  let lowest = BUCKETS;
  for (let kept = counts[lowest] ?? 0; kept < limit && lowest > 0; kept += counts[lowest] ?? 0) lowest--;
  const best: number[] = [];
  for (let place = 0; place < scores.length; place++) if ((buckets[place] ?? leftOut) >= lowest) best.push(place);
  return best.sort((a, b) => (scores[b] ?? 0) - (scores[a] ?? 0) || a - b).slice(0, limit);
}
