import { unsupported } from './errors.ts';
import type { Caller } from './caller.ts';
import { findMatch, findMatches, toMatchList, type PatternMatch } from './run-pattern.ts';
import { Closure, NativeFunction, toNumber, toText, type Value } from './values.ts';

type StringMethod = (text: string, args: readonly Value[], caller: Caller) => Value;

const maxPadding = 1000;

/** A method whose arguments are numbers; a missing argument is undefined. */
const byNumbers =
  (use: (text: string, ...numbers: (number | undefined)[]) => Value): StringMethod =>
  (text, args, { budget }) =>
    use(text, ...args.map((value) => (value === undefined ? undefined : toNumber(value, budget))));

const byText =
  (use: (text: string, other: string) => Value): StringMethod =>
  (text, [other], { budget }) =>
    use(text, toText(other, budget));

export const stringMethods: ReadonlyMap<string, StringMethod> = new Map<string, StringMethod>([
  ['toUpperCase', (text) => text.toUpperCase()],
  ['toLowerCase', (text) => text.toLowerCase()],
  ['trim', (text) => text.trim()],
  ['trimStart', (text) => text.trimStart()],
  ['trimEnd', (text) => text.trimEnd()],
  ['toString', (text) => text],
  ['normalize', (text) => text.normalize()],
  ['charAt', byNumbers((text, at = 0) => text.charAt(at))],
  ['charCodeAt', byNumbers((text, at = 0) => text.charCodeAt(at))],
  ['codePointAt', byNumbers((text, at = 0) => text.codePointAt(at))],
  ['at', byNumbers((text, at = 0) => text.at(at))],
  ['slice', byNumbers((text, from, to) => text.slice(from, to))],
  ['substring', byNumbers((text, from = 0, to) => text.substring(from, to))],
  ['indexOf', byText((text, part) => text.indexOf(part))],
  ['lastIndexOf', byText((text, part) => text.lastIndexOf(part))],
  ['includes', byText((text, part) => text.includes(part))],
  ['startsWith', byText((text, part) => text.startsWith(part))],
  ['endsWith', byText((text, part) => text.endsWith(part))],
  ['localeCompare', byText((text, other) => (text < other ? -1 : text > other ? 1 : 0))],
  [
    'concat',
    (text, args, { budget }) => args.reduce<string>((all, arg) => budget.text(all + toText(arg, budget)), text),
  ],
  ['split', split],
  ['replace', (text, args, caller) => replace(text, args, { caller, all: false })],
  ['replaceAll', (text, args, caller) => replace(text, args, { caller, all: true })],
  ['match', match],
  ['matchAll', matchAll],
  [
    'search',
    (text, [what], { budget }) =>
      what instanceof RegExp ? (findMatch(what, text, budget)?.start ?? -1) : text.indexOf(toText(what, budget)),
  ],
  ['repeat', repeat],
  ['padStart', (text, args, caller) => text.padStart(...padding(args, caller))],
  ['padEnd', (text, args, caller) => text.padEnd(...padding(args, caller))],
]);

function padding([width, fill]: readonly Value[], { budget }: Caller): [number, string] {
  const chars = width === undefined ? 0 : toNumber(width, budget);
  return [Math.min(chars, maxPadding), fill === undefined ? ' ' : toText(fill, budget)];
}

function repeat(text: string, [times]: readonly Value[], { budget }: Caller): string {
  const count = Math.max(0, Math.floor(toNumber(times, budget)) || 0);
  if (count * text.length > 1_000_000) throw unsupported('text repeated beyond a million characters');
  return budget.text(text.repeat(count));
}

function split(text: string, [by, most]: readonly Value[], { budget }: Caller): Value {
  const limit = most === undefined ? undefined : toNumber(most, budget);
  if (!(by instanceof RegExp)) {
    budget.step(1 + text.length / 1000);
    return budget.list(by === undefined ? [text] : text.split(toText(by, budget), limit));
  }
  const parts: Value[] = [];
  let last = 0;
  for (const { start, end, groups } of findMatches(by, text, budget)) {
    if (end === start && (start === 0 || start === text.length)) continue;
    parts.push(text.slice(last, start), ...groups.slice(1));
    budget.listItems(parts.length);
    last = end;
  }
  parts.push(text.slice(last));
  return budget.list(parts.slice(0, limit));
}

function match(text: string, [what]: readonly Value[], { budget }: Caller): Value {
  if (!(what instanceof RegExp)) {
    const part = toText(what, budget);
    return text.includes(part) ? [part] : null;
  }
  if (!what.global) {
    const first = findMatch(what, text, budget);
    return first === undefined ? null : toMatchList(first, text);
  }
  const all: string[] = [];
  for (const { groups } of findMatches(what, text, budget)) {
    budget.listItems(all.push(groups[0] ?? ''));
  }
  return all.length === 0 ? null : all;
}

/** Returns a list instead of an iterator: it can be spread, mapped and looped over in the same way. */
function matchAll(text: string, [what]: readonly Value[], { budget }: Caller): Value {
  if (!(what instanceof RegExp) || !what.global) throw unsupported('matchAll without a global regular expression');
  const all: Value[] = [];
  for (const found of findMatches(what, text, budget)) budget.listItems(all.push(toMatchList(found, text)));
  return all;
}

/**
 * Replaces with a string, in which `$1` and `$&` are expanded, or with a function's result for the match and its
 * groups.
 */
function replace(
  text: string,
  [what, by]: readonly Value[],
  { caller, all }: { readonly caller: Caller; readonly all: boolean },
): string {
  const { budget } = caller;
  const isPattern = what instanceof RegExp;
  const matches = isPattern ? findMatches(what, text, budget) : findText(text, toText(what, budget));
  let result = '';
  let last = 0;
  for (const found of matches) {
    budget.step();
    result += text.slice(last, found.start) + replacement(found, by, caller);
    budget.textChars(result.length);
    last = found.end;
    if (!(all || (isPattern && what.global))) break;
  }
  return budget.text(result + text.slice(last));
}

function* findText(text: string, part: string): Generator<PatternMatch> {
  const width = Math.max(1, part.length);
  for (let start = text.indexOf(part); start !== -1; start = text.indexOf(part, start + width)) {
    yield { start, end: start + part.length, groups: [part] };
    if (start + width > text.length) return;
  }
}

function replacement({ groups }: PatternMatch, by: Value, caller: Caller): string {
  if (by instanceof Closure || by instanceof NativeFunction) return toText(caller.call(by, groups), caller.budget);
  return toText(by, caller.budget).replace(
    /\$(?:(\$)|(&)|(\d))/g,
    (sign, dollar?: string, whole?: string, group = '') => {
      if (dollar !== undefined) return '$';
      if (whole !== undefined) return groups[0] ?? '';
      return Number(group) > 0 && Number(group) < groups.length ? (groups[Number(group)] ?? '') : sign;
    },
  );
}
