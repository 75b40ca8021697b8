import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cp, mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { extract } from 'tar';
import type { Component } from './components.ts';
import { copyTo } from './copy-package.ts';
import { listDebianPackages, nodeComponent } from './debian-components.ts';
import type { ReleaseSource } from './release-source.ts';
import { listFiles } from './write-tarball.ts';

interface ImageKind {
  /** Whether Debian packages are installed with their scripts, or only extracted. */
  readonly variant: 'essential' | 'extract';
  readonly packages: readonly string[];
  readonly isNeeded: (path: string) => boolean;
  readonly command: readonly string[];
  readonly ports: readonly number[];
  readonly dataSetting: string;
}

/** Parts of the package that are needed only to build sites and to run the service. */
const serviceOnly =
  /^(?:node_modules|docs|examples)\/|^packages\/(?:dashboard\/|cli\/starter-site\/|.*\.(?:sql|css|icons\.txt)$)/;

/** The shared libraries that Node is linked with; Debian's essential packages don't include all of them. */
const libraries = ['libatomic1', 'libc6', 'libgcc-s1', 'libstdc++6'] as const;

const imageKinds = {
  docwright: {
    variant: 'essential',
    packages: ['bubblewrap', 'ca-certificates', 'git', 'util-linux', ...libraries],
    isNeeded: () => true,
    command: ['serve'],
    ports: [4400, 4401, 8080],
    dataSetting: 'DOCWRIGHT_DATA_DIR',
  },
  'docwright-host': {
    variant: 'extract',
    // The image has no shell and no package manager.
    packages: libraries,
    isNeeded: (path) => !serviceOnly.test(path),
    command: ['host'],
    ports: [8080],
    dataSetting: 'DOCWRIGHT_HOST_DATA_DIR',
  },
} as const satisfies Readonly<Record<string, ImageKind>>;
export type ImageName = keyof typeof imageKinds;
export const imageNames: readonly ImageName[] = ['docwright', 'docwright-host'];

/** Maximum size of each image's archive, which is compressed. */
export const maxImageBytes: Readonly<Record<ImageName, number>> = { docwright: 250e6, 'docwright-host': 90e6 };

export interface CreatedImage {
  /** Name of the archive, an OCI image layout. */
  readonly file: string;
  /** Digest of the manifest, by which a registry identifies the image: `sha256:…` */
  readonly digest: string;
  /** Node and the Debian packages; the image also contains packages of the command. */
  readonly components: readonly Component[];
}

const suite = 'bookworm';
const architectures: Readonly<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' };
/** The name that Debian and OCI images use for this machine's architecture. */
const architecture = architectures[process.arch] ?? process.arch;

/** Returns the name of the archive of an image for this machine's architecture. */
export const imageFile = (name: ImageName, version: string): string =>
  `${name}-image-${version}-${architecture}.oci.tar`;

/** Returns the required Debian programs that aren't installed. */
export function findMissingPrograms(): string[] {
  return ['mmdebstrap', 'umoci'].filter((program) => {
    try {
      execFileSync(program, ['--version'], { stdio: 'ignore' });
      return false;
    } catch {
      return true;
    }
  });
}

/**
 * Creates an OCI image without a container engine: a root file system from Debian packages, and a layer with Node and
 * the command.
 *
 * @param archive the npm package of the command
 * @param out folder of the image's archive
 */
