import { diffArrays } from 'diff';
import { closeMark, openMark, type Choices } from '../choices/choices.ts';
import { mapOutcomes, simplify, type AnsweredOutcome } from './answer-all.ts';

/**
 * A text that differs between outcomes, as one text with pieces. What all have in common is written once, and a piece
 * depends on only those answers that change it. The texts may contain pieces.
 */
export function joinOutcomes(outcomes: readonly AnsweredOutcome<string>[], choices: Choices): string {
  const [first] = outcomes;
  if (first === undefined) return '';
  if (outcomes.every(({ result }) => result === first.result)) return first.result;
  const versions = new Map(outcomes.map(({ result }) => [result, divide(result)]));
  const common = commonParts([...versions.values()]);
  const gaps = new Map([...versions].map(([text, parts]) => [text, gapsBetween(parts, common)]));
  let joined = '';
  for (let index = 0; index <= common.length; index++) {
    const here = mapOutcomes(outcomes, (text) => gaps.get(text)?.[index] ?? '');
    joined += choices.firstOf(simplify(here).map(({ when, value }) => ({ when, text: value })));
    joined += common[index] ?? '';
  }
  return joined;
}

/** Larger differences are written as a whole: finding what is common would take longer than it saves. */
const maxDifference = 2000;

/** Parts that all versions contain in this order. */
function commonParts([first = [], ...others]: readonly (readonly string[])[]): readonly string[] {
  let common = [...first];
  for (const other of others) {
    const changes = diffArrays(common, [...other], { maxEditLength: maxDifference });
    common = changes?.flatMap(({ added, removed, value }) => (added || removed ? [] : value)) ?? [];
  }
  return common;
}

/** What a version has before each of the common parts, and after the last. */
function gapsBetween(parts: readonly string[], common: readonly string[]): readonly string[] {
  const gaps: string[] = [];
  let gap = '';
  for (const part of parts) {
    if (part === common[gaps.length]) {
      gaps.push(gap);
      gap = '';
    } else gap += part;
  }
  return [...gaps, gap];
}

/** Lines, tags and pieces, from the beginning of one to that of the next. A piece isn't divided. */
function divide(text: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  const endPart = (at: number): void => {
    if (at > from) parts.push(text.slice(from, at));
    from = at;
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    if (depth === 0 && (char === '<' || char === '\n' || char === openMark)) endPart(at);
    if (char === openMark) depth += 1;
    else if (char === closeMark) {
      depth -= 1;
      if (depth === 0) endPart(at + 1);
    }
  }
  endPart(text.length);
  return parts;
}
