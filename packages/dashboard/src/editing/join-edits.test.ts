import assert from 'node:assert/strict';
import { test } from 'node:test';
import { joinEdits, type FormEdits } from './join-edits.ts';

function part(changes: Partial<FormEdits>, calls: string[] = [], name = ''): FormEdits {
  const record = (what: string) => () => void calls.push(`${what} ${name}`);
  return {
    isDirty: false,
    isSaving: false,
    isSaved: false,
    error: null,
    conflicts: [],
    save: record('save'),
    saveAnyway: record('overwrite'),
    discard: record('discard'),
    ...changes,
  };
}

test('one button saves only the changed parts', () => {
  const calls: string[] = [];
  const joined = joinEdits([part({ isDirty: true }, calls, 'project'), part({}, calls, 'site')]);
  joined.save();
  joined.saveAnyway();
  joined.discard();
  assert.deepEqual(calls, ['save project', 'overwrite project', 'discard project', 'discard site']);
});

test('a form is saved once no part has unsaved changes', () => {
  assert.equal(joinEdits([part({ isSaved: true }), part({ isDirty: true })]).isSaved, false);
  assert.equal(joinEdits([part({ isSaved: true }), part({})]).isSaved, true);
  assert.equal(joinEdits([part({}), part({})]).isSaved, false);
});

test('errors and conflicts of all parts are shown', () => {
  const error = new Error('no');
  const conflict = { field: 'previews', theirs: true, mine: false };
  const joined = joinEdits([part({ isDirty: true, conflicts: [conflict] }), part({ isDirty: true, error })]);
  assert.deepEqual([joined.error, joined.conflicts], [error, [conflict]]);
});
