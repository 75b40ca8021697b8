import { createStore } from '../api/store.ts';
import type { Autosave, SavedText, SaveState } from './create-autosave.ts';
import { mergeTexts } from './merge-texts.ts';
import { nobody, type People } from './shared-text/people.ts';
import type { OpenedText, SavedMessage, TextConnection } from './shared-text/connection.ts';
import type { SourceEditor } from './source/create-source-editor.ts';
import { closeCodes } from '@docwright/doc-agent/shared-text-messages';
import { toContent, toEditedText, type TextFormat } from '@docwright/doc-agent/text-format';
import type { Store } from '../api/store.ts';

/**
 * Saves the text of one file, alone or together with others. Rules:
 *
 * 1. While the text is shared, the service saves it; otherwise, `own` does. They are never active at the same time, and
 *    the text is shared only after all of it is saved.
 * 2. While the connection is lost, the document stays, and typed text is sent after the connection is restored. If no
 *    connection can be opened for a while, `own` saves the text again.
 * 3. The browser stores text that hasn't been stored by either of them.
 */
export interface SharedAutosave extends Autosave {
  readonly people: Store<People>;
  /** Whether the service saves the text. */
  isShared(): boolean;
  attach(editor: SourceEditor | undefined, format: TextFormat): void;
}

export interface ShareDeps {
  readonly url: string;
  readonly load: () => Promise<{ readonly TextConnection: typeof TextConnection }>;
  readonly store: (kept: SavedText | undefined) => void;
  readonly onSaved: (saved: SavedMessage) => void;
  /** The file was deleted, or moved to a path. */
  readonly onGone: (movedTo: string | undefined) => void;
  readonly isReadOnly: boolean;
  /** Whether the browser has a network. */
  readonly isOnline: () => boolean;
}

const KEEP_AFTER_MS = 1000;
const OPEN_WITHIN_MS = 10_000;
const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 30_000;
const LONGEST_RECONNECT_MS = 5000;
/** After this many lost connections, the text is saved without a connection. */
const MOST_LOST_ATTEMPTS = 5;

/** Codes after which the service doesn't accept this text or this person again. */
const final: ReadonlySet<number> = new Set([closeCodes.invalid, closeCodes.forbidden, closeCodes.tooLarge]);

export const shareAutosave = (own: Autosave, deps: ShareDeps): SharedAutosave => new SharedSaving(own, deps);

class SharedSaving implements SharedAutosave {
  readonly state: Store<SaveState>;
  readonly people = createStore<People>(nobody);
  readonly #own: Autosave;
  readonly #deps: ShareDeps;
  #editor: SourceEditor | undefined;
  #format: TextFormat = { lineEnding: 'lf', hasByteOrderMark: false };
  #connection: TextConnection | undefined;
  #phase: 'alone' | 'opening' | 'shared' | 'stopped' = 'alone';
  /** The saved text when the connection was opened. */
  #base = '';
  /** The last text that the service acknowledged before the connection was lost. */
  #lastStored = '';
  #attempts = 0;
  #failure: string | undefined;
  #lostBecause = '';
  #timer: ReturnType<typeof setTimeout> | undefined;
  #keepTimer: ReturnType<typeof setTimeout> | undefined;
  #changed = Promise.withResolvers<void>();

