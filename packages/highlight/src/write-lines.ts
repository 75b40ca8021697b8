import type { LineMark } from './read-notations.ts';
import type { Tokens } from './token-class.ts';

/** Tokens as HTML: one `<span class="line">` per line, and no span for plain text. */
export function writeLines(code: string, tokens: Tokens, marks: ReadonlyMap<number, ReadonlySet<LineMark>>): string {
  let html = openLine(marks.get(1));
  let start = 0;
  let line = 1;
  for (let index = 0; index < tokens.ends.length; index++) {
    const end = tokens.ends[index] ?? code.length;
    const token = tokens.classes[index];
    // A token that spans lines (a comment, a template) is closed and opened again at each line break.
    while (start < end) {
      let stop = code.indexOf('\n', start);
      if (stop < 0 || stop >= end) stop = end;
      if (stop > start) {
        const text = escapeText(code.slice(start, stop));
        html += token === '' ? text : `<span class="tk-${token}">${text}</span>`;
      }
      if (stop === end) {
        start = end;
      } else {
        line++;
        html += `</span>\n${openLine(marks.get(line))}`;
        start = stop + 1;
      }
    }
  }
  return `${html}</span>`;
}

/** The same markup without colors. */
export function writePlainLines(code: string, marks: ReadonlyMap<number, ReadonlySet<LineMark>>): string {
  return writeLines(code, { ends: [code.length], classes: [''] }, marks);
}

function openLine(marks: ReadonlySet<LineMark> | undefined): string {
  if (marks === undefined) return '<span class="line">';
  return `<span class="line${[...marks].map((mark) => classOfMark[mark]).join('')}">`;
}

const classOfMark: Readonly<Record<LineMark, string>> = {
  add: ' diff add',
  remove: ' diff remove',
  highlight: ' highlighted',
  focus: ' focused',
  error: ' highlighted error',
  warning: ' highlighted warning',
};

function escapeText(text: string): string {
  if (!/[&<>]/.test(text)) return text;
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
