import { createHash } from 'node:crypto';
import type { AudienceEdit, Condition } from '@docwright/site-access/rules';
import { toPart, type ArchivePart } from '../archive/archive-output.ts';
import { gzipMember, smallGzipMember } from '../archive/gzip-member.ts';
import { BundleError } from '../errors.ts';
import { contentTypeOf, isCompressible } from '../manifest/content-type.ts';
import { requireFilePath, SeenPaths } from '../manifest/entry-path.ts';
import type { SealedPartFacts } from '../manifest/manifest.ts';
import { packContent, sha256Of } from '../write/pack-content.ts';
import type { PackedContent } from '../write/packed-file.ts';
import { formatEditList } from './edit-list.ts';
import { joinBlocks } from './join-blocks.ts';
import { SEALED_MAGIC } from './sealed-magic.ts';
import { formatSealedTable, type SealedContent, type SealedEntry } from './sealed-table.ts';

/** A file for readers with access, or their version of a public file. */
export interface SealedFile {
  readonly path: string;
  /** The readers of the file; `undefined` if it is public and only parts of it are restricted. */
  readonly when: Condition | undefined;
  /** The stored file; `undefined` if the file is public, because the public site already contains it. */
  readonly bytes: Uint8Array | undefined;
  readonly edits: readonly AudienceEdit[];
}

/** Everything that follows the end of the tar archive, up to the seal. */
export interface FinishedSealedPart {
  readonly facts: SealedPartFacts;
  readonly table: Buffer;
  readonly parts: readonly ArchivePart[];
  /** Total size of its members, which follow the table. */
  readonly contentBytes: number;
}

interface WaitingEdit {
  readonly at: number;
  readonly remove: number;
  readonly choices: readonly { readonly when: Condition; readonly insert: string }[];
}

interface WaitingFile {
  readonly path: string;
  readonly when: Condition | undefined;
  readonly content: PackedContent | undefined;
  readonly member: Uint8Array;
  readonly edits: readonly WaitingEdit[];
}

/** The maximum total size of the members, which wait in memory for the end of the tar archive. */
const MAX_WAITING_BYTES = 512 * 1024 * 1024;

/** Collects the sealed part of an archive. Its bytes don't depend on the order in which files arrive. */
export class SealedWriter {
  readonly #gzipLevel: number;
  readonly #files: WaitingFile[] = [];
  /** Keyed by digest, because an entry of the sidebar is the same on every page. */
  readonly #inserts = new Map<string, Uint8Array>();
  #waitingBytes = 0;

  constructor(gzipLevel: number) {
    this.#gzipLevel = gzipLevel;
  }

  get isEmpty(): boolean {
    return this.#files.length === 0;
  }

