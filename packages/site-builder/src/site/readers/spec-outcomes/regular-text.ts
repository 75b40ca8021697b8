/**
 * Derives a text that depends on many questions from few results. If each part of the text depends on its own
 * questions, like the properties of a schema, one result for each question shows all parts. Other results are used to
 * check this.
 *
 * 1. A part is shown to readers who meet all conditions of a known result that contains the part. So no reader sees
 *    a text that is only for others, whether or not the text is regular.
 * 2. A line ends with a comma if another line follows in the same list.
 */
import type { Condition } from '@docwright/site-access/rules';
import type { Choices } from '../choices/choices.ts';
import { allOf, anyOf } from '../choices/conditions.ts';
import { alignText } from './align-text.ts';
import { divideText } from './divide-text.ts';

/** A text for the readers who answer these questions with yes. */
export interface Sample {
  /** Numbers of questions. */
  readonly answers: ReadonlySet<number>;
  readonly when: Condition | undefined;
  readonly text: string;
}

/** Computed results, by the questions that were answered with yes, which may imply other answers. */
export interface Samples {
  /** Number of questions. */
  readonly count: number;
  get(answers: readonly number[]): Sample | undefined;
  readonly all: readonly Sample[];
}

/**
 * The smallest sets of answers for which a part is present; it is also present for larger sets. Equal values are the
 * same object.
 */
interface Shown {
  readonly kind: 'samples';
  readonly samples: readonly Sample[];
}

/** A comma is present with its line if one of `following` is present. */
interface Comma {
  readonly kind: 'comma';
  readonly line: Shown | undefined;
  readonly following: readonly Shown[];
}

type Presence = Shown | Comma;

export interface RegularText {
  readonly parts: readonly string[];
  readonly presence: readonly (Presence | undefined)[];
}

/** More results, which would show the dependencies of a part. */
export interface MissingSamples {
  readonly missing: readonly (readonly number[])[];
}

/**
 * `undefined` if the text isn't regular. Requires results for no answers, for each single answer, and for all answers.
 */
export function findRegularText(samples: Samples): RegularText | MissingSamples | undefined {
  const parts = divideText(samples.get(everyAnswer(samples))?.text ?? '');
  const lost = new Map<Sample, ReadonlySet<number>>();
  for (const sample of samples.all) {
    const alignment = alignText(parts, divideText(sample.text));
    if (alignment.added.size > 0) return undefined;
    lost.set(sample, alignment.lost);
  }
  const missing = new Map<string, readonly number[]>();
  const known = new Map<string, Shown>();
  const shown: (Shown | undefined)[] = [];
  for (const [index, part] of parts.entries()) {
    if (isComma(part)) continue;
    const found = leastSamples(samples, (sample) => lost.get(sample)?.has(index) === false);
    if (found === undefined) return undefined;
    if ('missing' in found) {
      for (const one of found.missing) missing.set(one.join(), one);
      continue;
    }
    const key = found.map(({ answers }) => [...answers].join()).join('|');
    const one: Shown = known.get(key) ?? { kind: 'samples', samples: found };
    known.set(key, one);
    shown[index] = one;
  }
  if (missing.size > 0) return { missing: [...missing.values()] };
  const commas = findCommas(parts, shown);
  const text = { parts, presence: parts.map((_, index) => shown[index] ?? commas.get(index)) };
  return samples.all.every((sample) => textFor(text, sample.answers) === sample.text) ? text : undefined;
}

function everyAnswer({ count }: Pick<Samples, 'count'>): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/**
 * The smallest sets of answers for which a part is present: the empty set, single answers, or all answers that it
 * requires. `undefined` if it depends on answers in another way.
 */
function leastSamples(
  samples: Samples,
  has: (sample: Sample) => boolean,
): readonly Sample[] | MissingSamples | undefined {
  const none = samples.get([]);
  if (none !== undefined && has(none)) return [none];
  const every = everyAnswer(samples);
  const single = every.flatMap((one) => samples.get([one]) ?? []).filter(has);
  if (single.length > 0) return single;
  const others = every.map((one) => every.filter((other) => other !== one));
  const unknown = others.filter((answers) => samples.get(answers) === undefined);
  if (unknown.length > 0) return { missing: unknown };
  const needed = every.filter((one) => {
    const sample = samples.get(others[one] ?? []);
    return sample !== undefined && !has(sample);
  });
  const narrowed = samples.get(needed);
  if (narrowed === undefined) return { missing: [needed] };
  return has(narrowed) ? [narrowed] : undefined;
}

