/**
 * A text of many questions, from few of its results. If each part of the text depends on its own questions, as the properties of
 * a schema do, one result for each question shows all parts. This is checked with other results before it is used.
 *
 * 1. A part is shown to readers who meet everything that the readers of a known result meet which has the part. So no reader sees a
 *    text that is only for others, whether or not the text is regular.
 * 2. A comma at the end of a line is there if another line follows in the same list.
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

/** Results that were made, by the questions that were to be answered with yes: the readers may meet others by that. */
export interface Samples {
  /** Number of questions. */
  readonly count: number;
  get(answers: readonly number[]): Sample | undefined;
  readonly all: readonly Sample[];
}

type Presence =
  | { readonly kind: 'samples'; readonly samples: readonly Sample[] }
  /** With the line that it ends, if one of `following` is there. */
  | { readonly kind: 'comma'; readonly line: number | undefined; readonly following: readonly number[] };

export interface RegularText {
  readonly parts: readonly string[];
  readonly presence: readonly Presence[];
}

/** More results, which would show what a part depends on. */
export interface MissingSamples {
  readonly missing: readonly (readonly number[])[];
}

/** `undefined` if the text isn't regular. There are results for no answer, for each one, and for all. */
export function findRegularText(samples: Samples): RegularText | MissingSamples | undefined {
  const parts = divideText(samples.get(everyAnswer(samples))?.text ?? '');
  const lost = new Map<Sample, ReadonlySet<number>>();
  for (const sample of samples.all) {
    const alignment = alignText(parts, divideText(sample.text));
    if (alignment.added.size > 0) return undefined;
    lost.set(sample, alignment.lost);
  }
  const missing = new Map<string, readonly number[]>();
  const presence: Presence[] = [];
  for (const [index, part] of parts.entries()) {
    if (isComma(part)) presence.push(commaAt(parts, index));
    else {
      const found = leastSamples(samples, (sample) => lost.get(sample)?.has(index) === false);
      if (found === undefined) return undefined;
      if ('missing' in found) for (const one of found.missing) missing.set(one.join(), one);
      else presence.push({ kind: 'samples', samples: found });
    }
  }
  if (missing.size > 0) return { missing: [...missing.values()] };
  const text = { parts, presence };
  return samples.all.every((sample) => textFor(text, sample.answers) === sample.text) ? text : undefined;
}

function everyAnswer({ count }: Pick<Samples, 'count'>): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/**
 * The results for the fewest answers that have a part: for none, for single ones, or for all the answers without which it is lost.
 * `undefined` if it depends on answers in another way.
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

function commaAt(parts: readonly string[], at: number): Presence {
  let start = at - 1;
  while (start > 0 && !isLine(parts[start])) start -= 1;
  const own = lineAt(parts, start);
  const following: number[] = [];
  for (let next = at + 1; next < parts.length; next++) {
    if (!isLine(parts[next])) continue;
    const line = lineAt(parts, next);
    if (line === undefined) continue;
    if (own !== undefined && line.indent < own.indent) break;
    following.push(line.content);
  }
  return { kind: 'comma', line: own?.content, following };
}

interface Line {
  readonly indent: number;
  /** The first part with more than tags and white space. */
  readonly content: number;
}

function lineAt(parts: readonly string[], start: number): Line | undefined {
  let before = '';
  for (let index = Math.max(0, start); index < parts.length; index++) {
    const part = parts[index] ?? '';
    if (index > start && isLine(part)) return undefined;
    const text = part.replace(/<[^>]*>/g, '');
    if (text.trim() !== '' && !isComma(part)) {
      const indent = /^\s*/.exec((before + text).replace(/^\n/, ''))?.[0].length ?? 0;
      return { indent, content: index };
    }
    before += text;
  }
  return undefined;
}

function isLine(part: string | undefined): boolean {
  return part?.startsWith('\n') === true;
}

function textFor({ parts, presence }: RegularText, answers: ReadonlySet<number>): string {
  const isShown = (one: Presence | undefined): boolean =>
    one === undefined ||
    (one.kind === 'samples'
      ? one.samples.some((sample) => [...sample.answers].every((answer) => answers.has(answer)))
      : (one.line === undefined || isShown(presence[one.line])) &&
        one.following.some((next) => isShown(presence[next])));
  return parts.filter((_, index) => isShown(presence[index])).join('');
}

/** The text with pieces. @throws TooManyOutcomes */
export function writeRegularText({ parts, presence }: RegularText, choices: Choices): string {
  const known = new Map<string, Condition | undefined>();
  const whenOf = (one: Presence | undefined): Condition | undefined => {
    if (one === undefined) return undefined;
    if (one.kind === 'comma')
      return allOf(
        one.line === undefined ? undefined : whenOf(presence[one.line]),
        anyOf(one.following.map((next) => whenOf(presence[next]))),
      );
    const key = one.samples.map(({ answers }) => [...answers].join()).join('|');
    if (!known.has(key)) known.set(key, anyOf(one.samples.map(({ when }) => when)));
    return known.get(key);
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
