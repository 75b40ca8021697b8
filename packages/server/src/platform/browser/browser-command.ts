import { dirname } from 'node:path';
import { bwrapIsolation } from '../sandbox/index.ts';
import type { BrowserProgram } from './find-program.ts';

/** The tools that start the browser in its sandbox, as absolute paths. */
export interface BrowserTools {
  readonly bwrap: string;
  readonly prlimit: string;
}

/**
 * `own`: inside bubblewrap, the browser also isolates its processes from each other, which requires user namespaces and
 * a new /proc. `none`: a container or a service manager that masks /proc doesn't allow this.
 */
export type InnerSandbox = 'own' | 'none';

/** Limits for each of the browser's processes, and for its temporary files. */
export interface BrowserLimits {
  readonly memoryBytes: number;
  readonly cpuSeconds: number;
  readonly fileBytes: number;
}

/** Enough for a page with an image of 8,000 × 8,000 pixels. */
export const defaultBrowserLimits: BrowserLimits = {
  memoryBytes: 1024 ** 3,
  cpuSeconds: 30,
  fileBytes: 256 * 1024 ** 2,
};

/** The machine's fonts, for writing systems that the site's own fonts lack. */
const fontFolders = ['/usr/share/fonts', '/usr/local/share/fonts', '/etc/fonts', '/usr/share/fontconfig'] as const;

/** Builds the browser's complete command line. A pure function, so that a test can check the result. */
export function buildBrowserCommand(
  tools: BrowserTools,
  program: BrowserProgram,
  { inner, limits }: { readonly inner: InnerSandbox; readonly limits: BrowserLimits },
): [string, ...string[]] {
  return [
    tools.prlimit,
    // The limits apply to each of the browser's five processes.
    `--data=${limits.memoryBytes}`,
    `--cpu=${limits.cpuSeconds}`,
    '--core=0',
    '--nofile=1024',
    `--fsize=${limits.fileBytes}`,
    '--',
    tools.bwrap,
    ...bwrapOptions(program, inner, limits),
    program.path,
    ...browserOptions(inner),
  ];
}

function bwrapOptions({ path, libraries }: BrowserProgram, inner: InnerSandbox, limits: BrowserLimits): string[] {
  const size = ['--size', String(limits.fileBytes)];
  return [
    ...bwrapIsolation,
    '--setenv',
    'HOME',
    '/tmp',
    // Mounted before the program, which may be inside it.
    ...size,
    '--tmpfs',
    '/tmp',
    '--ro-bind',
    dirname(path),
    dirname(path),
    ...[...libraries].flatMap(([expected, source]) => ['--ro-bind', source, expected]),
    ...fontFolders.flatMap((folder) => ['--ro-bind-try', folder, folder]),
    ...(inner === 'own' ? ['--proc', '/proc', '--dev', '/dev'] : minimalSystem(path)),
    ...size,
    '--tmpfs',
    '/dev/shm',
    '--remount-ro',
    '/',
    '--chdir',
    '/',
    '--',
  ];
}

/** The parts of /proc and /dev that the browser needs if it doesn't isolate its processes. */
function minimalSystem(path: string): string[] {
  return [
    '--dir',
    '/proc/self',
    '--symlink',
    path,
    '/proc/self/exe',
    '--dev-bind',
    '/dev/null',
    '/dev/null',
    '--dev-bind',
    '/dev/urandom',
    '/dev/urandom',
  ];
}

function browserOptions(inner: InnerSandbox): string[] {
  return [
    '--headless',
    // Uses file descriptors 3 and 4 instead of a network port.
    '--remote-debugging-pipe',
    '--user-data-dir=/tmp/profile',
    ...(inner === 'own' ? [] : ['--no-sandbox', '--no-zygote', '--in-process-gpu']),
    '--disable-gpu',
    '--disable-breakpad',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-extensions',
    '--disable-sync',
    // A page that needs more memory is ended early instead of collecting garbage until the deadline.
    '--js-flags=--max-old-space-size=256',
    '--mute-audio',
    '--no-first-run',
    // Other hosts' frames fail to load, so they don't need separate processes.
    '--disable-site-isolation-trials',
    '--renderer-process-limit=1',
    // Screenshots look the same on all machines, and contain all images.
    '--disable-checker-imaging',
    '--disable-lcd-text',
    '--font-render-hinting=none',
    '--force-color-profile=srgb',
    '--hide-scrollbars',
    'about:blank',
  ];
}
