import type { EnglishFinding } from './check-english.ts';

/** Number of known phrases in each file; files without phrases are not listed. */
export type EnglishBaseline = Readonly<Record<string, number>>;

export function countByFile(findings: readonly EnglishFinding[]): EnglishBaseline {
  const counts: Record<string, number> = {};
  for (const { path } of findings) counts[path] = (counts[path] ?? 0) + 1;
  return Object.fromEntries(Object.entries(counts).toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/**
 * Returns files with more phrases than in the baseline, and files with fewer, for which the number in the baseline
 * should be lowered.
 */
export function compareWithBaseline(
  counts: EnglishBaseline,
  baseline: EnglishBaseline,
): { readonly worse: string[]; readonly better: string[] } {
  const paths = [...new Set([...Object.keys(counts), ...Object.keys(baseline)])];
  const difference = (path: string): number => (counts[path] ?? 0) - (baseline[path] ?? 0);
  return {
    worse: paths.filter((path) => difference(path) > 0),
    better: paths.filter((path) => difference(path) < 0),
  };
}
