/**
 * `brotli.pack`: variants, then their index as JSON, then the index's length in 8 bytes. One rename creates the whole
 * file, so that an index never belongs to other variants.
 */
import { open } from 'node:fs/promises';
import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { BROTLI_FILE } from './version-files.ts';

export interface BrotliPack {
  /** @param sha256 digest of the content, in hex */
  find(sha256: string): { readonly file: FileHandle; readonly offset: number; readonly size: number } | undefined;
  close(): Promise<void>;
}

/** `[SHA-256 of the content, offset, size]` */
export type BrotliIndex = readonly (readonly [string, number, number])[];

export function formatBrotliIndex(index: BrotliIndex): Buffer {
  const json = Buffer.from(JSON.stringify(index));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return Buffer.concat([json, length]);
}

async function readIndex(file: FileHandle): Promise<Map<string, { offset: number; size: number }>> {
  const { size } = await file.stat();
  const length = Buffer.alloc(8);
  await file.read(length, 0, 8, size - 8);
  const jsonBytes = Number(length.readBigUInt64LE());
  if (jsonBytes > size - 8) throw new RangeError(`brotli.pack has ${size} bytes, and an index of ${jsonBytes}`);
  const json = Buffer.alloc(jsonBytes);
  await file.read(json, 0, json.length, size - 8 - json.length);
  const entries: unknown = JSON.parse(json.toString());
  if (!Array.isArray(entries)) throw new TypeError('the index of brotli.pack is not a list');
  const index = new Map<string, { offset: number; size: number }>();
  for (const entry of entries) {
    if (!Array.isArray(entry)) continue;
    index.set(String(entry[0]), { offset: Number(entry[1]), size: Number(entry[2]) });
  }
  return index;
}

/** The variants, or `undefined` if they don't exist yet or can't be read: they are an optional optimization. */
export async function openBrotliPack(path: string): Promise<BrotliPack | undefined> {
  const file = await open(join(path, BROTLI_FILE), 'r').catch(() => undefined);
  if (file === undefined) return undefined;
  try {
    const index = await readIndex(file);
    return {
      find: (wanted) => {
        const place = index.get(wanted);
        return place === undefined ? undefined : { file, ...place };
      },
      close: () => file.close(),
    };
  } catch {
    await file.close();
    return undefined;
  }
}
