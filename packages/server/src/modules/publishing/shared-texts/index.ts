export { openSharedTexts, type SharedTexts } from './open-shared-texts.ts';
export { deleteUnusedTexts, sumTextBytes } from './store.ts';
export type { SharedTextTables } from './tables.ts';
