import type { modelProviderNames } from '@docwright/contract';
import { ModelSettingsError } from './errors.ts';

/** The default addresses of local model servers. They use Chat Completions and don't need a key. */
const localBaseUrls = {
  ollama: 'http://127.0.0.1:11434/v1',
  lmstudio: 'http://127.0.0.1:1234/v1',
  llamacpp: 'http://127.0.0.1:8080/v1',
  vllm: 'http://127.0.0.1:8000/v1',
} as const;

export type ModelProvider = (typeof modelProviderNames)[number];

/**
 * Each provider's address. It is always passed, because the SDK's packages would otherwise read it from the
 * environment.
 *
 * `openai` uses the Responses format; `openai-chat` uses the same vendor's Chat Completions; `openai-compatible` uses
 * Chat Completions at any base URL; the last four use Chat Completions at a local server's usual address.
 */
const defaultBaseUrls: Readonly<Record<ModelProvider, string>> = {
  builtin: '',
  anthropic: 'https://api.anthropic.com/v1',
  openai: 'https://api.openai.com/v1',
  'openai-chat': 'https://api.openai.com/v1',
  'openai-compatible': '',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  // The region determines the address.
  bedrock: '',
  azure: '',
  ...localBaseUrls,
};

/**
 * Repeats the list of the contract without loading the contract, which would slow down programs that only read
 * settings.
 */
export const modelProviders = Object.keys(defaultBaseUrls) as readonly ModelProvider[];

/** Whether a provider has embedding models. */
export const mayEmbed = (provider: ModelProvider): boolean => provider !== 'builtin' && provider !== 'anthropic';

/** The settings of a project's model, with its credentials in plain text (they are encrypted when they are stored). */
export interface ModelSettings {
  readonly provider: ModelProvider;
  /** The vendor's name for the model; for `azure`, the deployment's name. Ignored for `builtin`. */
  readonly model: string;
  readonly apiKey?: string;
  /**
   * Address of the API: required for `openai-compatible` and `azure`; otherwise the default is the vendor's address.
   */
  readonly baseUrl?: string;
  /**
   * Required for `bedrock`, and used only there. `bedrock` also requires the two keys, unless `apiKey` is a Bedrock API
   * key.
   */
  readonly region?: string;
  readonly accessKeyId?: string;
  readonly secretAccessKey?: string;
  readonly sessionToken?: string;
  /** `undefined`: the cost of answers is reported as unknown, and a budget in dollars can't be applied. */
  readonly prices?: ModelPrices | undefined;
  /** Maximum number of tokens in a request and its answer. `undefined`: the model's known value. */
  readonly contextTokens?: number | undefined;
  /** Maximum number of tokens in an answer. `undefined`: the model's known value, at most 16,000. */
  readonly outputTokens?: number | undefined;
  /** Whether the model can see images. `undefined`: the model's known value; no for unknown models. */
  readonly seesImages?: boolean | undefined;
}

/** A model's prices, in US dollars per million tokens. */
export interface ModelPrices {
  readonly inputUsdPerMillion: number;
  readonly outputUsdPerMillion: number;
  /**
   * Price of tokens that the provider read from its cache. `undefined`: a tenth of `inputUsdPerMillion` for models with
   * marked caches, otherwise `inputUsdPerMillion`.
   */
  readonly cachedInputUsdPerMillion?: number | undefined;
  /**
   * Price of tokens that the provider wrote to its cache. `undefined`: 1.25 times `inputUsdPerMillion` for models with
   * marked caches, otherwise `inputUsdPerMillion`.
   */
  readonly cacheWriteUsdPerMillion?: number | undefined;
}

/** The fields of model settings that contain credentials. */
export const credentialNames = ['apiKey', 'accessKeyId', 'secretAccessKey', 'sessionToken'] as const;
export type CredentialName = (typeof credentialNames)[number];

/** Model settings in which all fields are set. Fields that the provider doesn't use are empty. */
export interface ResolvedModelSettings {
  readonly provider: ModelProvider;
  readonly model: string;
  readonly apiKey: string;
  readonly baseUrl: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken: string;
  readonly prices: ModelPrices | undefined;
}

