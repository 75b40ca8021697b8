import { Tokenizer, TokenizerMode, type Token, type TokenHandler } from 'parse5';

export type HtmlToken =
  | {
      readonly kind: 'start';
      /** Lower case. */
      readonly name: string;
      /** Keyed by lowercase name, with decoded character references. */
      readonly attributes: ReadonlyMap<string, string>;
      readonly isSelfClosing: boolean;
      readonly source: string;
    }
  | { readonly kind: 'end'; readonly name: string; readonly source: string }
  | { readonly kind: 'text'; readonly text: string };

/** Elements whose content a browser reads as text up to their end tag. */
const rawModes = new Map<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>([
  ['script', TokenizerMode.SCRIPT_DATA],
  ['style', TokenizerMode.RAWTEXT],
  ['iframe', TokenizerMode.RAWTEXT],
]);

/**
 * The tags and text of HTML or SVG as a browser reads them, found by a standard tokenizer in linear time. Comments,
 * document types and NUL are left out; a tag that never ends is text.
 */
export function readHtmlTokens(text: string, language: 'html' | 'svg'): readonly HtmlToken[] {
  // The tokenizer normalizes line endings, and its positions refer to the normalized text.
  const source = text.replaceAll(/\r\n?/g, '\n');
  const collector = new TokenCollector(source);
  const tokenizer: Tokenizer = new Tokenizer({ sourceCodeLocationInfo: true }, collector);
  tokenizer.inForeignNode = language === 'svg';
  if (language === 'html')
    collector.onRaw = (mode) => {
      tokenizer.state = mode;
    };
  tokenizer.write(source, true);
  return collector.finish();
}

class TokenCollector implements TokenHandler {
  onRaw: (mode: (typeof TokenizerMode)[keyof typeof TokenizerMode]) => void = () => undefined;
  readonly #source: string;
  readonly #tokens: HtmlToken[] = [];
  /** The end of the last token. */
  #end = 0;

  constructor(source: string) {
    this.#source = source;
  }

  onStartTag(tag: Token.TagToken): void {
    const { tagName: name, selfClosing: isSelfClosing } = tag;
    const attributes = new Map(tag.attrs.map((attribute) => [attribute.name, attribute.value]));
    this.#tokens.push({ kind: 'start', name, attributes, isSelfClosing, source: this.#sourceOf(tag) });
    const mode = rawModes.get(name);
    if (mode !== undefined) this.onRaw(mode);
  }

  onEndTag(tag: Token.TagToken): void {
    this.#tokens.push({ kind: 'end', name: tag.tagName, source: this.#sourceOf(tag) });
  }

  onCharacter(token: Token.CharacterToken): void {
    this.#sourceOf(token);
    this.#tokens.push({ kind: 'text', text: token.chars });
  }

  onWhitespaceCharacter(token: Token.CharacterToken): void {
    this.onCharacter(token);
  }

  onComment(token: Token.CommentToken): void {
    this.#sourceOf(token);
  }

  onDoctype(token: Token.DoctypeToken): void {
    this.#sourceOf(token);
  }

  onNullCharacter(token: Token.CharacterToken): void {
    this.#sourceOf(token);
  }

  onEof(): void {}

  finish(): readonly HtmlToken[] {
    if (this.#end < this.#source.length) this.#tokens.push({ kind: 'text', text: this.#source.slice(this.#end) });
    return this.#tokens;
  }

  #sourceOf({ location }: Token.Token): string {
    if (location === null) return '';
    this.#end = location.endOffset;
    return this.#source.slice(location.startOffset, location.endOffset);
  }
}
