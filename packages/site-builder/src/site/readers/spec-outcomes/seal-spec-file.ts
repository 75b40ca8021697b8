import type { SealedFile } from '../../../source/output-file.ts';
import type { Choices, Meets } from '../choices/choices.ts';
import { allOf, anyOf, implies } from '../choices/conditions.ts';
import { takeApart } from '../choices/take-apart.ts';
import { answerAll, mapOutcomes, type AnsweredOutcome } from './answer-all.ts';
import { joinOutcomes } from './join-outcomes.ts';

/** Outcomes of a file are only read and compared, so there may be more of them than of a page. */
const maxFileOutcomes = 256;

type FileOutcome = AnsweredOutcome<Uint8Array | undefined>;

/**
 * A published specification for all readers: `undefined` if it is the same for everybody. `read` returns the file as a reader
 * sees it, or `undefined` if the reader sees nothing of it. @throws TooManyOutcomes, FileNotSealed, MarksBroken
 */
export function sealSpecFile(
  path: string,
  read: (meets: Meets) => Uint8Array | undefined,
  choices: Choices,
): SealedFile | undefined {
  const outcomes = answerAll(read, maxFileOutcomes);
  const seen = outcomes.filter(({ result }) => result !== undefined);
  const base = outcomes.at(-1)?.result;
  if (seen.length === 0) return undefined;
  const when = base === undefined ? anyOf(seen.map(conditionFor)) : undefined;
  const isHidden = outcomes.some(({ result }) => result === undefined);
  if (isHidden && (base !== undefined || outcomes.some((one) => one.result === undefined && mayMeet(one, seen))))
    throw new FileNotSealed(path);
  const texts = mapOutcomes(seen, (bytes) => textOf(bytes, path));
  const { bytes, edits } = takeApart(joinOutcomes(texts, choices), choices, when);
  if (base === undefined) return { path, when, bytes, edits };
  if (!Buffer.from(base).equals(bytes)) throw new FileNotSealed(path);
  return edits.length === 0 ? undefined : { path, when: undefined, bytes: undefined, edits };
}

/** There is no way to say who sees what of a file. */
export class FileNotSealed extends Error {
  constructor(path: string) {
    super(`What readers see of ${path} can't be divided by groups.`);
    this.name = 'FileNotSealed';
  }
}

function conditionFor({ answers }: FileOutcome): ReturnType<typeof allOf> {
  let when: ReturnType<typeof allOf>;
  for (const { condition, isMet } of answers.values()) if (isMet) when = allOf(when, condition);
  return when;
}

/** Whether readers who don't see the file meet the condition of some who do. */
function mayMeet(hidden: FileOutcome, seen: readonly FileOutcome[]): boolean {
  const own = conditionFor(hidden);
  return seen.some((one) => implies(own, conditionFor(one)));
}

/** The texts of readers who see a file, compared as texts. */
function textOf(bytes: Uint8Array | undefined, path: string): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (!Buffer.from(text).equals(bytes ?? new Uint8Array())) throw new FileNotSealed(path);
  return text;
}
