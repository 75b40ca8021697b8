/**
 * Reads the start tags of an HTML text like a browser's tokenizer (HTML, 13.2.5), as far as attributes are concerned.
 * Takes a single pass, so that no text makes it slow: an unclosed tag extends to the end of the file, as in a browser.
 */
export interface Tag {
  /** Lower-case. */
  readonly name: string;
  readonly attributes: ReadonlyMap<string, string>;
  /** The text up to the closing tag, for elements whose content is text only (`script`, `style`, `title`, `textarea`). */
  readonly text: string;
}

// Excludes `noscript`, whose content is used by browsers without scripts.
const rawText: ReadonlySet<string> = new Set(['script', 'style', 'title', 'textarea', 'xmp', 'noembed', 'noframes']);
const space = /[\s/]/;

class TagReader {
  readonly #html: string;
  #at = 0;

  constructor(html: string) {
    this.#html = html;
  }

  /** The next start tag with one of the names; `undefined` at the end. */
  next(wanted: ReadonlySet<string>): Tag | undefined {
    for (;;) {
      this.#at = this.#html.indexOf('<', this.#at);
      if (this.#at < 0) return undefined;
      if (this.#html.startsWith('<!--', this.#at)) this.#skipPast('-->', this.#at + 4);
      else if (!/[a-z]/i.test(this.#html.charAt(this.#at + 1))) this.#at += 1;
      else {
        const tag = this.#readTag();
        if (tag === undefined) return undefined;
        if (wanted.has(tag.name)) return tag;
      }
    }
  }

  #skipPast(text: string, from: number): void {
    const found = this.#html.indexOf(text, from);
    this.#at = found < 0 ? this.#html.length : found + text.length;
  }

  #until(stop: RegExp): string {
    const start = this.#at;
    while (this.#at < this.#html.length && !stop.test(this.#html.charAt(this.#at))) this.#at += 1;
    return this.#html.slice(start, this.#at);
  }

  #skipSpace(): void {
    while (this.#at < this.#html.length && space.test(this.#html.charAt(this.#at))) this.#at += 1;
  }

  #readTag(): Tag | undefined {
    this.#at += 1;
    const name = this.#until(/[\s/>]/).toLowerCase();
    const attributes = new Map<string, string>();
    for (;;) {
      this.#skipSpace();
      if (this.#at >= this.#html.length) return undefined;
      if (this.#html.charAt(this.#at) === '>') break;
      const before = this.#at;
      const attribute = this.#until(/[\s/>=]/).toLowerCase();
      const value = this.#readValue();
      if (value === undefined) return undefined;
      // If two attributes have the same name, a browser uses the first.
      if (!attributes.has(attribute)) attributes.set(attribute, value);
      if (this.#at === before) this.#at += 1;
    }
    this.#at += 1;
    return { name, attributes, text: rawText.has(name) ? this.#readText(name) : '' };
  }

  /** The value, `''` for an attribute without one, or `undefined` if the text ends inside it. */
  #readValue(): string | undefined {
    while (/\s/.test(this.#html.charAt(this.#at))) this.#at += 1;
    if (this.#html.charAt(this.#at) !== '=') return '';
    this.#at += 1;
    while (/\s/.test(this.#html.charAt(this.#at))) this.#at += 1;
    const quote = this.#html.charAt(this.#at);
    if (quote !== '"' && quote !== "'") return this.#until(/[\s>]/);
    const end = this.#html.indexOf(quote, this.#at + 1);
    if (end < 0) return undefined;
    const value = this.#html.slice(this.#at + 1, end);
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
