import type { ReportIssue } from '../../issues/issue.ts';
import type { BuildSettings } from '../../settings/build-settings.ts';
import type { ReadPage } from '../plan/site-plan.ts';
import type { PageRule } from './page-rule.ts';
import type { FoundParts, RestrictedPart } from './specs/restricted-parts.ts';
import { countOf } from '../../text/count-of.ts';

export interface OmissionReport {
  readonly settings: Pick<BuildSettings, 'restricted'>;
  readonly left: readonly ReadPage[];
  readonly parts: readonly RestrictedPart[];
  readonly rules: ReadonlyMap<string, PageRule>;
  /** The file of the configuration. */
  readonly file: string;
  readonly report: ReportIssue;
}

/** Reports content that a build leaves out, and content that has no readers because the site has no sign-in. */
export function reportOmitted({ settings, left, parts, rules, file, report }: OmissionReport): void {
  for (const { page } of left)
    report({
      path: page.sourcePath,
      severity: 'info',
      code: 'restricted-page',
      message: `The page "${page.path}" is restricted and was left out.`,
      fix: "If this isn't intended, remove its groups, or set public: true.",
    });
  for (const [path, count] of countByFile(parts))
    report({
      path,
      severity: 'info',
      code: 'restricted-part',
      message: `${countOf(count, `part of ${path} is`, `parts of ${path} are`)} restricted (x-mint.groups) and left out.`,
      fix: "If this isn't intended, remove the groups.",
    });
  if (settings.restricted !== 'exclude') return;
  const pages = left.filter(({ page }) => (rules.get(page.path)?.rule?.groupSets.length ?? 0) > 0).length;
  if (pages + parts.length === 0) return;
  report({
    path: file,
    severity: 'warning',
    code: 'groups-without-access',
    message: `The site has no sign-in, so no reader is in a group: ${countOf(pages, 'page')} and ${countOf(parts.length, 'part')} of specifications with groups have no readers.`,
    fix: 'Choose an access mode that provides groups, or remove the groups.',
  });
}

/** Reports groups of a specification that can't be read. */
export function reportSpecProblems(problems: FoundParts['problems'], report: ReportIssue): void {
  for (const { file, pointer, problem } of problems)
    report({
      path: file,
      severity: 'warning',
      code: 'access-value',
      message: `${pointer === '' ? 'x-mint' : pointer}: groups ${problem}.`,
      fix: 'Correct the value. A list of groups looks like this: "groups": ["staff", "partners"].',
    });
}

function countByFile(parts: readonly RestrictedPart[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { file } of parts) counts.set(file, (counts.get(file) ?? 0) + 1);
  return counts;
}
