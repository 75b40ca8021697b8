import type { Alignment } from './align-text.ts';

/** Text for a result's readers. */
export interface Point {
  /** The questions to which these readers answer yes. */
  readonly answers: ReadonlySet<number>;
  readonly text: string;
}

/** The content at a position in a text, for each result. */
export type Part = readonly Point[];

export type Tree =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'question'; readonly question: number; readonly yes: Tree; readonly no: Tree };

/** The questions that determine the content at a position, as few as possible. */
export function decidePart(points: Part): Tree {
  const [first] = points;
  if (first === undefined) return { kind: 'text', text: '' };
  if (points.every(({ text }) => text === first.text)) return { kind: 'text', text: first.text };
  const { question, yes, no } = bestQuestion(points);
  return { kind: 'question', question, yes: decidePart(yes), no: decidePart(no) };
}

export function textFor(tree: Tree, isMet: (question: number) => boolean): string {
  let at = tree;
  while (at.kind === 'question') at = isMet(at.question) ? at.yes : at.no;
  return at.text;
}

interface Split {
  readonly question: number;
  readonly yes: Part;
  readonly no: Part;
}

/** The question that leaves the fewest undecided cases. */
function bestQuestion(points: Part): Split {
  let best: (Split & { readonly mixed: number }) | undefined;
  for (const question of new Set(points.flatMap(({ answers }) => [...answers]))) {
    const yes = points.filter(({ answers }) => answers.has(question));
    const no = points.filter(({ answers }) => !answers.has(question));
    if (no.length === 0) continue;
    const mixed = mixedCount(yes) + mixedCount(no);
    if (best === undefined || mixed < best.mixed) best = { question, yes, no, mixed };
  }
  if (best === undefined) throw new Error('The same answers have different results.');
  return best;
}

/** The number of points without the most frequent text. */
function mixedCount(points: Part): number {
  const counts = new Map<string, number>();
  for (const { text } of points) counts.set(text, (counts.get(text) ?? 0) + 1);
  return points.length - Math.max(...counts.values());
}

/** Divides a text where results differ. Adjacent parts with the same results are merged. */
export function toParts(
  whole: readonly string[],
  results: readonly (Alignment & Pick<Point, 'answers'>)[],
): readonly Part[] {
  const parts: Part[] = [];
  let pattern = '';
  let run: string[] = [];
  const endRun = (): void => {
    const text = run.join('');
    if (run.length > 0)
      parts.push(results.map(({ answers }, index) => ({ answers, text: pattern[index] === '1' ? text : '' })));
    run = [];
  };
  for (let index = 0; index <= whole.length; index++) {
    if (results.some(({ added }) => added.has(index))) {
      endRun();
      parts.push(results.map(({ answers, added }) => ({ answers, text: added.get(index) ?? '' })));
    }
    const here = results.map(({ lost }) => (lost.has(index) ? '0' : '1')).join('');
    if (here !== pattern) endRun();
    pattern = here;
    const part = whole[index];
    if (part !== undefined) run.push(part);
  }
  endRun();
  return parts;
}
