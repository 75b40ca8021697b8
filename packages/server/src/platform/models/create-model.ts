import { createRulesModel } from '@docwright/doc-agent';
import type { AgentModel } from '@docwright/doc-agent';
import { withIdleTimeout } from '@docwright/site-assistant';
import type { HttpClient } from '../http-client/index.ts';
import { acceptChatVariants } from './accept-chat-variants.ts';
import { findCacheMarking } from './cache-support.ts';
import { createFallbackModel } from './create-fallback-model.ts';
import { createModelFetch } from './create-model-fetch.ts';
import { ModelSettingsError } from './errors.ts';
import { hideKeys } from './hide-keys.ts';
import { loadProvider } from './load-provider.ts';
import { markCache } from './mark-cache.ts';
import { meterModel, type ModelBudget } from './meter-model.ts';
import { priceModel, withCachePrices } from './price-model.ts';
import { streamAnswers } from './stream-answers.ts';
import { listSecrets, resolveModelSettings } from './model-settings.ts';
import type { ModelProvider, ModelSettings, ResolvedModelSettings } from './model-settings.ts';

export interface ModelParts {
  /** This client's rules decide to which addresses a base URL may resolve. */
  readonly http: HttpClient;
  /** Maximum size of one response; 32 MB by default. */
  readonly maxAnswerBytes?: number;
  /** Time limit for one response; 2 hours by default. The agent loop has shorter limits, whose errors name them. */
  readonly timeoutMs?: number;
  /**
   * A provider that sends nothing for this long is abandoned. 2 minutes by default, because some models think for that
   * long.
   */
  readonly silenceMs?: number;
}

export interface ReaderModelParts extends ModelParts {
  /**
   * A provider that sends nothing for this long is abandoned, and the next provider is used. This doesn't apply to
   * local providers, which send nothing while they load a model and read the prompt.
   */
  readonly silenceMs: number;
}

const quietProviders: readonly ModelProvider[] = ['ollama', 'lmstudio', 'llamacpp'];

const defaults = { maxAnswerBytes: 32_000_000, timeoutMs: 7_200_000, isStreamed: true };
const readerTimeoutMs = 200_000;
const defaultSilenceMs = 120_000;

/**
 * Creates a model from settings. Several settings result in a chain: if a model fails, the next is used. Nothing is
 * read from the environment. Throws `ModelSettingsError`.
 */
export function createModel(settings: ModelSettings | readonly ModelSettings[], parts: ModelParts): AgentModel {
  const chain = (Array.isArray(settings) ? settings : [settings]) as readonly ModelSettings[];
  const models = chain.map((entry) => createOne(resolveModelSettings(entry), parts));
  const [first] = models;
  if (first === undefined) throw new ModelSettingsError('no model is set');
  return models.length === 1 ? first : createFallbackModel(models);
}

/**
 * A model that streams answers to readers. With a budget, each call reserves its maximum cost. If the budget is
 * limited, models without prices aren't used, because their cost is unknown. Returns `undefined` if no model is left.
 */
export function createReaderModel(
  settings: readonly ModelSettings[],
  parts: ReaderModelParts,
  budget?: ModelBudget,
): AgentModel | undefined {
  const models = settings
    .map((entry) => resolveModelSettings(entry))
    .filter(({ provider, prices }) => provider !== 'builtin' && (budget?.isLimited !== true || prices !== undefined))
    .map((entry) => {
      const model = openStreaming(entry, parts);
      const { prices } = entry;
      return budget === undefined || prices === undefined ? model : meterModel(model, prices, budget);
    });
  return models.length > 1 ? createFallbackModel(models) : models[0];
}

/** Recently used models for readers, by settings. Creating a model takes a tenth of a short answer's time. */
const opened = new WeakMap<HttpClient, Map<string, AgentModel>>();
const maxOpened = 64;

function openStreaming(entry: ResolvedModelSettings, { http, silenceMs, ...caps }: ReaderModelParts): AgentModel {
  const ofClient = opened.get(http) ?? new Map<string, AgentModel>();
  opened.set(http, ofClient);
  const key = JSON.stringify([entry, silenceMs, caps]);
  const ask = createModelFetch(http, { ...defaults, timeoutMs: readerTimeoutMs, ...caps });
  const fetch = quietProviders.includes(entry.provider) ? ask : withIdleTimeout(ask, silenceMs);
  const model = ofClient.get(key) ?? hideKeys(createProviderModel(entry, fetch), listSecrets(entry));
  ofClient.delete(key);
  ofClient.set(key, model);
  const [oldest] = ofClient.keys();
  if (oldest !== undefined && ofClient.size > maxOpened) ofClient.delete(oldest);
  return model;
}

const chatProviders: readonly ModelProvider[] = [
  'openai-chat',
  'openai-compatible',
  'azure',
  'ollama',
  'lmstudio',
  'llamacpp',
  'vllm',
];

function createOne(settings: ResolvedModelSettings, parts: ModelParts): AgentModel {
  if (settings.provider === 'builtin') return createRulesModel();
  const { http, silenceMs = defaultSilenceMs, ...caps } = parts;
  const request = createModelFetch(http, { ...defaults, ...caps });
  const ask = quietProviders.includes(settings.provider) ? request : withIdleTimeout(request, silenceMs);
  const marking = findCacheMarking(settings);
  const fetch = chatProviders.includes(settings.provider) ? acceptChatVariants(ask) : ask;
  const model = createProviderModel(settings, fetch);
  const streamed = streamAnswers(markCache(hideKeys(model, listSecrets(settings)), marking));
  return priceModel(streamed, settings.prices && withCachePrices(settings.prices, marking));
}

function createProviderModel(settings: ResolvedModelSettings, fetch: typeof globalThis.fetch): AgentModel {
  const { provider, model, apiKey, baseUrl: baseURL } = settings;
  switch (provider) {
    case 'builtin':
      return createRulesModel();
    case 'anthropic':
      return loadProvider('@ai-sdk/anthropic').createAnthropic({ apiKey, baseURL, fetch })(model);
    case 'openai':
      return loadProvider('@ai-sdk/openai').createOpenAI({ apiKey, baseURL, fetch }).responses(model);
    case 'openai-chat':
      return loadProvider('@ai-sdk/openai').createOpenAI({ apiKey, baseURL, fetch }).chat(model);
    case 'openai-compatible':
    case 'ollama':
    case 'lmstudio':
    case 'llamacpp':
    case 'vllm':
      // A local server doesn't need a key, and an empty key would be sent as "Bearer ".
      return loadProvider('@ai-sdk/openai-compatible').createOpenAICompatible({
        name: provider,
        baseURL,
        fetch,
        // Streams report their usage only on request.
        includeUsage: true,
        ...(apiKey === '' ? {} : { apiKey }),
      })(model);
    case 'google':
      return loadProvider('@ai-sdk/google').createGoogle({ apiKey, baseURL, fetch })(model);
    case 'azure':
      return loadProvider('@ai-sdk/azure').createAzure({ apiKey, baseURL, fetch }).chat(model);
    case 'bedrock':
      // With an empty `apiKey`, requests are signed with the two keys. Without the field, the SDK would read the
      // environment.
      return loadProvider('@ai-sdk/amazon-bedrock').createAmazonBedrock({
        region: settings.region,
        baseURL,
        apiKey,
        accessKeyId: settings.accessKeyId,
        secretAccessKey: settings.secretAccessKey,
        sessionToken: settings.sessionToken,
        fetch,
      })(model);
  }
}
