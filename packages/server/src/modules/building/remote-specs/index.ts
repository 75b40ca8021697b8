export { createSpecFetcher, type FetchSpecs, type SpecFetcher, type SpecRequest } from './fetch-specs.ts';
export { SilentHosts } from './silent-hosts.ts';
