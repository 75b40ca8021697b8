import { crc32 } from 'node:zlib';
import { toPart, type ArchivePart } from '../archive/archive-output.ts';
import type { PiecewiseMember } from '../archive/gzip-member.ts';
import type { ManifestFile } from '../manifest/manifest.ts';
import type { PageSources } from '../manifest/page-sources.ts';

/** The packed form of a file's bytes, regardless of the file's position in an archive. */
export interface PackedContent {
  readonly size: number;
  /** SHA-256 digest in lowercase hex. */
  readonly sha256: string;
  /** Size of the member; 0 for an empty file, which has no member. */
  readonly memberBytes: number;
  /** Digests of the member's pieces, if it is larger than a piece. */
  readonly pieceDigests: readonly Buffer[];
  /** `undefined` if the file isn't a page. */
  readonly sources: PageSources | undefined;
  /** Kept for large content, so that only the part around an edit is recompressed. `PieceBudget` can drop it. */
  pieces: PiecewiseMember | undefined;
}

/** A file in an archive: two gzip members, one for its header and the preceding padding, and one for its content. */
export interface PackedFile {
  readonly path: string;
  readonly content: PackedContent;
  /** Zero bytes that pad the previous file; they are in this file's header member. */
  readonly paddingBefore: number;
  readonly contentType: string;
  /** Whether its member is served unchanged; otherwise it contains the content in stored blocks. */
  readonly isServedAsGzip: boolean;
  /** The part of its manifest line that is the same in every archive. */
  readonly manifestStart: string;
  readonly header: ArchivePart;
  readonly member: ArchivePart;
}

/** Creates a part from a member, whose bytes can be released once they are written. */
export function toMemberPart(bytes: Uint8Array): ArchivePart {
  return bytes.length === 0 ? toPart(bytes) : { length: bytes.length, bytes, crc32: crc32(bytes) };
}

/** Creates a file's manifest entry. `offset` is the position of the content's member in the archive. */
export function toManifestFile(file: PackedFile, offset: number): ManifestFile {
  const { path, content, contentType, isServedAsGzip } = file;
  const { size, sha256, memberBytes } = content;
  const entry = { path, size, sha256, contentType };
  const place = { offset, size: memberBytes };
  return isServedAsGzip ? { ...entry, gzip: place } : { ...entry, stored: place };
}
