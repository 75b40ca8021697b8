import { countOf } from '../count-of.ts';

export interface MissingEntries {
  readonly expected: number | null;
  readonly missing: readonly { readonly path: string; readonly cause: string }[];
  /** The total number, if `missing` contains only the first entries. */
  readonly missingCount?: number;
}

/** Lists what the navigation references but the site lacks, at most `most` entries; empty if nothing is missing. */
export function describeMissing(
  { expected, missing, missingCount = missing.length }: MissingEntries,
  most: number,
): string {
  if (missingCount === 0) return '';
  const shown = missing.slice(0, most);
  return [
    `${countOf(missingCount, 'navigation entry has', 'navigation entries have')} no page${expected === null ? '' : ` (of ${expected})`}:`,
    ...shown.map(({ path, cause }) => `  ${path} (${cause})`),
    ...(missingCount > shown.length ? [`  … and ${missingCount - shown.length} more`] : []),
  ].join('\n');
}
