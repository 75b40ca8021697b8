import type { Client } from '../api/create-api.ts';

type SetModel = Parameters<Client['setProjectModels']>[0]['models'][number];
type StoredModel = Awaited<ReturnType<Client['getProjectModels']>>['models'][number];
export type Provider = SetModel['provider'];

/** An entry of the form: every field as text. */
export interface ModelDraft {
  readonly provider: Provider;
  readonly model: string;
  readonly baseUrl: string;
  readonly region: string;
  readonly apiKey: string;
  readonly inputUsdPerMillion: string;
  readonly outputUsdPerMillion: string;
}

export const providerLabels: Readonly<Record<Provider, string>> = {
  builtin: 'Built-in rules',
  anthropic: 'Anthropic',
  openai: 'OpenAI (Responses)',
  'openai-chat': 'OpenAI (Chat Completions)',
  'openai-compatible': 'OpenAI-compatible server',
  google: 'Google',
  bedrock: 'Amazon Bedrock',
  azure: 'Azure OpenAI',
};

export const emptyModel: ModelDraft = {
  provider: 'anthropic',
  model: '',
  baseUrl: '',
  region: '',
  apiKey: '',
  inputUsdPerMillion: '',
  outputUsdPerMillion: '',
};

export const toDraft = ({ provider, model, baseUrl, region, prices }: StoredModel): ModelDraft => ({
  provider,
  model,
  baseUrl: baseUrl ?? '',
  region: region ?? '',
  apiKey: '',
  inputUsdPerMillion: prices === null ? '' : String(prices.inputUsdPerMillion),
  outputUsdPerMillion: prices === null ? '' : String(prices.outputUsdPerMillion),
});

export function toModelBody(draft: ModelDraft): SetModel {
  const { provider, model, baseUrl, region, apiKey, inputUsdPerMillion, outputUsdPerMillion } = draft;
  const hasPrices = inputUsdPerMillion !== '' && outputUsdPerMillion !== '';
  return {
    provider,
    model: model.trim(),
    ...(baseUrl.trim() !== '' && { baseUrl: baseUrl.trim() }),
    ...(region.trim() !== '' && { region: region.trim() }),
    ...(apiKey !== '' && { apiKey }),
    ...(hasPrices && {
      prices: {
        inputUsdPerMillion: Number(inputUsdPerMillion),
        outputUsdPerMillion: Number(outputUsdPerMillion),
      },
    }),
  };
}
