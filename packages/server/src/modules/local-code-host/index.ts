export type { GitUser, LocalCodeHost, LocalRepository, NewRepository, RepositorySeed } from './local-code-host.ts';
export { isLocalCodeHostError, LocalCodeHostError, type LocalCodeHostErrorCode } from './errors.ts';
