import { rulesModelId } from '@docwright/doc-agent';
// Not the platform's index: it would load every provider's package into a process that asks no model.
import { modelProviders, type ModelProvider, type ModelSettings } from '../platform/models/model-settings.ts';
import { SettingsError, type Settings } from './settings.ts';

/** Models that this installation can run: the rules engine, and any of the provider that its settings have a key for. */
export function isKnownModel(model: string, settings: Settings): boolean {
  return model === rulesModelId || (isModelName(model) && providerOf(model) === providerOf(settings.model));
}

/** `provider/model`; a model's own name may hold more slashes. */
export function toModelSettings(model: string, settings: Settings): ModelSettings {
  const provider = providerOf(model);
  if (provider === undefined || !isModelName(model)) {
    throw new SettingsError(`"${model}" is not provider/model; the providers are ${modelProviders.join(', ')}.`);
  }
  const { modelApiKey, modelBaseUrl } = settings;
  return {
    provider,
    model: model.slice(model.indexOf('/') + 1),
    ...(modelApiKey !== undefined && { apiKey: modelApiKey }),
    ...(modelBaseUrl !== undefined && { baseUrl: modelBaseUrl }),
  };
}

function providerOf(model: string): ModelProvider | undefined {
  return modelProviders.find((provider) => model.startsWith(`${provider}/`));
}

const isModelName = (model: string): boolean => /^[a-z-]+\/[\w.:/@-]{1,180}$/.test(model);
