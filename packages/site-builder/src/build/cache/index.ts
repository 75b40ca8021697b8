export { BuildCache, type BuildCacheOptions } from './build-cache.ts';
export { Digests } from './digests.ts';
export type { FileDigest, MadeRecord, PageDigests, PageFiles, PageRecord, Traced, WrittenPage } from './page-record.ts';
export { isTrueStill, repeatEffects, type RecallSite } from './recall-trace.ts';
export { SiteTracer } from './site-tracer.ts';
