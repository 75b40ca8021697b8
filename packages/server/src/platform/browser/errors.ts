/** The reason why a page could not be shown. `failed`: the browser itself doesn't work. */
export type BrowserEnd = 'timed-out' | 'crashed' | 'not-found' | 'failed';

/** A page could not be shown. The message is for the page's author, unless the browser `failed`. */
export class BrowserError extends Error {
  readonly end: BrowserEnd;

  constructor(end: BrowserEnd, message: string) {
    super(message);
    this.name = 'BrowserError';
    this.end = end;
  }
}
