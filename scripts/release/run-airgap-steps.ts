/** Runs inside a network namespace without routes; `walk-airgap.ts` starts it. Prints the result as JSON. */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { manualFile } from '../../packages/cli/src/airgap/release-files.ts';
import { timed, walkRelease, type InstalledCommand, type WalkResult } from './walk-release.ts';

export interface AirgapSteps {
  readonly pack: string;
  /** Public key that signed the release; `undefined` for an unsigned one. */
  readonly key?: string | undefined;
  readonly version: string;
  /** A folder with a site. */
  readonly site: string;
  /** A `node_modules` that contains the embedded PostgreSQL. */
  readonly packages: string;
}

export interface AirgapResult extends WalkResult {
  /** The error of a request to another machine. */
  readonly network: string;
  /** Status of the manual, served by the deployment server. */
  readonly manualStatus: number;
  readonly totalMs: number;
}

/** Progress goes to stderr: stdout contains only the result. */
const report = (line: string): void => console.error(`  ${line}`);
const run = promisify(execFile);

const steps = JSON.parse(process.argv[2] ?? '') as AirgapSteps;
console.log(JSON.stringify(await walk(steps)));

async function walk({ pack, key, version, site, packages }: AirgapSteps): Promise<AirgapResult> {
  const startedAt = performance.now();
  const network = await fetch('http://192.0.2.1/').then(
    () => 'reached',
    (error: unknown) => String((error as { cause?: { code?: unknown } }).cause?.code),
  );
  const folder = await mkdtemp(join(tmpdir(), 'docwright-airgap-'));
  try {
    const command = `docwright-${version}.tgz`;
    // Standard programs check the command before Docwright is installed.
    await timed('checked the command', report, async () => {
      await run('tar', ['-xf', pack, '-C', folder, 'SHA256SUMS', command]);
      await run('sha256sum', ['--check', '--ignore-missing', 'SHA256SUMS'], { cwd: folder });
    });
    let manualStatus = 0;
    const use = async (installed: InstalledCommand): Promise<void> => {
      const release = join(folder, 'release');
      const keys = key === undefined ? [] : ['--key', key];
      await timed('verified and extracted the pack', report, () =>
        run(installed.command, ['airgap', 'verify', pack, ...keys, '--extract', release], { env: installed.env }),
      );
      manualStatus = await timed('served the manual', report, () =>
        serveManual(installed, join(release, manualFile(version))),
      );
    };
    const result = await walkRelease({ archive: join(folder, command), site, packages, use, report });
    return { ...result, network, manualStatus, totalMs: performance.now() - startedAt };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the status of the home page */
async function serveManual({ command, env, folder }: InstalledCommand, bundle: string): Promise<number> {
  const files = createServer((_request, response) => void createReadStream(bundle).pipe(response));
  await once(files.listen(0, '127.0.0.1'), 'listening');
  const { port } = files.address() as AddressInfo;
  const settings = {
    STATIC_EXPORT_ENABLED: 'true',
    STATIC_EXPORT_BUNDLE_URL: `http://127.0.0.1:${port}/manual.tar.gz`,
    DOCWRIGHT_HOST_DEPLOYMENT_KIND: 'air-gapped',
    DOCWRIGHT_HOST_DATA_DIR: join(folder, 'host'),
    DOCWRIGHT_HOST_ADDRESS: '127.0.0.1',
    DOCWRIGHT_HOST_PORT: '0',
  };
  const child = spawn(command, ['host', '--json'], {
    env: { ...env, ...settings },
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const exited = once(child, 'exit');
  try {
    const line = new Promise<string>((resolve, reject) => {
      createInterface({ input: child.stdout }).once('line', resolve);
      child.once('exit', (code) => reject(new Error(`docwright host ended with code ${code}`)));
    });
    const { address } = JSON.parse(await line) as { readonly address: string };
    const page = await fetch(address);
    await page.arrayBuffer();
    return page.status;
  } finally {
    child.kill('SIGTERM');
    await exited;
    files.close();
  }
}
