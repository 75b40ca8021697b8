import { isolateHistory } from '@codemirror/commands';
import type { Transaction } from '@codemirror/state';

/** The part of the text that was just typed or deleted. */
export interface LastEdit {
  readonly kind: 'input.type' | 'delete';
  readonly from: number;
  readonly to: number;
}

/**
 * Whether a change is undone together with the previous change, as in CodeMirror's history: both were typed or both
 * were deleted, and they are adjacent. Yjs itself considers only the time between them.
 */
export function continuesEdit(last: LastEdit | undefined, transaction: Transaction): boolean {
  if (last === undefined || transaction.annotation(isolateHistory) !== undefined) return false;
  if (!transaction.isUserEvent(last.kind)) return false;
  let isNext = false;
  transaction.changes.iterChangedRanges((from, to) => {
    if (from <= last.to && to >= last.from) isNext = true;
  });
  return isNext;
}

/** Returns the part that a change has edited, or `undefined` if the next change is always undone separately. */
export function toLastEdit(transaction: Transaction): LastEdit | undefined {
  const kind = (['input.type', 'delete'] as const).find((each) => transaction.isUserEvent(each));
  if (kind === undefined || transaction.annotation(isolateHistory) !== undefined) return undefined;
  const range = { from: Infinity, to: -1 };
  transaction.changes.iterChangedRanges((_from, _to, from, to) => {
    range.from = Math.min(range.from, from);
    range.to = Math.max(range.to, to);
  });
  return { kind, ...range };
}

/** Returns the edited part's new position after a change by someone else. */
export function followEdit(last: LastEdit | undefined, { changes }: Transaction): LastEdit | undefined {
  return last && { kind: last.kind, from: changes.mapPos(last.from, -1), to: changes.mapPos(last.to, 1) };
}
