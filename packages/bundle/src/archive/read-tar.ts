import { ByteQueue } from './byte-queue.ts';
import { requirePath, SeenPaths, showName } from '../manifest/entry-path.ts';
import { BundleError } from '../errors.ts';
import { MANIFEST_PATH, SIGNATURE_PATH } from '../manifest/manifest.ts';
import type { BundlePolicy } from '../manifest/policy.ts';
import { SEALED_MAGIC } from '../sealed/sealed-magic.ts';
import { decodeName, readPaxPath, readTarHeader } from './read-tar-header.ts';
import type { TarHeader } from './read-tar-header.ts';
import { BLOCK_BYTES, paddingOf } from './tar-header.ts';

/** Receives the regular files of an archive, one after another: `begin`, any number of `write`, `end`. */
export interface TarSink {
  begin(path: string, sizeBytes: number): Promise<void> | void;
  write(chunk: Buffer): Promise<void> | void;
  end(): Promise<void> | void;
}

/**
 * Reads the data after the end of the tar archive, up to zeros or the end of the file.
 *
 * @param start the first bytes of the data
 */
export type ReadAfter = (start: Buffer, queue: ByteQueue) => Promise<void>;

/**
 * Reads an unpacked tar archive under the policy. Invariants:
 *
 * 1. The sink receives a path only if it satisfies every rule about names and duplicates, and a size only if it is
 *    within the limit.
 * 2. The archive must end with two zero blocks, followed by zeros only or by a sealed part that `readAfter` accepts.
 * 3. An extended header applies to the next entry, and there is at most one per entry.
 */
export async function readTar(
  chunks: AsyncIterable<Buffer>,
  policy: BundlePolicy,
  { sink, readAfter }: { readonly sink: TarSink; readonly readAfter: ReadAfter },
): Promise<void> {
  const queue = new ByteQueue(chunks);
  const seen = new SeenPaths();
  let entries = 0;
  let longName: string | undefined;
  for (;;) {
    const block = await takeBlock(queue);
    if (isZero(block)) break;
    const header = readTarHeader(block);
    if (header.kind === 'file' || header.kind === 'folder') {
      if (!isOfFormat(longName ?? header.name)) entries += 1;
      if (entries > policy.maxEntries)
        throw new BundleError('archive-too-many-entries', `more than maxEntries = ${policy.maxEntries} entries`);
      await readEntry(queue, { ...header, name: longName ?? header.name }, { policy, seen, sink });
      longName = undefined;
    } else {
      if (longName !== undefined) throw new BundleError('entry-extended-header', 'two extended headers for one entry'); // 3
      longName = await readExtended(queue, header, policy);
    }
  }
  if (longName !== undefined) throw new BundleError('entry-extended-header', 'an extended header without an entry'); // 3
  await requireEnd(queue, readAfter);
}

/** Whether a file is the manifest or its signature, which aren't among the site's files and can't occur twice. */
const isOfFormat = (name: string): boolean => name === MANIFEST_PATH || name === SIGNATURE_PATH;

interface EntryRules {
  readonly policy: BundlePolicy;
  readonly seen: SeenPaths;
  readonly sink: TarSink;
}

async function readEntry(queue: ByteQueue, header: TarHeader, { policy, seen, sink }: EntryRules): Promise<void> {
  if (header.kind === 'folder') {
    const path = header.name.replace(/\/$/, '');
    requirePath(path, policy.maxPathBytes);
    seen.addFolder(path);
    if (header.sizeBytes !== 0) throw new BundleError('archive-corrupt', `the folder ${showName(path)} has content`);
    return;
  }
  const { name: path, sizeBytes } = header;
  requirePath(path, policy.maxPathBytes);
  seen.addFile(path);
  if (sizeBytes > policy.maxFileBytes) {
    throw new BundleError(
      'entry-too-large',
      `${showName(path)} has ${sizeBytes} bytes; maxFileBytes = ${policy.maxFileBytes}`,
    );
  }
  await sink.begin(path, sizeBytes); // 1
  for (let missing = sizeBytes; missing > 0;) {
    const part = await queue.some(missing);
    if (part === undefined) throw new BundleError('archive-truncated', `the archive ends inside ${showName(path)}`);
    missing -= part.length;
    await sink.write(part);
  }
  await sink.end();
  await skipPadding(queue, sizeBytes);
}

async function readExtended(queue: ByteQueue, header: TarHeader, policy: BundlePolicy): Promise<string | undefined> {
  if (header.sizeBytes > policy.maxExtendedHeaderBytes) {
    const limit = policy.maxExtendedHeaderBytes;
    throw new BundleError(
      'entry-extended-header',
      `an extended header has ${header.sizeBytes} bytes; the limit is ${limit}`,
    );
  }
  const content = await queue.take(header.sizeBytes);
  if (content.length < header.sizeBytes) throw new BundleError('archive-truncated', 'the archive ends inside a header');
  await skipPadding(queue, header.sizeBytes);
  if (header.kind === 'gnu-long-name') return decodeName(content.at(-1) === 0 ? content.subarray(0, -1) : content);
  const path = readPaxPath(content);
  if (header.kind === 'global-pax' && path !== undefined) {
    throw new BundleError('entry-extended-header', 'a global PAX header sets a path');
  }
  return path;
}

async function takeBlock(queue: ByteQueue): Promise<Buffer> {
  const block = await queue.take(BLOCK_BYTES);
  if (block.length === BLOCK_BYTES) return block;
  throw new BundleError('archive-truncated', 'the archive ends without the two zero blocks that close a tar archive');
}

async function skipPadding(queue: ByteQueue, sizeBytes: number): Promise<void> {
  const padding = await queue.take(paddingOf(sizeBytes));
  if (padding.length < paddingOf(sizeBytes))
    throw new BundleError('archive-truncated', 'the archive ends after a file');
  if (!isZero(padding)) throw new BundleError('archive-corrupt', 'the padding after a file is not zero');
}

async function requireEnd(queue: ByteQueue, readAfter: ReadAfter): Promise<void> {
  if (!isZero(await takeBlock(queue)))
    throw new BundleError('archive-corrupt', 'there is a single zero block inside the archive');
  const start = await queue.take(SEALED_MAGIC.length);
  if (!isZero(start)) await readAfter(start, queue); // 2
  for (let rest = await queue.some(BLOCK_BYTES); rest !== undefined; rest = await queue.some(BLOCK_BYTES)) {
    // Tools pad the archive with zeros to a multiple of 10,240 bytes.
    if (!isZero(rest))
      throw new BundleError('archive-trailing-data', 'there are bytes after the end of the tar archive'); // 2
  }
}

const zeros = Buffer.alloc(BLOCK_BYTES);
function isZero(bytes: Buffer): boolean {
  return bytes.equals(zeros.subarray(0, bytes.length));
}
