import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDowngrade, findPrevious, matchVersions, startOrder, versionsToKeep } from './choose-version.ts';
import type { Activation, ActivationCause } from './journal.ts';

function journal(...entries: readonly (readonly [string, ActivationCause])[]): Activation[] {
  return entries.map(([versionId, cause]) => ({ versionId, cause, at: '2026-01-01T00:00:00.000Z' }));
}

const disk = ['a', 'b', 'c', 'd'];

test('a rollback restores the previous version, and a second rollback the one before it', () => {
  const history = journal(['a', 'start'], ['b', 'reload'], ['c', 'reload']);
  assert.equal(findPrevious(history, 'c', disk), 'b');
  const once = [...history, ...journal(['b', 'rollback'])];
  assert.equal(findPrevious(once, 'b', disk), 'a');
  const twice = [...once, ...journal(['a', 'rollback'])];
  assert.equal(findPrevious(twice, 'a', disk), undefined);
});

test('after a rollback and a new version, another rollback restores the version of the first rollback', () => {
  const history = journal(['a', 'start'], ['b', 'reload'], ['a', 'rollback'], ['c', 'reload']);
  assert.equal(findPrevious(history, 'c', disk), 'a');
});

test('a version that is no longer on disk is skipped', () => {
  const history = journal(['a', 'start'], ['b', 'reload'], ['c', 'reload']);
  assert.equal(findPrevious(history, 'c', ['a', 'c']), 'a');
});

test('a start tries the activated versions first, newest first, then the others', () => {
  assert.deepEqual(startOrder(journal(['b', 'start'], ['a', 'reload']), ['a', 'b', 'x']), ['a', 'b', 'x']);
});

test('a replaced version or a lower version number is a downgrade', () => {
  const known = (id: string, version: string) => ({ id, version, sha256: '' });
  assert.equal(findDowngrade(known('n', '2.0'), known('a', '1.9.9'), []), undefined);
  assert.match(findDowngrade(known('n', 'v1.9'), known('a', 'v1.10'), []) ?? '', /lower/);
  assert.equal(findDowngrade(known('n', 'abc'), known('a', 'def'), []), undefined);
  assert.match(
    findDowngrade(known('n', 'x'), known('a', 'y'), journal(['n', 'start'], ['a', 'reload'])) ?? '',
    /replaced/,
  );
  assert.equal(findDowngrade(known('a', 'x'), known('a', 'x'), journal(['a', 'start'])), undefined);
  assert.equal(findDowngrade(known('n', 'x'), undefined, []), undefined);
});

test('the version that was activated last is accepted again after it could not be opened and an older one was served', () => {
  const known = (id: string, version: string) => ({ id, version, sha256: '' });
  const history = journal(['a', 'start'], ['n', 'reload']);
  assert.equal(findDowngrade(known('n', '1.0'), known('a', '0.9'), history), undefined);
});

test('the active version is retained even if other versions were activated later', () => {
  const history = journal(['a', 'start'], ['b', 'reload'], ['c', 'reload']);
  assert.deepEqual([...versionsToKeep(history, 'a', 2)], ['a', 'c']);
});

test('a version can be named by its label, ID or digest, or by a prefix of the ID or digest', () => {
  const versions = [
    { id: 'aaaaaa111111', version: 'v1', sha256: 'aaaaaa111111ff' },
    { id: 'aaaaaa222222', version: 'v1', sha256: 'aaaaaa222222ff' },
  ];
  const ids = (name: string) => matchVersions(versions, name).map(({ id }) => id.slice(-1));
  assert.deepEqual(ids('v1'), ['1', '2']);
  assert.deepEqual(ids('aaaaaa111111'), ['1']);
  assert.deepEqual(ids('AAAAAA222222FF'), ['2']);
  assert.deepEqual(ids('aaaaaa2'), ['2']);
  assert.deepEqual(ids('aaaaa'), []);
});
