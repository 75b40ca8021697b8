export { newId, randomText } from './new-id.ts';
export type { RandomSource } from './new-id.ts';
