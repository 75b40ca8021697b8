/** An editor without a screen: the client's side of the protocol, for tests and measurements. */
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { hangLimitMs } from '../../../../../../../scripts/hang-limit.ts';
import { readText } from '../text-document.ts';
import type { EditorMessage, Person, ServiceMessage } from '@docwright/doc-agent/shared-text-messages';

export interface TestEditorOptions {
  /** The address, which may be that of another process for each connection. */
  readonly url: () => string;
  readonly headers: Readonly<Record<string, string>>;
  /** A certificate to trust, in PEM format. */
  readonly certificate?: string;
  /** Whether a lost connection is opened again. */
  readonly reconnects?: boolean;
}

/** Half of the changes that an editor can send at once. */
const maxTyped = 100;

export class TestEditor {
  readonly document = new Y.Doc();
  readonly messages: ServiceMessage[] = [];
  readonly #options: TestEditorOptions;
  #socket: WebSocket | undefined;
  #known: string | null = null;
  #waiting: Uint8Array[] = [];
  #inFlight: Uint8Array | undefined;
  #isOpen = false;
  #isClosed = false;
  #isReconnecting = false;
  #changed = Promise.withResolvers<void>();
  people: readonly Person[] = [];
  closed: { readonly code: number; readonly reason: string } | undefined;

  constructor(options: TestEditorOptions) {
    this.#options = options;
    this.document.on('update', (update: Uint8Array, origin: unknown) => {
      if (origin === this) return;
      this.#waiting.push(update);
      this.#sendNext();
    });
  }

  get text(): string {
    return readText(this.document);
  }

  get isSaved(): boolean {
    return this.#isOpen && this.#inFlight === undefined && this.#waiting.length === 0;
  }

  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** The text's ID. */
  get known(): string | null {
    return this.#known;
  }

