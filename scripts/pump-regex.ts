import { timeOf } from './measure-growth.ts';

/** Single characters to test against the classes of patterns: those that occur in documents, addresses and headers. */
const characters = [
  ...Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)),
  '\t',
  '\n',
  '\r',
  '\u0000',
  '\u00e9',
  '\u2028',
];

/**
 * Strings whose repetition is most likely to keep a backtracking matcher busy: characters that the pattern's parts
 * accept, its literal runs, and each run followed by each character.
 */
function listPumps(source: string, flags: string): { readonly pumps: string[]; readonly runs: string[] } {
  const parts = splitPattern(source);
  const accepted = new Set<string>();
  for (const atom of parts.repeated) {
    const single = toExpression(`^(?:${atom})$`, flags);
    const first = characters.filter((character) => single?.test(character) === true);
    // A large class is tested with a few characters: its first, its last, and those that are rare in other classes.
    for (const character of first.length <= 4 ? first : [first[0], first[first.length >> 1], first.at(-1)]) {
      if (character !== undefined) accepted.add(character);
    }
  }
  const single = [...accepted].slice(0, 12);
  const runs = [...new Set(parts.runs)].slice(0, 12);
  const joined = runs.flatMap((run) => single.map((character) => run + character)).slice(0, 60);
  const crossed = single.flatMap((one) => single.map((other) => one + other)).slice(0, 40);
  return { pumps: [...new Set([...single, ...runs, ...joined, ...crossed])], runs: runs.slice(0, 4) };
}

/** Atoms and groups that are repeated without a limit, and runs of literal characters. */
function splitPattern(source: string): { readonly repeated: string[]; readonly runs: string[] } {
  const repeated: string[] = [];
  const runs: string[] = [];
  const opened: number[] = [];
  let run = '';
  const endRun = (): void => {
    if (run !== '') runs.push(run);
    run = '';
  };
  for (let at = 0; at < source.length;) {
    const start = at;
    const atom = atomAt(source, at);
    at += atom.length;
    if (atom === '(') {
      opened.push(start);
      endRun();
      at += groupKind.exec(source.slice(at, at + 80))?.[0].length ?? 0;
      continue;
    }
    const from = atom === ')' ? (opened.pop() ?? start) : start;
    const [quantifier = ''] = quantifierStart.exec(source.slice(at, at + 20)) ?? [];
    const isMany = /^(?:[*+]|\{\d+,\}|\{\d*,?\d{2,}\})/.test(quantifier);
    if (isMany) repeated.push(source.slice(from, at));
    const literal = toLiteral(atom);
    if (literal === undefined || isMany) endRun();
    if (literal !== undefined) run += literal;
    at += quantifier.length;
  }
  endRun();
  return { repeated, runs };
}

const groupKind = /^\?(?:<[A-Za-z]\w*>|<?[=!]|:)/;
const quantifierStart = /^(?:[*+?]|\{\d*,?\d*\})\??/;

/** One character, escape, class or bracket. */
function atomAt(source: string, at: number): string {
  if (source[at] === '\\') return escapeStart.exec(source.slice(at, at + 40))?.[0] ?? source.slice(at, at + 2);
  if (source[at] !== '[') return source[at] ?? '';
  let end = at + 1;
  while (end < source.length && source[end] !== ']') end += source[end] === '\\' ? 2 : 1;
  return source.slice(at, end + 1);
}

const escapeStart = /^\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|k<[^>]*>|[^])/;

/** The only text that an atom matches, if there is only one. */
function toLiteral(atom: string): string | undefined {
  if ('()|^$.'.includes(atom)) return undefined;
  if (!atom.startsWith('\\')) return atom.startsWith('[') ? undefined : atom;
  if (/^\\[dDsSwWbBpPk1-9]/.test(atom)) return undefined;
  const control = { n: '\n', r: '\r', t: '\t', f: '\f', v: '\v', 0: '\0' }[atom.slice(1)];
  if (control !== undefined) return control;
  const code = /^\\[ux]\{?([0-9a-fA-F]+)/.exec(atom)?.[1];
  return code === undefined ? atom.slice(1) : String.fromCodePoint(Number.parseInt(code, 16));
}

function toExpression(source: string, flags: string): RegExp | undefined {
  try {
    return new RegExp(source, flags.replaceAll(/[gy]/g, ''));
  } catch {
    // A piece that refers to a group outside it can't be tested alone.
    return undefined;
  }
}

/** Starts with short sizes, for which an exponential pattern already takes long but still ends. */
const sizes = [16, 22, 28, 64, 256, 1024, 4096, 16_384, 65_536];
const measurableMs = 20;
/** Four times the text takes four times as long if time is linear, sixteen times if it is quadratic. */
const maxRatio = 11;
/**
 * Above this ratio, the cause may be a bounded repetition, whose time is linear beyond its bound, so a longer text is
 * tested.
 */
const longText = 1024;
const quickMs = 150;

export interface SlowPattern {
  readonly before: string;
  readonly pump: string;
  readonly size: number;
  readonly milliseconds: number;
}

/** Returns a string for which the pattern takes more than linear time, if one is found. */
export function findSlowText(source: string, flags: string): SlowPattern | undefined {
  const pattern = new RegExp(source, flags.replaceAll('y', ''));
  const { pumps, runs } = listPumps(source, flags);
  for (const pump of pumps) {
    for (const before of ['', 'x', ...runs]) {
      const text = (size: number): string => before + pump.repeat(Math.ceil(size / pump.length)) + '\n\u0000!';
      const slow = measure(pattern, text);
      if (slow !== undefined) return { before, pump, ...slow };
    }
  }
  return undefined;
}

function measure(
  pattern: RegExp,
  textOf: (size: number) => string,
): { readonly size: number; readonly milliseconds: number } | undefined {
  for (const size of sizes) {
    if (timeOf(matching(pattern, textOf(size)), 1) < measurableMs) continue;
    const long = timeOf(matching(pattern, textOf(size)), 4);
    if (long < measurableMs) continue;
    const isSteep = long > maxRatio * timeOf(matching(pattern, textOf(size / 4)), 4);
    if (!isSteep) return undefined;
    if (size < longText || long > quickMs) return { size, milliseconds: Math.round(long) };
  }
  return undefined;
}

/** Finds every match if the pattern is global, as `replaceAll` does. */
function matching(pattern: RegExp, text: string): () => void {
  return pattern.global ? () => void text.replaceAll(pattern, '') : () => void pattern.test(text);
}
