export { BuildMemory, type BuildMemoryOptions } from './build-memory.ts';
export { Digests } from './digests.ts';
export type { FileDigest, MadeRecord, PageDigests, PageFiles, PageRecord, Traced, WrittenPage } from './page-record.ts';
export { isTrueStill, repeatEffects, type RecallSite } from './recall-trace.ts';
export { SiteTracer } from './site-tracer.ts';
