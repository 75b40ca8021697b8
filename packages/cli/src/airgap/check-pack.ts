import type { KeyObject } from 'node:crypto';
import { verifyBundle } from '@docwright/bundle';
import type { ByteSource } from './byte-source.ts';
import { checkChart } from './check-chart.ts';
import { checkImage } from './check-image.ts';
import { checkSbom } from './check-sbom.ts';
import { openPack, type OpenPack } from './open-pack.ts';
import { packError } from './pack-error.ts';
import { readImageList, type ImageList } from './read-image-list.ts';
import {
  chartEnding,
  commandFile,
  imageEnding,
  imageListFile,
  manualFile,
  sbomEnding,
  sbomFile,
} from './release-files.ts';

export interface CheckedPack extends OpenPack {
  readonly list: ImageList;
}

/**
 * Checks a whole pack: its names, signature and digests, and that its images, charts, bills of materials and manual
 * belong to the same release.
 */
export async function checkPack(pack: ByteSource, keys: readonly KeyObject[]): Promise<CheckedPack> {
  const opened = await openPack(pack, keys);
  const list = await readImageList(opened.source(imageListFile));
  await checkImages(opened, list);
  await checkCharts(opened, list);
  await checkSboms(opened, list);
  await checkManual(opened.source(manualFile(list.version)));
  return { ...opened, list };
}

async function checkImages({ files, source }: OpenPack, { images }: ImageList): Promise<void> {
  const listed = new Set(images.map(({ file }) => file));
  for (const { name } of files)
    if (name.endsWith(imageEnding) && !listed.has(name))
      throw packError('pack-image-mismatch', `${source(name).name} is not in ${imageListFile}`);
  if (listed.size < images.length) throw packError('pack-image-mismatch', `an archive is in ${imageListFile} twice`);
  for (const image of images) {
    const archive = source(image.file);
    if (archive.sizeBytes !== image.sizeBytes)
      throw packError(
        'pack-image-mismatch',
        `${archive.name} has ${archive.sizeBytes} bytes; ${imageListFile} has ${image.sizeBytes}`,
      );
    await checkImage(archive, image);
  }
}

async function checkCharts({ files, source }: OpenPack, { version, images }: ImageList): Promise<void> {
  const ending = chartEnding(version);
  const charts = files.flatMap(({ name }) => (name.endsWith(ending) ? [name.slice(0, -ending.length)] : []));
  for (const name of charts) {
    const digest = images.find((image) => image.name === name)?.digest;
    await checkChart(source(`${name}${ending}`), { name, version, digest });
  }
}

async function checkSboms({ files, source }: OpenPack, { version, images }: ImageList): Promise<void> {
  const artifacts = [commandFile(version), ...images.map(({ file }) => file)];
  // The command, its bill of materials, and the images' bills of materials must exist.
  const required = [commandFile(version), ...artifacts.map(sbomFile)];
  required.forEach(source);
  for (const { name } of files) {
    if (!name.endsWith(sbomEnding)) continue;
    source(name.slice(0, -sbomEnding.length));
    await checkSbom(source(name), version);
  }
}

async function checkManual(manual: ByteSource): Promise<void> {
  const verdict = await verifyBundle({ stream: manual.stream(0, manual.sizeBytes) });
  if (!verdict.ok) throw packError('pack-manual-invalid', `${manual.name} is not a valid bundle: ${verdict.message}`);
}
