import type { ExportIssue, MissingExportPage } from '@docwright/contract';
import type { BuildReport } from '@docwright/site-builder';

/**
 * Maximum number of issues and missing pages that are stored per build; `issueCount` and `missingCount` count all of
 * them.
 */
const maxListed = 1_000;
/** The largest number that fits in a column. */
const maxCount = 2 ** 31 - 1;

export interface BundleFindings {
  /** Issues, errors first, at most 1,000. */
  readonly issues: readonly ExportIssue[];
  readonly issueCount: number;
  readonly issueCounts: Readonly<Record<string, number>>;
  readonly errorCount: number;
  /** Number of entries in the navigation. */
  readonly expected: number;
  /** Entries of the navigation that are missing from the bundle, at most 1,000. */
  readonly missing: readonly MissingExportPage[];
  readonly missingCount: number;
}

type Report = Pick<BuildReport, 'issues' | 'issueCounts' | 'expected' | 'missing'>;

export function toBundleFindings({ issues: all, issueCounts, expected, missing }: Report): BundleFindings {
  const rank = { error: 0, warning: 1, info: 2 } as const;
  const issues = all
    .toSorted((a, b) => rank[a.severity] - rank[b.severity])
    .slice(0, maxListed)
    .map(({ path, line, severity, code, message }): ExportIssue => ({
      path,
      line: line ?? null,
      severity,
      code,
      message,
    }));
  // The report counts further issues of the same kind in a file without listing them.
  const issueCount = Object.values(issueCounts).reduce((sum, count) => sum + count, 0);
  return {
    issues,
    issueCount: Math.min(issueCount, maxCount),
    issueCounts,
    errorCount: all.filter(({ severity }) => severity === 'error').length,
    expected,
    missing: missing.slice(0, maxListed),
    missingCount: missing.length,
  };
}
