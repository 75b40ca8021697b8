export type { DomainDeps } from './check-domain.ts';
export type { OwnNames } from './parse-site-domain.ts';
export { registerDomainRoutes } from './routes.ts';
export type { DomainTables } from './tables.ts';
export { startWatchingDomains } from './watch-domains.ts';
