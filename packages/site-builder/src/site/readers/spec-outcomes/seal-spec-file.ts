import type { SealedFile } from '../../../source/output-file.ts';
import type { Choices, Meets } from '../choices/choices.ts';
import { takeApart } from '../choices/take-apart.ts';
import { Exploration } from './exploration.ts';

/**
 * A published specification for all readers: `undefined` if it is the same for everybody. `read` returns the file as a
 * reader sees it, or `undefined` if the reader sees nothing of it. @throws TooManyOutcomes, FileNotSealed, MarksBroken
 */
export function sealSpecFile(
  path: string,
  read: (meets: Meets) => Uint8Array | undefined,
  choices: Choices,
): SealedFile | undefined {
  const exploration = new Exploration((meets) => ({ bytes: read(meets) }));
  const when = exploration.condition(({ bytes }) => bytes !== undefined);
  if (when?.length === 0) return undefined;
  // Nobody who doesn't see the file gets to its pieces.
  const text = exploration.text(({ bytes }) => (bytes === undefined ? '' : textOf(bytes, path)), choices);
  const { bytes, edits } = takeApart(text, choices, when);
  if (when !== undefined) return { path, when, bytes, edits };
  if (!Buffer.from(exploration.base.bytes ?? []).equals(bytes)) throw new FileNotSealed(path);
  return edits.length === 0 ? undefined : { path, when, bytes: undefined, edits };
}

/** Edits are of texts in UTF-8. */
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
