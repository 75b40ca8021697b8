import { createHash } from 'node:crypto';
import type { CodeHost } from '../../platform/code-host/index.ts';
import { GitError, type Mirror, type MirrorStore } from '../../platform/git/index.ts';
import type { LocalCodeHost } from '../local-code-host/index.ts';
import { parseRepositoryAddress, type AddressRules, type RepositoryAddress } from './repository-address.ts';

/** A project's repository from both sides: its code host's API, and git. */
export interface ConnectedRepository {
  readonly host: CodeHost;
  readonly mirror: Mirror;
  /** `owner/name`, as the project's address has it; the name alone on the embedded host. */
  readonly path: string;
}

export interface RepositoryOwner {
  readonly organizationId: string;
  /** As stored. */
  readonly repository: string;
}

/** @throws GitError `repository-not-found` for a repository of the embedded host that is gone. */
export type ConnectRepository = (owner: RepositoryOwner) => Promise<ConnectedRepository>;

/** A repository on a code host that is not ours. */
export type RemoteAddress = Exclude<RepositoryAddress, { kind: 'local' }>;

export interface RepositoryDeps {
  readonly rules: AddressRules;
  readonly localCodeHost: LocalCodeHost;
  readonly mirrors: MirrorStore;
  /** Makes the adapter with the installation's credentials. */
  readonly connectRemote: (address: RemoteAddress) => CodeHost;
}

export function createConnectRepository(deps: RepositoryDeps): ConnectRepository {
  return async (owner) => {
    const address = parseRepositoryAddress(owner.repository, deps.rules);
    const host = address.kind === 'local' ? await connectLocal(deps, owner, address.name) : deps.connectRemote(address);
    const mirror = deps.mirrors.open({
      id: mirrorId(owner),
      url: host.gitAccess.url,
      authorization: () => host.gitAccess.authorization(),
    });
    return { host, mirror, path: address.kind === 'local' ? address.name : address.path };
  };
}

async function connectLocal(deps: RepositoryDeps, owner: RepositoryOwner, name: string): Promise<CodeHost> {
  const repository = await deps.localCodeHost.findRepository(owner.organizationId, name);
  if (repository === undefined) {
    throw new GitError('repository-not-found', `The embedded code host has no repository "${name}".`);
  }
  return deps.localCodeHost.connect(repository);
}

/** One mirror for each organization and repository: organizations share no objects, and a name can't leave the folder. */
export function mirrorId(owner: RepositoryOwner): string {
  return createHash('sha256').update(`${owner.organizationId}\n${owner.repository}`).digest('hex').slice(0, 40);
}
