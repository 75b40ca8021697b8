import type { SealedFile } from '../../../source/output-file.ts';
import type { Choices, Meets } from '../choices/choices.ts';
import { separateEdits } from '../choices/separate-edits.ts';
import { Exploration } from './exploration.ts';

/**
 * A published specification for all readers: `undefined` if it is the same for everyone. `read` returns the file as a
 * reader sees it, or `undefined` if the reader sees nothing of it. @throws TooManyOutcomes, FileNotSealed, MismatchedMarks
 */
export function sealSpecFile(
  path: string,
  read: (meets: Meets) => Uint8Array | undefined,
  choices: Choices,
): SealedFile | undefined {
  const exploration = Exploration.of((meets) => ({ bytes: read(meets) }));
  const when = exploration.condition(({ bytes }) => bytes !== undefined);
  if (when?.length === 0) return undefined;
  // The pieces are reachable only for readers who see the file.
  const text = exploration.text(({ bytes }) => (bytes === undefined ? '' : textOf(bytes, path)), choices);
  const { bytes, edits } = separateEdits(text, choices, when);
  if (when !== undefined) return { path, when, bytes, edits };
  if (!Buffer.from(exploration.base.bytes ?? []).equals(bytes)) throw new FileNotSealed(path);
  return edits.length === 0 ? undefined : { path, when, bytes: undefined, edits };
}

/** Only UTF-8 text can be edited. */
export class FileNotSealed extends Error {
  constructor(path: string) {
    super(`What readers see of ${path} isn't text.`);
    this.name = 'FileNotSealed';
  }
}

function textOf(bytes: Uint8Array, path: string): string {
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  if (!Buffer.from(text).equals(bytes)) throw new FileNotSealed(path);
  return text;
}
