/** A change to text: the span is replaced with the new text. */
export interface TextEdit {
  /** Offsets into the text, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies edits that do not overlap; edits at one position are applied in their order. */
export function applyTextEdits(text: string, edits: readonly TextEdit[]): string {
  const sorted = edits
    .map((edit, order) => ({ edit, order }))
    .sort((a, b) => a.edit.start - b.edit.start || a.order - b.order);
  let out = '';
  let at = 0;
  for (const { edit } of sorted) {
    if (edit.start < at) throw new RangeError(`edits overlap at offset ${edit.start}`);
    out += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return out + text.slice(at);
}
