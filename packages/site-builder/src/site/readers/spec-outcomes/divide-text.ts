import { closeMark, openMark } from '../choices/choices.ts';

/** The end of a line: of text, of highlighted code, or of text in a string literal. */
const lineEnd = /(?:<\/span>)*(?:\n|\\n)/y;

/** Divides text into lines, commas at their ends, tags and pieces, each up to the next. Pieces aren't divided. */
export function divideText(text: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  let depth = 0;
  const endPart = (at: number): void => {
    if (at > from) parts.push(text.slice(from, at));
    from = at;
  };
  for (let at = 0; at < text.length; at++) {
    const char = text[at];
    const isComma = char === ',' && endsLine(text, at + 1);
    if (depth === 0 && (char === '<' || char === openMark || isComma || startsLine(text, at))) endPart(at);
    if (char === openMark) depth += 1;
    else if (char === closeMark) {
      depth -= 1;
      if (depth === 0) endPart(at + 1);
    }
  }
  endPart(text.length);
  return parts;
}

function endsLine(text: string, at: number): boolean {
  if (!startsLine(text, at) && text[at] !== '<') return false;
  lineEnd.lastIndex = at;
  return lineEnd.test(text);
}

/** Whether a line break is at this position, as a character or as `\n` in a string of code. */
function startsLine(text: string, at: number): boolean {
  return text[at] === '\n' || (text[at] === '\\' && text[at + 1] === 'n');
}

/** The beginning of a part that starts a line. */
export const lineStart = /^(?:\n|\\n)/;
