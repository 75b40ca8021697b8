import { parseJson } from '@docwright/bundle';
import { readSmall, type ByteSource } from './byte-source.ts';
import { packError } from './pack-error.ts';

/** A container image of a release. */
export interface ListedImage {
  /** The name of the image and of the chart that runs it. */
  readonly name: string;
  /** Name of the archive, an OCI image layout. */
  readonly file: string;
  /** The manifest's digest, by which registries identify the image: `sha256:…` */
  readonly digest: string;
  readonly sizeBytes: number;
}

/** The contents of `images.json`. */
export interface ImageList {
  readonly version: string;
  readonly images: readonly ListedImage[];
}

export const formatImageList = (list: ImageList): string =>
  `${JSON.stringify({ formatVersion: 1, ...list }, null, 2)}\n`;

const maxListBytes = 1024 * 1024;

export async function readImageList(source: ByteSource): Promise<ImageList> {
  const { formatVersion, version, images } = await readJsonObject(source, 'pack-image-mismatch', maxListBytes);
  if (formatVersion !== 1)
    throw packError('pack-image-mismatch', `${source.name} has format version ${String(formatVersion)}, not 1`);
  // The version is part of file names.
  if (typeof version !== 'string' || !/^\d+\.\d+\.\d+[\w.+-]{0,40}$/.test(version) || !Array.isArray(images))
    throw packError('pack-image-mismatch', `${source.name} has no version or no list of images`);
  return { version, images: images.map((image: unknown) => parseImage(image, source)) };
}

function parseImage(image: unknown, { name: origin }: ByteSource): ListedImage {
  const fields: Readonly<Record<string, unknown>> = typeof image === 'object' && image !== null ? { ...image } : {};
  const { name, file, digest, sizeBytes } = fields;
  if (
    typeof name === 'string' &&
    typeof file === 'string' &&
    typeof digest === 'string' &&
    /^sha256:[0-9a-f]{64}$/.test(digest) &&
    typeof sizeBytes === 'number'
  )
    return { name, file, digest, sizeBytes };
  throw packError('pack-image-mismatch', `${origin} has an image without name, file, digest or size`);
}

/** Reads an untrusted JSON object. @throws {CliError} `code`: the source isn't a JSON object */
export async function readJsonObject(
  source: ByteSource,
  code: 'pack-image-mismatch' | 'pack-sbom-mismatch',
  maxBytes: number,
): Promise<Readonly<Record<string, unknown>>> {
  const bytes = await readSmall(source, maxBytes);
  try {
    const value = parseJson(bytes);
    if (typeof value === 'object' && value !== null) return { ...value };
  } catch (error) {
    throw packError(code, `${source.name} is not valid JSON`, { cause: error });
  }
  throw packError(code, `${source.name} is not a JSON object`);
}
