export { makeMissingVectors, startMakingVectors, type MakeVectorsDeps } from './make-missing-vectors.ts';
export { createMeanings } from './open-meanings.ts';
export { sumVectorBytes } from './store.ts';
export type { SectionVectorTables } from './tables.ts';
