export { buildBody, buildRequest, exampleText, styleOf } from './build-request.ts';
export type { SampleBody, SampleRequest } from './build-request.ts';
export { findSampleLanguage } from './sample-languages.ts';
export type { SampleLanguage } from './sample-languages.ts';
