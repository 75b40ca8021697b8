import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isolateHistory } from '@codemirror/commands';
import { EditorState, type TransactionSpec } from '@codemirror/state';
import { continuesEdit, followEdit, toLastEdit } from './group-undo.ts';

const start = EditorState.create({ doc: 'one two three' });
const typed = (from: number, insert: string): TransactionSpec => ({
  changes: { from, insert },
  userEvent: 'input.type',
});
const first = start.update(typed(3, 'a'));
const last = toLastEdit(first);
const isTogether = (spec: TransactionSpec): boolean => continuesEdit(last, first.state.update(spec));

test('only text typed in one place is undone together', () => {
  assert.equal(isTogether(typed(4, 'b')), true);
  assert.equal(isTogether(typed(3, 'b')), true);
  assert.equal(isTogether(typed(8, 'b')), false);
  assert.equal(isTogether({ changes: { from: 3, to: 4 }, userEvent: 'delete.backward' }), false);
  assert.equal(isTogether({ ...typed(4, 'b'), annotations: isolateHistory.of('full') }), false);
  assert.equal(isTogether({ changes: { from: 4, insert: 'b' } }), false);
  assert.equal(continuesEdit(undefined, first), false);
  assert.equal(toLastEdit(start.update({ changes: { from: 0, insert: 'x' }, userEvent: 'input.paste' })), undefined);
});

test('a change by someone else moves the place where typed text is undone together', () => {
  const other = first.state.update({ changes: { from: 0, insert: 'zero ' } });
  const moved = followEdit(last, other);
  assert.equal(continuesEdit(moved, other.state.update(typed(9, 'b'))), true);
  assert.equal(continuesEdit(moved, other.state.update(typed(1, 'b'))), false);
});
