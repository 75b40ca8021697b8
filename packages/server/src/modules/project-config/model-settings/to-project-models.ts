import type { ProjectModels } from '@docwright/contract';
import type { ModelSettings } from '../../../platform/models/model-settings.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import { findCredentials } from './credentials.ts';
import type { ProjectModelsRow, StoredModel } from './store.ts';

/** As clients see them: names of credentials, never values. */
export function toProjectModels(
  row: ProjectModelsRow,
  box: SecretBox,
  installation: InstallationModels,
): ProjectModels {
  const { models, embedding } = toInstallationModels(installation);
  const isOwn = row.models.length > 0;
  return {
    source: isOwn ? 'project' : 'installation',
    models: isOwn ? row.models.map(toShown) : models,
    embedding: row.embedding === null ? embedding : { source: 'project', model: toShown(row.embedding) },
    credentialsReadable: findCredentials(box, row) !== undefined,
    updatedAt: row.updated_at.toISOString(),
  };
}

/** For a project without its own settings. */
export interface InstallationModels {
  readonly chain: readonly ModelSettings[];
  readonly embedding: ModelSettings | undefined;
}

export function toInstallationModels({ chain, embedding }: InstallationModels): ProjectModels {
  return {
    source: 'installation',
    models: chain.map(toShownOfInstallation),
    embedding: embedding === undefined ? null : { source: 'installation', model: toShownOfInstallation(embedding) },
    credentialsReadable: true,
    updatedAt: null,
  };
}

type ShownModel = ProjectModels['models'][number];

const toShown = ({ provider, model, baseUrl, region, credentials, prices }: StoredModel): ShownModel => ({
  provider,
  model,
  baseUrl: baseUrl === '' ? null : baseUrl,
  region: region === '' ? null : region,
  credentials: [...credentials],
  prices: prices === null ? null : toPrices(prices),
});

/** Address and credentials of the installation are only for its operator. */
const toShownOfInstallation = ({ provider, model, prices }: ModelSettings): ShownModel => ({
  provider,
  model,
  baseUrl: null,
  region: null,
  credentials: [],
  prices: prices === undefined ? null : toPrices(prices),
});

function toPrices(
  prices: NonNullable<ModelSettings['prices']>,
): NonNullable<ProjectModels['models'][number]['prices']> {
  const { inputUsdPerMillion, outputUsdPerMillion, cachedInputUsdPerMillion } = prices;
  return {
    inputUsdPerMillion,
    outputUsdPerMillion,
    ...(cachedInputUsdPerMillion !== undefined && { cachedInputUsdPerMillion }),
  };
}
