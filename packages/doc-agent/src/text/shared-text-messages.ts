/**
 * The messages between an editor of a shared text and the service. Binary messages are Yjs updates; the others are
 * JSON.
 *
 * 1. The editor sends `join`, with the ID and state of its text. The service answers with `opened` and the update that
 *    the editor lacks. If the text's ID is still the same, the editor sends what the service lacks.
 * 2. The editor sends one update at a time. `stored` acknowledges it: the update is in PostgreSQL.
 * 3. `saved` confirms that the draft contains the text. `failed` contains the reason why it can't be saved, which
 *    applies until the next `saved`.
 */
export type EditorMessage =
  | {
      readonly type: 'join';
      /** The ID of the editor's text; null for its first text. */
      readonly text: string | null;
      /** The state vector of the editor's document, as Base64. */
      readonly vector: string | null;
      /** The ID of the editor's document in Yjs. */
      readonly client: number;
    }
  /** The editor's selection, as encoded relative positions; null if the editor doesn't have the focus. */
  | { readonly type: 'cursor'; readonly cursor: Cursor | null }
  /** Asks the service to save the text in the draft now. The answer is `saved` or `failed`. */
  | { readonly type: 'save' };

export interface Cursor {
  readonly anchor: string;
  readonly head: string;
}

export interface Person {
  /** The ID of this person's document in Yjs, whether they edit or only read. */
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
      readonly change: 'added' | 'modified' | 'moved' | 'deleted' | null;
    }
  | { readonly type: 'failed'; readonly message: string }
  /** The people in the draft; `more` is the number of people who aren't listed. */
  | { readonly type: 'people'; readonly people: readonly Person[]; readonly more: number }
  /** Changed cursors of the same file, by client. */
  | { readonly type: 'cursors'; readonly cursors: Readonly<Record<string, Cursor | null>> };

/** The reasons why the service closes a connection. The editor shows the reason to its user and keeps the text. */
export const closeCodes = {
  /** The process is stopping: connect again. */
  leaving: 1001,
  /** The message isn't one of the above, or its update can't be stored. */
  invalid: 4400,
  sessionEnded: 4401,
  /** The role no longer allows the access with which the editor was opened. */
  forbidden: 4403,
  /** The file was deleted, or moved to the path in the reason. */
  gone: 4404,
  /** No message was received for a long time. */
  idle: 4408,
  /** The text was replaced by another one: connect again. */
  replaced: 4409,
  tooLarge: 4413,
  /** The client sends too many messages, or reads messages too slowly. */
  tooMany: 4429,
  /** An error in the service: connect again later. */
  unavailable: 4500,
} as const;

/** The only type of a document in Yjs. */
export const textName = 'text';