export async function createImage(
  { version, commit, date }: Pick<ReleaseSource, 'version' | 'commit' | 'date'>,
  name: ImageName,
  { archive, out }: { readonly archive: string; readonly out: string },
): Promise<CreatedImage> {
  const kind: ImageKind = imageKinds[name];
  const staging = join(out, `${name}.staging`);
  await rm(staging, { recursive: true, force: true });
  await mkdir(staging, { recursive: true });
  const seconds = Math.floor(date.getTime() / 1000);
  const run = (program: string, ...args: readonly string[]): void => {
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(seconds) };
    execFileSync(program, args, { cwd: staging, env, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  try {
    run(
      'mmdebstrap',
      '--quiet',
      `--variant=${kind.variant}`,
      `--include=${kind.packages.join(',')}`,
      ...leftOut,
      ...(kind.variant === 'extract' ? recordPackages : []),
      suite,
      'base.tar',
    );
    await stageTree(join(staging, 'tree'), archive, kind);
    const sorted = ['--sort=name', `--mtime=@${seconds}`, '--owner=0', '--group=0', '--numeric-owner'];
    run('tar', ...sorted, '-cf', 'app.tar', '-C', 'tree', '.');
    run('umoci', 'init', '--layout', 'image');
    run('umoci', 'new', '--image', `image:${version}`);
    const created = date.toISOString();
    for (const layer of ['base.tar', 'app.tar'])
      run('umoci', 'raw', 'add-layer', '--image', `image:${version}`, '--history.created', created, layer);
    run('umoci', 'config', '--image', `image:${version}`, ...configOf(name, { version, commit, created }));
    run('umoci', 'gc', '--layout', 'image');
    const file = imageFile(name, version);
    run('tar', ...sorted, '-cf', join(out, file), '-C', 'image', 'blobs', 'index.json', 'oci-layout');
    const index = JSON.parse(readFileSync(join(staging, 'image/index.json'), 'utf8')) as {
      readonly manifests: readonly { readonly digest: string }[];
    };
    const [manifest] = index.manifests;
    if (manifest === undefined) throw new Error(`umoci wrote no manifest for ${name}`);
    const components = [
      nodeComponent(process.versions.node),
      ...(await listDebianPackages(join(staging, 'base.tar'), suite)),
    ];
    return { file, digest: manifest.digest, components };
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Options that leave out manuals and translations of Debian packages, but not their licenses. */
const leftOut = ['man/*', 'locale/*', 'info/*', 'doc/*']
  .map((path) => `--dpkgopt=path-exclude=/usr/share/${path}`)
  .concat('--dpkgopt=path-include=/usr/share/doc/*/copyright');

/** The hook that records the packages, because the image has no dpkg; vulnerability scanners read this folder. */
const recordPackages = [
  '--extract-hook=mkdir "$1/var/lib/dpkg/status.d" && for deb in "$1"/var/cache/apt/archives/*.deb; do dpkg-deb --field "$deb" > "$1/var/lib/dpkg/status.d/$(dpkg-deb --field "$deb" Package)"; done',
];

/** Whether an image contains a package of the command. */
export function isInImage(name: ImageName, { isOptional, isCompiled }: Component): boolean {
  return !isOptional && (isCompiled || name === 'docwright');
}

async function stageTree(tree: string, archive: string, kind: ImageKind): Promise<void> {
  const app = join(tree, 'app');
  const whole = `${tree}.package`;
  mkdirSync(whole, { recursive: true });
  await extract({ file: archive, cwd: whole, strip: 1 });
  for (const path of listFiles(whole).filter(kind.isNeeded)) copyTo(join(whole, path), join(app, path));
  mkdirSync(join(tree, 'usr/local/bin'), { recursive: true });
  await cp(process.execPath, join(tree, 'usr/local/bin/node'));
  // OpenShift runs images with any user ID, but always with the group 0.
  for (const [folder, mode] of [
    ['data', 0o2775],
    ['tmp', 0o1777],
  ] as const) {
    mkdirSync(join(tree, folder));
    chmodSync(join(tree, folder), mode);
  }
  // A read-only root file system needs all mount points.
  for (const folder of ['etc', 'proc', 'run', 'sys']) mkdirSync(join(tree, folder));
  if (kind.variant === 'extract')
    writeFileSync(join(tree, 'etc/passwd'), 'root:x:0:0:root:/:/\ndocwright:x:10001:0:docwright:/data:/\n');
}

function configOf(
  name: ImageName,
  { version, commit, created }: { readonly version: string; readonly commit: string; readonly created: string },
): string[] {
  const kind: ImageKind = imageKinds[name];
  const environment = {
    NODE_ENV: 'production',
    HOME: '/data',
    DOCWRIGHT_HOST: '0.0.0.0',
    [kind.dataSetting]: '/data',
  };
  const labels = {
    'org.opencontainers.image.title': name,
    'org.opencontainers.image.version': version,
    'org.opencontainers.image.revision': commit,
    'org.opencontainers.image.licenses': 'Apache-2.0',
  };
  return [
    '--no-history',
    '--created',
    created,
    '--os',
    'linux',
    '--architecture',
    architecture,
    '--config.user',
    '10001:0',
    '--config.workingdir',
    '/data',
    '--config.volume',
    '/data',
    ...['/usr/local/bin/node', '/app/bin/docwright.mjs'].flatMap((word) => ['--config.entrypoint', word]),
    ...kind.command.flatMap((word) => ['--config.cmd', word]),
    ...kind.ports.flatMap((port) => ['--config.exposedports', String(port)]),
    ...Object.entries(environment).flatMap(([key, value]) => ['--config.env', `${key}=${value}`]),
    ...Object.entries(labels).flatMap(([key, value]) => ['--config.label', `${key}=${value}`]),
  ];
}
