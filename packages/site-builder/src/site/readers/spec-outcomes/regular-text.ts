/**
 * Derives text that depends on many questions from a few results. If each part of the text depends on its own
 * questions, as the properties of a schema do, one result for each question is enough to show all parts. Other results
 * are used to check this.
 *
 * 1. A part is shown to readers who meet all conditions of a known result that contains the part. So no reader sees
 *    text that is only for others, whether or not the text is regular.
 * 2. A line ends with a comma if another line follows in the same list.
 * 3. A replacement, such as `{}` for an object without content, is shown if the part that it replaces isn't.
 */
import type { Condition } from '@docwright/site-access/rules';
import type { Choices } from '../choices/choices.ts';
import { allOf, anyOf } from '../choices/conditions.ts';
import { TextAligner, type Alignment } from './align-text.ts';
import { divideText } from './divide-text.ts';
import { findCommas, type Comma } from './find-commas.ts';
import { findFallbacks, type FallbackText } from './find-fallbacks.ts';
import type { Sample, Shown } from './sample.ts';
import { isComma } from './text-lines.ts';

/** Computed results, by the questions to which the answer is yes. Such answers may imply others. */
export interface Samples {
  /** Number of questions. */
  readonly count: number;
  get(answers: readonly number[]): Sample | undefined;
  readonly all: readonly Sample[];
}

/** A replacement: present for readers of `shown` who see none of the replaced parts. */
interface Fallback {
  readonly kind: 'fallback';
  readonly shown: Shown;
  readonly unless: readonly Shown[];
}

type Presence = Shown | Comma | Fallback;

export interface RegularText {
  readonly parts: readonly string[];
  readonly presence: readonly (Presence | undefined)[];
}

/** The results that must also be computed to find the dependencies of a part. */
export interface MissingSamples {
  readonly missing: readonly (readonly number[])[];
}

/**
 * Returns `undefined` if the text isn't regular. Requires results without answers, for each single answer, and for all
 * answers.
 */
