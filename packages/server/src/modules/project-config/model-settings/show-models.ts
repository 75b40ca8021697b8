import type { ModelLevel, OrganizationModels, ProjectModels } from '@docwright/contract';
import type { Queryable } from '../../../platform/database/index.ts';
import { findCapacity } from '../../../platform/models/model-capacity.ts';
import type { ModelSettings } from '../../../platform/models/model-settings.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import { findCredentials } from './credentials.ts';
import { selectRowsInUse } from './open-models.ts';
import { selectModels, type ModelSettingsTables, type ModelsOwner, type ModelsRow, type StoredModel } from './store.ts';

/** The models that apply if neither the project nor the organization has its own. */
export interface InstallationModels {
  readonly chain: readonly ModelSettings[];
  readonly embedding: ModelSettings | undefined;
}

interface ShowDeps {
  readonly box: SecretBox;
  readonly installation: InstallationModels;
}

/** Returns the models that apply, in the form for clients: with the names of credentials, never their values. */
export async function showModels(
  db: Queryable<ModelSettingsTables>,
  owner: { readonly organizationId: string; readonly projectId: null },
  deps: ShowDeps,
): Promise<OrganizationModels>;
export async function showModels(
  db: Queryable<ModelSettingsTables>,
  owner: ModelsOwner,
  deps: ShowDeps,
): Promise<ProjectModels>;
export async function showModels(
  db: Queryable<ModelSettingsTables>,
  owner: ModelsOwner,
  { box, installation }: ShowDeps,
): Promise<ProjectModels> {
  const own = await selectModels(db, owner);
  const { writing, searching } = await selectRowsInUse(db, owner);
  // Address and credentials are shown only at the level at which they are set.
  const show = (row: ModelsRow, model: StoredModel) =>
    row.project_id === owner.projectId ? toShown(model) : toShownElsewhere(model);
  const models =
    writing === undefined
      ? installation.chain.map((model) => toShownElsewhere(model))
      : writing.models.map((model) => show(writing, model));
  const isReadable = (row: ModelsRow | undefined) => row === undefined || findCredentials(box, row) !== undefined;
  return {
    source: levelOf(writing),
    models,
    seesImages: findCapacity(writing?.models.map(toSettings) ?? installation.chain).seesImages === true,
    embedding: showEmbedding(searching, show, installation),
    credentialsReadable: isReadable(own) && isReadable(writing) && isReadable(searching),
    updatedAt: own?.updated_at.toISOString() ?? null,
  };
}

/** Returns a stored model without its credentials. */
const toSettings = ({ provider, model, seesImages }: StoredModel): ModelSettings => ({ provider, model, seesImages });

function showEmbedding(
  row: ModelsRow | undefined,
  show: (row: ModelsRow, model: StoredModel) => ShownModel,
  { embedding }: InstallationModels,
): ProjectModels['embedding'] {
  if (row !== undefined && row.embedding !== null) return { source: levelOf(row), model: show(row, row.embedding) };
  return embedding === undefined ? null : { source: 'installation', model: toShownElsewhere(embedding) };
}

/** Returns the level to which a row's models belong. */
export function levelOf(row: ModelsRow | undefined): ModelLevel {
  if (row === undefined) return 'installation';
  return row.project_id === null ? 'organization' : 'project';
}

type ShownModel = ProjectModels['models'][number];

const toShown = (stored: StoredModel): ShownModel => ({
  ...toShownElsewhere(stored),
  baseUrl: stored.baseUrl === '' ? null : stored.baseUrl,
  region: stored.region === '' ? null : stored.region,
  credentials: [...stored.credentials],
});

const toShownElsewhere = (settings: ModelSettings | StoredModel): ShownModel => {
  const { provider, model, prices, contextTokens = null, outputTokens = null, seesImages = null } = settings;
  return {
    provider,
    model,
    baseUrl: null,
    region: null,
    credentials: [],
    prices: prices === undefined || prices === null ? null : toPrices(prices),
    contextTokens,
    outputTokens,
    seesImages,
  };
};

function toPrices(
  prices: NonNullable<ModelSettings['prices']>,
): NonNullable<ProjectModels['models'][number]['prices']> {
  const { inputUsdPerMillion, outputUsdPerMillion, cachedInputUsdPerMillion, cacheWriteUsdPerMillion } = prices;
  return {
    inputUsdPerMillion,
    outputUsdPerMillion,
    ...(cachedInputUsdPerMillion !== undefined && { cachedInputUsdPerMillion }),
    ...(cacheWriteUsdPerMillion !== undefined && { cacheWriteUsdPerMillion }),
  };
}
