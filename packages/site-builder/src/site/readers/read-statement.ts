import { readGroups, type AccessStatement } from '@docwright/site-access/rules';
import type { ReportIssue } from '../../issues/issue.ts';
import { toFlag } from '../../text/to-flag.ts';

export interface StatementRequest {
  readonly groups: unknown;
  /** `public`. */
  readonly isPublic: unknown;
  /** The position of the rule, for messages: `frontmatter`, `navigation.tabs[1]`. */
  readonly from: string;
  /** The file for which problems are reported. */
  readonly file: string;
  readonly report: ReportIssue;
}

/** Reads `groups` and `public`. Returns `undefined` if neither is set. An invalid value never grants access. */
export function readStatement({ groups, isPublic, from, file, report }: StatementRequest): AccessStatement | undefined {
  const { set, problems } = readGroups(groups);
  const read = toFlag(isPublic);
  const isUnread = read === undefined && isPublic !== undefined && isPublic !== null;
  const flag = isUnread ? false : read;
  const all = [
    ...problems.map((problem) => `groups ${problem}`),
    ...(isUnread ? ['public is neither true nor false, and is read as false'] : []),
  ];
  for (const problem of all)
    report({
      path: file,
      severity: 'warning',
      code: 'access-value',
      message: `${from}: ${problem}.`,
      fix: 'Correct the value. The list of groups looks like this: groups: [staff, partners].',
    });
  return set === undefined && flag === undefined ? undefined : { from, isPublic: flag, groups: set };
}
