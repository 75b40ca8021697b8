import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { describe, test } from 'node:test';
import { findStaleEntries, findTestFiles, groupByProcess, planProcesses, selectTestFiles } from './test-files.ts';

const files = findTestFiles(dirname(import.meta.dirname));

describe('the test files of a run', () => {
  test('are almost all unit tests, and less than a third of the whole-system tests', () => {
    const { unit, wholeSystem } = selectTestFiles(files, [], false);
    const left = files.unit.filter((path) => !unit.includes(path));
    assert.ok(left.includes('packages/server/src/platform/database/embedded/embedded-postgres.test.ts'));
    assert.ok(left.length <= 2, left.join('\n'));
    assert.ok(wholeSystem.includes('e2e/cli/start.test.ts'));
    assert.ok(wholeSystem.length < files.wholeSystem.length / 3, wholeSystem.join('\n'));
  });

  test('are all files in a full run', () => assert.deepEqual(selectTestFiles(files, [], true), files));

  test('are those whose paths contain a given word', () => {
    const { unit, wholeSystem } = selectTestFiles(files, ['api/limits', 'sample-rows'], false);
    assert.deepEqual([unit, wholeSystem], [['scripts/sample-rows.test.ts'], ['e2e/api/limits.test.ts']]);
  });

  test('exist if a list names them', () => {
    assert.deepEqual(findStaleEntries(files), []);
    assert.ok(findStaleEntries({ unit: [], wholeSystem: [] }).includes('e2e/cli/start.test.ts'));
  });
});

describe('processes of test files', () => {
  test('are shared by the files of an area or package; tests with a browser have their own', () => {
    const area = 'packages/server/src/modules/area';
    const shared = [
      [`${area}/one/a.test.ts`, `${area}/other/deep/b.test.ts`],
      ['packages/server/src/platform/c.test.ts'],
      ['packages/x/src/d.test.ts', 'packages/x/src/y/e.test.ts'],
      ['packages/x/src/y/f-browser.test.ts'],
      ['scripts/g.test.ts'],
      ['e2e/i/j.test.ts', 'e2e/i/k.test.ts'],
      ['e2e/l/m.test.ts'],
    ];
    assert.deepEqual(groupByProcess(shared.flat(), 60), shared);
  });

  test('are divided if their files would take too long, and a file that measures time has its own process', () => {
    const paths = planProcesses(files).filter(({ isWholeSystem }) => !isWholeSystem);
    const several = paths.filter(({ paths }) => paths.length > 1);
    assert.deepEqual(paths.flatMap(({ paths }) => paths).sort(), files.unit);
    assert.ok(several.every(({ seconds }) => seconds <= 90));
    assert.ok(paths.some(({ paths }) => paths.join() === 'scripts/linear-time.test.ts'));
  });
});
