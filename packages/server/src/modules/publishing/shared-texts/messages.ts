import { parseJson } from '@docwright/bundle';

/**
 * The messages between an editor and the service. Binary messages are updates of Yjs; the others are JSON.
 *
 * 1. The editor sends `join`, with the text that it knows. The service answers `opened`, and the update that is missing
 *    there. If the editor knows the same text, it sends what is missing here.
 * 2. The editor sends one update at a time. `stored` acknowledges it: the update is in PostgreSQL.
 * 3. `saved` says that the draft contains the text. `failed` says why it can't, until the next `saved`.
 */
export type EditorMessage =
  | {
      readonly type: 'join';
      /** The ID of the text that the editor knows; null for its first text. */
      readonly text: string | null;
      /** The state vector of its document, as Base64. */
      readonly vector: string | null;
      /** The ID of its document in Yjs. */
      readonly client: number;
    }
  /** The editor's selection, as encoded relative positions; null without the focus. */
  | { readonly type: 'cursor'; readonly cursor: Cursor | null }
  /** The editor wants the text in the draft now. The answer is `saved` or `failed`. */
  | { readonly type: 'save' };

export interface Cursor {
  readonly anchor: string;
  readonly head: string;
}

export interface Person {
  /** The ID of the editor's document in Yjs, or of a reader. */
  readonly client: number;
  readonly userId: string;
  readonly name: string;
  readonly path: string;
}

export type ServiceMessage =
  | {
      readonly type: 'opened';
      readonly text: string;
      readonly vector: string;
      readonly canWrite: boolean;
      readonly lineEnding: string;
      readonly hasByteOrderMark: boolean;
    }
  | { readonly type: 'stored' }
  | {
      readonly type: 'saved';
      readonly version: string | null;
      readonly draftVersion: number | null;
      readonly change: string | null;
    }
  | { readonly type: 'failed'; readonly message: string }
  /** Everyone in the draft; `more` people aren't listed. */
  | { readonly type: 'people'; readonly people: readonly Person[]; readonly more: number }
  /** Changed cursors of the same file, by client. */
  | { readonly type: 'cursors'; readonly cursors: Readonly<Record<string, Cursor | null>> };

/** Why the service closes a connection. The editor explains the reason to its user, and keeps the text. */
export const closeCodes = {
  /** The process stops: connect again. */
  leaving: 1001,
  /** The message isn't one of the above, or its update can't be stored. */
  invalid: 4400,
  sessionEnded: 4401,
  /** The role no longer allows what the editor was opened for. */
  forbidden: 4403,
  /** The file was deleted, or moved to the path in the reason. */
  gone: 4404,
  /** Nothing was received for a long time. */
  idle: 4408,
  /** The text was replaced by another one: connect again. */
  replaced: 4409,
  tooLarge: 4413,
  /** Too many messages, or too slow in reading them. */
  tooMany: 4429,
  /** An error of the service: connect again later. */
  unavailable: 4500,
} as const;

const maxVectorLength = 200_000;
const position = /^[A-Za-z0-9+/]{1,80}={0,2}$/;

/** Returns `undefined` for anything else. */
export function readMessage(text: string): EditorMessage | undefined {
  let value: unknown;
  try {
    value = parseJson(text, 4);
  } catch {
    return undefined;
  }
  if (!isObject(value)) return undefined;
  if (value['type'] === 'save') return { type: 'save' };
  if (value['type'] === 'cursor') {
    const cursor = value['cursor'] === null ? null : readCursor(value['cursor']);
    return cursor === undefined ? undefined : { type: 'cursor', cursor };
  }
  const { type, text: known, vector, client } = value;
  const isText = (one: unknown): one is string | null =>
    one === null || (typeof one === 'string' && one.length <= maxVectorLength);
  if (type !== 'join' || !isText(known) || !isText(vector) || !isClient(client)) return undefined;
  return { type, text: known, vector, client };
}

function readCursor(value: unknown): Cursor | undefined {
  if (!isObject(value)) return undefined;
  const { anchor, head } = value;
  const isValid =
    typeof anchor === 'string' && typeof head === 'string' && position.test(anchor) && position.test(head);
  return isValid ? { anchor, head } : undefined;
}

const isClient = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < 2 ** 32;

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
