import type { SealedFile } from '../../../source/output-file.ts';
import type { Choices, Meets } from '../choices/choices.ts';
import { separateEdits } from '../choices/separate-edits.ts';
import { Exploration } from './exploration.ts';

/**
 * A published specification for all readers; `undefined` if it is the same for everyone. `read` returns the file as a
 * reader sees it, or `undefined` if the reader can't see the file. `onPartial` is called with the number of different
 * lists of groups if readers in several of them see less than they are allowed to.
 * @throws TooManyOutcomes, FileNotSealed, MismatchedMarks
 */
export function sealSpecFile(
  path: string,
  read: (meets: Meets) => Uint8Array | undefined,
  choices: Choices,
  onPartial: (questions: number) => void = () => undefined,
): SealedFile | undefined {
  // Only readers who see the file get its pieces.
  const pick = ({ bytes }: ReadFile): string => (bytes === undefined ? '' : textOf(bytes, path));
  const exploration = Exploration.of((meets): ReadFile => ({ bytes: read(meets) }), { texts: [pick] });
  if (exploration.isPartial) onPartial(exploration.questions);
  const when = exploration.condition(({ bytes }) => bytes !== undefined);
  if (when?.length === 0) return undefined;
  const text = exploration.text(pick, choices);
  const { bytes, edits } = separateEdits(text, choices, when);
  if (when !== undefined) return { path, when, bytes, edits };
  if (!Buffer.from(exploration.base.bytes ?? []).equals(bytes)) throw new FileNotSealed(path);
  return edits.length === 0 ? undefined : { path, when, bytes: undefined, edits };
}

interface ReadFile {
  readonly bytes: Uint8Array | undefined;
}

/** Thrown if a file isn't UTF-8 text: only text can be edited. */
export class FileNotSealed extends Error {
  constructor(path: string) {
    super(`The content of ${path} isn't text.`);
    this.name = 'FileNotSealed';
  }
}

function textOf(bytes: Uint8Array, path: string): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (!Buffer.from(text).equals(bytes)) throw new FileNotSealed(path);
  return text;
}
