import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { formatImageList, type ListedImage } from '../../packages/cli/src/airgap/read-image-list.ts';
import { commandFile, imageListFile, sbomFile, sumsFile } from '../../packages/cli/src/airgap/release-files.ts';
import { buildSdk } from '../build-sdk.ts';
import { writeReleaseNotes } from '../changes.ts';
import type { Component } from './components.ts';
import { createImage, findMissingPrograms, imageNames, isInImage } from './create-images.ts';
import { readLockedPackages } from './locked-packages.ts';
import { packCharts } from './pack-charts.ts';
import { packManual } from './pack-manual.ts';
import { packUnits } from './pack-units.ts';
import type { ReleaseSource } from './release-source.ts';
import { digestFile, signRelease, writeSums } from './sign-release.ts';
import { stageCommand } from './stage-command.ts';
import { writeProvenance } from './write-provenance.ts';
import { writeSbom } from './write-sbom.ts';
import { listFiles, writeTarball } from './write-tarball.ts';

export interface ReleaseOptions {
  /** Whether to create container images. This takes minutes, and the images' bytes also depend on Debian's packages. */
  readonly withImages: boolean;
  /** Private key in PEM that signs the release. */
  readonly keyFile: string | undefined;
  readonly report: (line: string) => void;
}

/**
 * Creates all files of a release in an empty folder. The same commit produces the same bytes.
 *
 * @param out folder that is deleted first
 */
export async function createRelease(source: ReleaseSource, out: string, options: ReleaseOptions): Promise<void> {
  const staging = `${out}.staging`;
  await rm(out, { recursive: true, force: true });
  await rm(staging, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  try {
    const components = await packCommand(source, join(staging, 'command'), out);
    options.report('packed the command');
    await packSdk(source, join(staging, 'sdk'), out);
    options.report('packed the SDK');
    await packManual(source, out);
    options.report('packed the manual');
    const images = options.withImages ? await createImages(source, components, { out, report: options.report }) : [];
    writeFileSync(join(out, imageListFile), formatImageList({ version: source.version, images }));
    const digests = Object.fromEntries(images.map(({ name, digest }) => [name, digest]));
    await packCharts(source, digests, { staging, out });
    await packUnits(source, { staging, out });
    options.report('packed the charts and the units');
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
  writeFileSync(join(out, 'RELEASE-NOTES.md'), readReleaseNotes(source));
  finish(source, out, options);
}

function readReleaseNotes({ root, version, files }: ReleaseSource): string {
  const read = (path: string): string => readFileSync(join(root, path), 'utf8');
  const notes = files
    .filter((path) => /^changes\/.+\..+\.md$/.test(path))
    .map((path) => ({ name: path.slice('changes/'.length), text: read(path) }));
  return writeReleaseNotes(read('CHANGELOG.md'), notes, version);
}

/** @param components packages of the command */
async function createImages(
  source: ReleaseSource,
  components: readonly Component[],
  { out, report }: { readonly out: string; readonly report: ReleaseOptions['report'] },
): Promise<readonly ListedImage[]> {
  const missing = findMissingPrograms();
  if (missing.length > 0)
    throw new Error(`images need Debian's packages ${missing.join(' and ')}: install them with apt-get`);
  const archive = join(out, commandFile(source.version));
  const images: ListedImage[] = [];
  for (const name of imageNames) {
    const { file, digest, components: own } = await createImage(source, name, { archive, out });
    const included = [...own, ...components.filter((component) => isInImage(name, component))];
    writeFileSync(join(out, sbomFile(file)), writeSbom({ name, type: 'container' }, source, included));
    images.push({ name, file, digest, sizeBytes: statSync(join(out, file)).size });
    report(`created ${file} (${digest})`);
  }
  return images;
}

async function packCommand(source: ReleaseSource, staging: string, out: string): Promise<readonly Component[]> {
  const { version } = source;
  await mkdir(staging, { recursive: true });
  const components = await stageCommand(source, staging);
  const file = commandFile(version);
  await writeTarball(staging, join(out, file), { prefix: 'package' });
  const sbom = writeSbom({ name: 'docwright', type: 'application' }, source, components);
  await writeFile(join(out, sbomFile(file)), sbom);
  return components;
}

async function packSdk(source: ReleaseSource, staging: string, out: string): Promise<void> {
  const { root, version, commit } = source;
  await mkdir(staging, { recursive: true });
  buildSdk(staging, { version, gitHead: commit });
  await cp(join(root, 'LICENSE'), join(staging, 'LICENSE'));
  await writeTarball(staging, join(out, `docwright-sdk-${version}.tgz`), { prefix: 'package' });
  const sbom = writeSbom({ name: '@docwright/sdk', type: 'library' }, source, []);
  await writeFile(join(out, `docwright-sdk-${version}.tgz.cdx.json`), sbom);
}

function finish(source: ReleaseSource, out: string, { keyFile, report }: ReleaseOptions): void {
  const locked = readLockedPackages(source.root);
  const tools = { node: process.versions.node, rolldown: locked['node_modules/rolldown']?.version ?? '' };
  const artifacts = listFiles(out).map((name) => digestFile(out, name));
  const provenance = 'provenance.intoto.json';
  writeFileSync(join(out, provenance), writeProvenance(source, artifacts, tools));
  writeSums(out, [...artifacts, digestFile(out, provenance)]);
  signRelease(out, keyFile);
  report(keyFile === undefined ? `${sumsFile}: not signed (DOCWRIGHT_RELEASE_KEY is not set)` : `${sumsFile}: signed`);
}
