export { createDnsLookup, type DnsLookup, type Found } from './dns-lookup.ts';
