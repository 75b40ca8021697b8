import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { extract } from 'tar';
import { isDashboardFresh } from '../build-dashboard.mjs';
import { compileInto } from '../compile-entry-points.ts';
import { listComponents, type Component } from './components.ts';
import { copyPackages, copyTo } from './copy-package.ts';
import { fetchLockedPackage } from './locked-packages.ts';
import type { ReleaseSource } from './release-source.ts';
import { packedFile, packIcons } from '../../packages/site-builder/src/page/icons/packed-icons.ts';
import { iconFolder, libraryFolders } from '../../packages/site-builder/src/page/icons/read-library-icon.ts';
import { iconPackages, nativePackages, runtimePackages } from './runtime-packages.ts';
import { writeLicenses } from './write-licenses.ts';
import { listFiles } from './write-tarball.ts';

/** Files of the repository that the compiled code reads, at the same paths as in the repository. */
const readAtRunTime = [
  /^packages\/(?!dashboard\/|sdk\/)[^/]+\/package\.json$/,
  /^packages\/(?!dashboard\/|sdk\/)[^/]+\/(?:src|migrations)\/.*\.(?:css|sql|generated\.js)$/,
  /^packages\/cli\/starter-site\//,
  /^examples\/docs-site\//,
  /^docs\/(?!decisions\/)/,
  /^(?:LICENSE|CHANGELOG\.md|SECURITY\.md)$/,
];
const isReadAtRunTime = (path: string): boolean =>
  readAtRunTime.some((pattern) => pattern.test(path)) && !/\/(?:testing|golden|fixtures)\//.test(path);

interface PackageFile {
  readonly license: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

/**
 * Writes the npm package of the whole command. It needs no other package, except the embedded PostgreSQL, which is an
 * optional dependency.
 *
 * @returns everything that is part of the package
 * @throws {Error} if the dashboard isn't built from the current sources
 */
export async function stageCommand(source: ReleaseSource, out: string): Promise<readonly Component[]> {
  const { root, files, version, commit } = source;
  if (!isDashboardFresh(root))
    throw new Error(
      'the built dashboard is older than its sources: start the release with "npm run release", which builds it',
    );
  const dashboard = listFiles(join(root, 'packages/dashboard/dist')).map((path) => `packages/dashboard/dist/${path}`);
  for (const path of [...files.filter(isReadAtRunTime), ...dashboard]) copyTo(join(root, path), join(out, path));
  const inputs = await compileInto(join(out, 'compiled'), { root, location: join(root, 'compiled') });
  const copied = copyPackages(runtimePackages, root, out);
  await addNativeCode(root, join(out, 'node_modules/satteri'));
  const icons = join(out, 'packages/site-builder/src/page/icons');
  await mkdir(icons, { recursive: true });
  for (const library of libraryFolders)
    await writeFile(join(icons, packedFile(library)), packIcons(iconFolder(library)));
  copyTo(join(root, 'packages/cli/bin/run-pinned-node.mjs'), join(out, 'bin/run-pinned-node.mjs'));
  copyTo(join(root, 'packages/cli/bin/installed.mjs'), join(out, 'bin/docwright.mjs'));
  copyTo(join(root, 'scripts/release/README.md'), join(out, 'README.md'));
  const read = async (path: string) => JSON.parse(await readFile(join(root, path), 'utf8')) as PackageFile;
  const { license } = await read('package.json');
  const { optionalDependencies = {} } = await read('packages/server/package.json');
  const bundled = copied
    .filter(({ path }) => /^node_modules\/(?:@[^/]+\/)?[^/]+$/.test(path))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  const dependencies = Object.fromEntries(bundled.map(({ name, version: locked }) => [name, locked]));
  await writeJson(join(out, 'package.json'), {
    name: 'docwright',
    version,
    description: 'Self-hosted documentation: live sites, an agent that opens pull requests, and static exports',
    keywords: ['documentation', 'docs', 'mdx', 'mintlify', 'openapi', 'self-hosted', 'static-site', 'air-gapped'],
    license,
    type: 'module',
    bin: { docwright: 'bin/docwright.mjs' },
    engines: { node: '>=24' },
    gitHead: commit,
    dependencies,
    optionalDependencies,
    bundleDependencies: Object.keys(dependencies),
  });
  for (const path of ['packages/cli/package.json', 'packages/server/package.json'])
    await writeJson(join(out, path), { ...(await read(path)), gitHead: commit });
  const components = listComponents(root, {
    compiled: inputs,
    copied: [...copied.map(({ path }) => path), ...iconPackages.map((name) => `node_modules/${name}`)],
    optional: Object.keys(optionalDependencies),
  });
  await writeLicenses(root, components, join(out, 'THIRD-PARTY-LICENSES.txt'));
  return components;
}

/** Adds the native code of each platform, which the package looks for in its own folder first. */
async function addNativeCode(root: string, folder: string): Promise<void> {
  const staging = await mkdtemp(join(tmpdir(), 'docwright-native-'));
  try {
    for (const name of nativePackages) {
      await extract({ file: fetchLockedPackage(root, name), cwd: staging, strip: 1 });
      const [, platform = ''] = name.split('/satteri-');
      await cp(join(staging, `satteri_napi.${platform}.node`), join(folder, `satteri_napi.${platform}.node`));
    }
  } finally {
    await rm(staging, { recursive: true });
  }
}

const writeJson = (path: string, content: object): Promise<void> =>
  writeFile(path, `${JSON.stringify(content, null, 2)}\n`);
