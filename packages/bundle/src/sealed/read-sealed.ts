import { createHash, type Hash } from 'node:crypto';
import type { ByteQueue } from '../archive/byte-queue.ts';
import { SEAL_BYTES } from '../archive/seal.ts';
import type { ArchiveFacts } from '../archive/read-gzip.ts';
import { BundleError } from '../errors.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { BundlePolicy } from '../manifest/policy.ts';
import { parseEditList } from './edit-list.ts';
import { refuseSealed } from './read-fields.ts';
import { SEALED_MAGIC } from './sealed-magic.ts';
import { sealedMemberBytes } from './sealed-index.ts';
import { contentsOf, parseSealedTable, type SealedContent, type SealedTable } from './sealed-table.ts';

/** Receives the sealed part of a bundle while it is read: the table, then all contents in the table's order. */
export interface SealedSink {
  beginSealed(tableBytes: Buffer): Promise<void> | void;
  writeSealed(chunk: Buffer): Promise<void> | void;
}

export interface ReadSealedRequest {
  /** The first bytes after the end of the tar archive. */
  readonly start: Buffer;
  readonly queue: ByteQueue;
  readonly manifest: Manifest;
  readonly policy: BundlePolicy;
  readonly sink: SealedSink | undefined;
}

/** A sealed part that matches the manifest. */
export interface ReadSealedPart {
  readonly table: SealedTable;
  readonly tableBytes: Buffer;
}

/**
 * Reads and verifies the sealed part: its table, each content's digest, and all edits.
 * @throws BundleError `sealed-part-invalid`, `archive-trailing-data`
 */
export async function readSealedPart(request: ReadSealedRequest): Promise<ReadSealedPart> {
  const { start, queue, manifest, policy, sink } = request;
  if (!start.equals(SEALED_MAGIC) || manifest.restricted === undefined)
    throw new BundleError('archive-trailing-data', 'there are bytes after the end of the tar archive');
  const lengthBytes = await takeAll(queue, 4);
  const length = lengthBytes.readUInt32LE();
  if (length > policy.maxSealedTableBytes)
    refuseSealed(`its table has ${length} bytes; maxSealedTableBytes = ${policy.maxSealedTableBytes}`);
  const tableBytes = Buffer.from(await takeAll(queue, length));
  const table = parseSealedTable(tableBytes, manifest, policy);
  await sink?.beginSealed(tableBytes);
  const edits = new EditCheck(table, manifest);
  const blocks = new Map<SealedContent, SealedTable['blocks'][number]>(table.blocks.map((block) => [block, block]));
  for (const content of contentsOf(table)) {
    const isEdits = blocks.get(content)?.kind === 'edits';
    const kept = await readContent(queue, content, { sink, isKept: isEdits });
    if (isEdits) edits.check(kept, blocks.get(content)?.lengths ?? []);
  }
  return { table, tableBytes };
}

async function readContent(
  queue: ByteQueue,
  { size, sha256 }: SealedContent,
  { sink, isKept }: { readonly sink: SealedSink | undefined; readonly isKept: boolean },
): Promise<Buffer> {
  const hash: Hash = createHash('sha256');
  const kept: Buffer[] = [];
  for (let missing = size; missing > 0;) {
    const part = await queue.some(missing);
    if (part === undefined) throw new BundleError('archive-truncated', 'the archive ends inside its sealed part');
    missing -= part.length;
    hash.update(part);
    if (isKept) kept.push(Buffer.from(part));
    await sink?.writeSealed(part);
  }
  if (hash.digest('hex') !== sha256) refuseSealed('a piece of content does not match its digest');
  return Buffer.concat(kept);
}

/** Parses every list of edits. */
class EditCheck {
  readonly #paths: readonly string[];
  readonly #sizes: ReadonlyMap<string, number>;
  readonly #bounds: { readonly conditions: number; readonly segments: number };
  #next = 0;

  constructor({ edited, files, conditions, blocks }: SealedTable, manifest: Manifest) {
    this.#paths = edited;
    this.#sizes = new Map([...manifest.files, ...files].map(({ path, size }) => [path, size]));
    const segments = blocks.reduce((sum, { kind, lengths }) => sum + (kind === 'segments' ? lengths.length : 0), 0);
    this.#bounds = { conditions: conditions.length, segments };
  }

  check(block: Buffer, lengths: readonly number[]): void {
    let offset = 0;
    for (const length of lengths) {
      const size = this.#sizes.get(this.#paths[this.#next] ?? '') ?? 0;
      parseEditList(block.subarray(offset, offset + length), { ...this.#bounds, size });
      offset += length;
      this.#next += 1;
    }
  }
}

async function takeAll(queue: ByteQueue, size: number): Promise<Buffer> {
  const bytes = await queue.take(size);
  if (bytes.length === size) return bytes;
  throw new BundleError('archive-truncated', 'the archive ends inside its sealed part');
}

/**
 * Returns the offset in the archive at which the members begin.
 * @throws BundleError `sealed-part-invalid` if the archive can't contain them
 */
export function contentsAtOf({ table }: ReadSealedPart, manifest: Manifest, { sizeBytes, seal }: ArchiveFacts): number {
  const memberBytes = sealedMemberBytes(table);
  // Only our writer creates sealed parts, and it always seals the archive.
  if (seal !== 'good' || memberBytes > (manifest.restricted?.memberBytes ?? 0)) refuseSealed('it was changed');
  const contentsAt = sizeBytes - SEAL_BYTES - memberBytes;
  return contentsAt > 0 ? contentsAt : refuseSealed('content is outside the archive');
}
