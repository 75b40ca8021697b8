export { BuildCache, charsOfOneBuild, type BuildCacheOptions } from './build-cache.ts';
export { Digests } from './digests.ts';
export { firstParts, joinParts, splitParts } from './saved-parts.ts';
export type {
  FileDigest,
  NewPageRecord,
  PageDigests,
  PageFiles,
  PageRecord,
  Recorded,
  WrittenPage,
} from './page-record.ts';
export { haveSameAnswers } from './compare-lookups.ts';
export type { Lookup } from './lookup.ts';
export { noteLookups } from './note-lookups.ts';
