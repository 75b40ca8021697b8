/**
 * Reads HTML start tags and their attributes like a browser's tokenizer (HTML, 13.2.5). Takes a single pass, so no
 * input can make it slow: an unclosed tag extends to the end of the file, as in a browser.
 */
export interface Tag {
  /** The element's name in lowercase. */
  readonly name: string;
  /** Values as written, with character references. */
  readonly attributes: ReadonlyMap<string, string>;
  /** The position after the name in the HTML. */
  readonly nameEnd: number;
  /** The positions of the nonempty values in the HTML. */
  readonly positions: ReadonlyMap<string, number>;
  /** The text up to the closing tag, for elements that contain only text (`script`, `style`, `title`, `textarea`). */
  readonly text: string;
}

// Excludes `noscript`, whose content is used by browsers without scripts.
const rawText: ReadonlySet<string> = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'noembed', 'noframes']);
const letter = /[a-z]/i;
// With the flag `g`, a search starts at `lastIndex`, which is faster than a test of each character.
const afterSpace = /[^\s/]/g;
const afterWhitespace = /\S/g;
const nameEnds = /[\s/>]/g;
const attributeEnds = /[\s/>=]/g;
const valueEnds = /[\s>]/g;

class TagReader {
  readonly #html: string;
  #at = 0;
  #valueAt = 0;

  constructor(html: string) {
    this.#html = html;
  }

  /** Returns the next start tag with one of the names; `undefined` at the end. */
  next(wanted: ReadonlySet<string>): Tag | undefined {
    for (;;) {
      this.#at = this.#html.indexOf('<', this.#at);
      if (this.#at < 0) return undefined;
      if (this.#html.startsWith('<!--', this.#at)) this.#skipPast('-->', this.#at + 4);
      else if (!letter.test(this.#html.charAt(this.#at + 1))) this.#at += 1;
      else {
        this.#at += 1;
        const name = this.#until(nameEnds).toLowerCase();
        if (wanted.has(name)) return this.#readTag(name);
        if (!this.#skipTag(name)) return undefined;
      }
    }
  }

  #skipPast(text: string, from: number): void {
    const found = this.#html.indexOf(text, from);
    this.#at = found < 0 ? this.#html.length : found + text.length;
  }

  /** Returns the text up to the next match, or to the end. @param stop with the flag `g` */
  #until(stop: RegExp): string {
    const start = this.#at;
    this.#skipTo(stop);
    return this.#html.slice(start, this.#at);
  }

  #skipTo(stop: RegExp): void {
    stop.lastIndex = this.#at;
    this.#at = stop.test(this.#html) ? stop.lastIndex - 1 : this.#html.length;
  }

  /** Skips the rest of a tag. Returns false at the end of the text. */
  #skipTag(name: string): boolean {
    for (;;) {
      this.#skipTo(afterSpace);
      if (this.#at >= this.#html.length) return false;
      if (this.#html.charAt(this.#at) === '>') break;
      const before = this.#at;
      this.#skipTo(attributeEnds);
      if (this.#readValue() === undefined) return false;
      if (this.#at === before) this.#at += 1;
    }
    this.#at += 1;
    if (rawText.has(name)) this.#readText(name);
    return true;
  }

  #readTag(name: string): Tag | undefined {
    const nameEnd = this.#at;
    const attributes = new Map<string, string>();
    const positions = new Map<string, number>();
    for (;;) {
      this.#skipTo(afterSpace);
      if (this.#at >= this.#html.length) return undefined;
      if (this.#html.charAt(this.#at) === '>') break;
      const before = this.#at;
      const attribute = this.#until(attributeEnds).toLowerCase();
      const value = this.#readValue();
      if (value === undefined) return undefined;
      // If two attributes have the same name, a browser uses the first.
      if (!attributes.has(attribute)) {
        attributes.set(attribute, value);
        if (value !== '') positions.set(attribute, this.#valueAt);
      }
      if (this.#at === before) this.#at += 1;
    }
    this.#at += 1;
    return { name, attributes, nameEnd, positions, text: rawText.has(name) ? this.#readText(name) : '' };
  }

  /** Returns the value, `''` for an attribute without one, or `undefined` if the text ends inside it. */
  #readValue(): string | undefined {
    this.#skipTo(afterWhitespace);
    if (this.#html.charAt(this.#at) !== '=') return '';
    this.#at += 1;
    this.#skipTo(afterWhitespace);
    const quote = this.#html.charAt(this.#at);
    const isQuoted = quote === '"' || quote === "'";
    this.#valueAt = isQuoted ? this.#at + 1 : this.#at;
    if (!isQuoted) return this.#until(valueEnds);
    const end = this.#html.indexOf(quote, this.#valueAt);
    if (end < 0) return undefined;
    const value = this.#html.slice(this.#valueAt, end);
    this.#at = end + 1;
    return value;
  }

  #readText(name: string): string {
    const closing = new RegExp(`</${name}[\\s/>]`, 'gi');
    closing.lastIndex = this.#at;
    const end = closing.exec(this.#html)?.index ?? this.#html.length;
    const text = this.#html.slice(this.#at, end);
    this.#at = end;
    return text;
  }
}

export function* readTags(html: string, wanted: ReadonlySet<string>): Generator<Tag> {
  const reader = new TagReader(html);
  for (let tag = reader.next(wanted); tag !== undefined; tag = reader.next(wanted)) yield tag;
}
