import type { Instruction } from './instruction.ts';
import { misspellingCount } from '../spelling/find-misspellings.ts';
import type { Plan } from './plan.ts';
import { describeRefused, readOpen, readReasons, toReport } from './read-answer.ts';
import { countOf } from '../text/count-of.ts';

/** Describes what was checked if nothing was found. */
const lookedFor = {
  links: 'links to missing pages, anchors and destinations of redirects were checked, but not addresses of other sites',
  spelling: `only ${misspellingCount} common English misspellings are known, so names, grammar and other words were not checked`,
} as const;

const maxOpenShown = 10;

export function* fixPages({ what, where }: Extract<Instruction, { kind: 'fix' }>): Plan {
  const noun = what === 'links' ? 'broken link' : 'misspelled word';
  const input = { what, ...(where.length === 0 ? {} : { in: where }) };
  const [answer] = yield [{ tool: 'apply_fixes', input }];
  if (answer?.error !== undefined) return toReport(answer.error, answer.value);
  const value = answer?.value ?? {};
  const refused = describeRefused(value);
  const open = readOpen(value['open']);
  const total = Number(value['totalOpen'] ?? open.length);
  const left =
    open.length === 0
      ? ''
      : `; left, because it isn't certain what they mean: ${open.slice(0, maxOpenShown).join(', ')}${total > maxOpenShown ? ` and ${total - maxOpenShown} more` : ''}`;
  const fixed = Number(value['fixed'] ?? 0);
  if (fixed === 0) {
    if (refused !== '') return { kind: 'blocked', text: `no ${noun} was fixed${left}${refused}` };
    if (left !== '')
      return { kind: 'asks', text: `none of the ${countOf(total, noun)} can be fixed with certainty${left}` };
    return { kind: 'nothing', text: `no ${noun} was found; ${lookedFor[what]}` };
  }
  const reasons = readReasons(value['reasons']);
  return {
    kind: 'done',
    text: `Fixed ${countOf(fixed, noun)} in ${countOf(Number(value['files'] ?? 0), 'page')}${left}${refused}${describeReasons(reasons, Number(value['totalReasons'] ?? 0))}`,
  };
}

const maxReasonsShown = 40;

function describeReasons(reasons: readonly string[], total: number): string {
  if (reasons.length === 0) return '';
  const shown = reasons.slice(0, maxReasonsShown).map((reason) => `\n  - ${reason}`);
  const more = total - shown.length;
  return `:${shown.join('')}${more > 0 ? `\n  - and ${countOf(more, 'link')} more` : ''}`;
}
