import type { ExportIssue, ExportJob } from '@docwright/sdk';
import { formatNumber } from '../ui/format.ts';

export interface PageIssues {
  readonly path: string;
  readonly issues: readonly ExportIssue[];
  readonly errors: number;
  readonly warnings: number;
}

const ranks = { error: 0, warning: 1, info: 2 } as const;

/** Groups findings by page: pages with errors first, then by path; within a page, by line. */
export function groupIssues(issues: readonly ExportIssue[]): readonly PageIssues[] {
  const pages = Array.from(
    Map.groupBy(issues, ({ path }) => path),
    ([path, own]) => ({
      path,
      issues: own.toSorted((a, b) => (a.line ?? 0) - (b.line ?? 0) || ranks[a.severity] - ranks[b.severity]),
      errors: own.filter(({ severity }) => severity === 'error').length,
      warnings: own.filter(({ severity }) => severity === 'warning').length,
    }),
  );
  return pages.toSorted((a, b) => Number(b.errors > 0) - Number(a.errors > 0) || a.path.localeCompare(b.path));
}

/** Formats counts as `broken-link 4,000, no-alt 12`, with the most frequent code first. */
export function listCounts(counts: ExportJob['issueCounts']): string {
  return Object.entries(counts)
    .toSorted(([oneCode, one], [otherCode, other]) => other - one || oneCode.localeCompare(otherCode))
    .map(([code, count]) => `${code} ${formatNumber(count)}`)
    .join(', ');
}
