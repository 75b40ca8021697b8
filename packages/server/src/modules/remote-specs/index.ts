export { createSpecFetcher, type FetchSpecs, type SpecFetcher } from './fetch-specs.ts';