export function findRegularText(samples: Samples): RegularText | MissingSamples | undefined {
  const wholeText = samples.get(everyAnswer(samples))?.text ?? '';
  const whole = divideText(wholeText);
  // Commas are derived from lines. If they were compared, a comma could be matched with another entry's comma.
  const aligner = new TextAligner(wholeText, (part) => !isComma(part));
  const alignments = new Map(samples.all.map((sample) => [sample, aligner.align(sample.text)]));
  const fallbacks = findFallbacks(aligner.parts, alignments);
  if (fallbacks === undefined) return undefined;
  const places = toPlaces(whole, fallbacks);
  const missing = new Map<string, readonly number[]>();
  const known = new Map<string, Shown>();
  const shown: (Shown | undefined)[] = [];
  for (const [index, place] of places.entries()) {
    if (isComma(place.text)) continue;
    const found = leastSamples(samples, (sample) => isAt(place, sample, alignments), mostAnswers(samples, place));
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
  const parts = places.map(({ text }) => text);
  const fallbackIndexes = places.flatMap(({ kind }, index) => (kind === 'fallback' ? [index] : []));
  const commas = findCommas(parts, shown, new Set(fallbackIndexes));
  const presence: (Presence | undefined)[] = [];
  for (const [index, place] of places.entries()) {
    const one = shown[index] ?? commas.get(index);
    if (one?.kind !== 'samples' || place.kind === 'part') presence.push(one);
    else {
      const unless = replacedParts({ places, shown, alignments }, index, one);
      if (unless.length === 0) return undefined;
      presence.push({ kind: 'fallback', shown: one, unless });
    }
  }
  const text = { parts, presence };
  return samples.all.every((sample) => textFor(text, sample.answers) === sample.text) ? text : undefined;
}

/** Part of the whole text, with its index (not counting commas), or text that replaces parts of it. */
type Place =
  | { readonly kind: 'part'; readonly text: string; readonly index: number }
  | (FallbackText & { readonly kind: 'fallback' });

type Alignments = ReadonlyMap<Sample, Alignment>;

function toPlaces(whole: readonly string[], fallbacks: readonly FallbackText[]): readonly Place[] {
  const places: Place[] = [];
  const byEnd = Map.groupBy(fallbacks, ({ to }) => to);
  const addFallbacks = (end: number): void => {
    for (const fallback of byEnd.get(end) ?? []) places.push({ kind: 'fallback', ...fallback });
  };
  let index = 0;
  addFallbacks(0);
  for (const text of whole) {
    places.push({ kind: 'part', text, index });
    if (isComma(text)) continue;
    index += 1;
    addFallbacks(index);
  }
  return places;
}

function isAt(place: Place, sample: Sample, alignments: Alignments): boolean {
  return place.kind === 'part' ? alignments.get(sample)?.lost.has(place.index) === false : place.samples.has(sample);
}

/** Answers that are sufficient to see a position in the text. */
function mostAnswers(samples: Samples, place: Place): readonly number[] {
  if (place.kind === 'part') return everyAnswer(samples);
  const [least] = [...place.samples].toSorted((a, b) => a.answers.size - b.answers.size);
  return [...(least?.answers ?? [])];
}

interface KnownPlaces {
  readonly places: readonly Place[];
  readonly shown: readonly (Shown | undefined)[];
  readonly alignments: Alignments;
}

/**
 * The parts that are missing from every result with the fallback, if each other result for its readers has one of them.
 */
function replacedParts({ places, shown, alignments }: KnownPlaces, at: number, own: Shown): readonly Shown[] {
  const fallback = places[at];
  if (fallback?.kind !== 'fallback') return [];
  const replaced = new Set<Shown>();
  for (let index = at - 1; index >= 0; index--) {
    const place = places[index];
    if (place?.kind === 'part' && place.index < fallback.from) break;
    const part = shown[index];
    if (place?.kind === 'part' && part !== undefined) replaced.add(part);
  }
  const isConsistent = [...alignments.keys()].every(
    (sample) =>
      !isPresent(own, sample.answers) ||
      fallback.samples.has(sample) !== [...replaced].some((part) => isPresent(part, sample.answers)),
  );
  return isConsistent ? [...replaced] : [];
}

function everyAnswer({ count }: Pick<Samples, 'count'>): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

/**
 * The smallest sets of answers for which a part is present: the empty set, or individual answers and at most one
 * larger set. `undefined` if it depends on answers in another way.
 *
 * @param most answers that are sufficient
 */
function leastSamples(
  samples: Samples,
  has: (sample: Sample) => boolean,
  most: readonly number[],
): readonly Sample[] | MissingSamples | undefined {
  const none = samples.get([]);
  if (none !== undefined && has(none)) return [none];
  const single = new Map<number, Sample>();
  for (const one of everyAnswer(samples)) {
    const sample = samples.get([one]);
    if (sample !== undefined && has(sample)) single.set(one, sample);
  }
  if (single.size === 0) return requiredAnswers(samples, has, most);
  // The other answers together may also be sufficient.
  const others = most.filter((one) => !single.has(one));
  const rest = samples.get(others);
  if (rest === undefined) return { missing: [others] };
  if (!has(rest)) return [...single.values()];
  const found = requiredAnswers(samples, has, others);
  return found === undefined || 'missing' in found ? found : [...new Set([...single.values(), ...found])];
}

/** The answers in `most`, which are sufficient together, that the part requires. */
function requiredAnswers(
  samples: Samples,
  has: (sample: Sample) => boolean,
  most: readonly number[],
): readonly Sample[] | MissingSamples | undefined {
  const others = most.map((one) => most.filter((other) => other !== one));
  const unknown = others.filter((answers) => samples.get(answers) === undefined);
  if (unknown.length > 0) return { missing: unknown };
  const needed = most.filter((_, index) => {
    const sample = samples.get(others[index] ?? []);
    return sample !== undefined && !has(sample);
  });
  const narrowed = samples.get(needed);
  if (narrowed === undefined) return { missing: [needed] };
  return has(narrowed) ? [narrowed] : undefined;
}

function isPresent(one: Shown, answers: ReadonlySet<number>): boolean {
  return one.samples.some((sample) => [...sample.answers].every((answer) => answers.has(answer)));
}

function textFor({ parts, presence }: RegularText, answers: ReadonlySet<number>): string {
  const known = new Map<Shown, boolean>();
  const isSeen = (one: Shown): boolean => {
    const found = known.get(one) ?? isPresent(one, answers);
    known.set(one, found);
    return found;
  };
  const isShown = (one: Presence | undefined): boolean => {
    if (one === undefined) return true;
    if (one.kind === 'samples') return isSeen(one);
    if (one.kind === 'fallback') return isSeen(one.shown) && !one.unless.some(isSeen);
    return one.line.some(isSeen) && one.following.some(isSeen);
  };
  return parts.filter((_, index) => isShown(presence[index])).join('');
}

/** Writes the text with pieces. @throws TooManyOutcomes */
export function writeRegularText({ parts, presence }: RegularText, choices: Choices): string {
  const known = new Map<Presence, Condition | undefined>();
  const whenOf = (one: Shown | Comma | undefined): Condition | undefined => {
    if (one === undefined) return undefined;
    if (known.has(one)) return known.get(one);
    const when =
      one.kind === 'samples'
        ? anyOf(one.samples.map((sample) => sample.when))
        : allOf(anyOf(one.line.map(whenOf)), anyOf(one.following.map(whenOf)));
    known.set(one, when);
    return when;
  };
  let written = '';
  let run = '';
  let runWhen: Condition | undefined;
  const endRun = (): void => {
    written += choices.piece(runWhen, run);
    run = '';
  };
  for (const [index, part] of parts.entries()) {
    const one = presence[index];
    if (one?.kind === 'fallback') {
      endRun();
      const without = { when: anyOf(one.unless.map(whenOf)), text: '' };
      written += choices.firstOf([without, { when: whenOf(one.shown), text: part }]);
      continue;
    }
    const when = whenOf(one);
    if (when !== runWhen) endRun();
    runWhen = when;
    run += part;
  }
  endRun();
  return written;
}
