import type { Figure, Measurement, Result } from './measurement.ts';

/** Returns the last line of the output that is a JSON object, or `undefined` if no line is one. */
export function readLastJson(output: string): object | undefined {
  for (const line of output.trim().split('\n').toReversed()) {
    if (!line.startsWith('{')) continue;
    try {
      return JSON.parse(line) as object;
    } catch {
      // A line of text that begins with a brace.
    }
  }
  return undefined;
}

/**
 * Returns the numbers of a JSON object by their path, for example `hot.ratio`, including strings that contain numbers.
 */
export function flattenFigures(value: unknown, path = ''): ReadonlyMap<string, number> {
  if (typeof value === 'object' && value !== null)
    return new Map(
      Object.entries(value).flatMap(([name, inner]) => [
        ...flattenFigures(inner, path === '' ? name : `${path}.${name}`),
      ]),
    );
  const isNumber = typeof value === 'number' || (typeof value === 'string' && value.trim() !== '');
  return isNumber && Number.isFinite(Number(value)) ? new Map([[path, Number(value)]]) : new Map();
}

/**
 * Returns the values of the figures with these names.
 *
 * @throws if the output lacks one
 */
export function pickFigures(output: string, names: readonly string[]): Readonly<Record<string, number>> {
  const found = flattenFigures(readLastJson(output));
  return Object.fromEntries(
    names.map((name) => {
      const value = found.get(name);
      if (value === undefined) throw new Error(`The output has no figure "${name}".`);
      return [name, value];
    }),
  );
}

export function isMissed({ atMost = Infinity, atLeast = -Infinity }: Figure, value: number): boolean {
  return value > atMost || value < atLeast;
}

export type Verdict = 'reached' | 'missed' | 'not judged';

const notReached = '**not reached**';

/**
 * Returns the verdict on a result. Text written by hand takes precedence over figures, and says if a goal isn't
 * reached.
 */
export function judge({ figures = [] }: Measurement, { text, values = {} }: Result): Verdict {
  if (text !== undefined) return text.includes(notReached) ? 'missed' : text === reachedText ? 'reached' : 'not judged';
  const judged = figures.filter(
    ({ name, atMost, atLeast }) => values[name] !== undefined && (atMost ?? atLeast) !== undefined,
  );
  if (judged.length === 0) return 'not judged';
  return judged.some((figure) => isMissed(figure, values[figure.name] ?? Number.NaN)) ? 'missed' : 'reached';
}

/** The result of a program that fails if it misses its goal, after a run without failure. */
export const reachedText = 'reached';

/** Whether a result replaces the stored one. "reached" alone doesn't replace text that was written by hand. */
export function isReplacing(stored: Result | undefined, { text }: Result): boolean {
  return text !== reachedText || (stored?.text ?? reachedText) === reachedText;
}

/** Formats the figures for people, with their labels and a mark after each figure that misses its goal. */
export function describeResult({ figures = [] }: Measurement, { text, values = {} }: Result): string {
  if (text !== undefined) return text;
  return figures
    .flatMap((figure) => {
      const value = values[figure.name];
      if (value === undefined) return [];
      const mark = isMissed(figure, value) ? ` (${notReached})` : '';
      return [`${figure.label} ${value.toLocaleString('en-US')}${figure.unit ?? ''}${mark}`];
    })
    .join(', ');
}
