import type { Alignment } from './align-text.ts';
import { divideText, lineStart } from './divide-text.ts';
import type { Sample } from './sample.ts';
import { linesOf, startsWithEnd, type Line } from './text-lines.ts';

/**
 * A part that appears only in results that lack other parts, such as `{}` for an object whose members are all removed.
 */
export interface FallbackText {
  readonly text: string;
  /** The first of the parts around it that all results with the fallback lack, as an index in the whole text. */
  readonly from: number;
  /** The end of these parts, exclusive. The fallback is written before it. */
  readonly to: number;
  readonly samples: ReadonlySet<Sample>;
}

/** Maximum number of fallbacks: text with more isn't composed of parts that depend on separate questions. */
const maxFallbacks = 256;

/** Replacements in results for parts of the whole text; `undefined` if there are too many. */
export function findFallbacks(
  whole: readonly string[],
  alignments: ReadonlyMap<Sample, Alignment>,
): readonly FallbackText[] | undefined {
  const byText = new Map<string, (FallbackText & { readonly samples: Set<Sample> })[]>();
  const lines = linesOf(whole);
  let count = 0;
  for (const [sample, { lost, added }] of alignments)
    for (const [at, text] of added) {
      const run = runAround(at, lost);
      let { from, to } = run;
      for (const [index, part] of divideText(text).entries()) {
        if (index === 0 || lineStart.test(part)) ({ from, to } = replacedIn(run, part, { whole, lines }));
        const own = byText.get(part) ?? [];
        byText.set(part, own);
        const known = own.findIndex((one) => one.from <= to && from <= one.to && !one.samples.has(sample));
        const before = own[known];
        if (before === undefined) {
          count += 1;
          if (count > maxFallbacks) return undefined;
          own.push({ text: part, from, to, samples: new Set([sample]) });
          continue;
        }
        before.samples.add(sample);
        own[known] = { ...before, from: Math.max(from, before.from), to: Math.min(to, before.to) };
      }
    }
  return [...byText.values()].flat();
}

interface Run {
  readonly from: number;
  readonly to: number;
}

function runAround(at: number, lost: ReadonlySet<number>): Run {
  let [from, to] = [at, at];
  while (lost.has(from - 1)) from -= 1;
  while (lost.has(to)) to += 1;
  return { from, to };
}

interface Lines {
  readonly whole: readonly string[];
  readonly lines: readonly Line[];
}

/**
 * The range up to the end of the object or list whose beginning is most similar to the text. Text around it may be
 * missing for other reasons.
 */
function replacedIn({ from, to }: Run, text: string, { whole, lines }: Lines): Run {
  let best = { at: -1, same: 1 };
  for (let at = from; at < to; at++) {
    const same = sharedStart(whole[at] ?? '', text);
    if (same > best.same) best = { at, same };
  }
  const own = lines.findIndex(({ start, end }) => start <= best.at && best.at < end);
  const begin = lines[own];
  const after = begin && lines.slice(own + 1).find(({ indent }) => indent <= begin.indent);
  if (begin?.isCode !== true || after === undefined) return { from, to };
  const isEnd = after.indent === begin.indent && startsWithEnd(whole, after);
  // The range ends before text that may follow it on the same line, such as a comma.
  return { from, to: Math.min(to, isEnd && after.content !== undefined ? after.content + 1 : after.start) };
}

function sharedStart(a: string, b: string): number {
  let same = 0;
  while (same < a.length && a[same] === b[same]) same += 1;
  return same;
}
