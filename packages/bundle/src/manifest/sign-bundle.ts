/**
 * Signs an existing bundle. The listed files and the manifest are byte for byte unchanged: the signature is a member
 * after the manifest, and only the archive's seal and digest change.
 */
import { createHash, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { ArchiveOutput, toPart } from '../archive/archive-output.ts';
import { BundleError } from '../errors.ts';
import { smallGzipMember } from '../archive/gzip-member.ts';
import { SIGNATURE_PATH, type Manifest } from './manifest.ts';
import { packContent, sha256Of } from '../write/pack-content.ts';
import type { BundlePolicy } from './policy.ts';
import { SEAL_BYTES, sealOf } from '../archive/seal.ts';
import { endOfTar } from '../sealed/sealed-writer.ts';
import { signManifest } from './sign.ts';
import { fileHeader, paddingOf } from '../archive/tar-header.ts';
import { verifyBundle } from '../read/verify-bundle.ts';
import { toChunkWriter } from '../archive/write-chunks.ts';

/** Header size of a gzip member without name, time and comment (RFC 1952, 2.3), as our writer creates it. */
const MEMBER_HEAD_BYTES = 10;
const MEMBER_TAIL_BYTES = 8;

export interface SignBundleRequest {
  /** Path of the archive file. */
  readonly path: string;
  /** Receives the signed archive in order. If it is a stream, it isn't ended. */
  readonly output: Writable | ((chunk: Uint8Array) => Promise<void>);
  /** An Ed25519 key. */
  readonly privateKey: KeyObject;
  readonly policy?: Partial<BundlePolicy>;
}

export interface SignedBundle {
  readonly manifest: Manifest;
  /** Digest of the signed archive, lowercase hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Whether the archive already had a signature, which this one replaces. */
  readonly wasSigned: boolean;
}

/**
 * Verifies a bundle and writes it again with a signature over its manifest.
 *
 * @throws BundleError with the reason why a deployment would reject the bundle; in this case, no bytes are written
 */
export async function signBundle({ path, output, privateKey, policy }: SignBundleRequest): Promise<SignedBundle> {
  const verdict = await verifyBundle({ stream: createReadStream(path), ...(policy && { policy }) });
  if (!verdict.ok) throw new BundleError(verdict.code, verdict.message);
  const { manifest, manifestBytes, signature: before } = verdict.bundle;
  const end = await findManifestEnd(path, manifest, manifestBytes);
  const archive = new ArchiveOutput({ write: toChunkWriter(output) });
  for await (const bytes of createReadStream(path, { end: end - 1 }) as AsyncIterable<Buffer>)
    await archive.add(toPart(bytes));
  const signature = signManifest(manifestBytes, privateKey);
  const padding = Buffer.alloc(paddingOf(manifestBytes.length));
  await archive.add(toPart(smallGzipMember(Buffer.concat([padding, fileHeader(SIGNATURE_PATH, signature.length)]))));
  const packed = await packContent({ path: SIGNATURE_PATH, bytes: signature, sha256: sha256Of(signature) }, 1);
  await archive.add(packed.member);
  await archive.add(toPart(smallGzipMember(Buffer.alloc(paddingOf(signature.length)))));
  if (manifest.restricted !== undefined) {
    await archive.add(endOfTar());
    const end = verdict.bundle.sizeBytes - SEAL_BYTES;
    const range = { start: end - manifest.restricted.memberBytes, end: end - 1 };
    for await (const bytes of createReadStream(path, range) as AsyncIterable<Buffer>) await archive.add(toPart(bytes));
  }
  const sha256 = await archive.end(sealOf);
  return { manifest, sha256, sizeBytes: archive.sizeBytes, wasSigned: before !== undefined };
}

/** Finds the end of the manifest's gzip member in the archive, which follows the files that the manifest lists. */
async function findManifestEnd(path: string, { files }: Manifest, manifest: Buffer): Promise<number> {
  const wanted = sha256Of(manifest);
  let at = Math.max(0, ...files.map(({ gzip }) => (gzip === undefined ? 0 : gzip.offset + gzip.size)));
  for (;;) {
    const member = await readMember(path, at);
    at += member.sizeBytes;
    if (member.sha256 === wanted) return at;
  }
}

async function readMember(path: string, start: number): Promise<{ sizeBytes: number; sha256: string }> {
  const file = createReadStream(path, { start: start + MEMBER_HEAD_BYTES });
  const inflate = file.pipe(createInflateRaw());
  const hash = createHash('sha256');
  try {
    for await (const chunk of inflate as AsyncIterable<Buffer>) hash.update(chunk);
  } catch (error) {
    throw new BundleError('archive-corrupt', 'its manifest is not a separate gzip member: export the site again', {
      cause: error,
    });
  } finally {
    file.destroy();
    inflate.destroy();
  }
  return { sizeBytes: MEMBER_HEAD_BYTES + inflate.bytesWritten + MEMBER_TAIL_BYTES, sha256: hash.digest('hex') };
}
