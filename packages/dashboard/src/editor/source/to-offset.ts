import type { EditorState } from '@codemirror/state';

export interface SourceDiagnostic {
  readonly line: number | null;
  readonly column: number | null;
  readonly severity: 'error' | 'warning' | 'info';
  readonly message: string;
}

/** Returns the offset of a position, which may no longer exist because the text has changed. */
export function toOffset(state: EditorState, line: number | null, column: number | null): number {
  const found = state.doc.line(Math.min(Math.max(1, line ?? 1), state.doc.lines));
  return Math.min(found.to, found.from + Math.max(0, (column ?? 1) - 1));
}
