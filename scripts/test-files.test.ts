import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { findStaleEntries, findTestFiles, groupByProcess, selectTestFiles } from './test-files.ts';

const files = findTestFiles(dirname(import.meta.dirname));

describe('the test files of a run', () => {
  test('are all unit tests and one story for each whole system', () => {
    const { unit, wholeSystem } = selectTestFiles(files, [], false);
    assert.deepEqual(unit, files.unit);
    assert.ok(wholeSystem.includes('e2e/cli/start.test.ts'));
    assert.ok(wholeSystem.length < files.wholeSystem.length / 3, wholeSystem.join('\n'));
  });

  test('are all files in a full run', () => assert.deepEqual(selectTestFiles(files, [], true), files));

  test('are those that a word selects, whether they are stories or not', () => {
    const { unit, wholeSystem } = selectTestFiles(files, ['api/limits', 'sample-rows'], false);
    assert.deepEqual([unit, wholeSystem], [['scripts/sample-rows.test.ts'], ['e2e/api/limits.test.ts']]);
  });

  test('exist if a list names them', () => {
    assert.deepEqual(findStaleEntries(files), []);
    assert.ok(findStaleEntries({ unit: [], wholeSystem: [] }).includes('e2e/cli/start.test.ts'));
  });
});

describe('processes of test files', () => {
  test('are shared by the files of a module or folder; a test that drives a browser has its own', () => {
    const module = 'packages/server/src/modules/area/module';
    const paths = [
      `${module}/a.test.ts`,
      `${module}/deep/b.test.ts`,
      'packages/x/src/y/c-browser.test.ts',
      'e2e/d.test.ts',
    ];
    assert.deepEqual(groupByProcess(paths), [paths.slice(0, 2), ...paths.slice(2).map((path) => [path])]);
  });
});
