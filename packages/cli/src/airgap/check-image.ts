import { digestOf, partOf, type ByteSource } from './byte-source.ts';
import { packError } from './pack-error.ts';
import { readEntries } from './read-entries.ts';
import { readJsonObject, type ListedImage } from './read-image-list.ts';

/** The maximum number of entries. A release's images have two layers, and need far fewer. */
const maxEntries = 1000;
const maxJsonBytes = 1024 * 1024;

/**
 * Checks that an archive is an OCI image layout with a single image that has the listed digest, and that all its parts
 * match their digests. https://github.com/opencontainers/image-spec/blob/main/image-layout.md
 *
 * @throws {CliError} `pack-image-mismatch`
 */
export async function checkImage(archive: ByteSource, listed: ListedImage): Promise<void> {
  const files = (await readEntries(archive, maxEntries)).filter(({ kind }) => kind === 'file');
  const parts = new Map(files.map((entry) => [entry.name, partOf(archive, entry)]));
  const find = (name: string): ByteSource => {
    const part = parts.get(name);
    if (part === undefined) throw packError('pack-image-mismatch', `${archive.name} has no ${name}`);
    return part;
  };
  for (const [name, part] of parts) await requireKnownPart(name, part);
  const { manifests } = await readJsonObject(find('index.json'), 'pack-image-mismatch', maxJsonBytes);
  const [manifest, ...others] = toDescriptors(manifests, archive);
  if (manifest === undefined || others.length > 0)
    throw packError('pack-image-mismatch', `${archive.name} doesn't contain exactly one image`);
  if (manifest.digest !== listed.digest)
    throw packError(
      'pack-image-mismatch',
      `${archive.name} has the digest ${manifest.digest}; the list of images has ${listed.digest}`,
    );
  const findBlob = ({ digest }: Descriptor): ByteSource => find(`blobs/${digest.replace(':', '/')}`);
  const { config, layers } = await readJsonObject(findBlob(manifest), 'pack-image-mismatch', maxJsonBytes);
  // The blobs' digests are already checked, because each digest is the name of its blob.
  toDescriptors([config], archive).forEach(findBlob);
  toDescriptors(layers, archive).forEach(findBlob);
}

async function requireKnownPart(name: string, part: ByteSource): Promise<void> {
  if (name === 'index.json' || name === 'oci-layout') return;
  const digest = /^blobs\/sha256\/([0-9a-f]{64})$/.exec(name)?.[1];
  if (digest === undefined) throw packError('pack-image-mismatch', `${part.name} is not part of an image`);
  if ((await digestOf(part)) !== digest)
    throw packError('pack-image-mismatch', `${part.name} doesn't match the digest that is its name`);
}

interface Descriptor {
  /** The digest, `sha256:…`. */
  readonly digest: string;
}

function toDescriptors(value: unknown, { name }: ByteSource): readonly Descriptor[] {
  const list: readonly unknown[] = Array.isArray(value) ? value : [undefined];
  return list.map((item) => {
    const digest = typeof item === 'object' && item !== null && 'digest' in item ? item.digest : undefined;
    if (typeof digest === 'string' && /^sha256:[0-9a-f]{64}$/.test(digest)) return { digest };
    throw packError('pack-image-mismatch', `${name} names a part without a SHA-256 digest`);
  });
}
