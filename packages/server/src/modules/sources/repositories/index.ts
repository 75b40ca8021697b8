export {
  contextCommits,
  createConnectRepository,
  mirrorId,
  type ConnectedRepository,
  type ConnectRepository,
  type RepositoryDeps,
} from './connect-repository.ts';
export { isCovered, mayUse, parsePattern, toWebAddress } from './connected-repositories.ts';
export { createFindWebRepository, type FindWebRepository } from './find-web-repository.ts';
export { invalidRepository, notConnected } from './errors.ts';
export {
  parseRepositoryAddress,
  isLocalAddress,
  toLocalAddress,
  toPresentLink,
  toRepositoryUrl,
  toStoredAddress,
  rulesOf,
  type AddressRules,
  type OwnCodeHosts,
  type RemoteAddress,
  type RemoteHost,
  type RepositoryAddress,
} from './repository-address.ts';
export { describeLastFailure, internalFailure } from './describe-last-failure.ts';
export { findRepositoryFault } from './find-repository-fault.ts';
export { requireBranch } from './require-branch.ts';
export { registerRepositoryRoutes } from './routes.ts';
export { toJobFailure, type JobFailure } from './to-job-failure.ts';
