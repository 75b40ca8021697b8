import type { ExportJob } from '@docwright/sdk';
import { describeMissing } from '../../output/describe-missing.ts';
import { formatDuration, formatSize } from '../../output/format-size.ts';
import type { Style } from '../../output/style.ts';
import { formatFields } from '../../output/table.ts';
import { colorStatus } from '../agent/describe-agent-job.ts';
import { countOf } from '../../count-of.ts';

/** Maximum number of issues shown to people; `--json` prints all issues. */
const SHOWN_ISSUES = 20;
const SHOWN_MISSING = 20;

export function describeExport(job: ExportJob, style: Style): string {
  const pages = job.totalPages === null ? `${job.pageCount}` : `${job.pageCount} of ${job.totalPages}`;
  const fields = formatFields([
    ['Export', job.jobId],
    ['Status', colorStatus(job.status, style)],
    ['Domain', job.domain],
    ['Pages', pages],
    ['Progress', job.status === 'running' ? `${Math.floor(job.progress)}%` : undefined],
    ['Version', job.version],
    ['Commit', job.commit],
    ['Size', job.sizeBytes === undefined ? undefined : formatSize(job.sizeBytes)],
    ['sha256', job.sha256],
    ['Took', job.durationMs === null ? undefined : formatDuration(job.durationMs)],
    ['Link', job.bundleUrl],
    ['Link expires', job.expiresAt],
    ['Error', job.error === null ? undefined : `${job.error}${job.errorCode === null ? '' : ` (${job.errorCode})`}`],
  ]);
  const gaps = describeMissing(job, SHOWN_MISSING);
  const issues = job.issues.slice(0, SHOWN_ISSUES).map(({ path, line, severity, code, message }) => {
    const place = line === null ? path : `${path}:${line}`;
    return `${colorSeverity(severity, style)} ${place} ${message} (${code})`;
  });
  const rest = job.issueCount - issues.length;
  return [
    fields,
    ...(gaps === '' ? [] : [gaps]),
    ...issues,
    ...(rest > 0 ? [`… and ${countOf(rest, 'more issue')}`] : []),
  ].join('\n');
}

export function colorSeverity(severity: string, style: Style): string {
  if (severity === 'error') return style('red', severity);
  return severity === 'warning' ? style('yellow', severity) : severity;
}

/** Returns the text of the progress line for an export. */
export function exportProgressText({ status, pageCount, totalPages }: ExportJob): string {
  return `${status}, ${totalPages === null ? countOf(pageCount, 'page') : `${pageCount} of ${countOf(totalPages, 'page')}`}`;
}