  constructor(own: Autosave, deps: ShareDeps) {
    this.#own = own;
    this.#deps = deps;
    this.state = createStore<SaveState>(own.state.get());
    own.state.subscribe(() => {
      if (this.#phase !== 'shared') this.state.set(own.state.get());
    });
  }

  isShared(): boolean {
    return this.#phase === 'shared';
  }

  attach(next: SourceEditor | undefined, format: TextFormat): void {
    if (next !== undefined) {
      this.#editor = next;
      this.#format = format;
      return this.#schedule(0);
    }
    if (this.#phase === 'shared' || this.#phase === 'opening') {
      this.#disconnect();
      this.#phase = 'alone';
      this.people.set(nobody);
      this.state.set(this.#own.state.get());
    }
    this.#editor = undefined;
  }

  edit(read: () => string): void {
    // While a connection is being opened, nothing is saved: the text is compared once it is open.
    if (this.#phase === 'alone') this.#own.edit(read);
  }

  async flush(): Promise<void> {
    if (this.#phase !== 'shared') return this.#own.flush();
    this.#connection?.save();
    const deadline = performance.now() + OPEN_WITHIN_MS;
    while (this.isShared() && this.#connection?.isOpen === true && this.#hasUnstored() && performance.now() < deadline)
      await this.#changed.promise;
    if (this.isShared() && this.#hasUnstored())
      this.state.set({ kind: 'offline', error: new Error('The text isn’t stored yet.') });
  }

  saved(): SavedText {
    return this.#own.saved();
  }

  adopt(saved: SavedText): void {
    this.#own.adopt(saved);
  }

  keep(): void {
    if (this.#phase !== 'shared') this.#own.keep();
    else if (this.#hasUnstored()) this.#deps.store({ content: this.#read(), version: this.#own.saved().version });
  }

  stop(): void {
    clearTimeout(this.#timer);
    if (this.#phase === 'shared' || this.#phase === 'opening') this.#disconnect();
    this.#phase = 'stopped';
    this.#own.stop();
  }

  #read(): string {
    return toContent(this.#editor?.text() ?? this.#connection?.text ?? '', this.#format);
  }

  #hasUnstored(): boolean {
    return this.#connection !== undefined && !this.#connection.isStored;
  }

  /** Closes the connection. If it is open, it still sends all text; otherwise, the browser stores the text. */
  #disconnect(): void {
    clearTimeout(this.#keepTimer);
    if (this.#connection?.isOpen !== true) this.keep();
    const left = this.#connection;
    this.#connection = undefined;
    left?.close();
  }

  #show(): void {
    const connection = this.#connection;
    if (this.#phase !== 'shared' || connection === undefined) return;
    if (connection.isOpen) this.#attempts = 0;
    if (this.#failure !== undefined) this.state.set({ kind: 'refused', error: new Error(this.#failure) });
    else if (connection.isStored) this.state.set({ kind: 'saved' });
    else if (connection.isOpen) this.state.set({ kind: 'saving' });
    else if (this.state.get().kind !== 'offline')
      this.state.set({ kind: 'offline', error: new Error(this.#lostBecause) });
    this.#notify();
    clearTimeout(this.#keepTimer);
    if (connection.isStored) this.#deps.store(undefined);
    else this.#keepTimer = setTimeout(() => this.keep(), KEEP_AFTER_MS);
  }

  #notify(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }

  #schedule(delayMs: number): void {
    clearTimeout(this.#timer);
    if (this.#phase !== 'stopped') this.#timer = setTimeout(() => void this.#start(), delayMs);
  }

  #retryMs(): number {
    return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** this.#attempts);
  }

  async #start(): Promise<void> {
    const isIdle = (): boolean =>
      this.#phase === 'alone' && this.#editor !== undefined && this.#own.state.get().kind === 'saved';
    if (this.#phase !== 'alone' || this.#editor === undefined) return;
    await this.#own.flush();
    const loaded = isIdle() ? await this.#deps.load().catch(() => undefined) : undefined;
    // The author may have typed or left in the meantime.
    if (loaded === undefined || !isIdle()) {
      this.#attempts += 1;
      return this.#schedule(this.#retryMs());
    }
    this.#phase = 'opening';
    this.#base = toEditedText(this.#own.saved().content, this.#format);
    this.#connection = this.#create(loaded.TextConnection);
    this.#connection.connect();
    this.#timer = setTimeout(() => {
      if (this.#phase === 'opening') this.#fail(this.#retryMs());
    }, OPEN_WITHIN_MS);
  }

  #create(Connection: typeof TextConnection): TextConnection {
    // Events of a closed connection are ignored.
    const current = (run: () => void): void => {
      if (created === this.#connection) run();
    };
    const created: TextConnection = new Connection(this.#deps.url, {
      onOpened: (opened) => current(() => this.#open(opened)),
      onChange: () => current(() => this.#show()),
      onSaved: (saved) => current(() => this.#noteSaved(saved)),
      onFailed: (message) =>
        current(() => {
          this.#failure = message;
          this.#show();
        }),
      onPeople: (next) => current(() => this.people.set(next)),
      onClosed: (code, reason) => current(() => this.#close(code, reason)),
    });
    return created;
  }

  #noteSaved(saved: SavedMessage): void {
    if (this.#phase !== 'shared' || this.#connection === undefined) return;
    this.#failure = undefined;
    this.#own.adopt({ content: toContent(this.#connection.storedText, this.#format), version: saved.version });
    this.#deps.onSaved(saved);
    this.#show();
  }

  #open({ lineEnding, hasByteOrderMark }: OpenedText): void {
    const connection = this.#connection;
    const editor = this.#editor;
    const isSameFormat = lineEnding === this.#format.lineEnding && hasByteOrderMark === this.#format.hasByteOrderMark;
    if (connection === undefined || editor === undefined || !isSameFormat) return this.#fail(LONGEST_RETRY_MS);
    const theirs = connection.text;
    const mine = editor.text();
    const before = this.#phase === 'shared' ? this.#lastStored : this.#base;
    const merged = mine === before ? theirs : mergeTexts(before, mine, theirs);
    // The author resolves this like every conflict.
    if (merged === undefined) return this.#fail(LONGEST_RETRY_MS);
    clearTimeout(this.#timer);
    editor.share(undefined);
    // Text that was typed in the meantime and the cursor are preserved.
    editor.setText(merged);
    editor.share(connection.attach(merged));
    this.#phase = 'shared';
    this.#attempts = 0;
    this.#own.adopt({ content: toContent(theirs, this.#format), version: this.#own.saved().version });
    this.#show();
  }

  #close(code: number, reason: string): void {
    const connection = this.#connection;
    if (connection === undefined) return;
    if (code === closeCodes.gone) {
      this.#leave();
      return this.#deps.onGone(reason === '' ? undefined : reason);
    }
    if (final.has(code)) return this.#leave();
    if (this.#phase === 'opening') return this.#fail(this.#retryMs());
    this.#lastStored = connection.storedText;
    this.#lostBecause = code === closeCodes.unavailable && reason !== '' ? reason : 'The connection was lost.';
    // Without a network, requests would also fail.
    if (this.#deps.isOnline() && code !== closeCodes.replaced) this.#attempts += 1;
    this.people.set(nobody);
    this.#show();
    if (this.#attempts > MOST_LOST_ATTEMPTS) return this.#fail(LONGEST_RETRY_MS);
    clearTimeout(this.#timer);
    const delayMs = code === closeCodes.replaced ? 0 : Math.min(LONGEST_RECONNECT_MS, this.#retryMs() / 2);
    this.#timer = setTimeout(() => this.#connection?.connect(), delayMs);
  }

  /** Saves without the connection for a while. */
  #fail(retryMs: number): void {
    this.#leave();
    this.#attempts += 1;
    this.#schedule(retryMs);
  }

  /** Ends sharing. Text that the service may lack is saved by requests, based on the last acknowledged text. */
  #leave(): void {
    clearTimeout(this.#timer);
    clearTimeout(this.#keepTimer);
    const left = this.#connection;
    const wasShared = this.#phase === 'shared';
    const stored = left?.storedText ?? this.#base;
    const content = this.#read();
    this.#phase = 'alone';
    this.#connection = undefined;
    this.#failure = undefined;
    this.people.set(nobody);
    this.#editor?.share(undefined);
    left?.close();
    if (wasShared) this.#own.adopt({ content: toContent(stored, this.#format), version: this.#own.saved().version });
    if (content !== this.#own.saved().content && !this.#deps.isReadOnly) this.#own.edit(() => this.#read());
    this.state.set(this.#own.state.get());
    this.#notify();
  }
}
