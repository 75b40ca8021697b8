import { createHash } from 'node:crypto';
import { Readable, pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { BundleError } from '../errors.ts';
import type { BundlePolicy } from '../manifest/policy.ts';
import { SealCheck } from './seal.ts';

/** Properties of the compressed bytes, available once all bytes have been read. */
export interface ArchiveFacts {
  readonly sizeBytes: number;
  readonly sha256: string;
  readonly seal: 'good' | 'bad' | 'absent';
}

export interface UnzippedArchive {
  readonly chunks: AsyncIterable<Buffer>;
  /** Returns the properties, which are valid only after the last chunk. */
  facts(): ArchiveFacts;
}

function describeStart(bytes: Buffer): string {
  const start = bytes.subarray(0, 64).toString('latin1').trimStart().toLowerCase();
  if (start.startsWith('<'))
    return 'it starts like an HTML or XML page, such as an error page from a proxy or a storage service';
  if (start.startsWith('{')) return 'it starts like JSON';
  return `it starts with the bytes ${bytes.subarray(0, 4).toString('hex')}`;
}

const zlibReasons: Readonly<Record<string, 'archive-corrupt' | 'archive-truncated'>> = {
  Z_DATA_ERROR: 'archive-corrupt',
  Z_STREAM_ERROR: 'archive-corrupt',
  Z_NEED_DICT: 'archive-corrupt',
  Z_BUF_ERROR: 'archive-truncated',
};

function toBundleError(error: unknown, begunAsGzip: boolean): unknown {
  if (!(error instanceof Error) || error instanceof BundleError) return error;
  if (error.message === 'incorrect header check') {
    // A member begins with the wrong bytes: either the first member, or data after a complete member.
    if (!begunAsGzip)
      return new BundleError('archive-not-gzip', 'this is not a .tar.gz: its second byte is wrong', { cause: error });
    return new BundleError('archive-trailing-data', 'a complete gzip member is followed by bytes that are not gzip', {
      cause: error,
    });
  }
  const code = 'code' in error && typeof error.code === 'string' ? zlibReasons[error.code] : undefined;
  return code === undefined
    ? error
    : new BundleError(code, `not a complete gzip file: ${error.message}`, { cause: error });
}

/**
 * Unpacks gzip under the policy's limits on size and ratio. Rejects input that isn't gzip, is truncated, or continues
 * after the last member; zlib itself skips zeros there, so the consumed bytes are counted.
 */
export function unzipArchive(stream: AsyncIterable<Uint8Array>, policy: BundlePolicy): UnzippedArchive {
  const hash = createHash('sha256');
  const seal = new SealCheck();
  let sizeBytes = 0;
  let begunAsGzip = false;
  async function* meter(): AsyncGenerator<Buffer> {
    for await (const chunk of stream) {
      const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength);
      if (sizeBytes === 0 && bytes.length > 0 && bytes[0] !== 0x1f) {
        throw new BundleError('archive-not-gzip', `this is not a .tar.gz: ${describeStart(bytes)}`);
      }
      if (sizeBytes <= 1 && sizeBytes + bytes.length > 1) begunAsGzip = bytes[1 - sizeBytes] === 0x8b;
      sizeBytes += bytes.length;
      if (sizeBytes > policy.maxArchiveBytes) {
        throw new BundleError(
          'archive-too-large',
          `the archive is larger than maxArchiveBytes = ${policy.maxArchiveBytes}`,
        );
      }
      hash.update(bytes);
      seal.update(bytes);
      yield bytes;
    }
    if (sizeBytes === 0) throw new BundleError('archive-not-gzip', 'the archive is empty');
  }
  async function* chunks(): AsyncGenerator<Buffer> {
    const gunzip = createGunzip({ chunkSize: 64 * 1024 });
    // The callback only prevents the error from being thrown twice: the loop below handles it.
    pipeline(Readable.from(meter(), { objectMode: true, highWaterMark: 2 }), gunzip, () => undefined);
    let total = 0;
    try {
      for await (const chunk of gunzip) {
        const bytes: Buffer = chunk;
        total += bytes.length;
        requireWithin(policy, total, sizeBytes);
        yield bytes;
      }
    } catch (error) {
      throw toBundleError(error, begunAsGzip);
    } finally {
      gunzip.destroy();
    }
    if (gunzip.bytesWritten !== sizeBytes) {
      throw new BundleError(
        'archive-trailing-data',
        `there are ${sizeBytes - gunzip.bytesWritten} bytes after the last gzip member`,
      );
    }
  }
  return { chunks: chunks(), facts: () => ({ sizeBytes, sha256: hash.digest('hex'), seal: seal.verdict() }) };
}

function requireWithin(policy: BundlePolicy, unpackedBytes: number, packedBytes: number): void {
  if (unpackedBytes > policy.maxTotalBytes) {
    throw new BundleError(
      'archive-expands-too-large',
      `the archive unpacks to more than maxTotalBytes = ${policy.maxTotalBytes}`,
    );
  }
  if (unpackedBytes > policy.ratioFreeBytes && unpackedBytes > packedBytes * policy.maxRatio) {
    throw new BundleError('archive-ratio', `the archive expands by more than maxRatio = ${policy.maxRatio}`);
  }
}
