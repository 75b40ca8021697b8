import { Tokenizer, TokenizerMode, type Token, type TokenHandler } from 'parse5';

/** Elements whose text isn't visible. */
const unread = new Set(['script', 'style', 'template', 'svg', 'noscript', 'iframe']);
/** Elements whose content a browser reads as text until the end tag with the same name. */
const rawModes = new Map<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
  ['noscript', TokenizerMode.RAWTEXT],
  ['title', TokenizerMode.RCDATA],
  ['textarea', TokenizerMode.RCDATA],
]);
const blocks = new Set(
  'p div li ul ol dl dt dd h1 h2 h3 h4 h5 h6 br hr tr table section article aside header footer main nav pre blockquote figure details summary title'.split(
    ' ',
  ),
);

/**
 * A page's readable text, with one line per block. Tokenizes the page once, without building a tree, in time
 * proportional to its length. The text is never shown as HTML. Stops at `maxLength` characters.
 */
export function htmlToText(html: string, maxLength: number): string {
  const collector = new TextCollector(maxLength);
  const tokenizer: Tokenizer = new Tokenizer({ sourceCodeLocationInfo: false }, collector);
  collector.onRaw = (mode) => {
    tokenizer.state = mode;
  };
  tokenizer.write(html, true);
  return collector.text();
}

class TextCollector implements TokenHandler {
  onRaw: (mode: (typeof TokenizerMode)[keyof typeof TokenizerMode]) => void = () => undefined;
  readonly #maxLength: number;
  readonly #parts: string[] = [];
  #length = 0;
  /** The separator before the next text: nothing, a space or a newline. */
  #gap = '';
  /** The current invisible element, and the number of open elements with its name. */
  #skipped: { readonly name: string; depth: number } | undefined;

  constructor(maxLength: number) {
    this.#maxLength = maxLength;
  }

  onStartTag({ tagName, selfClosing }: Token.TagToken): void {
    const mode = rawModes.get(tagName);
    if (mode !== undefined) this.onRaw(mode);
    if (blocks.has(tagName)) this.#gap = '\n';
    if (this.#skipped?.name === tagName) this.#skipped.depth++;
    else if (this.#skipped === undefined && unread.has(tagName) && !(selfClosing && tagName === 'svg'))
      this.#skipped = { name: tagName, depth: 1 };
  }

  onEndTag({ tagName }: Token.TagToken): void {
    if (blocks.has(tagName)) this.#gap = '\n';
    if (this.#skipped?.name === tagName && --this.#skipped.depth === 0) this.#skipped = undefined;
  }

  onCharacter({ chars }: Token.CharacterToken): void {
    if (this.#skipped !== undefined || this.#length >= this.#maxLength) return;
    const text = this.#gap + chars;
    this.#gap = '';
    this.#parts.push(text);
    this.#length += text.length;
  }

  onWhitespaceCharacter({ chars }: Token.CharacterToken): void {
    if (this.#gap !== '\n') this.#gap = chars.includes('\n') ? '\n' : ' ';
  }

  onComment(): void {}
  onDoctype(): void {}
  onNullCharacter(): void {}
  onEof(): void {}

  text(): string {
    return this.#parts.join('').slice(0, this.#maxLength).trim();
  }
}
