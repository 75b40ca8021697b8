import type { Readable, Writable } from 'node:stream';
import { parseJson } from '@docwright/bundle';
import { BrowserError } from './errors.ts';

export interface DevToolsEvent {
  readonly method: string;
  readonly params: Fields;
  /** `undefined` for events of the browser itself. */
  readonly sessionId: string | undefined;
}

/** A JSON object. A page may have taken control of its browser, so no field is trusted. */
export type Fields = Readonly<Record<string, unknown>>;

/** Limit for one message; the largest is a screenshot. */
const maxMessageBytes = 64 * 1024 ** 2;
/** Limit for all messages together. Each request that a page sends is a message. */
const maxTotalBytes = 256 * 1024 ** 2;

/**
 * A client of the Chrome DevTools Protocol over the browser's pipe: JSON messages that end with NUL
 * (chromedevtools.github.io/devtools-protocol).
 */
export class DevTools {
  readonly #input: Writable;
  readonly #waiting = new Map<
    number,
    { readonly resolve: (result: Fields) => void; readonly reject: (error: Error) => void }
  >();
  readonly #listeners: ((event: DevToolsEvent) => void)[] = [];
  #chunks: Buffer[] = [];
  #messageBytes = 0;
  #totalBytes = 0;
  #lastId = 0;
  #ended: Error | undefined;
  readonly #end = Promise.withResolvers<never>();

  constructor(input: Writable, output: Readable) {
    this.#input = input;
    this.#end.promise.catch(() => undefined);
    // `end` reports that the process has ended.
    input.on('error', () => undefined);
    output.on('error', () => undefined).on('data', (chunk: Buffer) => this.#receive(chunk));
  }

  listen(listener: (event: DevToolsEvent) => void): void {
    this.#listeners.push(listener);
  }

  /** Rejects when the browser ends, for callers that wait for an event. */
  get ended(): Promise<never> {
    return this.#end.promise;
  }

  /** @throws BrowserError if the browser refuses the command or ends before its answer */
  send(method: string, params: Fields = {}, sessionId?: string): Promise<Fields> {
    if (this.#ended !== undefined) return Promise.reject(this.#ended);
    const id = (this.#lastId += 1);
    const { promise, resolve, reject } = Promise.withResolvers<Fields>();
    this.#waiting.set(id, { resolve, reject });
    this.#input.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    return promise;
  }

  /** Fails all unanswered and later commands. */
  end(error: Error): void {
    this.#ended ??= error;
    this.#end.reject(this.#ended);
    for (const { reject } of this.#waiting.values()) reject(this.#ended);
    this.#waiting.clear();
  }

  #receive(chunk: Buffer): void {
    if (this.#ended !== undefined) return;
    let rest = chunk;
    for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
      const message = Buffer.concat([...this.#chunks, rest.subarray(0, end)]);
      this.#chunks = [];
      this.#messageBytes = 0;
      rest = rest.subarray(end + 1);
      this.#dispatch(message);
    }
    this.#chunks.push(rest);
    this.#messageBytes += rest.length;
    this.#totalBytes += chunk.length;
    if (this.#messageBytes <= maxMessageBytes && this.#totalBytes <= maxTotalBytes) return;
    this.#chunks = [];
    this.end(new BrowserError('crashed', 'the page makes more requests than its browser may report'));
  }

  #dispatch(message: Buffer): void {
    let parsed: unknown;
    try {
      parsed = parseJson(message);
    } catch (error) {
      this.end(new BrowserError('crashed', `the browser sent an invalid message: ${String(error)}`));
      return;
    }
    const { id, method, params, result, error, sessionId } = toFields(parsed);
    if (typeof method === 'string') {
      const event = { method, params: toFields(params), sessionId: toText(sessionId) };
      for (const listener of this.#listeners) listener(event);
      return;
    }
    if (typeof id !== 'number') return;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error === undefined) waiting?.resolve(toFields(result));
    else
      waiting?.reject(
        new BrowserError('failed', `the browser refused a command: ${toText(toFields(error)['message'])}`),
      );
  }
}

export const toFields = (value: unknown): Fields => (typeof value === 'object' && value !== null ? { ...value } : {});

export const toText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
