import type { FileHandle } from 'node:fs/promises';
import { createHash } from 'node:crypto';
import { packError } from './pack-error.ts';

const readAtOnce = 1024 * 1024;

/** Bytes that can be read at any position: a file, part of one, or memory. */
export interface ByteSource {
  /** The name of the bytes in messages. */
  readonly name: string;
  readonly sizeBytes: number;
  /** Reads `length` bytes, or fewer if the source ends first. */
  stream(start: number, length: number): AsyncIterable<Buffer>;
}

/** Returns a source that reads from the handle directly, because each read stream would leave a listener on it. */
export function fileSource(name: string, handle: FileHandle, sizeBytes: number): ByteSource {
  return {
    name,
    sizeBytes,
    async *stream(start, length) {
      for (let at = start; at < start + length;) {
        const buffer = Buffer.allocUnsafe(Math.min(readAtOnce, start + length - at));
        const { bytesRead } = await handle.read(buffer, 0, buffer.length, at);
        if (bytesRead === 0) return;
        at += bytesRead;
        yield buffer.subarray(0, bytesRead);
      }
    },
  };
}

export function memorySource(name: string, bytes: Buffer): ByteSource {
  return {
    name,
    sizeBytes: bytes.length,
    async *stream(start, length) {
      yield bytes.subarray(start, start + length);
    },
  };
}

/** Returns a file in a source as a separate source. */
export function partOf(
  source: ByteSource,
  part: { readonly name: string; readonly start: number; readonly sizeBytes: number },
): ByteSource {
  return {
    name: `${part.name} in ${source.name}`,
    sizeBytes: part.sizeBytes,
    stream: (start, length) => source.stream(part.start + start, Math.max(0, Math.min(length, part.sizeBytes - start))),
  };
}

export async function readRange(source: ByteSource, start: number, length: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of source.stream(start, length)) chunks.push(chunk);
  return Buffer.concat(chunks);
}

/** Reads a whole source into memory. @throws {CliError} `pack-corrupt`: it has more than `maxBytes` */
export async function readSmall(source: ByteSource, maxBytes: number): Promise<Buffer> {
  if (source.sizeBytes > maxBytes)
    throw packError('pack-corrupt', `${source.name} has ${source.sizeBytes} bytes; at most ${maxBytes} are allowed`);
  return readRange(source, 0, source.sizeBytes);
}

/** Returns a source's SHA-256 digest in hexadecimal. */
export async function digestOf(source: ByteSource): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of source.stream(0, source.sizeBytes)) hash.update(chunk);
  return hash.digest('hex');
}
