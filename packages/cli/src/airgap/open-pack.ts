import { createPublicKey, verify, type KeyObject } from 'node:crypto';
import { keyFingerprint } from '@docwright/bundle';
import { digestOf, partOf, readSmall, type ByteSource } from './byte-source.ts';
import { packError } from './pack-error.ts';
import { readEntries } from './read-entries.ts';
import {
  isReleaseName,
  parseSums,
  publicKeyFile,
  signatureFile,
  sumsFile,
  unlistedFiles,
  unsignedFile,
  unsignedNote,
} from './release-files.ts';

export interface PackFile {
  readonly name: string;
  readonly sha256: string;
  readonly sizeBytes: number;
}

/** A pack that contains exactly the listed files, with matching digests. */
export interface OpenPack {
  /** The listed files, in list order. */
  readonly files: readonly PackFile[];
  /** Files that the list can't include, such as its signature. */
  readonly unlisted: readonly PackFile[];
  /** The key that signed the list; `undefined` if the pack isn't signed. */
  readonly signer: KeyObject | undefined;
  /** @throws {CliError} `pack-file-missing` */
  readonly source: (name: string) => ByteSource;
}

/** The maximum number of entries. A release has about 20 files. */
const maxEntries = 1000;
const maxSumsBytes = 256 * 1024;
const maxNoteBytes = 16 * 1024;

/**
 * Reads a pack, and checks its names, its signature and every digest, in this order. Nothing is written.
 *
 * @param keys the pack must be signed with one of these public keys; if empty, packs with any signature or none are
 * accepted
 */
export async function openPack(pack: ByteSource, keys: readonly KeyObject[]): Promise<OpenPack> {
  const parts = await readParts(pack);
  const source = (name: string): ByteSource => {
    const part = parts.get(name);
    if (part === undefined) throw packError('pack-file-missing', `${pack.name} has no ${name}`);
    return part;
  };
  const sums = await readSmall(source(sumsFile), maxSumsBytes);
  const listed = parseSums(sums.toString(), `${sumsFile} in ${pack.name}`);
  const known = new Set([...listed.map(({ name }) => name), ...unlistedFiles]);
  for (const name of parts.keys())
    if (!known.has(name)) throw packError('pack-file-extra', `${name} in ${pack.name} is not listed in ${sumsFile}`);
  const signer = await findSigner({ pack, parts, sums }, keys);
  const files: PackFile[] = [];
  for (const { name, sha256 } of listed) {
    const part = source(name);
    if ((await digestOf(part)) !== sha256)
      throw packError('pack-digest-mismatch', `${part.name} doesn't match ${sumsFile}`);
    files.push({ name, sha256, sizeBytes: part.sizeBytes });
  }
  const unlisted: PackFile[] = [];
  for (const name of unlistedFiles) {
    const part = parts.get(name);
    if (part !== undefined) unlisted.push({ name, sha256: await digestOf(part), sizeBytes: part.sizeBytes });
  }
  return { files, unlisted, signer, source };
}

async function readParts(pack: ByteSource): Promise<ReadonlyMap<string, ByteSource>> {
  const parts = new Map<string, ByteSource>();
  for (const entry of await readEntries(pack, maxEntries)) {
    if (entry.kind === 'folder' || !isReleaseName(entry.name))
      throw packError('pack-entry-name', `${pack.name} has the entry ${entry.name}, but a pack has no folders`);
    parts.set(entry.name, partOf(pack, entry));
  }
  return parts;
}

interface Signed {
  readonly pack: ByteSource;
  readonly parts: ReadonlyMap<string, ByteSource>;
  readonly sums: Buffer;
}

async function findSigner({ pack, parts, sums }: Signed, keys: readonly KeyObject[]): Promise<KeyObject | undefined> {
  const [signature, keyPart, note] = [parts.get(signatureFile), parts.get(publicKeyFile), parts.get(unsignedFile)];
  if (signature === undefined) {
    if (keys.length > 0) throw packError('signature-missing', `${pack.name} is not signed`);
    if (keyPart !== undefined) throw packError('pack-file-extra', `${keyPart.name} doesn't belong to a signature`);
    if (note !== undefined && (await readSmall(note, maxNoteBytes)).toString() !== unsignedNote)
      throw packError('pack-digest-mismatch', `${note.name} was changed`);
    return undefined;
  }
  if (note !== undefined) throw packError('pack-file-extra', `${note.name} contradicts ${signatureFile}`);
  const embedded = parseKey(await readPart(pack, parts, publicKeyFile), `${publicKeyFile} in ${pack.name}`);
  const bytes = await readPart(pack, parts, signatureFile);
  if (!verify(null, sums, embedded, bytes))
    throw packError(
      'signature-invalid',
      `${signature.name} was not created with ${publicKeyFile} for this ${sumsFile}`,
    );
  if (keys.length === 0 || keys.some((key) => key.equals(embedded))) return embedded;
  throw packError('signature-invalid', `${pack.name} is signed with another key, ${keyFingerprint(embedded)}`);
}

function readPart(pack: ByteSource, parts: Signed['parts'], name: string): Promise<Buffer> {
  const part = parts.get(name);
  if (part === undefined) throw packError('pack-file-missing', `${pack.name} has no ${name}`);
  return readSmall(part, maxNoteBytes);
}

/** Parses a key. Accepts only the exact form that a release writes, so that a changed byte is also detected. */
function parseKey(pem: Buffer, name: string): KeyObject {
  try {
    const key = createPublicKey(pem);
    if (key.asymmetricKeyType === 'ed25519' && key.export({ type: 'spki', format: 'pem' }) === pem.toString())
      return key;
  } catch (error) {
    throw packError('signature-invalid', `${name} is not a public key`, { cause: error });
  }
  throw packError('signature-invalid', `${name} is not an Ed25519 public key in PEM`);
}
