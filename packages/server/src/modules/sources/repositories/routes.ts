import { operations, type CreateRepositoryBody, type Repository } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import { readPage, requireUnbound, type OperationRoutes, type Principal } from '../../../platform/http/index.ts';
import { recordAuditEvent, type AuditLogTables } from '../../foundation/audit-log/index.ts';
import {
  answerOnce,
  idempotencyActor,
  type Answer,
  type IdempotencyTables,
} from '../../foundation/idempotency/index.ts';
import { isLocalCodeHostError, type LocalCodeHost, type LocalRepository } from '../local-code-host/index.ts';
import { checkRepository, type CheckDeps } from './check-repository.ts';
import { invalidName, repositoryInUse, repositoryNotFound, repositoryTaken } from './errors.ts';
import { toLocalAddress } from './repository-address.ts';
import { commitToRepository } from './commit-to-repository.ts';
import { requireBranch } from './require-branch.ts';

export interface RepositoryRouteDeps extends CheckDeps {
  readonly database: Database<IdempotencyTables & AuditLogTables>;
  readonly localCodeHost: LocalCodeHost;
  /** The embedded host on the caller's transaction. Inside a transaction, it must not wait for a second connection. */
  readonly localCodeHostIn: (tx: Transaction<IdempotencyTables & AuditLogTables>) => LocalCodeHost;
  /** The folder with the starter site, which a new repository can contain. */
  readonly starterFolder: string;
  /** Name of a project that uses the repository. */
  readonly findProjectUsing: (organizationId: string, storedAddress: string) => Promise<string | undefined>;
}

export function registerRepositoryRoutes(routes: OperationRoutes, deps: RepositoryRouteDeps): void {
  const { localCodeHost } = deps;
  const toRepository = (repository: LocalRepository): Repository => ({
    name: repository.name,
    defaultBranch: repository.defaultBranch,
    cloneUrl: localCodeHost.cloneUrl(repository),
    webUrl: localCodeHost.repositoryLink(repository),
    createdAt: repository.createdAt.toISOString(),
  });

  const findOwn = async ({ organizationId }: Principal, name: string): Promise<LocalRepository> => {
    const repository = await localCodeHost.findRepository(organizationId, name);
    if (repository === undefined) throw repositoryNotFound(name);
    return repository;
  };

  routes.handle(operations.checkRepository, async ({ principal, body }) => {
    // Bound keys are refused, as when a project is created, because the checked repository doesn't belong to a project
    // yet.
    const target = { kind: 'repository', id: null, name: body.repository };
    requireUnbound(principal, 'check other repositories', { action: 'repository.checked', target });
    if (body.branch !== undefined) requireBranch(body.branch);
    return checkRepository(deps, principal.organizationId, body);
  });
  routes.handle(operations.createRepository, async ({ principal, body, idempotencyKey }, reply) => {
    const answer = await createOnce(deps, toRepository, { principal, body, idempotencyKey });
    if (answer.replayed) void reply.header('idempotent-replayed', 'true');
    // The link in an earlier response may have expired.
    const found = await localCodeHost.findRepository(principal.organizationId, body.name);
    return found === undefined ? answer.body : toRepository(found);
  });
  routes.handle(operations.listRepositories, async ({ principal, query }) => {
    const { rows, nextCursor } = await readPage(
      query.limit,
      (limit) => localCodeHost.listRepositories(principal.organizationId, { after: query.cursor, limit }),
      ({ name }) => name,
    );
    return { repositories: rows.map(toRepository), nextCursor };
  });
  routes.handle(operations.getRepository, async ({ principal, params }) => {
    return toRepository(await findOwn(principal, params.name));
  });
  routes.handle(operations.createRepositoryCommit, async ({ principal, params, body }) => {
    const repository = await findOwn(principal, params.name);
    return commitToRepository(localCodeHost, repository, { author: principal, body });
  });
  routes.handle(operations.revokeRepositoryLinks, async ({ principal, params }) => {
    const repository = await localCodeHost.revokeLinks(principal, params.name);
    if (repository === undefined) throw repositoryNotFound(params.name);
    return toRepository(repository);
  });
  routes.handle(operations.deleteRepository, async ({ principal, params }) => {
    const repository = await findOwn(principal, params.name);
    const project = await deps.findProjectUsing(principal.organizationId, toLocalAddress(repository.path));
    if (project !== undefined) throw repositoryInUse(params.name, project);
    await localCodeHost.deleteRepository(principal.organizationId, params.name);
    // Recorded after the deletion, because the deletion of files can't be part of a transaction.
    await recordAuditEvent(deps.database.kysely, principal, {
      action: 'repository.deleted',
      target: { kind: 'repository', id: null, name: params.name },
    });
  });
}

interface Creation {
  readonly principal: Principal;
  readonly body: CreateRepositoryBody;
  readonly idempotencyKey: string | undefined;
}

/** @throws ApiError invalid_request, repository_taken, idempotency_… */
async function createOnce(
  deps: RepositoryRouteDeps,
  toRepository: (repository: LocalRepository) => Repository,
  { principal, body, idempotencyKey: key }: Creation,
): Promise<Answer<Repository>> {
  const { name, defaultBranch, template } = body;
  if (defaultBranch !== undefined) requireBranch(defaultBranch, '/defaultBranch');
  const { organizationId } = principal;
  const actor = idempotencyActor(principal.actor);
  const seed =
    template === 'starter'
      ? ({ kind: 'folder', folder: deps.starterFolder, message: 'Starter site' } as const)
      : ({ kind: 'empty' } as const);
  return deps.database.kysely.transaction().execute((tx) =>
    answerOnce(tx, { organizationId, actor, key, operation: 'createRepository', body }, async () => {
      try {
        const target = { kind: 'repository', id: null, name };
        await recordAuditEvent(tx, principal, { action: 'repository.created', target });
        const branch = defaultBranch === undefined ? {} : { defaultBranch };
        return toRepository(await deps.localCodeHostIn(tx).createRepository({ organizationId, name, ...branch, seed }));
      } catch (error) {
        if (isLocalCodeHostError(error, 'repository-name-taken')) throw repositoryTaken(name);
        throw isLocalCodeHostError(error, 'invalid-repository-name') ? invalidName(error.message) : error;
      }
    }),
  );
}
