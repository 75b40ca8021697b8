import { trimEndOf } from '../text/trim-end.ts';
import { toInstruction } from './gerunds.ts';

/** A piece of a prompt with its quoted parts replaced: `replace ‹0› with ‹1›`. */
export interface RawStatement {
  /** As the person wrote it, trimmed. */
  readonly source: string;
  /** Quoted parts are U+E000 + their number + U+E001, which no keyboard types. */
  readonly pattern: string;
  readonly quoted: readonly string[];
  /** Width of the indentation before it; `undefined` if it doesn't begin its line. */
  readonly indent: number | undefined;
}

const closers: Readonly<Record<string, string>> = {
  '"': '"',
  "'": "'",
  '`': '`',
  '\u201c': '\u201d',
  '\u2018': '\u2019',
  '\u201e': '\u201c\u201d',
  '\u00ab': '\u00bb',
};

export const quoteOpen = '\ue000';
export const quoteClose = '\ue001';
export const quotedParts = new RegExp(`${quoteOpen}(\\d+)${quoteClose}`, 'g');

/** Formats text as a quoted part of a prompt. */
export const quote = (text: string): string => `"${text.replace(/["\\]/g, '\\$&')}"`;

/**
 * Splits a prompt into statements, one per line or sentence. Line ends, periods and semicolons inside quotes don't
 * count, and neither does the period in a file name (`docs.json`).
 */
export function splitStatements(prompt: string): RawStatement[] {
  const statements: RawStatement[] = [];
  const text = prompt.replaceAll('\r\n', '\n').replace(/[\ue000\ue001]/g, '');
  const readQuote = createQuoteReader(text);
  let start = 0;
  let pattern = '';
  let quoted: string[] = [];
  const close = (end: number): void => {
    const written = text.slice(start, end);
    const source = written.trim();
    const isLineStart = start === 0 || text[start - 1] === '\n' || /^\s*\n/.test(written);
    const indent = isLineStart
      ? /^\s*\n([ \t]*)|^([ \t]*)/.exec(written)?.slice(1).join('').replaceAll('\t', '    ').length
      : undefined;
    if (source !== '') statements.push({ source, pattern: tidy(pattern), quoted, indent });
    start = end;
    pattern = '';
    quoted = [];
  };
  for (let at = 0; at < text.length;) {
    const quote = readQuote(at);
    if (quote !== undefined) {
      pattern += `${quoteOpen}${quoted.length}${quoteClose}`;
      quoted.push(quote.value);
      at = quote.end;
      continue;
    }
    const character = text[at] ?? '';
    pattern += character;
    at++;
    if (endsStatement(text, at - 1, { pattern, readQuote })) close(at);
  }
  close(text.length);
  return statements.filter((statement) => statement.pattern !== '');
}

type ReadQuote = (at: number) => { readonly value: string; readonly end: number } | undefined;

function endsStatement(
  text: string,
  at: number,
  { pattern, readQuote }: { readonly pattern: string; readonly readQuote: ReadQuote },
): boolean {
  const character = text[at];
  // `append section "H" to page:` continues with its text on the next line.
  if (character === '\n') return !(/:\s*$/.test(pattern) && readQuote(at + 1 + spaceAfter(text, at + 1)) !== undefined);
  if (character === ';') return true;
  if (character !== '.' && character !== '!' && character !== '?') return false;
  // Not the period of a list number.
  return /^(?:\s|$)/.test(text.slice(at + 1, at + 2)) && !/^\s*\d{1,3}\.$/.test(pattern);
}

function spaceAfter(text: string, at: number): number {
  return /^\s*/.exec(text.slice(at, at + 200))?.[0].length ?? 0;
}

/**
 * Reads the quoted part that begins at a position. A quote opens only after a space or bracket, so "don't" contains
 * none.
 */
function createQuoteReader(text: string): ReadQuote {
  // For an unclosed quote, the rest of the prompt is searched: once for each kind of quote.
  const unclosed = new Set<string>();
  return (at) => {
    const closing = closers[text[at] ?? ''];
    if (closing === undefined || unclosed.has(closing) || !/^(?:[\s([:,]|)$/.test(text[at - 1] ?? '')) return undefined;
    let value = '';
    for (let index = at + 1; index < text.length; index++) {
      const character = text[index] ?? '';
      if (character === '\\' && closing === '"' && /["\\]/.test(text[index + 1] ?? '')) {
        value += text[index + 1] ?? '';
        index++;
      } else if (closing.includes(character) && isQuoteEnd(text, index)) {
        return { value, end: index + 1 };
      } else value += character;
    }
    unclosed.add(closing);
    return undefined;
  };
}

/** Whether a quote can end here: an apostrophe inside a word does not close a quote. */
function isQuoteEnd(text: string, at: number): boolean {
  return /^(?:[\s.,;:!?)\]]|)$/.test(text[at + 1] ?? '');
}

/** Matches only after a quoted part or a comma, because a name may end with the same word. */
const closingThanks = new RegExp(`(?:,|(?<=${quoteClose})) (?:thanks|thank you|thx)(?=[ .!]*$)`, 'i');

/**
 * The instruction without list markers, courtesies and final punctuation. A question mark stays unless the
 * question is a courtesy ("could you …?"): "delete page a?" asks for an answer.
 */
function tidy(pattern: string): string {
  const item = pattern.trim().replace(/^(?:[-*\u2022+]|\d{1,3}[.)]|\(\d{1,3}\))\s+/, '');
  const isPolite =
    /^(?:(?:please|pls|plz|also|then|and),?\s+)*(?:(?:can|could) you |(?:would|will) you (?:please|kindly) |(?:would|do) you mind )/i.test(
      item,
    );
  const instruction = item
    .replace(/^(?:hi|hello|hey)(?: (?:there|all|team|everyone|docwright))?, /i, '')
    .replace(/^when(?:ever)? you (?:get|have) (?:a )?(?:chance|minute|moment|sec|second|time),? (?=\S)/i, '')
    .replace(
      /^(?:(?:please|pls|plz|also|then|and|next|finally|first|second|third|lastly|now|kindly),?\s+|(?:can|could) you (?:please |kindly )?|(?:would|will) you (?:please|kindly) |i(?:'d| would) like (?:you )?to |we need to )+/i,
      '',
    )
    .replace(/^(?:would|do) you mind (\w+ing\b.*)/is, (_, words: string) => toInstruction(words))
    .replace(/\s+/g, ' ')
    .replace(/ when(?:ever)? you (?:get|have) (?:a )?(?:chance|minute|moment|sec|second|time)(?=[ .!?]*$)/i, '')
    .replace(/, (?:please|pls|plz)(?=[ .!]*$)/i, '')
    .replace(closingThanks, '');
  return trimEndOf(instruction, isPolite ? ' .;!?' : ' .;!');
}
