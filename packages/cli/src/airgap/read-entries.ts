import {
  BLOCK_BYTES,
  BundleError,
  bundleErrorCodes,
  paddingOf,
  readTarHeader,
  requireFilePath,
  SeenPaths,
  showName,
  type TarHeader,
} from '@docwright/bundle';
import { readRange, type ByteSource } from './byte-source.ts';
import { packError } from './pack-error.ts';

export interface TarEntry {
  readonly name: string;
  readonly kind: 'file' | 'folder';
  /** The position of the content in the archive. */
  readonly start: number;
  readonly sizeBytes: number;
}

/**
 * Lists the files and folders of a tar archive without reading their contents. Names must be relative, unique and
 * without `..`. Links, devices, extended headers and bytes after the end of the archive are rejected.
 */
export async function readEntries(source: ByteSource, maxEntries: number): Promise<readonly TarEntry[]> {
  const seen = new SeenPaths();
  const entries: TarEntry[] = [];
  for (let at = 0; ;) {
    const block = await readBlock(source, at);
    if (isZero(block)) {
      await requireEnd(source, at);
      return entries;
    }
    if (entries.length === maxEntries)
      throw packError('pack-too-many-entries', `${source.name} has more than ${maxEntries} entries`);
    const entry = readEntry(source, block, at + BLOCK_BYTES, seen);
    const end = entry.start + entry.sizeBytes;
    at = end + paddingOf(entry.sizeBytes);
    if (at > source.sizeBytes) throw packError('pack-truncated', `${source.name} ends inside ${entry.name}`);
    if (!isZero(await readRange(source, end, at - end)))
      throw packError('pack-corrupt', `${source.name} has nonzero bytes after ${entry.name}`);
    entries.push(entry);
  }
}

function readEntry(source: ByteSource, block: Buffer, start: number, seen: SeenPaths): TarEntry {
  const header = readHeader(source, block);
  const { kind, sizeBytes } = header;
  if (kind !== 'file' && kind !== 'folder')
    throw packError('pack-entry-type', `${source.name} has an extended header, which a release never contains`);
  const name = kind === 'folder' ? header.name.replace(/\/$/, '') : header.name;
  try {
    requireFilePath(name);
    if (kind === 'folder') seen.addFolder(name);
    else seen.addFile(name);
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    const reason = `the name ${showName(name)} is not allowed (${bundleErrorCodes[error.code]})`;
    throw packError('pack-entry-name', `${source.name}: ${reason}`, { cause: error });
  }
  return { name, kind, start, sizeBytes: kind === 'folder' ? 0 : sizeBytes };
}

function readHeader(source: ByteSource, block: Buffer): TarHeader {
  try {
    return readTarHeader(block);
  } catch (error) {
    if (!(error instanceof BundleError)) throw error;
    const code = error.code.startsWith('entry-') ? 'pack-entry-type' : 'pack-corrupt';
    throw packError(code, `${source.name}: ${error.message}`, { cause: error });
  }
}

async function readBlock(source: ByteSource, at: number): Promise<Buffer> {
  const block = await readRange(source, at, BLOCK_BYTES);
  if (block.length === BLOCK_BYTES) return block;
  throw packError('pack-truncated', `${source.name} ends before the end mark of a tar archive`);
}

/** The end mark, two blocks. After it, tools pad the archive with zeros to a multiple of 10,240 bytes. */
const endMarkBytes = 2 * BLOCK_BYTES;
const maxEndBytes = endMarkBytes + 10_240 - BLOCK_BYTES;

async function requireEnd(source: ByteSource, at: number): Promise<void> {
  const rest = source.sizeBytes - at;
  if (rest < endMarkBytes)
    throw packError('pack-truncated', `${source.name} ends before the end mark of a tar archive`);
  if (rest > maxEndBytes || !isZero(await readRange(source, at, rest)))
    throw packError('pack-corrupt', `${source.name} has bytes after the end of the archive`);
}

const zeros = Buffer.alloc(maxEndBytes);
const isZero = (bytes: Buffer): boolean => bytes.equals(zeros.subarray(0, bytes.length));
