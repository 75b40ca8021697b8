/**
 * A sealed file as a message: the header contains its conditions and the lengths of the insertions; the body
 * contains the file followed by the insertions.
 */
import type { Condition } from '@docwright/site-access/rules';
import type { SealedFile } from '../../source/output-file.ts';

export interface SealedHeader {
  readonly path: string;
  /** Absent if the file is public. */
  readonly when?: Condition;
  /** Bytes of the file in the body; 0 if it is public. */
  readonly size: number;
  readonly edits: readonly SealedEditHeader[];
}

export interface SealedEditHeader {
  readonly at: number;
  readonly remove: number;
  readonly choices: readonly { readonly when: Condition; readonly length: number }[];
}

export function toSealedMessage({ path, when, bytes, edits }: SealedFile): {
  readonly header: SealedHeader;
  readonly body: Buffer;
} {
  const inserts = edits.flatMap(({ choices }) => choices.map(({ insert }) => insert));
  return {
    header: {
      path,
      ...(when !== undefined && { when }),
      size: bytes?.length ?? 0,
      edits: edits.map(({ at, remove, choices }) => ({
        at,
        remove,
        choices: choices.map((choice) => ({ when: choice.when, length: choice.insert.length })),
      })),
    },
    body: Buffer.concat([...(bytes === undefined ? [] : [bytes]), ...inserts]),
  };
}

/** @returns `undefined` if the body's length differs from the header */
export function fromSealedMessage({ path, when, size, edits }: SealedHeader, body: Uint8Array): SealedFile | undefined {
  let at = size;
  const take = (length: number): Uint8Array => body.subarray(at, (at += length));
  const file = {
    path,
    when,
    bytes: when === undefined ? undefined : body.subarray(0, size),
    edits: edits.map((edit) => ({
      at: edit.at,
      remove: edit.remove,
      choices: edit.choices.map((choice) => ({ when: choice.when, insert: take(choice.length) })),
    })),
  };
  return at === body.length && (when !== undefined || size === 0) ? file : undefined;
}
