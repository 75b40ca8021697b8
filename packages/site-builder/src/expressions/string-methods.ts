import { unsupported } from './errors.ts';
import type { Caller } from './read-member.ts';
import { toText, type Value } from './values.ts';

type StringMethod = (text: string, args: readonly Value[], caller: Caller) => Value;

const numberOr = (value: Value, otherwise: number): number => (value === undefined ? otherwise : Number(value));

export const stringMethods: ReadonlyMap<string, StringMethod> = new Map<string, StringMethod>([
  ['toUpperCase', (text) => text.toUpperCase()],
  ['toLowerCase', (text) => text.toLowerCase()],
  ['trim', (text) => text.trim()],
  ['trimStart', (text) => text.trimStart()],
  ['trimEnd', (text) => text.trimEnd()],
  ['toString', (text) => text],
  ['charAt', (text, [at]) => text.charAt(numberOr(at, 0))],
  ['charCodeAt', (text, [at]) => text.charCodeAt(numberOr(at, 0))],
  ['at', (text, [at]) => text.at(numberOr(at, 0))],
  ['slice', (text, [from, to]) => text.slice(numberOr(from, 0), numberOr(to, text.length))],
  ['substring', (text, [from, to]) => text.substring(numberOr(from, 0), numberOr(to, text.length))],
  ['indexOf', (text, [part]) => text.indexOf(toText(part))],
  ['lastIndexOf', (text, [part]) => text.lastIndexOf(toText(part))],
  ['includes', (text, [part]) => text.includes(toText(part))],
  ['startsWith', (text, [part]) => text.startsWith(toText(part))],
  ['endsWith', (text, [part]) => text.endsWith(toText(part))],
  ['concat', (text, args, { budget }) => budget.text(text + args.map(toText).join(''))],
  [
    'split',
    (text, [by, most], { budget }) =>
      budget.list(text.split(patternOf(by, text), most === undefined ? undefined : Number(most))),
  ],
  ['replace', (text, [what, by], { budget }) => budget.text(text.replace(patternOf(what, text), () => toText(by)))],
  [
    'replaceAll',
    (text, [what, by], { budget }) => budget.text(text.replaceAll(patternOf(what, text), () => toText(by))),
  ],
  ['match', (text, [what]) => matchText(text, what)],
  ['search', (text, [what]) => text.search(patternOf(what, text))],
  ['normalize', (text) => text.normalize()],
  ['codePointAt', (text, [at]) => text.codePointAt(numberOr(at, 0))],
  ['repeat', (text, [times], { budget }) => repeat(text, Number(times), budget.text.bind(budget))],
  [
    'padStart',
    (text, [width, fill]) => text.padStart(Math.min(numberOr(width, 0), 1000), fill === undefined ? ' ' : toText(fill)),
  ],
  [
    'padEnd',
    (text, [width, fill]) => text.padEnd(Math.min(numberOr(width, 0), 1000), fill === undefined ? ' ' : toText(fill)),
  ],
  ['localeCompare', (text, [other]) => (text < toText(other) ? -1 : text > toText(other) ? 1 : 0)],
]);

function repeat(text: string, times: number, check: (value: string) => string): string {
  const count = Math.max(0, Math.floor(times) || 0);
  if (count * text.length > 1_000_000) throw unsupported('a text repeated beyond a million characters');
  return check(text.repeat(count));
}

function matchText(text: string, what: Value): Value {
  const match = text.match(patternOf(what, text));
  return match === null ? null : [...match];
}

/** A pattern of an author runs on short texts only: its time can grow exponentially with the text. */
function patternOf(value: Value, text: string): string | RegExp {
  if (!(value instanceof RegExp)) return toText(value);
  const isPlain = !/[*+{]/.test(value.source);
  if (!isPlain && (text.length > 500 || value.source.length > 100))
    throw unsupported('a regular expression over a long text');
  return value;
}
