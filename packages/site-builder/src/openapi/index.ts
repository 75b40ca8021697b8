export { renderApiPage, type ApiPage, type ApiPageRequest } from './render-page.ts';
export { renderMissingOperation } from './render-missing.ts';
export type { ApiContext } from './api-context.ts';
export { defaultApiSettings, type ApiSettings } from './settings.ts';
export { FORWARDABLE_CALLS_PATH, ForwardableCalls } from './forwardable-calls.ts';
export { SealedCalls } from './sealed-calls.ts';
export { apiPageFiles, type ApiPageFiles } from './api-files.ts';
export type { PlaygroundData } from './client/playground-data.ts';
export { apiSettingsOf } from './api-settings.ts';