function isComma(part: string): boolean {
  return part.startsWith(',') && part.trim() === ',';
}

/** The commas by part. Lines are processed in reverse order, so that each is compared with few others. */
function findCommas(parts: readonly string[], shown: readonly (Shown | undefined)[]): ReadonlyMap<number, Comma> {
  const found = new Map<number, Comma>();
  /** The next line with each presence. */
  const next = new Map<Shown, number>();
  /** Lines with decreasing indentation: a line's list ends at the first of these. */
  const ends: Line[] = [];
  for (const { content, indent, start, commas } of linesOf(parts).toReversed()) {
    const own = content === undefined ? undefined : shown[content];
    if (own !== undefined) while ((ends.at(-1)?.indent ?? -1) >= indent) ends.pop();
    const end = own === undefined ? Infinity : (ends.at(-1)?.start ?? Infinity);
    if (commas.length > 0) {
      const following = [...next].flatMap(([one, line]) => (line < end ? [one] : []));
      for (const comma of commas) found.set(comma, { kind: 'comma', line: own, following });
    }
    if (own === undefined) continue;
    ends.push({ content, indent, start, commas });
    next.set(own, start);
  }
  return found;
}

interface Line {
  /** The line's first part. */
  readonly start: number;
  readonly indent: number;
  /** The first part with more than tags and white space. */
  readonly content: number | undefined;
  readonly commas: readonly number[];
}

function linesOf(parts: readonly string[]): readonly Line[] {
  const starts = parts.flatMap((part, index) => (index === 0 || isLine(part) ? [index] : []));
  return starts.map((start, number) => readLine(parts, start, starts[number + 1] ?? parts.length));
}

function readLine(parts: readonly string[], start: number, end: number): Line {
  let before = '';
  let content: number | undefined;
  const commas: number[] = [];
  for (let index = start; index < end; index++) {
    const part = parts[index] ?? '';
    if (isComma(part)) commas.push(index);
    if (content !== undefined) continue;
    const text = part.replace(/<[^>]*>/g, '');
    before += text;
    if (text.trim() !== '' && !isComma(part)) content = index;
  }
  return { start, indent: /^\s*/.exec(before.replace(/^\n/, ''))?.[0].length ?? 0, content, commas };
}

function isLine(part: string | undefined): boolean {
  return part?.startsWith('\n') === true;
}

function textFor({ parts, presence }: RegularText, answers: ReadonlySet<number>): string {
  const known = new Map<Shown, boolean>();
  const isThere = (one: Shown): boolean => {
    const found =
      known.get(one) ?? one.samples.some((sample) => [...sample.answers].every((answer) => answers.has(answer)));
    known.set(one, found);
    return found;
  };
  const isShown = (one: Presence | undefined): boolean =>
    one === undefined ||
    (one.kind === 'samples'
      ? isThere(one)
      : (one.line === undefined || isThere(one.line)) && one.following.some(isThere));
  return parts.filter((_, index) => isShown(presence[index])).join('');
}

/** The text with pieces. @throws TooManyOutcomes */
export function writeRegularText({ parts, presence }: RegularText, choices: Choices): string {
  const known = new Map<Presence, Condition | undefined>();
  const whenOf = (one: Presence | undefined): Condition | undefined => {
    if (one === undefined) return undefined;
    if (known.has(one)) return known.get(one);
    const when =
      one.kind === 'samples'
        ? anyOf(one.samples.map((sample) => sample.when))
        : allOf(whenOf(one.line), anyOf(one.following.map(whenOf)));
    known.set(one, when);
    return when;
  };
  let written = '';
  let run = '';
  let runWhen: Condition | undefined;
  for (const [index, part] of parts.entries()) {
    const when = whenOf(presence[index]);
    if (when !== runWhen) {
      written += choices.piece(runWhen, run);
      run = '';
    }
    runWhen = when;
    run += part;
  }
  return written + choices.piece(runWhen, run);
}
