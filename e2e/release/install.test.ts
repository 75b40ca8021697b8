import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findDamage } from '../../scripts/release/check-sums.ts';
import { createRelease } from '../../scripts/release/create-release.ts';
import { readSource } from '../../scripts/release/release-source.ts';
import { walkRelease, type WalkResult } from '../../scripts/release/walk-release.ts';

const root = dirname(dirname(import.meta.dirname));

/** `npm run release -- --verify` also installs the optional packages, compares two builds, and measures the times. */
describe('a release', () => {
  const source = readSource(root);
  const folder = mkdtempSync(join(tmpdir(), 'docwright-release-'));
  const out = join(folder, source.version);
  let result: WalkResult;
  before(async () => {
    const report = (line: string): void => console.log(line);
    await createRelease(source, out, { keyFile: undefined, report });
    const archive = join(out, `docwright-${source.version}.tgz`);
    const site = join(root, 'examples/docs-site');
    result = await walkRelease({ archive, site, packages: join(root, 'node_modules'), report });
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('matches its digests, and has a bill of materials for each archive', () => {
    assert.deepEqual(findDamage(out), []);
    const names = readFileSync(join(out, 'SHA256SUMS'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(66));
    for (const archive of names.filter((name) => name.endsWith('.tgz')))
      assert.ok(names.includes(`${archive}.cdx.json`));
  });

  test('installs offline with at most 120 MB, and knows its version', () => {
    assert.ok(result.installedBytes <= 120e6, `${result.installedBytes} bytes`);
    assert.ok(result.version.startsWith(source.version), result.version);
  });

  test('runs the service, whose first agent job, export and site can be read', () => {
    assert.deepEqual(result.answers, { 'pull request': 200, bundle: 200, site: 200, dashboard: 200 });
  });
});
