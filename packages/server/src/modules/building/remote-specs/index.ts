export { createSpecFetcher, type FetchSpecs, type SpecFetcher, type SpecRequest } from './fetch-specs.ts';
export { UnresponsiveHosts } from './unresponsive-hosts.ts';
