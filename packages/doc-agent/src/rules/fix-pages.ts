import type { Instruction } from './instruction.ts';
import type { Plan } from './plan.ts';
import { count, describeRefused, readOpen, readReasons, toReport } from './read-answer.ts';

export function* fixPages({ what, where }: Extract<Instruction, { kind: 'fix' }>): Plan {
  const noun = what === 'links' ? 'broken link' : 'misspelled word';
  const input = { what, ...(where.length === 0 ? {} : { in: where }) };
  const [answer] = yield [{ tool: 'apply_fixes', input }];
  if (answer?.error !== undefined) return toReport(answer.error, answer.value);
  const value = answer?.value ?? {};
  const refused = describeRefused(value);
  const open = readOpen(value['open']);
  const left =
    open.length === 0
      ? ''
      : `; unchanged, because no page or several pages match: ${open.slice(0, 10).join(', ')}${open.length > 10 ? ', …' : ''}`;
  const fixed = Number(value['fixed'] ?? 0);
  if (fixed === 0) {
    const text = `no ${noun} can be fixed with certainty${left}${refused}`;
    return { kind: refused === '' ? 'nothing' : 'blocked', text };
  }
  const reasons = readReasons(value['reasons']);
  return {
    kind: 'done',
    text: `Fixed ${count(fixed, noun)} in ${count(Number(value['files'] ?? 0), 'page')}${left}${refused}${describeReasons(reasons, Number(value['totalReasons'] ?? 0))}`,
  };
}

const maxReasonsShown = 40;

function describeReasons(reasons: readonly string[], total: number): string {
  if (reasons.length === 0) return '';
  const shown = reasons.slice(0, maxReasonsShown).map((reason) => `\n  - ${reason}`);
  const more = total - shown.length;
  return `:${shown.join('')}${more > 0 ? `\n  - and ${count(more, 'link')} more` : ''}`;
}
