import { operations } from '@docwright/contract';
import type { Database } from '../../platform/database/index.ts';
import { ApiError, mayUseProject, type OperationRoutes, type Principal } from '../../platform/http/index.ts';
import { HttpClientError, type CheckUrl } from '../../platform/http-client/index.ts';
import { findBaseUrl, type ModelSettings } from '../../platform/models/model-settings.ts';
import { SecretBoxError, type SecretBox } from '../../platform/secret-box/index.ts';
import { recordAuditEvent } from '../audit-log/index.ts';
import { findProject, projectNotFound, type ProjectRow, type ProjectTables } from '../projects/index.ts';
import type { ProjectName } from './credentials.ts';
import { modelSettingsInvalid } from './errors.ts';
import { openProjectModels } from './open-models.ts';
import { labelOf, removeModels, saveModels } from './save-models.ts';
import { selectProjectModels, type ModelSettingsTables } from './store.ts';
import { testModels, type TryModel } from './test-models.ts';
import { toInstallationModels, toProjectModels } from './to-project-models.ts';

export interface ModelSettingsRouteDeps {
  readonly database: Database<ModelSettingsTables & ProjectTables>;
  readonly secretBox: SecretBox;
  /** The installation's models for a project that has none of its own. */
  readonly installationModels: (model: string) => readonly ModelSettings[];
  readonly defaultModel: string;
  readonly tryModel: TryModel;
  /** What can be said of a model's address before it is asked. */
  readonly checkUrl: CheckUrl;
}

export function registerModelSettingsRoutes(routes: OperationRoutes, deps: ModelSettingsRouteDeps): void {
  const { kysely } = deps.database;

  routes.handle(operations.getProjectModels, async ({ principal, params }) => {
    const project = await requireProject(deps, principal, params.projectId);
    const row = await selectProjectModels(kysely, toName(project));
    if (row !== undefined) return toProjectModels(row, deps.secretBox);
    return toInstallationModels(deps.installationModels(project.model));
  });
  routes.handle(operations.setProjectModels, async ({ principal, params, body, ifMatch }) => {
    const { projectId } = requireName(principal, params.projectId);
    await requireAddresses(deps.checkUrl, body.models);
    const row = await kysely.transaction().execute(async (tx) => {
      const saved = await saveModels(tx, deps.secretBox, { principal, projectId, body, ifMatch });
      await recordAuditEvent(tx, principal, {
        action: 'project_models.updated',
        target: { kind: 'project', id: projectId },
        details: { models: saved.models.map(labelOf) },
      });
      return saved;
    });
    return toProjectModels(row, deps.secretBox);
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
    const project = await requireProject(deps, principal, params.projectId);
    const own = await openProjectModels(kysely, deps.secretBox, toName(project)).catch((error: unknown) => {
      throw error instanceof SecretBoxError ? new ApiError('model_settings_invalid', error.message) : error;
    });
    // Before the models are asked: it costs something also where no answer comes.
    await recordAuditEvent(kysely, principal, {
      action: 'project_models.tested',
      target: { kind: 'project', id: project.id, name: project.name },
    });
    const source = own === undefined ? 'installation' : 'project';
    const chain = own ?? deps.installationModels(project.model);
    return testModels(chain, deps.tryModel, { source, model: body.model, signal });
  });
}

/** Before the transaction: names are looked up. */
async function requireAddresses(
  checkUrl: CheckUrl,
  models: readonly Pick<ModelSettings, 'provider' | 'baseUrl'>[],
): Promise<void> {
  for (const [index, model] of models.entries()) {
    const baseUrl = findBaseUrl(model);
    // What is no address at all is told by what reads it.
    if (!URL.canParse(baseUrl)) continue;
    await checkUrl(baseUrl).catch((error: unknown) => {
      throw error instanceof HttpClientError ? modelSettingsInvalid(index, describeRefusal(error, baseUrl)) : error;
    });
  }
}

function describeRefusal({ code, message }: HttpClientError, baseUrl: string): string {
  const reason = message.replace(/\.$/, '');
  if (code !== 'address-refused' && code !== 'scheme-refused') return reason;
  return `${reason}. DOCWRIGHT_PRIVATE_MODEL_HOSTS=${new URL(baseUrl).origin} in the installation’s settings allows it`;
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
  deps: ModelSettingsRouteDeps,
  principal: Principal,
  projectId: string,
): Promise<ProjectRow> {
  const { organizationId } = requireName(principal, projectId);
  const project = await findProject(deps.database.kysely, organizationId, projectId);
  if (project === undefined) throw projectNotFound(projectId);
  return project;
}
