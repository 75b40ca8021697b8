import type { PageReport } from '../site-plan.ts';

/** The CriticMarkup marks that correspond to HTML tags: beginning and end of a mark, with its tags. */
const marks: readonly (readonly [open: string, close: string, tag: string])[] = [
  ['{++', '++}', 'ins'],
  ['{--', '--}', 'del'],
  ['{==', '==}', 'mark'],
];

/**
 * Converts CriticMarkup (`{++added++}`, `{--removed--}`, `{~~old~>new~~}`, `{==marked==}`, `{>>comment<<}`) that is on
 * one line and contains no code. A mark that continues on another line is reported, because its tag could be open at
 * the end of a paragraph.
 */
export function convertCriticMarks(text: string, line: number, page: PageReport): string {
  if (!/\{(?:\+\+|--|==|~~|>>)|(?:\+\+|--|==|~~|<<)\}/.test(text)) return text;
  let written = text
    .replaceAll(/\{>>(.{0,1000}?)<<\}/g, (_, comment: string) => {
      page.lose(line, `the comment "${comment.trim()}" is left out`);
      return '';
    })
    .replaceAll(/\{~~((?:(?!~>).){0,1000})~>(.{0,1000}?)~~\}/g, '<del>$1</del><ins>$2</ins>');
  for (const [open, close, tag] of marks) {
    const pieces = written.split(open);
    written = pieces
      .map((piece, index) => {
        const end = index === 0 ? -1 : piece.indexOf(close);
        if (index === 0) return piece;
        if (end === -1) return open + piece;
        return `<${tag}>${piece.slice(0, end)}</${tag}>${piece.slice(end + close.length)}`;
      })
      .join('');
  }
  if (/\{(?:\+\+|--|~~|>>)|(?:\+\+|--|~~|<<)\}/.test(written))
    page.lose(line, 'CriticMarkup that spans several lines or contains code stays unchanged');
  return written;
}
