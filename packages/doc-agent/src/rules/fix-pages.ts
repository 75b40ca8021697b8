import { editFiles } from './edit-files.ts';
import type { Instruction } from './instruction.ts';
import type { EngineLimits, Plan } from './plan.ts';
import { count, readFixes, readOpen, readReasons, toReport } from './read-answer.ts';

/** Longer rows of rounds than this mean that a fix does not take. */
const maxFixRounds = 5;

export function* fixPages(instruction: Extract<Instruction, { kind: 'fix' }>, { maxFiles }: EngineLimits): Plan {
  const what = instruction.what === 'links' ? 'broken link' : 'misspelled word';
  const places = instruction.where.length === 0 ? ['site'] : instruction.where;
  let fixed = 0;
  let pages = 0;
  const open: string[] = [];
  const reasons: string[] = [];
  for (const place of places) {
    for (let round = 0; round < maxFixRounds; round++) {
      const [answer] = yield [{ tool: 'validate', input: { scope: place, suggest: instruction.what } }];
      if (answer?.error !== undefined) return toReport(answer.error, answer.value);
      const fixes = readFixes(answer?.value['fixes']);
      if (round === 0) open.push(...readOpen(answer?.value['open']));
      reasons.push(...readReasons(answer?.value['reasons']));
      if (fixes.length === 0) break;
      const room = fixes.slice(0, Math.max(0, maxFiles - pages));
      const result = yield* editFiles(room.map(({ path, edits }) => ({ path, edits })));
      pages += result.changed;
      fixed += room.reduce((sum, file) => sum + file.count, 0);
      if (result.report !== undefined && result.changed === 0 && fixed === 0) return result.report;
      if (result.report !== undefined || room.length < fixes.length) {
        return {
          kind: 'done',
          text: `Fixed ${count(fixed, what)} in ${count(pages, 'page')}; ${result.report?.text ?? `at most ${maxFiles} files may be changed, so more are left`}`,
        };
      }
    }
  }
  const left =
    open.length === 0
      ? ''
      : `; left as they are, because no page or more than one is near: ${open.slice(0, 10).join(', ')}${open.length > 10 ? ', …' : ''}`;
  if (fixed === 0) return { kind: 'nothing', text: `no ${what} that can be fixed with certainty${left}` };
  return {
    kind: 'done',
    text: `Fixed ${count(fixed, what)} in ${count(pages, 'page')}${left}${describeReasons(reasons)}`,
  };
}

const maxReasonsShown = 40;

function describeReasons(reasons: readonly string[]): string {
  if (reasons.length === 0) return '';
  const shown = reasons.slice(0, maxReasonsShown).map((reason) => `\n  - ${reason}`);
  const more = reasons.length - maxReasonsShown;
  return `:${shown.join('')}${more > 0 ? `\n  - and ${count(more, 'link')} more` : ''}`;
}
