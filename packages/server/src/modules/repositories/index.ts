export {
  createConnectRepository,
  mirrorId,
  type ConnectedRepository,
  type ConnectRepository,
  type RemoteAddress,
  type RepositoryDeps,
} from './connect-repository.ts';
export { invalidRepository } from './errors.ts';
export {
  parseRepositoryAddress,
  toRepositoryUrl,
  toStoredAddress,
  type AddressRules,
  type RemoteHost,
  type RepositoryAddress,
} from './repository-address.ts';
export { findRepositoryFault } from './find-repository-fault.ts';
export { registerRepositoryRoutes } from './routes.ts';
export { toJobFailure, type JobFailure } from './to-job-failure.ts';
