import { rulesModelId } from '@docwright/doc-agent';
// Not imported from the platform's index, which would load all providers' packages into processes that don't call
// models.
import {
  modelProviders,
  parseModelName,
  type ModelPrices,
  type ModelSettings,
} from '../platform/models/model-settings.ts';
import { SettingsError, type Settings } from './settings/settings.ts';

/**
 * Whether this installation can run a model: the rules engine, or any model of the provider in the settings.
 */
export function isKnownModel(model: string, settings: Settings): boolean {
  const provider = parseModelName(model)?.provider;
  return model === rulesModelId || (provider !== undefined && provider === parseModelName(settings.model)?.provider);
}

/** Whether projects without their own model settings have a model other than the rules engine. */
export const hasOwnModel = (settings: Settings): boolean => settings.model !== rulesModelId;

/**
 * Returns the installation's chain that starts with `provider/model`: that model, followed by the settings' fallbacks.
 */
export function toModelChain(model: string, settings: Settings): readonly ModelSettings[] {
  const first = toModelSettings(model, settings);
  // The rules engine never fails, and a project that chose it did not choose a provider.
  if (first.provider === 'builtin') return [first];
  const fallbacks = settings.modelFallbacks.map((each) => withPrices(each, settings));
  return [first, ...fallbacks];
}

/** Parses `provider/model`; a model's own name may contain more slashes. */
function toModelSettings(model: string, settings: Settings): ModelSettings {
  const name = parseModelName(model);
  if (name === undefined) {
    throw new SettingsError(`"${model}" is not provider/model; the providers are ${modelProviders.join(', ')}.`);
  }
  const { modelApiKey, modelBaseUrl, modelRegion, modelAccessKeyId, modelSecretAccessKey, modelSessionToken } =
    settings;
  const credentials = {
    apiKey: modelApiKey,
    baseUrl: modelBaseUrl,
    region: modelRegion,
    accessKeyId: modelAccessKeyId,
    secretAccessKey: modelSecretAccessKey,
    sessionToken: modelSessionToken,
  };
  const present = Object.fromEntries(Object.entries(credentials).filter(([, value]) => value !== undefined));
  const { modelContextTokens: contextTokens, modelOutputTokens: outputTokens, modelSeesImages: seesImages } = settings;
  return withPrices({ ...name, ...present, contextTokens, outputTokens, seesImages }, settings);
}

/** Returns the installation's embedding model, or `undefined` if it has none. */
export function toEmbeddingModel(settings: Settings): ModelSettings | undefined {
  const { embeddingModel, embeddingApiKey: apiKey, embeddingBaseUrl: baseUrl, modelRegion: region } = settings;
  const name = embeddingModel === undefined ? undefined : parseModelName(embeddingModel);
  if (name === undefined) return undefined;
  const present = Object.fromEntries(
    Object.entries({ apiKey, baseUrl, region }).filter(([, value]) => value !== undefined),
  );
  return withPrices({ ...name, ...present }, settings);
}

/** Adds the table's prices to a model without its own prices. */
export function withPrices(model: ModelSettings, { modelPrices }: Pick<Settings, 'modelPrices'>): ModelSettings {
  const prices = model.prices ?? findPrices(`${model.provider}/${model.model}`, modelPrices);
  return prices === undefined ? model : { ...model, prices };
}

/** Finds the prices of the exact name or, if it has no prices, of the longest matching prefix that ends with `*`. */
function findPrices(label: string, table: Readonly<Record<string, ModelPrices>>): ModelPrices | undefined {
  const beginnings = Object.keys(table).filter((name) => name.endsWith('*') && label.startsWith(name.slice(0, -1)));
  const [longest] = beginnings.sort((a, b) => b.length - a.length);
  return table[label] ?? (longest === undefined ? undefined : table[longest]);
}
