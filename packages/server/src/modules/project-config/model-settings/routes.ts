import { operations } from '@docwright/contract';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import { ApiError, mayUseProject, type OperationRoutes, type Principal } from '../../../platform/http/index.ts';
import { HttpClientError, type CheckUrl } from '../../../platform/http-client/index.ts';
import { findBaseUrl, type ModelSettings } from '../../../platform/models/model-settings.ts';
import { SecretBoxError, type SecretBox } from '../../../platform/secret-box/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { findProject, projectNotFound, type ProjectRow, type ProjectTables } from '../projects/index.ts';
import type { ProjectName } from './credentials.ts';
import { modelSettingsInvalid, noModels } from './errors.ts';
import { openProjectEmbedding, openProjectModels } from './open-models.ts';
import { labelOf, listModels, removeModels, saveModels } from './save-models.ts';
import { selectProjectModels, type ModelSettingsTables } from './store.ts';
import { testModels, type ModelToTry, type TryModel } from './test-models.ts';
import { toInstallationModels, toProjectModels, type InstallationModels } from './to-project-models.ts';

export interface ModelSettingsRouteDeps {
  readonly database: Database<ModelSettingsTables & ProjectTables>;
  readonly secretBox: SecretBox;
  /** The installation's models for a project without its own. */
  readonly installationModels: (model: string) => readonly ModelSettings[];
  /** Its model for searching such a project. */
  readonly installationEmbedding: ModelSettings | undefined;
  readonly defaultModel: string;
  readonly tryModel: TryModel;
  /** Checks a model's address before the model is called. */
  readonly checkUrl: CheckUrl;
}

export function registerModelSettingsRoutes(routes: OperationRoutes, deps: ModelSettingsRouteDeps): void {
  const { kysely } = deps.database;

  routes.handle(operations.getProjectModels, async ({ principal, params }) => {
    const project = await requireProject(kysely, principal, params.projectId);
    const row = await selectProjectModels(kysely, toName(project));
    const installation = installationOf(deps, project);
    return row === undefined ? toInstallationModels(installation) : toProjectModels(row, deps.secretBox, installation);
  });
  routes.handle(operations.setProjectModels, async ({ principal, params, body, ifMatch }) => {
    const { projectId } = requireName(principal, params.projectId);
    if (body.models.length === 0 && body.embedding === undefined) throw noModels();
    for (const [index, model] of body.models.entries()) await requireAddress(deps.checkUrl, model, index);
    if (body.embedding) await requireAddress(deps.checkUrl, body.embedding, 'embedding');
    const { defaultModel } = deps;
    const { row, project } = await kysely.transaction().execute(async (tx) => {
      const saved = await saveModels(tx, deps.secretBox, { principal, projectId, body, ifMatch, defaultModel });
      await recordAuditEvent(tx, principal, {
        action: 'project_models.updated',
        target: { kind: 'project', id: projectId },
        details: { models: listModels(saved).map(labelOf) },
      });
      return { row: saved, project: await requireProject(tx, principal, projectId) };
    });
    return toProjectModels(row, deps.secretBox, installationOf(deps, project));
  });
  routes.handle(operations.deleteProjectModels, async ({ principal, params }) => {
    const name = requireName(principal, params.projectId);
    await kysely.transaction().execute(async (tx) => {
      await removeModels(tx, { ...name, defaultModel: deps.defaultModel });
      const target = { kind: 'project', id: params.projectId };
      await recordAuditEvent(tx, principal, { action: 'project_models.deleted', target });
    });
  });
  routes.handle(operations.testProjectModels, async ({ principal, params, body, signal }) => {
    const project = await requireProject(kysely, principal, params.projectId);
    const name = toName(project);
    const own = await opened(openProjectModels(kysely, deps.secretBox, name));
    const embedding = await opened(openProjectEmbedding(kysely, deps.secretBox, name));
    // Before the models are called: calls cost something even without a response.
    await recordAuditEvent(kysely, principal, {
      action: 'project_models.tested',
      target: { kind: 'project', id: project.id, name: project.name },
    });
    const source = own === undefined ? 'installation' : 'project';
    const chain = own ?? deps.installationModels(project.model);
    const search = embedding ?? deps.installationEmbedding;
    const all: ModelToTry[] = chain.map((settings) => ({ settings, source, purpose: 'text' }));
    if (search !== undefined)
      all.push({
        settings: search,
        source: embedding === undefined ? 'installation' : 'project',
        purpose: 'embedding',
      });
    return testModels(all, deps.tryModel, { model: body.model, signal });
  });
}

/** Before the transaction: names are looked up. */
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

const installationOf = (deps: ModelSettingsRouteDeps, { model }: ProjectRow): InstallationModels => ({
  chain: deps.installationModels(model),
  embedding: deps.installationEmbedding,
});

/** Settings whose keys can't be decrypted can't be used. */
async function opened<T>(opening: Promise<T>): Promise<T> {
  return opening.catch((error: unknown) => {
    throw error instanceof SecretBoxError ? new ApiError('model_settings_invalid', error.message) : error;
  });
}

function describeRefusal({ code, message }: HttpClientError, baseUrl: string): string {
  const reason = message.replace(/\.$/, '');
  if (code !== 'address-refused' && code !== 'scheme-refused') return reason;
  return `${reason}. To allow it, set DOCWRIGHT_PRIVATE_MODEL_HOSTS=${new URL(baseUrl).origin} in the installation's settings`;
}

const toName = (project: ProjectRow): ProjectName => ({
  organizationId: project.organization_id,
  projectId: project.id,
});

function requireName(principal: Principal, projectId: string): ProjectName {
  if (!mayUseProject(principal, projectId)) throw projectNotFound(projectId);
  return { organizationId: principal.organizationId, projectId };
}

async function requireProject(
  db: Queryable<ProjectTables>,
  principal: Principal,
  projectId: string,
): Promise<ProjectRow> {
  const { organizationId } = requireName(principal, projectId);
  const project = await findProject(db, organizationId, projectId);
  if (project === undefined) throw projectNotFound(projectId);
  return project;
}