  /** Resolves when the text is loaded. Rejects with the status if the connection is refused. */
  async connect(): Promise<void> {
    const { url, headers, certificate } = this.#options;
    const socket = new WebSocket(url(), { headers, ...(certificate !== undefined && { ca: certificate }) });
    this.#socket = socket;
    this.closed = undefined;
    const opened = Promise.withResolvers<void>();
    socket.on('unexpected-response', (_request, response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => {
        opened.reject(new Error(`${response.statusCode} ${body}`));
        this.#socket = undefined;
        socket.terminate();
      });
    });
    socket.on('error', (error) => opened.reject(error));
    socket.on('open', () => {
      const vector = Buffer.from(Y.encodeStateVector(this.document)).toString('base64');
      const join = {
        type: 'join',
        text: this.#known,
        vector: this.#known === null ? null : vector,
        client: this.document.clientID,
      };
      socket.send(JSON.stringify(join));
    });
    socket.on('message', (data: Buffer, isBinary) => {
      if (socket !== this.#socket) return;
      if (!isBinary) this.#hear(JSON.parse(data.toString()) as ServiceMessage);
      else {
        Y.applyUpdate(this.document, data, this);
        if (!this.#isOpen) {
          this.#isOpen = true;
          opened.resolve();
          this.#sendNext();
        }
      }
      this.#change();
    });
    socket.on('close', (code, reason) => {
      if (socket !== this.#socket) return;
      this.#isOpen = false;
      this.#inFlight = undefined;
      this.closed = { code, reason: reason.toString() };
      opened.reject(new Error(`closed with ${code} ${reason.toString()}`));
      this.#change();
      if (this.#options.reconnects === true && !this.#isClosed && !this.#isReconnecting) void this.#reconnect();
    });
    await opened.promise;
  }

  type(at: number, removed: number, inserted: string): void {
    const text = this.document.getText('text');
    this.document.transact(() => {
      if (removed > 0) text.delete(at, removed);
      if (inserted !== '') text.insert(at, inserted);
    });
  }

  /** Moves the cursor. */
  select(at: number): void {
    const position = Y.createRelativePositionFromTypeIndex(this.document.getText('text'), at);
    const anchor = Buffer.from(Y.encodeRelativePosition(position)).toString('base64');
    this.send({ type: 'cursor', cursor: { anchor, head: anchor } });
  }

  send(message: EditorMessage | Uint8Array | string): void {
    const data = typeof message === 'string' || message instanceof Uint8Array ? message : JSON.stringify(message);
    this.#socket?.send(data);
  }

  /**
   * Resolves when the condition is true after a message.
   * @throws if the connection is closed before that, because no message follows, or if the test hangs
   */
  async until(condition: () => boolean): Promise<void> {
    const hang = new AbortController();
    const limit = delay(hangLimitMs, undefined, { signal: hang.signal }).then(() => {
      const types = this.messages.map(({ type }) => type).join(', ');
      throw new Error(`not true after ${hangLimitMs} ms: ${String(condition)}. Messages: ${types}`);
    });
    limit.catch(() => undefined);
    try {
      while (!condition()) {
        if (this.closed !== undefined && this.#options.reconnects !== true)
          throw new Error(`the connection was closed: ${this.closed.code} ${this.closed.reason}`);
        await Promise.race([this.#changed.promise, limit]);
      }
    } finally {
      hang.abort();
    }
  }

  /**
   * Types at the end of the text until the service closes the connection. After some changes, it only waits, because
   * the service limits their rate, and a fast machine would exceed it.
   */
  async typeUntilClosed(wordOf: (typed: number) => string, typed?: (count: number) => void): Promise<void> {
    for (let count = 1; this.closed === undefined && count <= maxTyped; count += 1) {
      this.type(this.text.length, 0, wordOf(count - 1));
      await this.until(() => this.isSaved || this.closed !== undefined);
      typed?.(count);
    }
    await this.refused();
  }

  async saved(): Promise<void> {
    await this.until(() => this.isSaved);
  }

  /** Resolves with the code when the service closes the connection. */
  async refused(): Promise<{ readonly code: number; readonly reason: string }> {
    await this.until(() => this.closed !== undefined);
    return this.closed ?? { code: 0, reason: '' };
  }

  /** Loses the connection without closing it. */
  drop(): void {
    this.#socket?.terminate();
  }

  /** Makes the client stop reading. */
  pause(): void {
    this.#socket?.pause();
  }

  resume(): void {
    this.#socket?.resume();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const socket = this.#socket;
    if (socket === undefined || socket.readyState === WebSocket.CLOSED) return;
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.terminate();
    await closed;
  }

  #hear(message: ServiceMessage): void {
    this.messages.push(message);
    if (message.type === 'people') this.people = message.people;
    if (message.type === 'opened') {
      this.#known = message.text;
      // Everything that the service lacks, whether it was sent before or not.
      const missing = Y.encodeStateAsUpdate(this.document, Buffer.from(message.vector, 'base64'));
      this.#waiting = isEmpty(missing) ? [] : [missing];
    }
    if (message.type === 'stored') {
      this.#inFlight = undefined;
      this.#sendNext();
    }
  }

  #sendNext(): void {
    if (!this.#isOpen || this.#inFlight !== undefined || this.#waiting.length === 0) return;
    this.#inFlight = Y.mergeUpdates(this.#waiting);
    this.#waiting = [];
    this.send(this.#inFlight);
  }

  async #reconnect(): Promise<void> {
    this.#isReconnecting = true;
    while (!this.#isClosed) {
      await delay(50);
      try {
        await this.connect();
        this.#isReconnecting = false;
        return;
      } catch {
        // Another process may answer the next connection.
      }
    }
  }

  #change(): void {
    this.#changed.resolve();
    this.#changed = Promise.withResolvers();
  }
}

/** Whether an update has neither structs nor deletions. */
export const isEmpty = (update: Uint8Array): boolean => update.length === 2 && update[0] === 0 && update[1] === 0;
