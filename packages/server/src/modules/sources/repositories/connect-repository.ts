import { createHash } from 'node:crypto';
import {
  CodeHostError,
  isCodeHostError,
  type CodeHost,
  type RepositoryFacts,
} from '../../../platform/code-host/index.ts';
import { GitError, type Mirror, type MirrorStore, type ShallowLimits } from '../../../platform/git/index.ts';
import type { LocalCodeHost } from '../local-code-host/index.ts';
import { isCovered, toWebAddress } from './connected-repositories.ts';
import { notConnectedText } from './errors.ts';
import { parseRepositoryAddress, rulesOf, type AddressRules, type RemoteAddress } from './repository-address.ts';

/** A project's repository, accessible through its code host's API and through git. */
export interface ConnectedRepository {
  readonly host: CodeHost;
  readonly mirror: Mirror;
  /** `owner/name`, as in the project's address or, on the embedded host, in its addresses. */
  readonly path: string;
}

export interface RepositoryOwner {
  readonly organizationId: string;
  /** The stored address. */
  readonly repository: string;
  /** `context`: only the newest commits, for reading. If omitted: the whole history. */
  readonly purpose?: 'context';
}

/**
 * The only way to access a repository. It checks whether the organization may use the repository, first here and then
 * at each git exchange.
 * @throws GitError, CodeHostError `repository-not-found`: if the repository doesn't exist, or the organization may not
 * use it
 */
export type ConnectRepository = (owner: RepositoryOwner) => Promise<ConnectedRepository>;

export interface RepositoryDeps {
  readonly rules: AddressRules;
  readonly localCodeHost: LocalCodeHost;
  readonly mirrors: MirrorStore;
  /** Limits for context repositories. If omitted, the limits for other repositories apply. */
  readonly context?: ShallowLimits;
  /** Creates the adapter with the installation's credentials. */
  readonly connectRemote: (address: RemoteAddress) => CodeHost;
  /** Patterns for the repositories that an organization may use. */
  readonly findConnected: (organizationId: string) => Promise<readonly string[]>;
}

/** Number of commits that are fetched for a context repository's branch. */
export const contextCommits = 100;

export function createConnectRepository(deps: RepositoryDeps): ConnectRepository {
  return async (owner) => {
    const address = await parseAddress(deps, owner);
    const { host, path } =
      address.kind === 'local'
        ? await connectLocal(deps, owner, address.name)
        : { host: await connectRemote(deps, owner, address), path: address.path };
    const mirror = deps.mirrors.open({
      id: mirrorId(owner),
      url: host.gitAccess.url,
      authorization: () => host.gitAccess.authorization(),
      ...(owner.purpose === 'context' && deps.context !== undefined && { shallow: deps.context }),
    });
    return { host, mirror, path };
  };
}

/** Parses a stored address, which was once valid, but its code host may have been disconnected since then. */
async function parseAddress(deps: RepositoryDeps, { organizationId, repository }: RepositoryOwner) {
  const rules = await rulesOf(deps.rules, organizationId);
  try {
    return parseRepositoryAddress(repository, rules);
  } catch (cause) {
    throw new CodeHostError('repository-not-found', notConnectedText(repository), { cause });
  }
}

async function connectLocal(
  deps: RepositoryDeps,
  owner: RepositoryOwner,
  name: string,
): Promise<Pick<ConnectedRepository, 'host' | 'path'>> {
  const repository = await deps.localCodeHost.findRepository(owner.organizationId, name);
  if (repository === undefined) {
    throw new GitError('repository-not-found', `The embedded code host has no repository "${name}".`);
  }
  // A tenant may omit the slug in the name, but the path contains it.
  return { host: deps.localCodeHost.connect(repository), path: repository.path };
}

async function connectRemote(deps: RepositoryDeps, owner: RepositoryOwner, address: RemoteAddress): Promise<CodeHost> {
  const refusal = (cause?: unknown) =>
    new CodeHostError('repository-not-found', notConnectedText(toWebAddress(address)), { cause });
  const requireConnected = async (path: string): Promise<void> => {
    const patterns = await deps.findConnected(owner.organizationId);
    if (!isCovered(patterns, toWebAddress({ webUrl: address.webUrl, path }))) throw refusal();
  };
  const own = await deps.rules.ownHosts?.connect(owner.organizationId, address);
  if (own !== undefined) return guardOwn(deps, { owner, address, host: own });
  await requireConnected(address.path);
  const host = deps.connectRemote(address);
  return {
    ...host,
    gitAccess: {
      url: host.gitAccess.url,
      // Checked at each fetch and push, because an agent's turn can last longer than its permission.
      authorization: async () => {
        await requireConnected(address.path);
        return host.gitAccess.authorization();
      },
    },
    getRepository: async (signal): Promise<RepositoryFacts> => {
      const facts = await host.getRepository(signal).catch((error: unknown) => {
        throw isCodeHostError(error, 'repository-not-found') ? refusal(error) : error;
      });
      // A renamed repository is also available under its old name, even if the old name now belongs to someone else.
      await requireConnected(facts.fullName);
      return facts;
    },
  };
}

/**
 * Uses one of the organization's own code hosts, whose credential determines the access. The code host is looked up
 * again at each git exchange. If it was deleted, the installation's credential doesn't replace it.
 */
function guardOwn(
  deps: RepositoryDeps,
  {
    owner,
    address,
    host,
  }: { readonly owner: RepositoryOwner; readonly address: RemoteAddress; readonly host: CodeHost },
): CodeHost {
  return {
    ...host,
    gitAccess: {
      url: host.gitAccess.url,
      authorization: async () => {
        const now = await deps.rules.ownHosts?.connect(owner.organizationId, address);
        if (now !== undefined) return now.gitAccess.authorization();
        throw new CodeHostError('repository-not-found', notConnectedText(toWebAddress(address)));
      },
    },
  };
}

/**
 * Returns a mirror's ID. There is one mirror per organization, repository and purpose: organizations share no objects,
 * and a name can't escape the folder.
 */
export function mirrorId({ organizationId, repository, purpose }: RepositoryOwner): string {
  const parts = [organizationId, repository, ...(purpose === undefined ? [] : [purpose])];
  return createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 40);
}
