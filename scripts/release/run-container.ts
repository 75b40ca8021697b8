import { execFile, execFileSync, spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { chmod, mkdir, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';
import { extract } from 'tar';

const run = promisify(execFile);

/** An unpacked image, as an OCI runtime expects it. */
export interface ImageBundle {
  readonly folder: string;
  /** The image's files. */
  readonly root: string;
}

interface Container {
  /** The whole command, instead of the image's entry point. */
  readonly command?: readonly string[];
  /** Arguments of the image's entry point; by default those of the image. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Folder for `/data`. */
  readonly data: string;
}

export interface RunningContainer {
  /** The first line of output. */
  readonly line: string;
  /** Sends SIGTERM to the image's process. @returns its exit code, and the time until it ended */
  stop(): Promise<{ readonly code: number | null; readonly ms: number }>;
}

/** A user that no image defines, with the group 0, as in OpenShift. */
const user = { uid: 1_234_567, gid: 0 } as const;

/** The part of a runtime's configuration (OCI runtime-spec) that differs from what `umoci` writes. */
interface RuntimeConfig {
  process: {
    terminal: boolean;
    user: { uid: number; gid: number };
    args: readonly string[];
    env: string[];
    capabilities: object;
    rlimits: readonly unknown[];
  };
  root: { readonly: boolean };
  mounts: { destination: string; type?: string; source?: string; options?: readonly string[] }[];
  linux: { namespaces: { type: string }[] };
}

/** Whether this machine can run containers: as root, with `runc` and `umoci`. */
export function canRunContainers(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    for (const program of ['runc', 'umoci']) execFileSync(program, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** @param archive an OCI image layout @param folder is created */
export async function unpackImage(archive: string, version: string, folder: string): Promise<ImageBundle> {
  const layout = join(folder, 'layout');
  await mkdir(layout, { recursive: true });
  await extract({ file: archive, cwd: layout });
  const bundle = join(folder, 'bundle');
  await run('umoci', ['unpack', '--image', `${layout}:${version}`, bundle]);
  await rename(join(bundle, 'config.json'), join(bundle, 'image-config.json'));
  const root = join(bundle, 'rootfs');
  // Container engines add this file.
  if (!existsSync(join(root, 'etc/hosts'))) writeFileSync(join(root, 'etc/hosts'), '127.0.0.1 localhost\n');
  return { folder: bundle, root };
}

/**
 * Starts an image as Kubernetes and OpenShift do with the strictest settings: an unknown user, no capabilities, no new
 * privileges, a read-only root, and writable folders only at `/data` and `/tmp`. The container shares its caller's
 * network.
 *
 * @throws if it ends before it prints a line
 */
export async function startContainer(bundle: ImageBundle, container: Container): Promise<RunningContainer> {
  const { child, log, id, state } = await spawnContainer(bundle, container);
  const exited = once(child, 'exit') as Promise<[number | null]>;
  const line = await firstLine(child, () => readFileSync(log, 'utf8').slice(-2000));
  const stop: RunningContainer['stop'] = async () => {
    const startedAt = performance.now();
    await run('runc', ['--root', state, 'kill', id, 'TERM']);
    const [code] = await exited;
    return { code, ms: performance.now() - startedAt };
  };
  return { line, stop };
}

/** Runs a container until it ends. @returns its output @throws if it fails */
export async function runContainer(bundle: ImageBundle, container: Container): Promise<string> {
  const { child, log } = await spawnContainer(bundle, container);
  let printed = '';
  child.stdout?.on('data', (part) => (printed += String(part)));
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`the container ended with code ${code} (${readFileSync(log, 'utf8')})`);
  return printed;
}

async function spawnContainer({ folder }: ImageBundle, { command, args, env = {}, data }: Container) {
  await mkdir(data, { recursive: true });
  // The permissions that Kubernetes sets for a volume with `fsGroup`.
  await chmod(data, 0o2775);
  const config = JSON.parse(readFileSync(join(folder, 'image-config.json'), 'utf8')) as RuntimeConfig;
  const { process: program, root, linux } = config;
  program.terminal = false;
  program.user = user;
  program.capabilities = {};
  program.rlimits = [];
  const entryPoint = program.args.slice(0, 2);
  program.args = command ?? (args === undefined ? program.args : [...entryPoint, ...args]);
  program.env.push(...Object.entries(env).map(([name, value]) => `${name}=${value}`));
  root.readonly = true;
  linux.namespaces = linux.namespaces.filter(({ type }) => type !== 'network');
  config.mounts = config.mounts
    .filter(({ destination }) => !['/data', '/sys/fs/cgroup'].includes(destination))
    .concat(
      { destination: '/data', type: 'bind', source: data, options: ['rbind', 'rw', 'nosuid', 'nodev'] },
      { destination: '/tmp', type: 'tmpfs', source: 'tmpfs', options: ['nosuid', 'nodev', 'mode=1777'] },
    );
  const id = `docwright-${randomUUID()}`;
  const state = join(folder, 'state');
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  const log = join(folder, `${id}.log`);
  const output = openSync(log, 'w');
  const child = spawn('runc', ['--root', state, 'run', '--bundle', folder, id], { stdio: ['ignore', 'pipe', output] });
  closeSync(output);
  return { child, log, id, state };
}

function firstLine(child: ChildProcess, explain: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout !== null) createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`the container ended with code ${code} (${explain()})`)));
  });
}
