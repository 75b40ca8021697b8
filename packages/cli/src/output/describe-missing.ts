import { countOf } from '../count-of.ts';

export interface MissingEntries {
  readonly expected: number | null;
  readonly missing: readonly { readonly path: string; readonly cause: string }[];
  /** The total number, if `missing` contains only the first entries. */
  readonly missingCount?: number;
}

/** Lists navigation entries without a page, at most `most` of them. Empty if no page is missing. */
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
