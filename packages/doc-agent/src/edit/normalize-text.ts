import { trimEndOf } from '../text/trim-end.ts';

interface Normalized {
  readonly text: string;
  /** For each character of `text`, its offset in the original; one more for the end. */
  readonly offsets: readonly number[];
}

const alike: Readonly<Record<string, string>> = {
  '\u2018': "'",
  '\u2019': "'",
  '\u201a': "'",
  '\u201b': "'",
  '\u201c': '"',
  '\u201d': '"',
  '\u201e': '"',
  '\u201f': '"',
  '\u00a0': ' ',
};

/** Converts line endings to `\n`, removes trailing whitespace and straightens typographic quotes. */
function normalize(text: string): Normalized {
  const out: string[] = [];
  const offsets: number[] = [];
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? '';
    if (character === '\r' && text[at + 1] === '\n') continue;
    if (character === '\n') {
      while (out.at(-1) === ' ' || out.at(-1) === '\t') {
        out.pop();
        offsets.pop();
      }
    }
    out.push(alike[character] ?? character);
    offsets.push(at);
  }
  offsets.push(text.length);
  return { text: out.join(''), offsets };
}

/** Spans of `text` that equal `piece` after both are normalized. */
export function findNormalizedMatches(text: string, piece: string): { start: number; end: number }[] {
  const hay = normalize(text);
  const needle = normalize(trimEndOf(piece, ' \t')).text;
  if (needle === '') return [];
  const spans: { start: number; end: number }[] = [];
  for (let at = hay.text.indexOf(needle); at !== -1; at = hay.text.indexOf(needle, at + needle.length)) {
    const start = hay.offsets[at];
    const last = hay.offsets[at + needle.length - 1];
    if (start !== undefined && last !== undefined) spans.push({ start, end: last + 1 });
  }
  return spans;
}