  /** @throws BundleError if the path isn't allowed, or if the content exceeds the limits of a bundle */
  async add({ path, when, bytes, edits }: SealedFile): Promise<void> {
    if ((when === undefined) !== (bytes === undefined))
      throw new TypeError(`${path} must have content if it is restricted to some readers, and none otherwise`);
    requireFilePath(path);
    const kept = edits.map(({ at, remove, choices }) => ({
      at,
      remove,
      choices: choices.map((choice) => ({ when: choice.when, insert: this.#keepInsert(choice.insert) })),
    }));
    const packed =
      bytes === undefined ? undefined : await packContent({ path, bytes, sha256: sha256Of(bytes) }, this.#gzipLevel);
    const member = packed?.member.bytes ?? new Uint8Array();
    this.#weigh(member.length);
    // Pieces aren't kept for reuse, because they would keep a large file's whole content in memory.
    const content = packed && { ...packed.content, pieces: undefined };
    this.#files.push({ path, when, content, member, edits: kept });
  }

  /** @param publicPaths paths of the archive's public files */
  async finish(publicPaths: Iterable<string>): Promise<FinishedSealedPart> {
    const files = this.#files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
    requirePaths(publicPaths, files);
    const conditions = new Numbers<Condition>((condition) => JSON.stringify(condition));
    const inserts = new Numbers<string>(String);
    const edited = files.filter(({ edits }) => edits.length > 0);
    const entries = files.flatMap(({ path, when, content }): SealedEntry[] => {
      if (when === undefined || content === undefined) return [];
      const contentType = contentTypeOf(path);
      const isStored = !isCompressible(contentType) || content.size === 0;
      return [{ path, contentType, when: conditions.of(when), isStored, ...toContent(content) }];
    });
    const lists = edited.map(({ edits }) =>
      formatEditList(
        edits.map(({ at, remove, choices }) => ({
          at,
          remove,
          choices: choices.map(({ when, insert }) => ({ when: conditions.of(when), segment: inserts.of(insert) })),
        })),
      ),
    );
    const segments = inserts.values.map((digest) => this.#inserts.get(digest) ?? new Uint8Array());
    const joined = [
      ...(await joinBlocks('segments', segments, this.#gzipLevel)),
      ...(await joinBlocks('edits', lists, this.#gzipLevel)),
    ];
    const table = formatSealedTable({
      conditions: conditions.values,
      blocks: joined.map(({ block }) => block),
      files: entries,
      edited: edited.map(({ path }) => path),
    });
    const contents = [...joined.map(({ member }) => member), ...files.map(({ member }) => member)];
    return toFinished(table, await this.#packTable(table), contents);
  }

  #keepInsert(insert: Uint8Array): string {
    const digest = sha256Of(insert);
    if (this.#inserts.has(digest)) return digest;
    this.#weigh(insert.length);
    // The caller's buffer may be a slice of a whole page.
    this.#inserts.set(digest, new Uint8Array(insert));
    return digest;
  }

  #weigh(bytes: number): void {
    this.#waitingBytes += bytes;
    if (this.#waitingBytes <= MAX_WAITING_BYTES) return;
    const limit = `${MAX_WAITING_BYTES / 1024 / 1024} MiB`;
    throw new BundleError('sealed-part-too-large', `restricted files are larger than ${limit}, compressed`);
  }

  async #packTable(table: Buffer): Promise<Buffer> {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(table.length);
    return gzipMember(Buffer.concat([SEALED_MAGIC, length, table]), this.#gzipLevel);
  }
}

function toFinished(table: Buffer, head: Buffer, contents: readonly Uint8Array[]): FinishedSealedPart {
  const contentBytes = contents.reduce((sum, { length }) => sum + length, 0);
  const sha256 = createHash('sha256').update(table).digest('hex');
  return {
    facts: { sha256, memberBytes: head.length + contentBytes },
    table,
    parts: [head, ...contents].filter(({ length }) => length > 0).map(toPart),
    contentBytes,
  };
}

function toContent({ size, sha256, memberBytes, pieceDigests }: PackedContent): SealedContent {
  return { size, sha256, memberBytes, pieces: pieceDigests.map((digest) => digest.toString('hex')) };
}

function requirePaths(publicPaths: Iterable<string>, files: readonly WaitingFile[]): void {
  const seen = new SeenPaths();
  const known = new Set(publicPaths);
  for (const path of known) seen.addFile(path);
  for (const { path, when } of files) {
    if (when !== undefined) seen.addFile(path);
    else if (!known.has(path)) throw new TypeError(`${path} has edits, but it isn't a file of the bundle`);
  }
}

/** Creates the end of a tar archive, for an archive that continues with a sealed part. */
export const endOfTar = (): ArchivePart => toPart(smallGzipMember(Buffer.alloc(1024)));

/** Assigns numbers to values. Equal values have the same number. */
class Numbers<Value> {
  readonly values: Value[] = [];
  readonly #keyOf: (value: Value) => string;
  readonly #known = new Map<string, number>();

  constructor(keyOf: (value: Value) => string) {
    this.#keyOf = keyOf;
  }

  of(value: Value): number {
    const key = this.#keyOf(value);
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    this.#known.set(key, this.values.length);
    return this.values.push(value) - 1;
  }
}
