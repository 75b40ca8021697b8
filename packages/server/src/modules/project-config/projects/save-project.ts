import { idPrefixes, type CreateProjectBody, type UpdateProjectBody } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { newId } from '../../../platform/ids/index.ts';
import { ApiError, requireUnchanged, type Principal } from '../../../platform/http/index.ts';
import {
  invalidRepository,
  mayUse,
  notConnected,
  parseRepositoryAddress,
  requireBranch,
  rulesOf,
  toLocalAddress,
  toStoredAddress,
  toWebAddress,
  type AddressRules,
} from '../../sources/repositories/index.ts';
import { recordAuditEvent, type Author } from '../../foundation/audit-log/index.ts';
import type { LocalCodeHost } from '../../sources/local-code-host/index.ts';
import { domainTaken, projectHasModels, projectLimitReached, projectNotFound } from './errors.ts';
import { parseDomain } from './parse-domain.ts';
import { changeFeatures, defaultFeatures } from './project-features.ts';
import { requireWithinBinding } from './require-within-binding.ts';
import {
  hasRoomForProject,
  insertProject,
  lockProject,
  lockProjectList,
  replaceDomains,
  selectModelOfOrganization,
  findModelsOwner,
  findProject,
  updateProjectRow,
  type ProjectFields,
  type ProjectRow,
  type ProjectTables,
} from './store.ts';

export interface ProjectDeps {
  readonly rules: AddressRules;
  readonly localCodeHost: LocalCodeHost;
  /** Patterns for the repositories that an organization may use. */
  readonly findConnected: (organizationId: string) => Promise<readonly string[]>;
  /** Models that this installation can run. */
  readonly isKnownModel: (model: string) => boolean;
  readonly defaultModel: string;
  /** Maximum number of projects of one organization. */
  readonly maxProjects: number;
  /** Called in the transaction of the change; `changed` is `undefined` for a new project. */
  readonly onSaved?: (
    tx: Transaction<ProjectTables>,
    saved: { readonly project: ProjectRow; readonly changed: readonly string[] | undefined; readonly author: string },
  ) => Promise<void>;
}

/** @throws {ApiError} invalid_request, invalid_domain, domain_taken, project_limit_reached */
export async function createProject(
  tx: Transaction<ProjectTables>,
  deps: ProjectDeps,
  request: { readonly author: Author; readonly repository: string; readonly body: CreateProjectBody },
): Promise<ProjectRow> {
  const { author, body } = request;
  const { organizationId } = author;
  await lockProjectList(tx, organizationId);
  const id = newId(idPrefixes.project);
  const kind = body.deploymentKind ?? 'cloud';
  const fields: ProjectFields = {
    id,
    organization_id: organizationId,
    name: body.name.trim(),
    repository: request.repository,
    branch: requireBranch(body.branch ?? 'main'),
    docs_folder: parseDocsFolder(body.docsFolder ?? ''),
    deployment_kind: kind,
    model: chooseModel(deps, body.model, await selectModelOfOrganization(tx, organizationId)),
    features: { ...defaultFeatures(kind), ...body.features },
    as_draft: body.asDraft ?? false,
    exclude_orphans: body.excludeOrphans ?? false,
  };
  const { maxProjects } = deps;
  if (!(await hasRoomForProject(tx, { organizationId, maxProjects }))) throw projectLimitReached(maxProjects);
  await insertProject(tx, fields);
  await saveDomains(tx, fields, parseDomains(body.domains ?? []));
  await recordAuditEvent(tx, author, {
    action: 'project.created',
    target: { kind: 'project', id, name: fields.name },
    details: { repository: fields.repository },
  });
  const project = await requireProject(tx, organizationId, id);
  await deps.onSaved?.(tx, { project, changed: undefined, author: author.actor.name });
  return project;
}

/** The known fields of a body. Other fields are ignored, and not repeated in the audit log. */
const fieldNames: Record<keyof UpdateProjectBody, true> = {
  name: true,
  repository: true,
  branch: true,
  docsFolder: true,
  domains: true,
  deploymentKind: true,
  model: true,
  features: true,
  asDraft: true,
  excludeOrphans: true,
};

