import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { findDamage } from '../../scripts/release/check-sums.ts';
import { createImage, findMissingPrograms, imageNames, maxImageBytes } from '../../scripts/release/create-images.ts';
import { createRelease } from '../../scripts/release/create-release.ts';
import { readSource } from '../../scripts/release/release-source.ts';
import type { AirgapResult } from '../../scripts/release/run-airgap-steps.ts';
import { canIsolate } from '../../scripts/release/run-isolated.ts';
import { walkAirgap } from '../../scripts/release/walk-airgap.ts';
import { canWalkImages, findImageFaults, walkImages } from '../../scripts/release/walk-images.ts';
import { isFullRun, isSelection } from '../../scripts/sample-rows.ts';
import { walkRelease, type WalkResult } from '../../scripts/release/walk-release.ts';

const root = dirname(dirname(import.meta.dirname));
const isIsolated = canIsolate();
const canUseImages = findMissingPrograms().length === 0 && canWalkImages();
/** Creating and running both images takes three minutes, which is too long for a run of all files. */
const skipImages = !(isFullRun && isSelection)
  ? 'runs with "npm run test:full -- release" and "npm run release -- --images --verify"'
  : canUseImages
    ? false
    : 'needs root, mmdebstrap, umoci, runc and bwrap';

/** `npm run release -- --verify` also installs the optional packages, compares two builds, and measures the times. */
describe('a release', () => {
  const source = readSource(root);
  const folder = mkdtempSync(join(tmpdir(), 'docwright-release-'));
  const out = join(folder, source.version);
  let result: WalkResult;
  let isolated: AirgapResult | undefined;
  before(async () => {
    const report = (line: string): void => console.log(line);
    await createRelease(source, out, { keyFile: undefined, withImages: false, report });
    const archive = join(out, `docwright-${source.version}.tgz`);
    const site = join(root, 'examples/docs-site');
    const packages = join(root, 'node_modules');
    const pack = join(folder, 'pack.tar');
    const command = join(root, 'packages/cli/bin/docwright.mjs');
    execFileSync(process.execPath, [command, 'airgap', 'pack', out, '--out', pack], { stdio: 'ignore' });
    if (isIsolated) isolated = await walkAirgap({ pack, version: source.version, site, packages });
    result = isolated ?? (await walkRelease({ archive, site, packages, report }));
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test(
    'has images that do their main job without a network or writable files, run as any user, and stop on request',
    { skip: skipImages },
    async () => {
      const archive = join(out, `docwright-${source.version}.tgz`);
      const archives = { docwright: '', 'docwright-host': '' };
      for (const name of imageNames) {
        const { file, digest } = await createImage(source, name, { archive, out: folder });
        assert.match(digest, /^sha256:[0-9a-f]{64}$/);
        archives[name] = join(folder, file);
        const { size } = statSync(archives[name]);
        assert.ok(size <= maxImageBytes[name], `${name}: ${size} bytes`);
      }
      assert.deepEqual(findImageFaults(await walkImages({ version: source.version, archives })), []);
    },
  );

  test('matches its digests, and has a bill of materials for each package', () => {
    assert.deepEqual(findDamage(out), []);
    const names = readFileSync(join(out, 'SHA256SUMS'), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => line.slice(66));
    for (const archive of names.filter((name) => name.endsWith('.tgz') && !/-(?:chart|systemd)-/.test(name)))
      assert.ok(names.includes(`${archive}.cdx.json`));
  });

  test(
    'is packed into one file, which is verified, installed and served without a network',
    { skip: isIsolated ? false : 'bubblewrap is not installed' },
    () => assert.deepEqual([isolated?.network, isolated?.manualStatus], ['ENETUNREACH', 200]),
  );

  test('installs offline with at most 120 MB, and knows its version', () => {
    assert.ok(result.installedBytes <= 120e6, `${result.installedBytes} bytes`);
    assert.ok(result.version.startsWith(source.version), result.version);
  });

  test('runs the service, whose first agent job, export and site can be read', () => {
    assert.deepEqual(result.answers, { 'pull request': 200, bundle: 200, site: 200, dashboard: 200 });
  });
});
