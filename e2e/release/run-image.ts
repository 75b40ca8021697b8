import { execFile } from 'node:child_process';
import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { extract } from 'tar';

const run = promisify(execFile);

/** @returns the folder with the image's files */
export async function unpackImage(archive: string, version: string, folder: string): Promise<string> {
  const layout = join(folder, 'layout');
  await mkdir(layout);
  await extract({ file: archive, cwd: layout });
  await run('umoci', ['unpack', '--image', `${layout}:${version}`, join(folder, 'unpacked')]);
  return join(folder, 'unpacked/rootfs');
}

/**
 * Runs inside the image: a server of the bundle, the image's command, and requests. Prints what the command answered and
 * what the process may do.
 */
const inside = `
import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
const bundle = readFileSync('/tmp/bundle.tar.gz');
createServer((_request, response) => response.end(bundle)).listen(9000, '127.0.0.1');
const settings = { STATIC_EXPORT_ENABLED: 'true', STATIC_EXPORT_BUNDLE_URL: 'http://127.0.0.1:9000/bundle.tar.gz' };
const child = spawn(process.execPath, ['/app/bin/docwright.mjs', 'host'], { env: { ...process.env, ...settings }, stdio: ['ignore', 'ignore', 'inherit'] });
let status;
while (status !== 200 && child.exitCode === null) {
  status = await fetch('http://127.0.0.1:8080/').then((page) => page.status, () => undefined);
  await delay(50);
}
let write = 'written';
try {
  writeFileSync('/app/written', '');
} catch (error) {
  write = error.code;
}
const network = await fetch('http://192.0.2.1/').then(() => 'reached', (error) => error.cause.code);
console.log(JSON.stringify({ status, user: process.getuid(), write, network }));
child.kill('SIGTERM');
child.once('exit', () => process.exit());
`;

/** Runs the image's files as a container would, with bubblewrap: any user, no network, and a read-only root. */
export async function runHostImage(root: string, bundle: string): Promise<unknown> {
  const folder = dirname(bundle);
  const data = join(folder, 'host-data');
  await mkdir(data);
  await chmod(data, 0o2775);
  await writeFile(join(folder, 'inside.mjs'), inside);
  const environment = {
    HOME: '/data',
    NODE_ENV: 'production',
    DOCWRIGHT_HOST: '0.0.0.0',
    DOCWRIGHT_HOST_DATA_DIR: '/data',
  };
  const isolation = ['--unshare-all', '--die-with-parent', '--uid', '1234567', '--gid', '0', '--clearenv'];
  const mounts = [
    '--ro-bind',
    root,
    '/',
    '--proc',
    '/proc',
    '--dev',
    '/dev',
    '--tmpfs',
    '/tmp',
    '--bind',
    data,
    '/data',
  ];
  const files = ['--ro-bind', join(folder, 'inside.mjs'), '/tmp/inside.mjs', '--ro-bind', bundle, '/tmp/bundle.tar.gz'];
  const variables = Object.entries(environment).flatMap(([name, value]) => ['--setenv', name, value]);
  const command = ['--chdir', '/data', '/usr/local/bin/node', '/tmp/inside.mjs'];
  const { stdout } = await run('bwrap', [...isolation, ...mounts, ...files, ...variables, ...command]);
  return JSON.parse(stdout) as unknown;
}
