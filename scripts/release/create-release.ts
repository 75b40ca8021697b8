import { readFileSync, writeFileSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildSdk } from '../build-sdk.ts';
import { writeReleaseNotes } from '../changes.ts';
import { createImage, findMissingPrograms, imageNames } from './create-images.ts';
import { readLockedPackages } from './locked-packages.ts';
import { packCharts } from './pack-charts.ts';
import type { ReleaseSource } from './release-source.ts';
import { digestFile, signRelease, sumsFile, writeSums } from './sign-release.ts';
import { stageCommand } from './stage-command.ts';
import { writeProvenance } from './write-provenance.ts';
import { writeSbom } from './write-sbom.ts';
import { listFiles, writeTarball } from './write-tarball.ts';

export interface ReleaseOptions {
  /** Whether to create container images, which takes minutes, and whose bytes also depend on Debian's packages. */
  readonly withImages: boolean;
  /** Private key in PEM that signs the release. */
  readonly keyFile: string | undefined;
  readonly report: (line: string) => void;
}

/**
 * Creates all files of a release in an empty folder. The same commit produces the same bytes.
 *
 * @param out is deleted first
 */
export async function createRelease(source: ReleaseSource, out: string, options: ReleaseOptions): Promise<void> {
  const staging = `${out}.staging`;
  await rm(out, { recursive: true, force: true });
  await rm(staging, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  try {
    await packCommand(source, join(staging, 'command'), out);
    options.report('packed the command');
    await packSdk(source, join(staging, 'sdk'), out);
    options.report('packed the SDK');
    const digests = options.withImages ? await createImages(source, out, options.report) : {};
    await packCharts(source, digests, { staging, out });
    options.report('packed the charts');
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

/** @returns name of an image → its digest */
async function createImages(
  source: ReleaseSource,
  out: string,
  report: ReleaseOptions['report'],
): Promise<Readonly<Record<string, string>>> {
  const missing = findMissingPrograms();
  if (missing.length > 0)
    throw new Error(`images need Debian's packages ${missing.join(' and ')}: install them with apt-get`);
  const archive = join(out, `docwright-${source.version}.tgz`);
  const digests: Record<string, string> = {};
  for (const name of imageNames) {
    const { file, digest } = await createImage(source, name, { archive, out });
    digests[name] = digest;
    report(`created ${file} (${digest})`);
  }
  return digests;
}

async function packCommand(source: ReleaseSource, staging: string, out: string): Promise<void> {
  const { version } = source;
  await mkdir(staging, { recursive: true });
  const components = await stageCommand(source, staging);
  await writeTarball(staging, join(out, `docwright-${version}.tgz`), { prefix: 'package' });
  const sbom = writeSbom({ name: 'docwright', type: 'application' }, source, components);
  await writeFile(join(out, `docwright-${version}.tgz.cdx.json`), sbom);
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
