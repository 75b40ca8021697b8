/**
 * Signs a bundle that exists. What the manifest lists stays as it is, byte for byte, and so does the manifest: the signature is a
 * member behind it, and only the archive's seal and digest change.
 */
import { createHash, type KeyObject } from 'node:crypto';
import { createReadStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { ArchiveOutput, toPart } from './archive-output.ts';
import { BundleError } from './errors.ts';
import { smallGzipMember } from './gzip-member.ts';
import { SIGNATURE_PATH, type Manifest } from './manifest.ts';
import { packContent, sha256Of } from './pack-content.ts';
import type { BundlePolicy } from './policy.ts';
import { sealOf } from './seal.ts';
import { signManifest } from './sign.ts';
import { fileHeader, paddingOf } from './tar-header.ts';
import { verifyBundle } from './verify-bundle.ts';
import { toChunkWriter } from './write-chunks.ts';

/** Of a member without name, time and comment (RFC 1952, 2.3), as our writer makes them. */
const MEMBER_HEAD_BYTES = 10;
const MEMBER_TAIL_BYTES = 8;

export interface SignBundleRequest {
  /** The archive, a file. */
  readonly path: string;
  /** Takes the signed archive in order. A stream is not ended. */
  readonly output: Writable | ((chunk: Uint8Array) => Promise<void>);
  /** Ed25519. */
  readonly privateKey: KeyObject;
  readonly policy?: Partial<BundlePolicy>;
}

export interface SignedBundle {
  readonly manifest: Manifest;
  /** Of the signed archive, lower-case hex. */
  readonly sha256: string;
  readonly sizeBytes: number;
  /** Whether the archive had a signature before, which this one replaces. */
  readonly wasSigned: boolean;
}

/**
 * Verifies a bundle, and writes it again with a signature over its manifest.
 *
 * @throws BundleError with the reason for which a deployment would refuse it; nothing was written then
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
  const sha256 = await archive.end(sealOf);
  return { manifest, sha256, sizeBytes: archive.sizeBytes, wasSigned: before !== undefined };
}

/** Where the gzip member of the manifest ends in the archive: behind the files that the manifest lists. */
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
    throw new BundleError('archive-corrupt', 'its manifest is no gzip member of its own: export the site again', {
      cause: error,
    });
  } finally {
    file.destroy();
    inflate.destroy();
  }
  return { sizeBytes: MEMBER_HEAD_BYTES + inflate.bytesWritten + MEMBER_TAIL_BYTES, sha256: hash.digest('hex') };
}
