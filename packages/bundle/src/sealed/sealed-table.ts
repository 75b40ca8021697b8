/**
 * The sealed part of an archive: files and parts of files that only some readers may read. It follows the end of the
 * tar archive, where tar tools don't look:
 *
 * ```
 * two zero blocks         the end of the tar archive, in its own gzip member
 * magic, u32, table       one member: the bytes of the table and the table, JSON
 * blocks                  a member each: segments that edits insert, or lists of edits
 * files                   a member each
 * ```
 *
 * The seal of the archive follows, and covers it. The manifest contains the digest of the table, and the table the
 * digests of all contents, so that the manifest's signature also covers them.
 */
import { createHash } from 'node:crypto';
import type { Condition } from '@docwright/site-access/rules';
import { requirePath, SeenPaths, showName } from '../manifest/entry-path.ts';
import { PIECE_BYTES } from '../index-file/write-index.ts';
import type { Manifest } from '../manifest/manifest.ts';
import type { BundlePolicy } from '../manifest/policy.ts';
import { parseJson } from '../parse-json.ts';
import { parseConditions } from './parse-conditions.ts';
import { count, digest, list, record, refuseSealed, text } from './read-fields.ts';

/** Properties that all members of the sealed part share, in the order of the archive. */
export interface SealedContent {
  readonly size: number;
  /** SHA-256 digest in lowercase hex. */
  readonly sha256: string;
  /** Bytes of its gzip member; an empty file has no member. */
  readonly memberBytes: number;
  /** Digests of the member's pieces in lowercase hex, if it is larger than a piece. */
  readonly pieces: readonly string[];
}

export interface SealedEntry extends SealedContent {
  readonly path: string;
  readonly contentType: string;
  /** Number of the condition that its readers meet. */
  readonly when: number;
  /** Whether the member contains the content in stored blocks. */
  readonly isStored: boolean;
}

/** Several small pieces of content in a single member. */
export interface SealedBlock extends SealedContent {
  readonly kind: 'segments' | 'edits';
  /** The lengths of its segments or lists of edits, which are numbered across all blocks of a kind. */
  readonly lengths: readonly number[];
}

export interface SealedTable {
  readonly conditions: readonly Condition[];
  readonly blocks: readonly SealedBlock[];
  /** The files, sorted by path. */
  readonly files: readonly SealedEntry[];
  /** Paths of sealed and public files with edits, in the order of the lists of edits. */
  readonly edited: readonly string[];
}

export function formatSealedTable({ conditions, blocks, files, edited }: SealedTable): Buffer {
  return Buffer.from(JSON.stringify({ formatVersion: 1, conditions, blocks, files, edited }));
}

/** Returns the contents of the sealed part in the order of the archive. */
export function contentsOf({ blocks, files }: Pick<SealedTable, 'blocks' | 'files'>): readonly SealedContent[] {
  return [...blocks, ...files];
}

/** Maximum depth of a table: a name in a group set in a rule in a condition. */
const maxDepth = 10;
const maxBlocks = 100_000;

/**
 * Parses untrusted bytes: the table of an archive with this manifest.
 * @throws BundleError `sealed-part-invalid`, or as for other entries of an archive
 */
export function parseSealedTable(
  bytes: Uint8Array,
  manifest: Pick<Manifest, 'restricted' | 'files'>,
  policy: BundlePolicy,
): SealedTable {
  const table = parseTable(bytes, manifest.restricted?.sha256);
  if (table.files.length + manifest.files.length > policy.maxEntries)
    refuseSealed(
      `with its ${table.files.length}, there are too many files; maxEntries = ${policy.maxEntries} applies to all together`,
    );
  const seen = new SeenPaths();
  for (const { path } of manifest.files) seen.addFile(path);
  for (const { path, size } of table.files) {
    requirePath(path, policy.maxPathBytes);
    seen.addFile(path);
    if (size > policy.maxFileBytes) refuseSealed(`${showName(path)} has ${size} bytes`);
  }
  for (const { size } of table.blocks) if (size > policy.maxSealedBlockBytes) refuseSealed(`a block has ${size} bytes`);
  const known = new Set([...manifest.files, ...table.files].map(({ path }) => path));
  for (const path of table.edited) if (!known.has(path)) refuseSealed(`${showName(path)} has edits, but doesn't exist`);
  return table;
}

