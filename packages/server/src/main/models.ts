import { rulesModelId, type AgentModel } from '@docwright/doc-agent';
import type { HttpClient } from '../platform/http-client/index.ts';
import {
  createModel as createPlatformModel,
  modelProviders,
  type ModelProvider,
  type ModelSettings,
} from '../platform/models/index.ts';
import { SettingsError, type Settings } from './settings.ts';

/** Models that this installation can run: the rules engine, and any of the provider that its settings have a key for. */
export function isKnownModel(model: string, settings: Settings): boolean {
  return model === rulesModelId || (isModelName(model) && providerOf(model) === providerOf(settings.model));
}

/** @throws ModelSettingsError, SettingsError */
export function createModel(model: string, settings: Settings, http: HttpClient): AgentModel {
  return createPlatformModel(toModelSettings(model, settings), { http });
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
