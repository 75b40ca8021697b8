import type { SetProjectModelsBody } from '@docwright/contract';
import type { Transaction } from 'kysely';
import {
  credentialNames,
  mayEmbed,
  resolveModelSettings,
  type ModelSettings,
} from '../../../platform/models/model-settings.ts';
import { ModelSettingsError } from '../../../platform/models/errors.ts';
import { requireUnbound, requireUnchanged, type Principal } from '../../../platform/http/index.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import {
  lockProject,
  lockProjectList,
  projectNotFound,
  setModelOfProjects,
  setProjectModel,
  type ProjectTables,
} from '../projects/index.ts';
import { findCredentials, sealCredentials, type Credentials } from './credentials.ts';
import { modelSettingsInvalid } from './errors.ts';
import { selectRowsInUse } from './open-models.ts';
import {
  deleteModels,
  selectModels,
  upsertModels,
  type ModelSettingsTables,
  type ModelsOwner,
  type ModelsRow,
  type StoredModel,
} from './store.ts';

type Tables = ModelSettingsTables & ProjectTables;
type GivenModel = SetProjectModelsBody['models'][number];

/**
 * Replaces a project's or the organization's models.
 * @throws {ApiError} not_found, model_settings_invalid, precondition_failed
 */
export async function saveModels(
  tx: Transaction<Tables>,
  box: SecretBox,
  request: {
    readonly principal: Principal;
    /** ID of the project; null for the organization's models. */
    readonly projectId: string | null;
    readonly body: SetProjectModelsBody;
    readonly ifMatch: string | undefined;
    /** The installation's model. */
    readonly defaultModel: string;
  },
): Promise<ModelsRow> {
  const { principal, projectId, body, defaultModel } = request;
  const owner: ModelsOwner = { organizationId: principal.organizationId, projectId };
  await lockOwner(tx, owner);
  const before = await selectModels(tx, owner);
  requireUnchanged(request.ifMatch, before);
  const earlier = before === undefined ? [] : listModels(before);
  const given = [...body.models, ...(body.embedding ? [body.embedding] : [])];
  if (projectId !== null) requireKnownAddresses(principal, { projectId, models: given, before: earlier });
  const opened = before && findCredentials(box, before);
  const kept = { models: earlier, credentials: opened };
  const findAll = (model: GivenModel): Credentials => readCredentials(model) ?? findKept(model, kept) ?? {};
  const credentials = body.models.map(findAll);
  const models = body.models.map((model, index) => toStored(model, credentials[index] ?? {}, index));
  const search = chooseEmbedding(body.embedding, before, { findAll, opened });
  const row = await upsertModels(tx, {
    project_id: projectId,
    organization_id: owner.organizationId,
    models,
    embedding: search?.model ?? null,
    credentials: sealCredentials(box, owner, search === undefined ? credentials : [...credentials, search.credentials]),
    key_id: box.keyId,
  });
  if (models.length > 0 || (before?.models.length ?? 0) > 0) await renameModel(tx, owner, defaultModel);
  return row;
}

/**
 * Locks an owner's models. The organization's models also determine the names that new and existing projects show, so
 * all of these changes are serialized.
 */
async function lockOwner(tx: Transaction<Tables>, { organizationId, projectId }: ModelsOwner): Promise<void> {
  await lockProjectList(tx, organizationId);
  if (projectId !== null && !(await lockProject(tx, organizationId, projectId))) throw projectNotFound(projectId);
}

/** Projects show the name of the model that applies to them. */
async function renameModel(tx: Transaction<Tables>, owner: ModelsOwner, defaultModel: string): Promise<void> {
  const { organizationId, projectId } = owner;
  const { writing } = await selectRowsInUse(tx, owner);
  const model = writing === undefined ? defaultModel : labelOf(writing.models[0]);
  if (projectId === null) await setModelOfProjects(tx, organizationId, model);
  else await setProjectModel(tx, projectId, model);
}

