import { Prec, type Extension, type Text } from '@codemirror/state';
import { keymap, ViewPlugin, type EditorView, type ViewUpdate } from '@codemirror/view';
import { yCollab, ySyncAnnotation, yUndoManagerKeymap } from 'y-codemirror.next';
import * as Y from 'yjs';
import { editHistory } from '../source/edit-history.ts';
import { findChange } from '@docwright/doc-agent/find-change';
import {
  textName,
  type Cursor,
  type EditorMessage,
  type Person,
  type ServiceMessage,
} from '@docwright/doc-agent/shared-text-messages';
import { continuesEdit, followEdit, toLastEdit, type LastEdit } from './group-undo.ts';
import type { People } from './people.ts';
import { remoteCursors, setRemoteCursors } from './remote-cursors.ts';

export type SavedMessage = ServiceMessage & { readonly type: 'saved' };
export type OpenedText = Pick<ServiceMessage & { readonly type: 'opened' }, 'lineEnding' | 'hasByteOrderMark'>;

export interface ConnectionEvents {
  /** The text was loaded for the first time, or replaced the previous text. */
  readonly onOpened: (opened: OpenedText) => void;
  /** The connection was lost or restored, or `isStored` changed. */
  readonly onChange: () => void;
  readonly onSaved: (saved: SavedMessage) => void;
  readonly onFailed: (message: string) => void;
  readonly onPeople: (people: People) => void;
  readonly onClosed: (code: number, reason: string) => void;
}

const CURSOR_AFTER_MS = 150;

/**
 * The connection to shared text, and its document. The document outlives lost connections: text typed in the meantime
 * is sent when the connection is restored. Updates are sent one after the other, so that each is acknowledged.
 */
export class TextConnection {
  readonly #url: string;
  readonly #events: ConnectionEvents;
  #document = new Y.Doc();
  #socket: WebSocket | undefined;
  #known: string | null = null;
  /** The ID under which others see this editor. A document that is opened later has another ID. */
  #client = 0;
  #isOpen = false;
  #waiting: Uint8Array[] = [];
  #inFlight: Uint8Array | undefined;
  #stored: Text | string = '';
  #view: EditorView | undefined;
  #cursorTimer: ReturnType<typeof setTimeout> | undefined;
  readonly #cursors = new Map<number, Cursor>();
  #people: readonly Person[] = [];