export async function updateProject(
  tx: Transaction<ProjectTables>,
  deps: ProjectDeps,
  request: {
    readonly author: Principal;
    readonly id: string;
    readonly ifMatch: string | undefined;
    /** `undefined` if unchanged. */
    readonly repository: string | undefined;
    readonly body: UpdateProjectBody;
  },
): Promise<ProjectRow> {
  const { author, id, body } = request;
  const { organizationId } = author;
  // Concurrent changes are serialized: the second change is based on the first.
  if (!(await lockProject(tx, organizationId, id))) throw projectNotFound(id);
  const before = await requireProject(tx, organizationId, id);
  requireUnchanged(request.ifMatch, before);
  const { domains: oldDomains, created_at: _created, updated_at: _updated, ...old } = before;
  const isOtherModel = body.model !== undefined && body.model !== old.model;
  const modelsOwner = isOtherModel ? await findModelsOwner(tx, id) : undefined;
  if (modelsOwner !== undefined) throw projectHasModels(id, { model: old.model, owner: modelsOwner });
  const fields: ProjectFields = {
    ...old,
    ...(body.name !== undefined && { name: body.name.trim() }),
    ...(request.repository !== undefined && { repository: request.repository }),
    ...(body.branch !== undefined && { branch: requireBranch(body.branch) }),
    ...(body.docsFolder !== undefined && { docs_folder: parseDocsFolder(body.docsFolder) }),
    ...(body.deploymentKind !== undefined && { deployment_kind: body.deploymentKind }),
    ...(body.model !== undefined && body.model !== old.model && { model: requireModel(deps, body.model) }),
    features: changeFeatures(
      { kind: old.deployment_kind, features: old.features },
      { kind: body.deploymentKind ?? old.deployment_kind, features: body.features ?? {} },
    ),
    ...(body.asDraft !== undefined && { as_draft: body.asDraft }),
    ...(body.excludeOrphans !== undefined && { exclude_orphans: body.excludeOrphans }),
  };
  const domains = body.domains === undefined ? oldDomains : parseDomains(body.domains);
  requireWithinBinding(author, before, { before, after: { ...fields, domains } });
  await updateProjectRow(tx, fields);
  if (body.domains !== undefined) await saveDomains(tx, fields, domains);
  const changed = Object.keys(body).filter((name) => name in fieldNames);
  await recordAuditEvent(tx, author, {
    action: 'project.updated',
    target: { kind: 'project', id, name: fields.name },
    details: { fields: changed },
  });
  const project = await requireProject(tx, organizationId, id);
  await deps.onSaved?.(tx, { project, changed, author: author.actor.name });
  return project;
}

async function requireProject(tx: Transaction<ProjectTables>, organizationId: string, id: string): Promise<ProjectRow> {
  const row = await findProject(tx, organizationId, id);
  if (row === undefined) throw projectNotFound(id);
  return row;
}

function parseDomains(domains: readonly string[]): string[] {
  return [...new Set(domains.map((domain, index) => parseDomain(domain, `/domains/${index}`)))];
}

async function saveDomains(
  tx: Transaction<ProjectTables>,
  fields: ProjectFields,
  domains: readonly string[],
): Promise<void> {
  const project = { id: fields.id, organizationId: fields.organization_id };
  const taken = await replaceDomains(tx, project, domains);
  if (taken !== undefined) throw domainTaken(taken);
}

export interface ResolveDeps extends Pick<ProjectDeps, 'rules' | 'findConnected'> {
  readonly localCodeHost: {
    findRepository(organizationId: string, name: string): Promise<{ readonly path: string } | undefined>;
  };
}

/**
 * Converts a repository address to its stored form, if the organization may use it. Called before a transaction starts:
 * a lookup inside a transaction would wait for a second connection, and concurrent requests could block each other.
 * @throws {ApiError} invalid_repository
 */
export async function resolveRepository(deps: ResolveDeps, organizationId: string, text: string): Promise<string> {
  const address = parseRepositoryAddress(text, await rulesOf(deps.rules, organizationId));
  if (address.kind === 'local') {
    const repository = await deps.localCodeHost.findRepository(organizationId, address.name);
    if (repository !== undefined) return toLocalAddress(repository.path);
    throw invalidRepository(text, 'an existing repository; create one with POST /v1/repositories');
  }
  if (!(await mayUse(deps, organizationId, address))) throw notConnected(toWebAddress(address));
  return toStoredAddress(address);
}

/** Chooses the model of a new project. If the organization has its own model, the project must use it. */
function chooseModel(deps: ProjectDeps, given: string | undefined, ofOrganization: string | undefined): string {
  if (ofOrganization === undefined) return requireModel(deps, given ?? deps.defaultModel);
  if (given === undefined || given === ofOrganization) return ofOrganization;
  throw new ApiError(
    'invalid_request',
    `Projects of this organization start with its model "${ofOrganization}". Omit \`model\`, and set the project's own models afterwards.`,
    { details: [{ path: '/model', message: `must be "${ofOrganization}"` }] },
  );
}

function requireModel(deps: ProjectDeps, model: string): string {
  if (deps.isKnownModel(model)) return model;
  throw new ApiError(
    'invalid_request',
    `The model "${model}" is not configured on this installation. Use "${deps.defaultModel}".`,
    {
      details: [{ path: '/model', message: 'must be a configured model' }],
    },
  );
}

/** Parses a folder of the repository, without a leading or trailing slash; `''` is the root. */
function parseDocsFolder(text: string): string {
  const folder = text.replaceAll(/^\/+|(?<!\/)\/+$/g, '');
  const isSafe =
    folder === '' ||
    folder.split('/').every((segment) => /^(?!\.{1,2}$)[^\\\p{Cc}]+$/u.test(segment) && segment !== '.git');
  if (isSafe) return folder;
  throw new ApiError(
    'invalid_request',
    `"${text}" is not a folder of the repository. Specify a relative path without . or .. segments.`,
    {
      details: [{ path: '/docsFolder', message: 'must be a relative path' }],
    },
  );
}
