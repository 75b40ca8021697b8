import type { ProjectModels } from '@docwright/contract';
import type { ModelSettings } from '../../platform/models/model-settings.ts';
import type { SecretBox } from '../../platform/secret-box/index.ts';
import { findCredentials } from './credentials.ts';
import type { ProjectModelsRow } from './store.ts';

/** What clients see: names of credentials, never values. */
export function toProjectModels(row: ProjectModelsRow, box: SecretBox): ProjectModels {
  return {
    source: 'project',
    models: row.models.map(({ provider, model, baseUrl, region, credentials, prices }) => ({
      provider,
      model,
      baseUrl: baseUrl === '' ? null : baseUrl,
      region: region === '' ? null : region,
      credentials: [...credentials],
      prices: prices === null ? null : toPrices(prices),
    })),
    credentialsReadable: findCredentials(box, row) !== undefined,
    updatedAt: row.updated_at.toISOString(),
  };
}

/** Address and credentials of the installation are its operator's matter. */
export function toInstallationModels(chain: readonly ModelSettings[]): ProjectModels {
  return {
    source: 'installation',
    models: chain.map(({ provider, model, prices }) => ({
      provider,
      model,
      baseUrl: null,
      region: null,
      credentials: [],
      prices: prices === undefined ? null : toPrices(prices),
    })),
    credentialsReadable: true,
    updatedAt: null,
  };
}

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