  constructor(url: string, events: ConnectionEvents) {
    this.#url = url;
    this.#events = events;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Whether the service has acknowledged all typed text. */
  get isStored(): boolean {
    return this.#inFlight === undefined && this.#waiting.length === 0;
  }

  /** The text as last stored completely. */
  get storedText(): string {
    return typeof this.#stored === 'string' ? this.#stored : this.#stored.toString();
  }

  get text(): string {
    // oxlint-disable-next-line typescript/no-base-to-string -- the class declares `toString`
    return this.#document.getText(textName).toString();
  }

  connect(): void {
    const socket = new WebSocket(this.#url);
    socket.binaryType = 'arraybuffer';
    this.#socket = socket;
    let next: ServiceMessage & { readonly type: 'opened' };
    socket.addEventListener('open', () => {
      if (socket !== this.#socket) return;
      const vector = this.#known === null ? null : toBase64(Y.encodeStateVector(this.#document));
      this.#client = this.#document.clientID;
      this.#send({ type: 'join', text: this.#known, vector, client: this.#client });
    });
    socket.addEventListener('message', ({ data }: MessageEvent<string | ArrayBuffer>) => {
      if (socket !== this.#socket) return;
      if (typeof data === 'string') {
        const message = JSON.parse(data) as ServiceMessage;
        if (message.type === 'opened') next = message;
        else this.#hear(message);
      } else if (this.#isOpen) {
        Y.applyUpdate(this.#document, new Uint8Array(data), this);
        this.#noteStored();
      } else this.#open(next, new Uint8Array(data));
    });
    socket.addEventListener('close', ({ code, reason }) => {
      if (socket !== this.#socket) return;
      this.#socket = undefined;
      this.#isOpen = false;
      // The document contains the update and sends it again if the service doesn't have it.
      if (this.#inFlight !== undefined) this.#waiting.unshift(this.#inFlight);
      this.#inFlight = undefined;
      this.#cursors.clear();
      this.#showCursors();
      this.#events.onClosed(code, reason);
    });
  }

  /**
   * Returns the extension for an editor with this text, which becomes the document's text. Edits in the editor can be
   * undone.
   */
  attach(content: string): Extension {
    const text = this.#document.getText(textName);
    const undoManager = new Y.UndoManager(text);
    const change = findChange(this.text, content);
    if (change !== undefined)
      this.#document.transact(() => {
        text.delete(change.from, change.to - change.from);
        text.insert(change.from, change.insert);
      });
    const collab: Extension = yCollab(text, null, { undoManager });
    let last: LastEdit | undefined;
    return [
      ViewPlugin.define((created) => {
        this.#view = created;
        return {
          // Called before the change becomes part of the document.
          update: ({ transactions }) => {
            for (const transaction of transactions.filter(({ docChanged }) => docChanged)) {
              if (transaction.annotation(ySyncAnnotation) !== undefined) {
                last = followEdit(last, transaction);
                continue;
              }
              if (!continuesEdit(last, transaction)) undoManager.stopCapturing();
              last = toLastEdit(transaction);
            }
          },
          destroy: () => {
            if (this.#view === created) this.#view = undefined;
          },
        };
      }),
      collab,
      editHistory.of({ undo: () => undoManager.undo() !== null, redo: () => undoManager.redo() !== null }),
      Prec.high(keymap.of(yUndoManagerKeymap)),
      remoteCursors((update) => this.#select(update)),
    ];
  }

  /** Requests that the service write the text into the draft now. */
  save(): void {
    if (this.#isOpen) this.#send({ type: 'save' });
  }

  /** Sends the remaining text and ends the connection. */
  close(): void {
    clearTimeout(this.#cursorTimer);
    const socket = this.#socket;
    if (this.#isOpen && this.#waiting.length > 0)
      socket?.send(Y.mergeUpdates(this.#waiting) as Uint8Array<ArrayBuffer>);
    this.#socket = undefined;
    this.#isOpen = false;
    socket?.close(1000);
    this.#document.destroy();
  }

  #open(opened: ServiceMessage & { readonly type: 'opened' }, state: Uint8Array): void {
    const isSame = opened.text === this.#known;
    if (!isSame) {
      this.#document.destroy();
      this.#document = new Y.Doc();
    }
    Y.applyUpdate(this.#document, state, this);
    this.#known = opened.text;
    this.#isOpen = true;
    if (isSame) {
      const missing = Y.encodeStateAsUpdate(this.#document, fromBase64(opened.vector));
      this.#waiting = isEmpty(missing) ? [] : [missing];
    } else {
      this.#waiting = [];
      this.#stored = this.text;
      this.#document.on('update', (update: Uint8Array, origin: unknown) => {
        if (origin === this) return;
        this.#waiting.push(update);
        this.#sendNext();
        this.#events.onChange();
      });
      this.#events.onOpened(opened);
    }
    this.#sendNext();
    this.#events.onChange();
  }

  #hear(message: Exclude<ServiceMessage, { readonly type: 'opened' }>): void {
    switch (message.type) {
      case 'stored':
        this.#inFlight = undefined;
        this.#sendNext();
        this.#noteStored();
        return this.#events.onChange();
      case 'saved':
        return this.#events.onSaved(message);
      case 'failed':
        return this.#events.onFailed(message.message);
      case 'people':
        this.#people = message.people;
        this.#showCursors();
        return this.#events.onPeople(message);
      case 'cursors':
        for (const [client, cursor] of Object.entries(message.cursors)) {
          if (cursor === null) this.#cursors.delete(Number(client));
          else this.#cursors.set(Number(client), cursor);
        }
        return this.#showCursors();
    }
  }

  #noteStored(): void {
    if (this.isStored && this.#view !== undefined) this.#stored = this.#view.state.doc;
  }

  #send(message: EditorMessage): void {
    this.#socket?.send(JSON.stringify(message));
  }

  #sendNext(): void {
    if (!this.#isOpen || this.#inFlight !== undefined || this.#waiting.length === 0) return;
    const update = this.#waiting.length === 1 ? this.#waiting[0] : Y.mergeUpdates(this.#waiting);
    this.#inFlight = update;
    this.#waiting = [];
    if (update !== undefined) this.#socket?.send(update as Uint8Array<ArrayBuffer>);
  }

  #select({ view }: ViewUpdate): void {
    this.#cursorTimer ??= setTimeout(() => {
      this.#cursorTimer = undefined;
      if (!this.#isOpen || view !== this.#view) return;
      const { anchor, head } = view.state.selection.main;
      const cursor = view.hasFocus ? { anchor: this.#toPosition(anchor), head: this.#toPosition(head) } : null;
      this.#send({ type: 'cursor', cursor });
    }, CURSOR_AFTER_MS);
  }

  #toPosition(index: number): string {
    const text = this.#document.getText(textName);
    return toBase64(Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, index)));
  }

  #fromPosition(position: string): number | undefined {
    try {
      const relative = Y.decodeRelativePosition(fromBase64(position));
      return Y.createAbsolutePositionFromRelativePosition(relative, this.#document)?.index;
    } catch {
      return undefined;
    }
  }

  #showCursors(): void {
    const shown = [...this.#cursors].flatMap(([client, cursor]) => {
      const person = this.#people.find((each) => each.client === client);
      const [anchor, head] = [this.#fromPosition(cursor.anchor), this.#fromPosition(cursor.head)];
      if (person === undefined || client === this.#client || anchor === undefined || head === undefined) return [];
      return [{ client, name: person.name, userId: person.userId, anchor, head }];
    });
    this.#view?.dispatch({ effects: setRemoteCursors.of(shown) });
  }
}

/** Whether an update has no insertions or deletions. */
const isEmpty = (update: Uint8Array): boolean => update.length === 2 && update[0] === 0 && update[1] === 0;

const toBase64 = (bytes: Uint8Array): string => btoa(String.fromCodePoint(...bytes));
const fromBase64 = (text: string): Uint8Array =>
  Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0);
