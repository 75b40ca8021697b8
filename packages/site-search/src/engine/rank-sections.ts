/** The order of sections for the words of a query. */
import type { FoundWord } from './look-up-term.ts';
import type { OpenScope } from './open-index.ts';

export interface RankedSection {
  readonly section: number;
  readonly page: number;
  readonly score: number;
}

export interface RankedTerm {
  readonly words: readonly FoundWord[];
  /** What the term is worth where it is found best. */
  readonly mass: number;
  /** Not a question word, nor a part of a name. */
  readonly isWanted: boolean;
}

export interface Ranking {
  /** Best first; a few hundred at most. */
  readonly sections: readonly RankedSection[];
  /** Of the section that has most of the query: how much of it, 0…1. */
  readonly coverage: number;
}

/** A word that the head of a section's page has (title, description, first text) counts nearly as if the section had it. */
const headPart = 0.8;
/** What a result without any of the words' mass would keep of its score. */
const leastCoverage = 0.25;

/** So much of the most that a word can reach counts as having it. */
const covered = 0.25;

const MAX_RANKED = 200;

export interface RankingRules {
  /** Sections that lack a word are left out, where any has them all. */
  readonly isStrict: boolean;
  /** Whether a page is looked for at all. */
  readonly includes: ((page: number) => boolean) | undefined;
}

export function rankSections(
  { manifest, pageOf, heads }: OpenScope,
  terms: readonly RankedTerm[],
  { isStrict, includes }: RankingRules,
): Ranking {
  const total = terms.reduce((sum, { mass }) => sum + mass, 0) || 1;
  const scores = new Float32Array(manifest.sections);
  const masses = new Float32Array(manifest.sections);
  const counts = new Uint8Array(manifest.sections);
  const found = terms.map(({ words }) => scoresOf(words, manifest.sections));
  const touched = touchedSections(found, manifest.sections);
  for (const [place, own] of found.entries()) {
    const { mass = 0, isWanted = false } = terms[place] ?? {};
    for (const section of touched) {
      const page = pageOf[section] ?? 0;
      const score = Math.max(own[section] ?? 0, headPart * (own[heads[page] ?? 0] ?? 0));
      scores[section] = (scores[section] ?? 0) + score;
      masses[section] = (masses[section] ?? 0) + Math.min(mass, score / covered);
      if (isWanted && mass > 0 && score > 0) counts[section] = (counts[section] ?? 0) + 1;
    }
  }
  const wanted = terms.filter(({ mass, isWanted }) => isWanted && mass > 0).length;
  const hasAll = (section: number) => counts[section] === wanted;
  const leavesOut = isStrict && touched.some(hasAll);
  let coverage = 0;
  const sections: RankedSection[] = [];
  for (const section of touched) {
    const page = pageOf[section] ?? 0;
    if ((includes !== undefined && !includes(page)) || (leavesOut && !hasAll(section))) continue;
    const part = Math.min(1, (masses[section] ?? 0) / total);
    if (part > coverage) coverage = part;
    const score = ((scores[section] ?? 0) / total) * (leastCoverage + (1 - leastCoverage) * part);
    sections.push({ section, page, score });
  }
  sections.sort((a, b) => b.score - a.score || a.section - b.section);
  return { sections: sections.slice(0, MAX_RANKED), coverage };
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
