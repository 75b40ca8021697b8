import { readFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { findDamage } from './release/check-sums.ts';
import { sumsFile } from '../packages/cli/src/airgap/release-files.ts';
import { createRelease } from './release/create-release.ts';
import { readSource } from './release/release-source.ts';
import { walkRelease } from './release/walk-release.ts';

/** Maximum sizes of the installed command, with and without optional packages, and of the time until it is ready. */
const limits = { installedBytes: 250e6, requiredBytes: 120e6, readyMs: 15_000 };

const source = readSource(dirname(import.meta.dirname));
const out = join(source.root, 'release', source.version);
const report = (line: string): void => console.log(line);
const withImages = process.argv.includes('--images');
const options = { keyFile: process.env['DOCWRIGHT_RELEASE_KEY'], withImages, report };
await createRelease(source, out, options);
report(`${out} (commit ${source.commit})`);
if (process.argv.includes('--verify')) process.exitCode = (await verify()) ? 0 : 1;

/** Creates the release once more, and uses it as a user would. */
async function verify(): Promise<boolean> {
  const faults = findDamage(out);
  const again = `${out}.again`;
  await createRelease(source, again, { ...options, withImages: false });
  const sums = (folder: string): string => readFileSync(join(folder, sumsFile), 'utf8');
  // Images, and what names their digests, depend on the current packages of Debian.
  if (!withImages && sums(again) !== sums(out)) faults.push('the same commit produced other bytes');
  await rm(again, { recursive: true });
  const archive = join(out, `docwright-${source.version}.tgz`);
  const site = join(source.root, 'examples/docs-site');
  report('without optional packages, offline:');
  const required = await walkRelease({ archive, site, packages: join(source.root, 'node_modules'), report });
  if (required.installedBytes > limits.requiredBytes) faults.push(`${required.installedBytes} bytes are too many`);
  report('with optional packages:');
  const whole = await walkRelease({ archive, site, report });
  if (whole.installedBytes > limits.installedBytes) faults.push(`${whole.installedBytes} bytes are too many`);
  for (const { readyMs, answers } of [required, whole]) {
    if (readyMs > limits.readyMs) faults.push(`docwright up was ready after ${readyMs.toFixed(0)} ms`);
    for (const [part, status] of Object.entries(answers)) if (status !== 200) faults.push(`${part}: status ${status}`);
  }
  for (const fault of faults) console.error(fault);
  report(faults.length === 0 ? 'the release passed all checks' : `the release failed ${faults.length} checks`);
  return faults.length === 0;
}
