import { operations, type Project } from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import {
  addWarnings,
  mayUseProject,
  readPage,
  requireUnbound,
  unknownCursor,
  type OperationRoutes,
  type Principal,
} from '../../../platform/http/index.ts';
import { answerOnce, idempotencyActor, type IdempotencyTables } from '../../foundation/idempotency/index.ts';
import { parseRepositoryAddress, rulesOf, toRepositoryUrl, toStoredAddress } from '../../sources/repositories/index.ts';
import { deleteProject, type DeleteDeps } from './delete-project.ts';
import { projectNotFound } from './errors.ts';
import { createProject, resolveRepository, updateProject, type ProjectDeps } from './save-project.ts';
import { effectiveFeatures, findIneffective } from './project-features.ts';
import { findProject, selectProjects, type ProjectRow, type ProjectTables } from './store.ts';

export interface ProjectRouteDeps extends ProjectDeps, DeleteDeps {
  readonly database: Database<ProjectTables & IdempotencyTables>;
}

export function registerProjectRoutes(routes: OperationRoutes, deps: ProjectRouteDeps): void {
  const { kysely } = deps.database;
  const show = (row: ProjectRow): Project => toProject(row, deps);
  const requireOwn = (principal: Principal, id: string): void => {
    if (!mayUseProject(principal, id)) throw projectNotFound(id);
  };
  /** A bound key may name its project's current repository. Errors don't reveal whether others exist. */
  const readRepository = async (principal: Principal, text: string): Promise<string> =>
    principal.projectIds === null
      ? resolveRepository(deps, principal.organizationId, text)
      : toStoredAddress(parseRepositoryAddress(text, await rulesOf(deps.rules, principal.organizationId)));

  routes.handle(operations.createProject, async ({ principal, body, idempotencyKey }, reply) => {
    const target = { kind: 'project', id: null, name: body.name };
    requireUnbound(principal, 'create a project', { action: 'project.created', target });
    const { organizationId } = principal;
    const repository = await resolveRepository(deps, organizationId, body.repository);
    const actor = idempotencyActor(principal.actor);
    const request = { organizationId, actor, key: idempotencyKey, operation: 'createProject', body };
    const answer = await kysely
      .transaction()
      .execute((tx) =>
        answerOnce(tx, request, async () =>
          show(await createProject(tx, deps, { author: principal, repository, body })),
        ),
      );
    addWarnings(reply, findIneffective(answer.body.deploymentKind, body.features ?? {}));
    if (answer.replayed) void reply.header('idempotent-replayed', 'true');
    return answer.body;
  });
  routes.handle(operations.listProjects, async ({ principal, query }) => {
    const { organizationId } = principal;
    if (query.cursor !== undefined && (await findProject(kysely, organizationId, query.cursor)) === undefined) {
      throw unknownCursor(query.cursor);
    }
    const filter = { after: query.cursor, ids: principal.projectIds };
    const { rows, nextCursor } = await readPage(
      query.limit,
      (limit) => selectProjects(kysely, organizationId, { ...filter, limit }),
      ({ id }) => id,
    );
    return { projects: rows.map(show), nextCursor };
  });
  routes.handle(operations.getProject, async ({ principal, params }) => {
    requireOwn(principal, params.projectId);
    const row = await findProject(kysely, principal.organizationId, params.projectId);
    if (row === undefined) throw projectNotFound(params.projectId);
    return show(row);
  });
  routes.handle(operations.updateProject, async ({ principal, params, body, ifMatch }, reply) => {
    requireOwn(principal, params.projectId);
    const repository = body.repository === undefined ? undefined : await readRepository(principal, body.repository);
    const change = { author: principal, id: params.projectId, ifMatch, repository, body };
    const project = show(await kysely.transaction().execute((tx) => updateProject(tx, deps, change)));
    addWarnings(reply, findIneffective(project.deploymentKind, body.features ?? {}));
    return project;
  });
  routes.handle(operations.deleteProject, async ({ principal, params }) => {
    requireOwn(principal, params.projectId);
    const { hasUnfinishedJobs, onDeleted } = deps;
    await deleteProject(deps.database, principal, { id: params.projectId, hasUnfinishedJobs, onDeleted });
  });
}

function toProject(row: ProjectRow, deps: ProjectDeps): Project {
  return {
    id: row.id,
    name: row.name,
    repository: toRepositoryUrl(row.repository, deps.rules),
    branch: row.branch,
    docsFolder: row.docs_folder,
    domains: row.domains,
    deploymentKind: row.deployment_kind,
    model: row.model,
    features: effectiveFeatures(row.deployment_kind, row.features),
    excludeOrphans: row.exclude_orphans,
    asDraft: row.as_draft,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
