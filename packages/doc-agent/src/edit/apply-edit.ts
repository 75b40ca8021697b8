import { ToolError } from '../errors.ts';
import { findNearestBlock } from './find-nearest-block.ts';
import { findNormalizedMatches } from './normalize-text.ts';
import { countOf } from '../text/count-of.ts';

export interface TextReplacement {
  readonly old: string;
  readonly new: string;
  readonly all?: boolean;
}

/**
 * Replaces one piece of text.
 *
 * 1. If `old` occurs exactly as given, it must occur only once, unless `all` is set.
 * 2. Otherwise, differences in line endings, trailing whitespace and quote style are ignored if one match remains.
 * 3. Otherwise nothing is changed, and the error shows the nearest lines. Matching is never fuzzy.
 */
export function applyEdit(text: string, edit: TextReplacement): string {
  if (edit.old === '') throw new ToolError('invalid_input', '`old` is empty; pass the text to replace');
  if (edit.old === edit.new) throw new ToolError('no_change', '`old` and `new` are the same');
  const exact = findAll(text, edit.old);
  const replacement = adoptLineEnds(text, edit.new);
  if (exact.length > 0) {
    if (exact.length > 1 && edit.all !== true) throw ambiguous(text, exact);
    return splice(
      text,
      exact.map((start) => ({ start, end: start + edit.old.length })),
      replacement,
    );
  }
  const normalized = findNormalizedMatches(text, edit.old);
  if (normalized.length === 0) throw notFound(text, edit.old);
  if (normalized.length > 1)
    throw ambiguous(
      text,
      normalized.map((span) => span.start),
    );
  return splice(text, normalized, replacement);
}

function findAll(text: string, piece: string): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(piece); at !== -1; at = text.indexOf(piece, at + piece.length)) found.push(at);
  return found;
}

function splice(text: string, spans: readonly { start: number; end: number }[], replacement: string): string {
  let out = '';
  let at = 0;
  for (const { start, end } of spans) {
    out += text.slice(at, start) + replacement;
    at = end;
  }
  return out + text.slice(at);
}

/** Converts the line endings of new text to those of its file. */
export function adoptLineEnds(file: string, text: string): string {
  const usesCrLf = file.includes('\r\n');
  const plain = text.replaceAll('\r\n', '\n');
  if (file !== '' && !file.includes('\n')) return text;
  return usesCrLf ? plain.replaceAll('\n', '\r\n') : plain;
}

function ambiguous(text: string, starts: readonly number[]): ToolError {
  const lines = starts.slice(0, 20).map((start) => text.slice(0, start).split('\n').length);
  const message = `\`old\` occurs ${countOf(starts.length, 'time')} in the file; include more of the surrounding text, or set \`all\``;
  return new ToolError('ambiguous', message, { lines });
}

function notFound(text: string, old: string): ToolError {
  const nearest = findNearestBlock(text, old);
  if (nearest === undefined) return new ToolError('no_match', '`old` is not in the file');
  return new ToolError('no_match', '`old` is not in the file; the nearest lines are included', { nearest });
}
