import { closeMark, openMark } from '../choices/choices.ts';

/** The end of a line of text, or of highlighted code. */
const lineEnd = /(?:<\/span>)*\n/y;

/** Lines, commas at their ends, tags and pieces, each up to the beginning of the next. Pieces aren't divided. */
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
    if (depth === 0 && (char === '<' || char === '\n' || isComma || char === openMark)) endPart(at);
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
  if (text[at] !== '\n' && text[at] !== '<') return false;
  lineEnd.lastIndex = at;
  return lineEnd.test(text);
}