/**
 * Parses only the table, for a reader that has already verified the whole archive.
 * @throws BundleError `sealed-part-invalid`
 */
export function parseTable(bytes: Uint8Array, sha256: string | undefined): SealedTable {
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) refuseSealed('it differs from the manifest');
  const fields = record(parse(bytes), 'the table');
  if (fields['formatVersion'] !== 1) refuseSealed('it has a format version that this program does not support');
  const conditions = parseConditions(fields['conditions']);
  const blocks = list(fields['blocks'], 'blocks').map(parseBlock);
  const files = list(fields['files'], 'files').map((value) => parseEntry(value, conditions.length));
  const edited = list(fields['edited'], 'edited').map((path) => text(path, 'edited'));
  if (blocks.length > maxBlocks) refuseSealed(`it has ${blocks.length} blocks`);
  const lists = blocks.filter(({ kind }) => kind === 'edits').flatMap(({ lengths }) => lengths).length;
  if (lists !== edited.length) refuseSealed('the number of edit lists differs from the number of edited files');
  requireSorted(files.map(({ path }) => path));
  requireSorted(edited);
  return { conditions, blocks, files, edited };
}

function parse(bytes: Uint8Array): unknown {
  try {
    return parseJson(bytes, maxDepth);
  } catch (error) {
    return refuseSealed('its table is not JSON, or is nested too deeply', error);
  }
}

function parseContent(fields: Readonly<Record<string, unknown>>): SealedContent {
  const size = count(fields['size'], 'size');
  const memberBytes = count(fields['memberBytes'], 'memberBytes');
  const pieces = list(fields['pieces'], 'pieces').map(digest);
  if ((size === 0) !== (memberBytes === 0)) refuseSealed('the size of a member differs from that of its content');
  const isLarge = memberBytes > PIECE_BYTES;
  if (pieces.length !== (isLarge ? Math.ceil(memberBytes / PIECE_BYTES) : 0))
    refuseSealed('a member has a different number of pieces');
  return { size, sha256: digest(fields['sha256']), memberBytes, pieces };
}

function parseBlock(value: unknown): SealedBlock {
  const fields = record(value, 'a block');
  const { kind } = fields;
  if (kind !== 'segments' && kind !== 'edits') return refuseSealed('a block has an unknown kind');
  const lengths = list(fields['lengths'], 'lengths').map((length) => count(length, 'lengths'));
  const content = parseContent(fields);
  if (lengths.reduce((sum, length) => sum + length, 0) !== content.size)
    refuseSealed('the size of a block differs from that of its parts');
  return { kind, ...content, lengths };
}

function parseEntry(value: unknown, conditions: number): SealedEntry {
  const fields = record(value, 'a file');
  const contentType = text(fields['contentType'], 'contentType');
  if (!/^[\w.+-]+\/[\w.+-]+(?:; charset=[\w-]+)?$/.test(contentType)) refuseSealed('a content type is invalid');
  const when = count(fields['when'], 'when');
  if (when >= conditions) refuseSealed('the condition of a file is missing');
  const path = text(fields['path'], 'path');
  return { path, contentType, when, isStored: fields['isStored'] === true, ...parseContent(fields) };
}

function requireSorted(paths: readonly string[]): void {
  for (const [at, path] of paths.entries())
    if (at > 0 && path <= (paths[at - 1] ?? '')) refuseSealed(`${showName(path)} is listed twice or out of order`);
}
