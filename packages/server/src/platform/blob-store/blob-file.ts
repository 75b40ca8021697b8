/**
 * One object as one file: its bytes, followed by a footer of fixed length with its metadata. A file without a footer
 * was truncated and is damaged. A single rename replaces a whole object atomically.
 */
import type { FileHandle } from 'node:fs/promises';
import { BlobStoreError } from './errors.ts';

export interface BlobFooter {
  readonly contentType: string;
  readonly sha256: string;
}

export const footerBytes = 256;
const mark = '\ndocwright-blob/1 ';

/** @throws BlobStoreError `blob-store-refused` for an invalid content type */
export function encodeFooter(footer: BlobFooter): Buffer {
  if (!/^[\w.+-]+\/[\w.+-]+(?:; ?[\w-]+=[\w"-]+)?$/.test(footer.contentType) || footer.contentType.length > 120) {
    throw new BlobStoreError(
      'blob-store-refused',
      `"${footer.contentType}" is not a content type of at most 120 characters.`,
    );
  }
  return Buffer.from(`${mark}${footer.sha256} ${footer.contentType}`.padEnd(footerBytes - 1) + '\n', 'latin1');
}

/** @throws BlobStoreError `blob-damaged` */
export async function readFooter(file: FileHandle, key: string): Promise<BlobFooter & { readonly sizeBytes: number }> {
  const { size } = await file.stat();
  const buffer = Buffer.alloc(footerBytes);
  if (size >= footerBytes) await file.read(buffer, 0, footerBytes, size - footerBytes);
  const text = buffer.toString('latin1');
  const [sha256 = '', ...contentType] = text.slice(mark.length).trimEnd().split(' ');
  if (!text.startsWith(mark) || sha256.length !== 64) {
    throw new BlobStoreError('blob-damaged', `The file of the object ${key} is incomplete.`);
  }
  return { sha256, contentType: contentType.join(' '), sizeBytes: size - footerBytes };
}
