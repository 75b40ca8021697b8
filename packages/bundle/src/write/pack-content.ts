import { createHash } from 'node:crypto';
import { contentTypeOf, isCompressible } from '../manifest/content-type.ts';
import { gzipInPieces, gzipMember } from '../archive/gzip-member.ts';
import type { ArchivePart } from '../archive/archive-output.ts';
import { toMemberPart, type PackedContent } from './packed-file.ts';
import { pageSourcesOf } from '../manifest/page-sources.ts';
import { storedMember } from '../archive/stored-member.ts';
import { pieceDigests } from '../index-file/write-index.ts';

/** The minimum size of a divided file. Recompressing a smaller file as a whole costs less than handling two pieces. */
const PIECEWISE_BYTES = 512 * 1024;

export interface FreshContent {
  readonly content: PackedContent;
  readonly member: ArchivePart;
}

export function sha256Of(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** Compresses a file. Large parts of its previous content, `before`, may be unchanged. */
export async function packContent(
  file: { readonly path: string; readonly bytes: Uint8Array; readonly sha256: string },
  gzipLevel: number,
  before?: PackedContent,
): Promise<FreshContent> {
  const { path, bytes, sha256 } = file;
  const size = bytes.length;
  const contentType = contentTypeOf(path);
  const content = { size, sha256, sources: pageSourcesOf(contentType, bytes), pieces: undefined };
  if (size === 0) return toFresh(content, bytes);
  // Images, videos and fonts are already compressed: compressing them again costs time, saves nothing, and prevents
  // direct reads of ranges.
  if (!isCompressible(contentType)) return toFresh(content, storedMember(bytes));
  if (size < PIECEWISE_BYTES) return toFresh(content, await gzipMember(bytes, gzipLevel));
  const { member, pieces } = await gzipInPieces(bytes, gzipLevel, before?.pieces);
  return toFresh({ ...content, pieces }, member);
}

function toFresh(content: Omit<PackedContent, 'memberBytes' | 'pieceDigests'>, member: Uint8Array): FreshContent {
  return {
    content: { ...content, memberBytes: member.length, pieceDigests: pieceDigests(member) },
    member: toMemberPart(member),
  };
}