/** Parses `provider/model`; the model's name can contain slashes. Returns `undefined` for other strings. */
export function parseModelName(text: string): { readonly provider: ModelProvider; readonly model: string } | undefined {
  if (!/^[a-z-]+\/[\w.:/@-]{1,180}$/.test(text)) return undefined;
  const slash = text.indexOf('/');
  const provider = modelProviders.find((name) => name === text.slice(0, slash));
  return provider === undefined ? undefined : { provider, model: text.slice(slash + 1) };
}

/** Checks settings and adds defaults. Throws `ModelSettingsError`, whose message contains fields but no key. */
export function resolveModelSettings(settings: ModelSettings): ResolvedModelSettings {
  const { provider } = settings;
  // The settings are read from a database row or a file, so their type isn't guaranteed.
  if (!modelProviders.includes(provider)) {
    throw new ModelSettingsError(
      `"${provider}" is not a model provider; the providers are ${modelProviders.join(', ')}`,
    );
  }
  const resolved = {
    provider,
    model: settings.model.trim(),
    apiKey: settings.apiKey?.trim() ?? '',
    baseUrl: (settings.baseUrl?.trim() ?? '').replace(/(?<!\/)\/+$/, ''),
    region: settings.region?.trim() ?? '',
    accessKeyId: settings.accessKeyId?.trim() ?? '',
    secretAccessKey: settings.secretAccessKey?.trim() ?? '',
    sessionToken: settings.sessionToken?.trim() ?? '',
    prices: settings.prices,
  };
  requireFields(resolved);
  return { ...resolved, baseUrl: resolved.baseUrl === '' ? defaultBaseUrl(resolved) : resolved.baseUrl };
}

function requireFields(settings: ResolvedModelSettings): void {
  const { provider } = settings;
  if (provider === 'builtin') return;
  const missing = (field: string, why = ''): ModelSettingsError =>
    new ModelSettingsError(`the provider "${provider}" needs \`${field}\`${why}`);
  if (!/^[\w.:/@-]{1,200}$/.test(settings.model))
    throw missing(
      'model',
      `: letters, digits and . _ : / @ - are allowed, found ${JSON.stringify(settings.model.slice(0, 50))}`,
    );
  const needsUrl = provider === 'openai-compatible' || provider === 'azure';
  if (needsUrl && settings.baseUrl === '') throw missing('baseUrl');
  if (settings.baseUrl !== '') requireUrl(settings.baseUrl);
  if (/[^\x21-\x7e]/.test(settings.apiKey))
    throw new ModelSettingsError('`apiKey` contains a character that is not valid in a header');
  if (provider === 'bedrock') {
    if (!/^[a-z]{2}(?:-[a-z]+)+-\d$/.test(settings.region)) throw missing('region', ', such as "eu-west-1"');
    if (settings.apiKey === '' && (settings.accessKeyId === '' || settings.secretAccessKey === '')) {
      throw missing('accessKeyId', ' and `secretAccessKey`, or a Bedrock `apiKey`');
    }
  } else if (settings.apiKey === '' && !mayLackKey(provider)) throw missing('apiKey');
}

const mayLackKey = (provider: ModelProvider): boolean => provider === 'openai-compatible' || provider in localBaseUrls;

function requireUrl(text: string): void {
  const url = URL.parse(text);
  const isHttp = url?.protocol === 'https:' || url?.protocol === 'http:';
  if (url === null || !isHttp || url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw new ModelSettingsError('`baseUrl` must be an http(s) URL without user name, query or fragment');
  }
}

/** The base URL if it is set, or a local server's default address; otherwise empty. */
export function findBaseUrl({ provider, baseUrl = '' }: Pick<ModelSettings, 'provider' | 'baseUrl'>): string {
  const written = baseUrl.trim();
  return written === '' && provider in localBaseUrls ? localBaseUrls[provider as keyof typeof localBaseUrls] : written;
}

function defaultBaseUrl({ provider, region }: ResolvedModelSettings): string {
  if (provider !== 'bedrock') return defaultBaseUrls[provider];
  return `https://bedrock-runtime.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`;
}

/** The values that must not occur in any output. */
export function listSecrets(settings: ResolvedModelSettings): readonly string[] {
  return [settings.apiKey, settings.secretAccessKey, settings.sessionToken].filter((value) => value !== '');
}
