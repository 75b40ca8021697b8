export { BuildMemory } from './build-memory.ts';
export type { BuildMemoryOptions } from './build-memory.ts';
export { Digests } from './digests.ts';
export type { FileDigest } from './page-record.ts';
export { PageMaker } from './page-maker.ts';
export type { MadePage, SiteKeys } from './page-maker.ts';
export type { MadeRecord } from './page-record.ts';
export { SiteTracer } from './site-tracer.ts';
