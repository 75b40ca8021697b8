import type { SetProjectModelsBody } from '@docwright/contract';
import type { Transaction } from 'kysely';
import { credentialNames, resolveModelSettings, type ModelSettings } from '../../platform/models/model-settings.ts';
import { ModelSettingsError } from '../../platform/models/errors.ts';
import { requireUnbound, requireUnchanged, type Principal } from '../../platform/http/index.ts';
import type { SecretBox } from '../../platform/secret-box/index.ts';
import { lockProject, projectNotFound, setProjectModel, type ProjectTables } from '../projects/index.ts';
import { findCredentials, sealCredentials, type Credentials, type ProjectName } from './credentials.ts';
import { modelSettingsInvalid } from './errors.ts';
import {
  deleteProjectModels,
  selectProjectModels,
  upsertProjectModels,
  type ModelSettingsTables,
  type ProjectModelsRow,
  type StoredModel,
} from './store.ts';

type Tables = ModelSettingsTables & ProjectTables;
type GivenModel = SetProjectModelsBody['models'][number];

/** Replaces a project's models. @throws ApiError not_found, model_settings_invalid, precondition_failed */
export async function saveModels(
  tx: Transaction<Tables>,
  box: SecretBox,
  request: {
    readonly principal: Principal;
    readonly projectId: string;
    readonly body: SetProjectModelsBody;
    readonly ifMatch: string | undefined;
  },
): Promise<ProjectModelsRow> {
  const { principal, projectId, body } = request;
  const { organizationId } = principal;
  const name: ProjectName = { organizationId, projectId };
  if (!(await lockProject(tx, organizationId, projectId))) throw projectNotFound(projectId);
  const before = await selectProjectModels(tx, name);
  requireUnchanged(request.ifMatch, before);
  requireKnownAddresses(principal, { projectId, models: body.models, before: before?.models ?? [] });
  const kept = before === undefined ? undefined : { models: before.models, credentials: findCredentials(box, before) };
  const credentials = body.models.map((model) => readCredentials(model) ?? findKept(model, kept) ?? {});
  const models = body.models.map((model, index) => toStored(model, credentials[index] ?? {}, index));
  const row = await upsertProjectModels(tx, {
    project_id: projectId,
    organization_id: organizationId,
    models,
    credentials: sealCredentials(box, name, credentials),
    key_id: box.keyId,
  });
  await setProjectModel(tx, projectId, labelOf(models[0]));
  return row;
}

/** The agent sends what it reads to a model's address: a key that is bound to the project chooses none. */
function requireKnownAddresses(
  principal: Principal,
  request: {
    readonly projectId: string;
    readonly models: readonly GivenModel[];
    readonly before: readonly StoredModel[];
  },
): void {
  const known = new Set(['', ...request.before.map(({ baseUrl }) => baseUrl)]);
  const foreign = request.models.find(({ baseUrl }) => !known.has(tidyUrl(baseUrl)));
  if (foreign === undefined) return;
  requireUnbound(principal, `have models asked at "${tidyUrl(foreign.baseUrl)}"`, {
    action: 'project_models.updated',
    target: { kind: 'project', id: request.projectId },
  });
}

/** The project has the installation's model again. @throws ApiError not_found */
export async function removeModels(
  tx: Transaction<Tables>,
  project: ProjectName & { readonly defaultModel: string },
): Promise<void> {
  const { organizationId, projectId, defaultModel } = project;
  if (!(await lockProject(tx, organizationId, projectId))) throw projectNotFound(projectId);
  if ((await selectProjectModels(tx, project)) === undefined) return;
  await deleteProjectModels(tx, projectId);
  await setProjectModel(tx, projectId, defaultModel);
}

/** `provider/model`, as projects and jobs show it. */
export function labelOf(model: Pick<StoredModel, 'provider' | 'model'> | undefined): string {
  return model === undefined ? '' : `${model.provider}/${model.model}`;
}

function readCredentials(model: GivenModel): Credentials | undefined {
  const request = credentialNames.flatMap((name) => {
    const value = model[name]?.trim();
    return value === undefined || value === '' ? [] : [[name, value] as const];
  });
  return request.length === 0 ? undefined : Object.fromEntries(request);
}

/**
 * Only for the very address that they were given for: else whoever may change a model could send its key to themselves.
 * Of several there, those of the model of the same name.
 */
function findKept(
  model: GivenModel,
  kept:
    | { readonly models: readonly StoredModel[]; readonly credentials: readonly Credentials[] | undefined }
    | undefined,
): Credentials | undefined {
  const there = (kept?.models ?? []).flatMap((one, index) => {
    const { provider, baseUrl, region } = one;
    const isThere =
      provider === model.provider && baseUrl === tidyUrl(model.baseUrl) && region === (model.region ?? '').trim();
    return isThere ? [{ name: one.model, credentials: kept?.credentials?.[index] }] : [];
  });
  return (there.find(({ name }) => name === model.model.trim()) ?? there[0])?.credentials;
}

const tidyUrl = (url: string | undefined): string => (url ?? '').trim().replace(/(?<!\/)\/+$/, '');

function toStored(model: GivenModel, credentials: Credentials, index: number): StoredModel {
  const { provider, prices, baseUrl, region } = model;
  const settings: ModelSettings = { provider, model: model.model, baseUrl: tidyUrl(baseUrl), ...credentials };
  try {
    const resolved = resolveModelSettings({ ...settings, ...(region !== undefined && { region }) });
    return {
      provider,
      // The rules engine has one name, whatever was written.
      model: provider === 'builtin' ? 'rules-1' : resolved.model,
      baseUrl: tidyUrl(baseUrl),
      region: resolved.region,
      prices: prices ?? null,
      credentials: Object.keys(credentials),
    };
  } catch (error) {
    if (error instanceof ModelSettingsError) throw modelSettingsInvalid(index, error.message);
    throw error;
  }
}
