/** The properties of a file's text that a line-based editor would lose. */
export interface TextFormat {
  readonly hasByteOrderMark: boolean;
  /**
   * - `lf`, `crlf`: every line ends this way, and so do new lines.
   * - `mixed`: carriage returns stay in the text as characters, so that each line keeps its own ending.
   */
  readonly lineEnding: 'lf' | 'crlf' | 'mixed';
}

const byteOrderMark = '\uFEFF';

export function readFormat(content: string): TextFormat {
  const hasByteOrderMark = content.startsWith(byteOrderMark);
  if (!content.includes('\r')) return { hasByteOrderMark, lineEnding: 'lf' };
  const isUniform = !/(?<!\r)\n|\r(?!\n)/.test(content);
  return { hasByteOrderMark, lineEnding: isUniform ? 'crlf' : 'mixed' };
}

/** The text to edit, whose lines end with `\n`. */
export function toEditedText(content: string, { hasByteOrderMark, lineEnding }: TextFormat): string {
  const text = hasByteOrderMark ? content.slice(byteOrderMark.length) : content;
  return lineEnding === 'crlf' ? text.replaceAll('\r\n', '\n') : text;
}

/** The content of the file, in its original format. */
export function toContent(text: string, { hasByteOrderMark, lineEnding }: TextFormat): string {
  return (hasByteOrderMark ? byteOrderMark : '') + (lineEnding === 'crlf' ? text.replaceAll('\n', '\r\n') : text);
}
