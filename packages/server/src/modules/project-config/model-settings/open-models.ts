import type { Queryable } from '../../../platform/database/index.ts';
// Not imported from the platform's index, which would load every provider's package into the API.
import type { ModelSettings } from '../../../platform/models/model-settings.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import { openCredentials, type Credentials } from './credentials.ts';
import {
  selectModels,
  selectModelsInUse,
  type ModelSettingsTables,
  type ModelsOwner,
  type ModelsRow,
  type StoredModel,
} from './store.ts';

export interface ProjectName {
  readonly organizationId: string;
  readonly projectId: string;
}

/** The rows that apply to a project; `undefined` for the installation's settings. */
export interface RowsInUse {
  readonly writing: ModelsRow | undefined;
  readonly searching: ModelsRow | undefined;
}

/** Selects the project's own models, or the organization's if the project has none; the database's view decides. */
export async function selectRowsInUse(db: Queryable<ModelSettingsTables>, owner: ModelsOwner): Promise<RowsInUse> {
  const { organizationId, projectId } = owner;
  if (projectId === null) return toRowsInUse(await selectModels(db, owner));
  const inUse = await selectModelsInUse(db, { organizationId, projectId });
  const sources = [inUse?.writing_source, inUse?.embedding_source];
  const own = sources.includes('project') ? await selectModels(db, owner) : undefined;
  const shared = sources.includes('organization')
    ? await selectModels(db, { organizationId, projectId: null })
    : undefined;
  const pick = (source: 'project' | 'organization' | null | undefined) =>
    source === 'project' ? own : source === 'organization' ? shared : undefined;
  return { writing: pick(inUse?.writing_source), searching: pick(inUse?.embedding_source) };
}

const toRowsInUse = (row: ModelsRow | undefined): RowsInUse => ({
  writing: row !== undefined && row.models.length > 0 ? row : undefined,
  searching: row !== undefined && row.embedding !== null ? row : undefined,
});

/**
 * Opens the models of a project or its organization with their credentials, in order, or `undefined` if neither has
 * any.
 * @throws SecretBoxError
 */
export async function openProjectModels(
  db: Queryable<ModelSettingsTables>,
  box: SecretBox,
  project: ProjectName,
): Promise<readonly ModelSettings[] | undefined> {
  return openWriting(box, (await selectRowsInUse(db, project)).writing);
}

/**
 * Opens the model of a project or its organization that compares searches by meaning, or `undefined` if neither has
 * one.
 * @throws SecretBoxError
 */
export async function openProjectEmbedding(
  db: Queryable<ModelSettingsTables>,
  box: SecretBox,
  project: ProjectName,
): Promise<ModelSettings | undefined> {
  return openSearching(box, (await selectRowsInUse(db, project)).searching);
}

/** Whether the project or its organization has models that write text. The rules engine isn't one of them. */
export async function hasProjectModels(db: Queryable<ModelSettingsTables>, project: ProjectName): Promise<boolean> {
  const inUse = await selectModelsInUse(db, project);
  return inUse?.models?.some(({ provider }) => provider !== 'builtin') ?? false;
}

/** @throws SecretBoxError */
export function openWriting(box: SecretBox, row: ModelsRow | undefined): readonly ModelSettings[] | undefined {
  if (row === undefined) return undefined;
  const credentials = openCredentials(box, row);
  return row.models.map((model, index) => toModelSettings(model, credentials[index] ?? {}));
}

/** @throws SecretBoxError */
export function openSearching(box: SecretBox, row: ModelsRow | undefined): ModelSettings | undefined {
  if (row === undefined || row.embedding === null) return undefined;
  return toModelSettings(row.embedding, openCredentials(box, row)[row.models.length] ?? {});
}

function toModelSettings(model: StoredModel, credentials: Credentials): ModelSettings {
  const { credentials: _names, prices, ...rest } = model;
  return { ...rest, ...credentials, ...(prices !== null && { prices }) };
}
