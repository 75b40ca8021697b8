export type { PullRequestAgent } from './agent-of-pull-requests.ts';
export type { LocalCodeHost, LocalRepository, NewRepository, RepositorySeed } from './local-code-host.ts';
export { isLocalCodeHostError, LocalCodeHostError, type LocalCodeHostErrorCode } from './errors.ts';
export type { LocalCodeHostOptions } from './context.ts';
export { createLocalCodeHost } from './create-local-code-host.ts';
export { defaultLocalCodeHostSettings, type LocalCodeHostSettings } from './settings.ts';
export { registerLocalCodeHostRoutes, type LocalCodeHostRouteOptions } from './routes.ts';
export { sumRepositoryBytes } from './sum-repository-bytes.ts';
export type { LocalCodeHostTables } from './tables.ts';
