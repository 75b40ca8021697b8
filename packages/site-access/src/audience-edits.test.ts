import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccessRule, Audience } from './access-rule.ts';
import { applyEdits, type AudienceEdit } from './audience-edits.ts';

const group = (name: string): AccessRule => ({ groupSets: [{ includes: [name], excludes: [] }] });
const reader = (...groups: string[]): Audience => ({ isSignedIn: true, groups: new Set(groups) });
const bytes = (text: string): Uint8Array => Buffer.from(text);
const edits: readonly AudienceEdit[] = [
  { at: 1, remove: 0, choices: [{ when: [group('a'), group('b')], insert: bytes('-a or b-') }] },
  {
    at: 2,
    remove: 1,
    choices: [
      { when: [group('a')], insert: bytes('A') },
      { when: [group('b')], insert: bytes('B') },
    ],
  },
];
const seenBy = (audience: Audience): string => Buffer.from(applyEdits(bytes('0123'), edits, audience)).toString();

test('a reader sees the parts whose conditions they meet; of several matching choices, only the first', () => {
  assert.equal(seenBy(reader('b')), '0-a or b-1B3');
  assert.equal(seenBy(reader('a', 'b')), '0-a or b-1A3');
});

test('readers without a group, and readers who are not signed in, see the stored content', () => {
  assert.equal(seenBy(reader('c')), '0123');
  assert.equal(seenBy({ isSignedIn: false, groups: new Set(['a']) }), '0123');
});
