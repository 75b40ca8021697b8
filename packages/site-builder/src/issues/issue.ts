/** The severity of a finding: an `error` is a defect that readers would notice; a `warning` may be intended. */
export type IssueSeverity = 'error' | 'warning' | 'info';

/** A finding about a site file. Every code is listed in `issue-codes.ts`, with its cause and its remedy. */
export interface Issue {
  /** Path of the source file, relative to the docs folder. */
  readonly path: string;
  /** 1-based line, if known. */
  readonly line?: number;
  readonly column?: number;
  readonly severity: IssueSeverity;
  /** Stable, kebab-case: `broken-link`, `unknown-component`, … */
  readonly code: string;
  /** States the value that was found and the allowed values. */
  readonly message: string;
  /** The remedy for the author. */
  readonly fix?: string;
}

export type ReportIssue = (issue: Issue) => void;
