import type { EmbeddingModelV4 } from '@ai-sdk/provider';
import type { Embedder } from '@docwright/site-assistant';
import type { HttpClient } from '../http-client/index.ts';
import { createModelFetch } from './create-model-fetch.ts';
import { ModelSettingsError } from './errors.ts';
import { toClean } from './hide-keys.ts';
import { loadProvider } from './load-provider.ts';
import type { ModelBudget } from './meter-model.ts';
import { listSecrets, resolveModelSettings, type ModelSettings, type ResolvedModelSettings } from './model-settings.ts';

export interface EmbeddingParts {
  /** This client's rules decide to which addresses a base URL may resolve. */
  readonly http: HttpClient;
  /** `undefined` means no limit. */
  readonly budget?: ModelBudget | undefined;
}

/** Limits for one call. The response for several hundred texts contains megabytes of numbers. */
const limits = { maxAnswerBytes: 32_000_000, timeoutMs: 60_000, isStreamed: false };
/** Maximum number of texts per call, unless the provider's limit is lower. */
const maxTexts = 64;

/**
 * A model that converts text to vectors. With a budget, each call reserves its maximum cost (a text never has more
 * tokens than bytes) and releases the unused part after the response. If the budget is limited, a model without a price
 * isn't used.
 * @throws ModelSettingsError
 */
export function createEmbeddingModel(settings: ModelSettings, { http, budget }: EmbeddingParts): Embedder {
  const resolved = resolveModelSettings(settings);
  const model = createProviderModel(resolved, createModelFetch(http, limits));
  const secrets = listSecrets(resolved);
  const price = settings.prices?.inputUsdPerMillion;
  if (budget?.isLimited === true && price === undefined)
    throw new ModelSettingsError(`${labelOf(settings)} has no price, so a budget can't limit it`);
  return {
    model: labelOf(settings),
    embed: async (texts, signal) => {
      const size = Math.min(maxTexts, (await model.maxEmbeddingsPerCall) ?? maxTexts);
      const vectors: (readonly number[])[] = [];
      for (let at = 0; at < texts.length; at += size) {
        const values = texts.slice(at, at + size);
        vectors.push(...(await ask(model, values, { secrets, signal, budget, price })));
      }
      return vectors;
    },
  };
}

export const labelOf = ({ provider, model }: Pick<ModelSettings, 'provider' | 'model'>): string =>
  `${provider}/${model}`;

interface Asking {
  readonly secrets: readonly string[];
  readonly signal: AbortSignal;
  readonly budget: ModelBudget | undefined;
  readonly price: number | undefined;
}

async function ask(
  model: EmbeddingModelV4,
  values: string[],
  { secrets, signal, budget, price = 0 }: Asking,
): Promise<readonly (readonly number[])[]> {
  const usdOf = (tokens: number): number => (tokens * price) / 1_000_000;
  const most = usdOf(values.reduce((sum, text) => sum + Buffer.byteLength(text), 0));
  const giveBack = await budget?.reserve(most);
  try {
    const { embeddings, usage } = await model.doEmbed({ values, abortSignal: signal });
    if (usage !== undefined) await giveBack?.(Math.max(0, most - usdOf(usage.tokens)));
    return embeddings;
  } catch (error) {
    // An abandoned call may have been completed, so its full cost counts.
    if (!signal.aborted) await giveBack?.(most);
    throw toClean(error, secrets);
  }
}

function createProviderModel(settings: ResolvedModelSettings, fetch: typeof globalThis.fetch): EmbeddingModelV4 {
  const { provider, model, apiKey, baseUrl: baseURL, region } = settings;
  switch (provider) {
    case 'openai':
    case 'openai-chat':
      return loadProvider('@ai-sdk/openai').createOpenAI({ apiKey, baseURL, fetch }).embeddingModel(model);
    case 'openai-compatible':
    case 'ollama':
    case 'lmstudio':
    case 'llamacpp':
    case 'vllm':
      // A local server doesn't need a key, and an empty key would be sent as "Bearer ".
      return loadProvider('@ai-sdk/openai-compatible')
        .createOpenAICompatible({
          name: provider,
          baseURL,
          fetch,
          ...(apiKey === '' ? {} : { apiKey }),
        })
        .embeddingModel(model);
    case 'google':
      return loadProvider('@ai-sdk/google').createGoogle({ apiKey, baseURL, fetch }).embeddingModel(model);
    case 'azure':
      return loadProvider('@ai-sdk/azure').createAzure({ apiKey, baseURL, fetch }).embeddingModel(model);
    case 'bedrock': {
      const { accessKeyId, secretAccessKey, sessionToken } = settings;
      return loadProvider('@ai-sdk/amazon-bedrock')
        .createAmazonBedrock({
          region,
          baseURL,
          apiKey,
          accessKeyId,
          secretAccessKey,
          sessionToken,
          fetch,
        })
        .embeddingModel(model);
    }
    case 'anthropic':
    case 'builtin':
      throw new ModelSettingsError(`the provider "${provider}" has no embedding models`);
  }
}