/** Returns `undefined` for no model. Omitted fields are unchanged. */
function chooseEmbedding(
  given: GivenModel | null | undefined,
  before: ModelsRow | undefined,
  parts: {
    readonly findAll: (model: GivenModel) => Credentials;
    readonly opened: readonly Credentials[] | undefined;
  },
): { readonly model: StoredModel; readonly credentials: Credentials } | undefined {
  if (given === null) return undefined;
  if (given !== undefined) {
    const credentials = parts.findAll(given);
    return { model: toStoredEmbedding(given, credentials), credentials };
  }
  if (before === undefined || before.embedding === null) return undefined;
  return { model: before.embedding, credentials: parts.opened?.[before.models.length] ?? {} };
}

/** The agent sends its input to a model's address, so a key that is bound to the project can't choose one. */
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
  requireUnbound(principal, `use models at "${tidyUrl(foreign.baseUrl)}"`, {
    action: 'project_models.updated',
    target: { kind: 'project', id: request.projectId },
  });
}

/**
 * Deletes the models, so that the models of the next level apply: the organization's, or the installation's.
 * @throws {ApiError} not_found
 */
export async function removeModels(
  tx: Transaction<Tables>,
  { defaultModel, ...owner }: ModelsOwner & { readonly defaultModel: string },
): Promise<void> {
  await lockOwner(tx, owner);
  const before = await selectModels(tx, owner);
  if (before === undefined) return;
  await deleteModels(tx, owner);
  if (before.models.length > 0) await renameModel(tx, owner, defaultModel);
}

/** Lists models in the order of their credentials. */
export const listModels = ({ models, embedding }: Pick<ModelsRow, 'models' | 'embedding'>): readonly StoredModel[] =>
  embedding === null ? models : [...models, embedding];

/** Returns the label `provider/model` in projects and jobs. */
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
 * Keeps credentials only for the address for which they were set. Otherwise, anyone with permission to change a model
 * could have its key sent to another address. If several models have that address, the credentials of the model with
 * the same name are kept.
 */
function findKept(
  model: GivenModel,
  kept: { readonly models: readonly StoredModel[]; readonly credentials: readonly Credentials[] | undefined },
): Credentials | undefined {
  const there = kept.models.flatMap((one, index) => {
    const { provider, baseUrl, region } = one;
    const isThere =
      provider === model.provider && baseUrl === tidyUrl(model.baseUrl) && region === (model.region ?? '').trim();
    return isThere ? [{ name: one.model, credentials: kept.credentials?.[index] }] : [];
  });
  return (there.find(({ name }) => name === model.model.trim()) ?? there[0])?.credentials;
}

const tidyUrl = (url: string | undefined): string => (url ?? '').trim().replace(/(?<!\/)\/+$/, '');

/** @throws {ApiError} model_settings_invalid, for example if the provider has no embedding models */
function toStoredEmbedding(model: GivenModel, credentials: Credentials): StoredModel {
  if (!mayEmbed(model.provider))
    throw modelSettingsInvalid('embedding', `the provider "${model.provider}" has no embedding models`);
  return toStored(model, credentials, 'embedding');
}

function toStored(model: GivenModel, credentials: Credentials, index: number | 'embedding'): StoredModel {
  const { provider, prices, baseUrl, region, contextTokens, outputTokens, seesImages } = model;
  const settings: ModelSettings = { provider, model: model.model, baseUrl: tidyUrl(baseUrl), ...credentials };
  try {
    const resolved = resolveModelSettings({ ...settings, ...(region !== undefined && { region }) });
    return {
      provider,
      // The rules engine has one name, regardless of what was entered.
      model: provider === 'builtin' ? 'rules-1' : resolved.model,
      baseUrl: tidyUrl(baseUrl),
      region: resolved.region,
      prices: prices ?? null,
      ...(contextTokens !== undefined && { contextTokens }),
      ...(outputTokens !== undefined && { outputTokens }),
      ...(seesImages !== undefined && { seesImages }),
      credentials: Object.keys(credentials),
    };
  } catch (error) {
    if (error instanceof ModelSettingsError) throw modelSettingsInvalid(index, error.message);
    throw error;
  }
}
