import { STATUS_CODES } from 'node:http';

// What may not stand in a header field, as node:http has it.
const wrongValue = /[^\t\x20-\x7e\x80-\xff]/;

/** Heads of answers as node:http writes them. */
export class HeadWriter {
  readonly keepAliveMs: number;
  readonly #nowMs: () => number;
  /** Prepared headers are lists that stay: each is put together once. */
  readonly #texts = new WeakMap<readonly string[], string>();
  #second = 0;
  #lastLines = '';

  constructor(keepAliveMs: number, nowMs: () => number) {
    this.keepAliveMs = keepAliveMs;
    this.#nowMs = nowMs;
  }

  /** Latin-1. Throws TypeError for a value that no header may have. */
  format(status: number, headers: readonly string[]): string {
    let text = this.#texts.get(headers);
    if (text === undefined) {
      text = `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${formatFields(headers)}`;
      this.#texts.set(headers, text);
    }
    return text + this.#endOfHead();
  }

  /** `Date` changes once in a second. */
  #endOfHead(): string {
    const second = Math.floor(this.#nowMs() / 1000);
    if (second !== this.#second) {
      this.#second = second;
      const date = new Date(second * 1000).toUTCString();
      this.#lastLines = `Date: ${date}\r\nConnection: keep-alive\r\nKeep-Alive: timeout=${this.keepAliveMs / 1000}\r\n\r\n`;
    }
    return this.#lastLines;
  }
}

function formatFields(headers: readonly string[]): string {
  let text = '';
  for (let at = 0; at + 1 < headers.length; at += 2) {
    const value = headers[at + 1] ?? '';
    if (wrongValue.test(value))
      throw new TypeError(`the header ${headers[at] ?? ''} has a character that none may have`);
    text += `${headers[at] ?? ''}: ${value}\r\n`;
  }
  return text;
}
