/** `// [!code ++]`, `# [!code --:3]`, `<!-- [!code focus] -->`: marks that authors write as comments in the code. */

export type LineMark = 'add' | 'remove' | 'highlight' | 'focus' | 'error' | 'warning';

export interface MarkedCode {
  /** The code without the comments. */
  readonly code: string;
  /** Marks by 1-based line number. */
  readonly marks: ReadonlyMap<number, ReadonlySet<LineMark>>;
}

const markNames = new Map<string, LineMark>([
  ['++', 'add'],
  ['--', 'remove'],
  ['highlight', 'highlight'],
  ['hl', 'highlight'],
  ['focus', 'focus'],
  ['error', 'error'],
  ['warning', 'warning'],
]);

const notation =
  /[ \t]*(?:\/\/|\/\*|<!--|\{\/\*|#|--|;|%|'|REM|"")?[ \t]*\[!code (\+\+|--|highlight|hl|focus|error|warning)(?::(\d{1,4}))?\][ \t]*(?:\*\/\}|\*\/|-->)?/;

export function readNotations(code: string): MarkedCode {
  if (!code.includes('[!code ')) return { code, marks: new Map() };
  const marks = new Map<number, Set<LineMark>>();
  const kept: string[] = [];
  for (const line of code.split('\n')) {
    let rest = line;
    const found: { mark: LineMark; count: number }[] = [];
    for (let match = notation.exec(rest); match !== null; match = notation.exec(rest)) {
      const mark = markNames.get(match[1] ?? '');
      if (mark !== undefined) found.push({ mark, count: Number(match[2] ?? 1) });
      rest = rest.slice(0, match.index) + rest.slice(match.index + match[0].length);
    }
    // A comment alone on its line applies to the following lines, and its line is removed.
    const alone = found.length > 0 && rest.trim() === '';
    if (!alone) kept.push(found.length > 0 ? rest.trimEnd() : line);
    const first = alone ? kept.length + 1 : kept.length;
    for (const { mark, count } of found) {
      for (let number = first; number < first + count; number++) {
        const set = marks.get(number) ?? new Set();
        marks.set(number, set.add(mark));
      }
    }
  }
  return { code: kept.join('\n'), marks };
}
