import type { ExportIssue } from '@docwright/contract';
import type { BuildReport } from '@docwright/site-builder';

/** Issues that are kept of a build; `issueCount` tells of the rest. */
const maxIssues = 1_000;

export interface BundleFindings {
  /** Errors first, at most 1,000. */
  readonly issues: readonly ExportIssue[];
  readonly issueCount: number;
  readonly errorCount: number;
}

export function toBundleFindings(report: Pick<BuildReport, 'issues'>): BundleFindings {
  const rank = { error: 0, warning: 1, info: 2 } as const;
  const issues = report.issues
    .toSorted((a, b) => rank[a.severity] - rank[b.severity])
    .slice(0, maxIssues)
    .map(({ path, line, severity, code, message }): ExportIssue => ({
      path,
      line: line ?? null,
      severity,
      code,
      message,
    }));
  const errorCount = report.issues.filter(({ severity }) => severity === 'error').length;
  return { issues, issueCount: report.issues.length, errorCount };
}
