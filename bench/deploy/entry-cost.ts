/**
 * Measures how much memory each entry of a bundle uses while a bundle is packed or verified, while a host stores or
 * opens it, and while an edge reads its index. Each step runs in its own process.
 *
 *     node bench/deploy/entry-cost.ts [--entries 20000,80000,120000]
 */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream, writeFileSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import {
  BundleCache,
  createBundleWriter,
  featuresByKind,
  openBundleIndex,
  verifyBundle,
  type BundleMeta,
} from '../../packages/bundle/src/index.ts';
import { openVersion } from '../../packages/host/src/versions/open-version.ts';
import { stageBundle } from '../../packages/host/src/versions/stage-bundle.ts';

const { values } = parseArgs({
  options: {
    entries: { type: 'string', default: '20000,80000,120000' },
    step: { type: 'string', default: '' },
    folder: { type: 'string', default: '' },
  },
});

const meta: BundleMeta = {
  generator: 'bench',
  deploymentKind: 'cloud',
  version: '1',
  commit: '',
  createdFrom: { repository: '', branch: '', directory: '', domain: '' },
  basePath: '',
  features: featuresByKind({}),
  redirects: [],
};

const steps: Readonly<Record<string, (folder: string, entries: number) => Promise<unknown>>> = {
  pack: async (folder, entries) => {
    const output = createWriteStream(join(folder, 'bundle'));
    const writer = createBundleWriter({ output, gzipLevel: 1, cache: new BundleCache({ heldBytes: 0 }) });
    for (let entry = 0; entry < entries; entry++) {
      const path = `guides/section-${entry >> 6}/page-${entry}.html`;
      await writer.add({ path, bytes: `<h1>Page ${entry}</h1>` });
    }
    const finished = await writer.finish(meta);
    output.end();
    await once(output, 'finish');
    writeFileSync(join(folder, 'index'), finished.index);
    return finished;
  },
  verify: async (folder) => {
    const verdict = await verifyBundle({ stream: createReadStream(join(folder, 'bundle')) });
    if (!verdict.ok) throw new Error(verdict.message);
    return verdict;
  },
  stage: async (folder) => {
    const staged = await stageBundle({
      folder,
      stream: createReadStream(join(folder, 'bundle')) as AsyncIterable<Buffer>,
      policy: {},
      publicKey: undefined,
      sha256: '',
      version: '',
      deploymentKind: 'cloud',
      hasAccess: false,
      stagingName: 'bench',
      atPoint: () => undefined,
    });
    writeFileSync(join(folder, 'version'), staged.versionId);
    return staged;
  },
  open: (folder) => openVersion(folder, readFileSync(join(folder, 'version'), 'utf8'), undefined),
  index: (folder) => Promise.resolve(openBundleIndex(readFileSync(join(folder, 'index')))),
};

if (values.step === '') await measureAll();
else await measure(values.step, values.folder, Number(values.entries));

async function measureAll(): Promise<void> {
  console.log('entries   step     CPU s   peak MB   retained MB');
  for (const entries of values.entries.split(',')) {
    const folder = await mkdtemp(join(tmpdir(), 'docwright-bench-'));
    for (const step of Object.keys(steps)) {
      const script = fileURLToPath(import.meta.url);
      const options = ['--expose-gc', script, '--step', step, '--folder', folder, '--entries', entries];
      const { stdout, stderr, status } = spawnSync(process.execPath, options, { encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
      process.stdout.write(stdout);
    }
    await rm(folder, { recursive: true });
  }
}

async function measure(step: string, folder: string, entries: number): Promise<void> {
  const run = steps[step];
  if (run === undefined) throw new Error(`no step ${step}`);
  const before = retained();
  const peakBefore = process.resourceUsage().maxRSS;
  const cpu = process.cpuUsage();
  const result = await run(folder, entries);
  const { user, system } = process.cpuUsage(cpu);
  const kept = retained() - before;
  const peak = (process.resourceUsage().maxRSS - peakBefore) * 1024;
  const megabytes = (bytes: number): string => (bytes / 1e6).toFixed(0);
  console.log(
    `${String(entries).padStart(7)}   ${step.padEnd(8)}${((user + system) / 1e6).toFixed(1).padStart(6)}${megabytes(peak).padStart(10)}${megabytes(kept).padStart(14)}`,
  );
  if (result === undefined) throw new Error('nothing is retained');
  process.exit();
}

function retained(): number {
  globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
