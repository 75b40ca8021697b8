import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findDamage } from './release/check-sums.ts';
import { publicKeyFile, signatureFile, sumsFile } from '../packages/cli/src/airgap/release-files.ts';
import { imageFile, imageNames, maxImageBytes } from './release/create-images.ts';
import { createRelease } from './release/create-release.ts';
import { readSource } from './release/release-source.ts';
import { canIsolate } from './release/run-isolated.ts';
import { walkAirgap } from './release/walk-airgap.ts';
import { canWalkImages, findImageFaults, walkImages } from './release/walk-images.ts';
import { walkRelease, type Walk, type WalkResult } from './release/walk-release.ts';
import { walkUpgrade } from './release/walk-upgrade.ts';

/** Maximum sizes of the installed command, with and without optional packages, and maximum times. */
const limits = { installedBytes: 250e6, requiredBytes: 120e6, readyMs: 15_000, airgapMs: 600_000 };

const source = readSource(dirname(import.meta.dirname));
const out = join(source.root, 'release', source.version);
const report = (line: string): void => console.log(line);
const withImages = process.argv.includes('--images');
const previous = readPrevious();
const options = { keyFile: process.env['DOCWRIGHT_RELEASE_KEY'], withImages, report };
await createRelease(source, out, options);
report(`${out} (commit ${source.commit})`);
if (process.argv.includes('--verify')) process.exitCode = (await verify()) ? 0 : 1;

/** Creates the release again, and uses it as a user would. */
async function verify(): Promise<boolean> {
  const faults = findDamage(out);
  const again = `${out}.again`;
  await createRelease(source, again, { ...options, withImages: false });
  const sums = (folder: string): string => readFileSync(join(folder, sumsFile), 'utf8');
  // Images, and the files that contain their digests, depend on the current packages of Debian.
  if (!withImages && sums(again) !== sums(out)) faults.push('the same commit produced different bytes');
  await rm(again, { recursive: true });
  const archive = join(out, `docwright-${source.version}.tgz`);
  const site = join(source.root, 'examples/docs-site');
  const packages = join(source.root, 'node_modules');
  const required = canIsolate()
    ? await verifyAirgap({ site, packages }, faults)
    : await walkUnisolated({ archive, site, packages, report });
  if (required.installedBytes > limits.requiredBytes) faults.push(`${required.installedBytes} bytes are too many`);
  report('with optional packages:');
  const whole = await walkRelease({ archive, site, report });
  if (whole.installedBytes > limits.installedBytes) faults.push(`${whole.installedBytes} bytes are too many`);
  for (const { readyMs, answers } of [required, whole]) {
    if (readyMs > limits.readyMs) faults.push(`docwright up was ready after ${readyMs.toFixed(0)} ms`);
    for (const [part, status] of Object.entries(answers)) if (status !== 200) faults.push(`${part}: status ${status}`);
  }
  if (withImages) faults.push(...(await verifyImages()));
  faults.push(...(await verifyUpgrade({ archive, site })));
  for (const fault of faults) console.error(fault);
  report(faults.length === 0 ? 'the release passed all checks' : `the release failed ${faults.length} checks`);
  return faults.length === 0;
}

async function verifyImages(): Promise<readonly string[]> {
  if (!canWalkImages())
    return ["the images weren't run, because this requires root, PostgreSQL, bubblewrap, runc and umoci"];
  const archives = { docwright: '', 'docwright-host': '' };
  const faults: string[] = [];
  for (const name of imageNames) {
    archives[name] = join(out, imageFile(name, source.version));
    const { size } = statSync(archives[name]);
    report(`image ${name}: ${(size / 1e6).toFixed(0)} MB`);
    if (size > maxImageBytes[name]) faults.push(`image ${name}: ${size} bytes are too many`);
  }
  return [...faults, ...findImageFaults(await walkImages({ version: source.version, archives }))];
}

async function verifyUpgrade({ archive, site }: Pick<Walk, 'archive' | 'site'>): Promise<readonly string[]> {
  if (previous === undefined) {
    report('the upgrade is not tested: --previous is not set to the archive of an earlier release');
    return [];
  }
  report('upgrade:');
  const { from, to, faults } = await walkUpgrade({ previous, archive, site, report });
  report(`  from ${from} to ${to}`);
  return faults;
}

/** Returns the path of the command's archive from the previous release; `--verify` upgrades from it. */
function readPrevious(): string | undefined {
  const index = process.argv.indexOf('--previous');
  if (index === -1) return undefined;
  const archive = process.argv[index + 1] ?? '';
  if (existsSync(archive)) return archive;
  throw new Error(
    `--previous "${archive}" is not a file; name the archive of an earlier release, docwright-VERSION.tgz`,
  );
}

interface PackedFile {
  readonly sha256: string;
  readonly sizeBytes: number;
}

/**
 * Packs the release, which also compares its charts with the images, and uses the pack in a network namespace without
 * routes.
 */
async function verifyAirgap(
  { site, packages }: { readonly site: string; readonly packages: string },
  faults: string[],
): Promise<WalkResult> {
  const command = join(source.root, 'packages/cli/bin/docwright.mjs');
  const pack = join(dirname(out), `docwright-airgap-${source.version}.tar`);
  const key = existsSync(join(out, signatureFile)) ? join(out, publicKeyFile) : undefined;
  const packTo = (file: string): PackedFile =>
    JSON.parse(
      execFileSync(process.execPath, [command, 'airgap', 'pack', out, '--force', '--out', file, '--json'], {
        encoding: 'utf8',
      }),
    ) as PackedFile;
  try {
    const { sha256, sizeBytes } = packTo(pack);
    if (packTo(`${pack}.again`).sha256 !== sha256) faults.push('the same release was packed to different bytes');
    report(`without a network, from ${pack} (${(sizeBytes / 1e6).toFixed(0)} MB):`);
    const result = await walkAirgap({ pack, key, version: source.version, site, packages });
    report(`  from the pack to a served site in ${(result.totalMs / 1000).toFixed(1)} s`);
    if (result.totalMs > limits.airgapMs)
      faults.push(`the walk without a network took ${result.totalMs.toFixed(0)} ms`);
    if (result.network !== 'ENETUNREACH') faults.push(`the walk without a network could reach one: ${result.network}`);
    if (result.manualStatus !== 200) faults.push(`manual: status ${result.manualStatus}`);
    return result;
  } finally {
    await rm(`${pack}.again`, { force: true });
  }
}

function walkUnisolated(walk: Walk): Promise<WalkResult> {
  report('without optional packages, but not isolated from the network: bubblewrap is not installed');
  return walkRelease(walk);
}
