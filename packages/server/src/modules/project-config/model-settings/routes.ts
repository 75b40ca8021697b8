import { operations, type ModelTests, type SetProjectModelsBody } from '@docwright/contract';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import { ApiError, mayUseProject, type OperationRoutes, type Principal } from '../../../platform/http/index.ts';
import { HttpClientError, type CheckUrl } from '../../../platform/http-client/index.ts';
import { findBaseUrl, type ModelSettings } from '../../../platform/models/model-settings.ts';
import { SecretBoxError, type SecretBox } from '../../../platform/secret-box/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { findProject, projectNotFound, type ProjectRow, type ProjectTables } from '../projects/index.ts';
import { modelSettingsInvalid, noModels } from './errors.ts';
import { openSearching, openWriting, selectRowsInUse, type ProjectName } from './open-models.ts';
import { labelOf, listModels, removeModels, saveModels } from './save-models.ts';
import { levelOf, showModels, type InstallationModels } from './show-models.ts';
import type { ModelSettingsTables, ModelsOwner } from './store.ts';
import { testModels, type ModelToTry, type TryModel } from './test-models.ts';

export interface ModelSettingsRouteDeps {
  readonly database: Database<ModelSettingsTables & ProjectTables>;
  readonly secretBox: SecretBox;
  /** The installation's models, starting with the given one. */
  readonly installationModels: (model: string) => readonly ModelSettings[];
  /** The installation's model for searches. */
  readonly installationEmbedding: ModelSettings | undefined;
  readonly defaultModel: string;
  readonly tryModel: TryModel;
  /** Checks a model's address before the model is called. */
  readonly checkUrl: CheckUrl;
}

export function registerModelSettingsRoutes(routes: OperationRoutes, deps: ModelSettingsRouteDeps): void {
  const { kysely } = deps.database;
  const show = async (owner: ProjectName) =>
    showModels(kysely, owner, showDeps(deps, await requireProject(kysely, owner)));

  routes.handle(operations.getProjectModels, ({ principal, params }) => show(requireName(principal, params.projectId)));
  routes.handle(operations.setProjectModels, async ({ principal, params, body, ifMatch }) => {
    const owner = requireName(principal, params.projectId);
    await setModels(deps, { principal, owner, body, ifMatch });
    return show(owner);
  });
  routes.handle(operations.deleteProjectModels, ({ principal, params }) =>
    deleteModels(deps, principal, requireName(principal, params.projectId)),
  );
  routes.handle(operations.testProjectModels, async ({ principal, params, body, signal }) => {
    const owner = requireName(principal, params.projectId);
    const project = await requireProject(kysely, owner);
    const installation = installationOf(deps, project);
    return testInUse(deps, { principal, owner, installation, name: project.name, model: body.model, signal });
  });
  registerOrganizationRoutes(routes, deps);
}

function registerOrganizationRoutes(routes: OperationRoutes, deps: ModelSettingsRouteDeps): void {
  const ownerOf = ({ organizationId }: Principal) => ({ organizationId, projectId: null });
  const show = (principal: Principal) => showModels(deps.database.kysely, ownerOf(principal), showDeps(deps));

  routes.handle(operations.getOrganizationModels, ({ principal }) => show(principal));
  routes.handle(operations.setOrganizationModels, async ({ principal, body, ifMatch }) => {
    await setModels(deps, { principal, owner: ownerOf(principal), body, ifMatch });
    return show(principal);
  });
  routes.handle(operations.deleteOrganizationModels, ({ principal }) =>
    deleteModels(deps, principal, ownerOf(principal)),
  );
  routes.handle(operations.testOrganizationModels, ({ principal, body, signal }) => {
    const installation = installationOf(deps);
    return testInUse(deps, { principal, owner: ownerOf(principal), installation, model: body.model, signal });
  });
}

async function setModels(
  deps: ModelSettingsRouteDeps,
  request: {
    readonly principal: Principal;
    readonly owner: ModelsOwner;
    readonly body: SetProjectModelsBody;
    readonly ifMatch: string | undefined;
  },
): Promise<void> {
  const { principal, owner, body, ifMatch } = request;
  if (body.models.length === 0 && body.embedding === undefined) throw noModels();
  for (const [index, model] of body.models.entries()) await requireAddress(deps.checkUrl, model, index);
  if (body.embedding) await requireAddress(deps.checkUrl, body.embedding, 'embedding');
  const { defaultModel } = deps;
  await deps.database.kysely.transaction().execute(async (tx) => {
    const change = { principal, projectId: owner.projectId, body, ifMatch, defaultModel };
    const saved = await saveModels(tx, deps.secretBox, change);
    await recordAuditEvent(tx, principal, {
      ...auditEvent(owner, 'updated'),
      details: { models: listModels(saved).map(labelOf) },
    });
  });
}

