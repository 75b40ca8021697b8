import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findConflicts } from './find-conflicts.ts';

const base = { name: 'Docs', branch: 'main', domains: ['a.example'] };
const fields = ['name', 'branch', 'domains'] as const;

test('a field that both sides changed shows both values', () => {
  const stored = { ...base, name: 'Theirs' };
  assert.deepEqual(findConflicts({ base, stored, edits: { name: 'Mine' }, fields }), [
    { field: 'name', theirs: 'Theirs', mine: 'Mine' },
  ]);
});

test('a field that only the other side changed is reported without a value from this form', () => {
  const stored = { ...base, branch: 'next' };
  assert.deepEqual(findConflicts({ base, stored, edits: { name: 'Mine' }, fields }), [
    { field: 'branch', theirs: 'next', mine: undefined },
  ]);
});

test('the same change on both sides isn’t a conflict', () => {
  const stored = { ...base, domains: ['b.example'] };
  assert.deepEqual(findConflicts({ base, stored, edits: { domains: ['b.example'] }, fields }), []);
});
