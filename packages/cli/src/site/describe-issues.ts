import type { Issue, IssueSeverity } from '@docwright/site-builder';
import type { Style } from '../output/style.ts';
import { colorSeverity } from '../commands/publishing/describe-export.ts';

export function countIssues(issues: readonly Issue[]): Record<IssueSeverity, number> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of issues) counts[severity] += 1;
  return counts;
}

/** Formats issues as `path:line:column`, which editors and terminals turn into links. */
export function describeIssues(issues: readonly Issue[], style: Style): string {
  return issues
    .map(({ path, line, column, severity, code, message, fix }) => {
      const place = [path, line, column].filter((part) => part !== undefined).join(':');
      const remedy = fix === undefined ? '' : `\n    ${fix}`;
      return `${place}  ${colorSeverity(severity, style)}  ${message}  ${style('dim', code)}${remedy}`;
    })
    .join('\n');
}