async function deleteModels(deps: ModelSettingsRouteDeps, principal: Principal, owner: ModelsOwner): Promise<void> {
  await deps.database.kysely.transaction().execute(async (tx) => {
    await removeModels(tx, { ...owner, defaultModel: deps.defaultModel });
    await recordAuditEvent(tx, principal, auditEvent(owner, 'deleted'));
  });
}

async function testInUse(
  deps: ModelSettingsRouteDeps,
  request: {
    readonly principal: Principal;
    readonly owner: ModelsOwner;
    /** The project's name. */
    readonly name?: string;
    readonly installation: InstallationModels;
    readonly model: string | undefined;
    readonly signal: AbortSignal;
  },
): Promise<ModelTests> {
  const { principal, owner, installation, name, model, signal } = request;
  const { kysely } = deps.database;
  const { writing, searching } = await selectRowsInUse(kysely, owner);
  const chain = opened(() => openWriting(deps.secretBox, writing)) ?? installation.chain;
  const embedding = opened(() => openSearching(deps.secretBox, searching)) ?? installation.embedding;
  const { action, target } = auditEvent(owner, 'tested');
  // Recorded before the models are called, because calls cost money even without a response.
  await recordAuditEvent(kysely, principal, { action, target: { ...target, ...(name !== undefined && { name }) } });
  const all: ModelToTry[] = chain.map((settings) => ({ settings, source: levelOf(writing), purpose: 'text' }));
  if (embedding !== undefined) all.push({ settings: embedding, source: levelOf(searching), purpose: 'embedding' });
  return testModels(all, deps.tryModel, { model, signal });
}

const auditEvent = ({ organizationId, projectId }: ModelsOwner, verb: 'updated' | 'deleted' | 'tested') =>
  projectId === null
    ? { action: `organization_models.${verb}`, target: { kind: 'organization', id: organizationId } }
    : { action: `project_models.${verb}`, target: { kind: 'project', id: projectId } };

/** Requires an allowed address. Called before the transaction, because it resolves host names. */
async function requireAddress(
  checkUrl: CheckUrl,
  model: Pick<ModelSettings, 'provider' | 'baseUrl'>,
  place: number | 'embedding',
): Promise<void> {
  const baseUrl = findBaseUrl(model);
  // Invalid addresses are reported by the code that parses them.
  if (!URL.canParse(baseUrl)) return;
  await checkUrl(baseUrl).catch((error: unknown) => {
    throw error instanceof HttpClientError ? modelSettingsInvalid(place, describeRefusal(error, baseUrl)) : error;
  });
}

/** Returns the installation's models for a project; without one, those for projects that haven't selected a model. */
const installationOf = (deps: ModelSettingsRouteDeps, project?: ProjectRow): InstallationModels => ({
  chain: deps.installationModels(project?.model ?? deps.defaultModel),
  embedding: deps.installationEmbedding,
});

const showDeps = (deps: ModelSettingsRouteDeps, project?: ProjectRow) => ({
  box: deps.secretBox,
  installation: installationOf(deps, project),
});

/** Reports credentials that can't be decrypted as invalid settings. */
function opened<T>(open: () => T): T {
  try {
    return open();
  } catch (error) {
    throw error instanceof SecretBoxError ? new ApiError('model_settings_invalid', error.message) : error;
  }
}

function describeRefusal({ code, message }: HttpClientError, baseUrl: string): string {
  const reason = message.replace(/\.$/, '');
  if (code !== 'address-refused' && code !== 'scheme-refused') return reason;
  return `${reason}. To allow it, set DOCWRIGHT_PRIVATE_MODEL_HOSTS=${new URL(baseUrl).origin} in the installation's settings`;
}

function requireName(principal: Principal, projectId: string): ProjectName {
  if (!mayUseProject(principal, projectId)) throw projectNotFound(projectId);
  return { organizationId: principal.organizationId, projectId };
}

async function requireProject(
  db: Queryable<ProjectTables>,
  { organizationId, projectId }: ProjectName,
): Promise<ProjectRow> {
  const project = await findProject(db, organizationId, projectId);
  if (project === undefined) throw projectNotFound(projectId);
  return project;
}
