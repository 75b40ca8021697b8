import type { Queryable } from '../../../platform/database/index.ts';
// Not the platform's index: it would load every provider's package into the API.
import type { ModelSettings } from '../../../platform/models/model-settings.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import { openCredentials, type Credentials, type ProjectName } from './credentials.ts';
import { selectProjectModels, type ModelSettingsTables, type StoredModel } from './store.ts';

/** A project's own models with their credentials, in order, or `undefined` if it has none. @throws SecretBoxError */
export async function openProjectModels(
  db: Queryable<ModelSettingsTables>,
  box: SecretBox,
  project: ProjectName,
): Promise<readonly ModelSettings[] | undefined> {
  const row = await selectProjectModels(db, project);
  if (row === undefined || row.models.length === 0) return undefined;
  const credentials = openCredentials(box, row);
  return row.models.map((model, index) => toModelSettings(model, credentials[index] ?? {}));
}

/**
 * The project's own model for its search, with its credentials, or `undefined` if it has none. @throws SecretBoxError
 */
export async function openProjectEmbedding(
  db: Queryable<ModelSettingsTables>,
  box: SecretBox,
  project: ProjectName,
): Promise<ModelSettings | undefined> {
  const row = await selectProjectModels(db, project);
  if (row === undefined || row.embedding === null) return undefined;
  return toModelSettings(row.embedding, openCredentials(box, row)[row.models.length] ?? {});
}

/** Whether the project has its own models that write text: rules don't. */
export async function hasProjectModels(db: Queryable<ModelSettingsTables>, project: ProjectName): Promise<boolean> {
  const row = await selectProjectModels(db, project);
  return row?.models.some(({ provider }) => provider !== 'builtin') ?? false;
}

export function toModelSettings(model: StoredModel, credentials: Credentials): ModelSettings {
  const { credentials: _names, prices, ...rest } = model;
  return { ...rest, ...credentials, ...(prices !== null && { prices }) };
}
