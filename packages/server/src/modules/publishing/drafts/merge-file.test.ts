import assert from 'node:assert/strict';
import { test } from 'node:test';
import { markConflict, mergeFile, type FileVersions } from './merge-file.ts';
import { normalizeName } from './upload-media.ts';

const bytes = (text: string | null): Buffer | null => (text === null ? null : Buffer.from(text));
const merge = (base: string | null, ours: string | null, theirs: string | null, hadConflict = false) => {
  const versions: FileVersions = { base: bytes(base), ours: bytes(ours), theirs: bytes(theirs), hadConflict };
  const merged = mergeFile(versions);
  if (merged.kind === 'same') return ['same'];
  return [merged.kind, merged.content === null ? null : Buffer.from(merged.content).toString()];
};

test('a file that only one side changed gets that side’s content', () => {
  assert.deepEqual(merge('a\n', 'b\n', 'a\n'), ['merged', 'b\n']);
  assert.deepEqual(merge('a\n', null, 'a\n'), ['merged', null]);
  assert.deepEqual(merge(null, 'new\n', null), ['merged', 'new\n']);
});

test('a file that both sides changed in the same way is no longer a change', () => {
  assert.deepEqual(merge('a\n', 'b\n', 'b\n'), ['same']);
  assert.deepEqual(merge('a\n', null, null), ['same']);
  assert.deepEqual(merge(null, 'x', 'x'), ['same']);
});

test('a deletion on one side and a change on the other is a conflict, with the draft’s content', () => {
  assert.deepEqual(merge('a\n', null, 'b\n'), ['conflict', null]);
  assert.deepEqual(merge('a\n', 'b\n', null), ['conflict', 'b\n']);
  assert.deepEqual(merge(null, 'ours\n', 'theirs\n'), ['conflict', 'ours\n']);
});

test('bytes that aren’t text are not merged', () => {
  assert.deepEqual(merge('\0a', '\0b', '\0c'), ['conflict', '\0b']);
});

test('a conflict remains until an author resolves it, even if a later commit could be merged', () => {
  assert.deepEqual(merge('a\nb\nc\n', 'A\nb\nc\n', 'a\nb\nC\n', true), ['conflict', 'A\nb\nC\n']);
  assert.deepEqual(merge('a\n', 'b\n', 'a\n', true), ['conflict', 'b\n']);
});

test('a conflict has markers only if both sides are text', () => {
  assert.equal(markConflict(bytes('a\n'), bytes('b\n')), '<<<<<<< draft\na\n=======\nb\n>>>>>>> branch\n');
  assert.equal(markConflict(null, bytes('b\n')), null);
  assert.equal(markConflict(bytes('\0'), bytes('b\n')), null);
});

test('names of uploaded files are normalized', () => {
  const name = (text: string) => Object.values(normalizeName(text)).join('');
  assert.equal(name('Login Page (1).PNG'), 'login-page-1.png');
  assert.equal(name('C:\\fotos\\Übersicht.jpeg'), 'ubersicht.jpeg');
  assert.equal(name('../../etc/x.svg'), 'x.svg');
  assert.equal(name('日本.webp'), 'file.webp');
  assert.throws(() => normalizeName('x.exe'), { code: 'draft_file_refused' });
});
