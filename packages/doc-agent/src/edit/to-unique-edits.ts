import type { TextEdit } from '../text/edit-text.ts';
import { applyTextEdits } from '../text/edit-text.ts';

const maxContext = 400;

/**
 * Converts replacements at known positions to `edit` calls: pieces of text that occur once in the file. Each piece is
 * extended until it is unique; adjacent pieces are then merged. A position that can't be made unique is omitted.
 */
export function toUniqueEdits(text: string, replacements: readonly TextEdit[]): { old: string; new: string }[] {
  const pieces: { start: number; end: number; edits: TextEdit[] }[] = [];
  for (const edit of [...replacements].sort((a, b) => a.start - b.start)) {
    const piece = widen(text, edit);
    if (piece === undefined) continue;
    const last = pieces.at(-1);
    if (last !== undefined && piece.start <= last.end) {
      last.end = Math.max(last.end, piece.end);
      last.edits.push(edit);
    } else pieces.push({ ...piece, edits: [edit] });
  }
  return pieces.map(({ start, end, edits }) => ({
    old: text.slice(start, end),
    new: applyTextEdits(
      text.slice(start, end),
      edits.map((edit) => ({ start: edit.start - start, end: edit.end - start, text: edit.text })),
    ),
  }));
}

function widen(text: string, edit: TextEdit): { start: number; end: number } | undefined {
  for (let around = 2; around <= maxContext; around *= 2) {
    const start = Math.max(0, edit.start - around);
    const end = Math.min(text.length, edit.end + around);
    // Half of a surrogate pair isn't valid text.
    const from = /[\uDC00-\uDFFF]/.test(text[start] ?? '') ? start - 1 : start;
    const to = /[\uDC00-\uDFFF]/.test(text[end] ?? '') ? end + 1 : end;
    const piece = text.slice(from, to);
    if (text.indexOf(piece) === text.lastIndexOf(piece)) return { start: from, end: to };
  }
  return undefined;
}
