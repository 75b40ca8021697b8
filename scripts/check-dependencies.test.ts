import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findDependencyFaults, findOpenVersions, findUnlocked } from './check-dependencies.ts';

const good = { version: '2.0.0', license: 'MIT', integrity: 'sha512-x' };
const vulnerable = { a: [{ affected: '<1.0.0 || >=2.0.0 <2.0.2', advisory: 'CVE-1' }] };

test('a version within an affected range is reported at any depth', () => {
  const faults = findDependencyFaults({ 'packages/x/node_modules/b/node_modules/a': good }, vulnerable);
  assert.deepEqual(faults, ['packages/x/node_modules/b/node_modules/a: 2.0.0 is in <1.0.0 || >=2.0.0 <2.0.2 (CVE-1)']);
});

test('a fixed version is not reported', () => {
  assert.deepEqual(findDependencyFaults({ 'node_modules/a': { ...good, version: '2.0.2' } }, vulnerable), []);
});

test('a license that isn’t on the list, or a missing license, is reported', () => {
  const packages = {
    'node_modules/gpl': { ...good, license: 'GPL-3.0-or-later' },
    'node_modules/both': { ...good, license: 'MIT AND SSPL-1.0' },
    'node_modules/either': { ...good, license: '(MPL-2.0 OR GPL-3.0)' },
    'node_modules/none': { version: '1.0.0', integrity: 'sha512-x' },
  };
  assert.deepEqual(
    findDependencyFaults(packages, {}).map((fault) => fault.split(':')[0]),
    ['node_modules/gpl', 'node_modules/both', 'node_modules/none'],
  );
});

test('a package without a hash is reported, and workspaces are not checked', () => {
  const packages = { 'node_modules/a': { version: '1.0.0', license: 'MIT' }, 'node_modules/w': { link: true } };
  assert.deepEqual(findDependencyFaults(packages, {}), ['node_modules/a: the lockfile has no hash for it']);
});

test('a version range in package.json is reported', () => {
  const faults = findOpenVersions('package.json', {
    dependencies: { a: '^1.0.0', b: '1.0.0' },
    devDependencies: { c: '18.4.0-beta.17', d: 'latest', e: 'npm:@x/y@5.0.277', f: 'npm:y@^5.0.0' },
  });
  assert.deepEqual(
    faults.map((fault) => fault.split(' ')[1]),
    ['a', 'd', 'f'],
  );
});

test('a dependency that is missing from the lockfile, or has another version there, is reported', () => {
  const file = { dependencies: { a: '1.0.0', b: '1.0.0' }, devDependencies: { c: '1.0.0' } };
  const faults = findUnlocked('x/package.json', file, { dependencies: { a: '1.0.0', b: '2.0.0' } });
  assert.deepEqual(
    faults.map((fault) => fault.split(' ')[1]),
    ['b', 'c'],
  );
  assert.equal(findUnlocked('x/package.json', file).length, 3);
});
