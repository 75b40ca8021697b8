import {
  mayEmbed,
  modelProviders,
  parseModelName,
  type ModelPrices,
  type ModelSettings,
} from '../platform/models/model-settings.ts';

/** Settings of the installation's models, and of the key that credentials of projects are sealed with. */
export const modelSettingTable = {
  model: {
    environment: 'DOCWRIGHT_MODEL',
    default: 'builtin/rules-1',
    doc: 'Model of new projects: `provider/model`. `ollama/…`, `lmstudio/…`, `llamacpp/…` and `vllm/…` use a server on this machine, without a key.',
  },
  modelApiKey: {
    environment: 'DOCWRIGHT_MODEL_API_KEY',
    default: undefined,
    secret: true,
    doc: "API key of the model's provider.",
  },
  modelBaseUrl: {
    environment: 'DOCWRIGHT_MODEL_BASE_URL',
    default: undefined,
    doc: "Address of the provider's API: for openai-compatible servers, gateways, azure, and local servers on a non-default port.",
  },
  modelRegion: {
    environment: 'DOCWRIGHT_MODEL_REGION',
    default: undefined,
    doc: 'Region of a bedrock model, such as eu-west-1.',
  },
  modelAccessKeyId: {
    environment: 'DOCWRIGHT_MODEL_ACCESS_KEY_ID',
    default: undefined,
    secret: true,
    doc: 'Access key for a bedrock model. Alternatively, set a Bedrock API key in DOCWRIGHT_MODEL_API_KEY.',
  },
  modelSecretAccessKey: {
    environment: 'DOCWRIGHT_MODEL_SECRET_ACCESS_KEY',
    default: undefined,
    secret: true,
    doc: 'Secret access key for a bedrock model.',
  },
  modelSessionToken: {
    environment: 'DOCWRIGHT_MODEL_SESSION_TOKEN',
    default: undefined,
    secret: true,
    doc: 'Session token for a bedrock model, if the keys are temporary.',
  },
  modelFallbacks: {
    environment: 'DOCWRIGHT_MODEL_FALLBACKS',
    default: undefined,
    secret: true,
    doc: 'Fallback models, used if the first model fails: a JSON list of at most 4 objects with provider, model and, as the provider requires, apiKey, baseUrl, region, accessKeyId, secretAccessKey, sessionToken.',
  },
  modelPrices: {
    environment: 'DOCWRIGHT_MODEL_PRICES',
    default: undefined,
    doc: 'US dollars per million tokens, as JSON: `{"anthropic/some-model": {"input": 3, "output": 15, "cachedInput": 0.3}}`. A name may end with *. Without a price, the cost of a job is unknown and its budget in dollars has no effect.',
  },
  embeddingModel: {
    environment: 'DOCWRIGHT_EMBEDDING_MODEL',
    default: undefined,
    doc: 'Embedding model that compares searches with the sections of live sites by meaning: `provider/model`, such as ollama/nomic-embed-text. Projects can have their own. Empty: search matches words only.',
  },
  embeddingApiKey: {
    environment: 'DOCWRIGHT_EMBEDDING_API_KEY',
    default: undefined,
    secret: true,
    doc: "API key of the embedding model's provider; for bedrock a Bedrock API key, in the region of DOCWRIGHT_MODEL_REGION.",
  },
  embeddingBaseUrl: {
    environment: 'DOCWRIGHT_EMBEDDING_BASE_URL',
    default: undefined,
    doc: "Address of its provider's API, as for DOCWRIGHT_MODEL_BASE_URL.",
  },
  bundleSigningKey: {
    environment: 'DOCWRIGHT_BUNDLE_SIGNING_KEY',
    default: undefined,
    secret: true,
    doc: 'Ed25519 private key that signs the bundles of exports: PEM (PKCS #8), or the 32 bytes of its seed in Base64. Deployment servers with the public key accept only bundles signed with it.',
  },
  masterKey: {
    environment: 'DOCWRIGHT_MASTER_KEY',
    default: undefined,
    secret: true,
    doc: 'Key that encrypts project credentials: 32 random bytes in Base64, the same in every process. Default: created in the data folder at the first start.',
  },
  masterKeyOld: {
    environment: 'DOCWRIGHT_MASTER_KEY_OLD',
    default: undefined,
    secret: true,
    doc: 'Old master keys, separated by commas. They decrypt existing credentials until you have run `docwright secrets reseal`.',
  },
} as const;

export type ModelSettingName = keyof typeof modelSettingTable;

export interface ModelSettingValues {
  readonly model: string;
  readonly modelApiKey: string | undefined;
  readonly modelBaseUrl: string | undefined;
  readonly modelRegion: string | undefined;
  readonly modelAccessKeyId: string | undefined;
  readonly modelSecretAccessKey: string | undefined;
  readonly modelSessionToken: string | undefined;
  readonly modelFallbacks: readonly ModelSettings[];
  readonly modelPrices: Readonly<Record<string, ModelPrices>>;
  readonly embeddingModel: string | undefined;
  readonly embeddingApiKey: string | undefined;
  readonly embeddingBaseUrl: string | undefined;
  readonly bundleSigningKey: string | undefined;
  readonly masterKey: string | undefined;
  readonly masterKeyOld: readonly string[];
}

/** What of the settings' reader is needed here; `refuse` throws with the setting's name. */
export interface ModelSettingReader {
  text(name: ModelSettingName): string;
  optional(name: ModelSettingName): string | undefined;
  address(name: ModelSettingName): string | undefined;
  list(name: ModelSettingName): string[];
  refuse(name: ModelSettingName, value: string, allowed: string): never;
}

export function readModelSettings(read: ModelSettingReader): ModelSettingValues {
  return {
    model: readModel(read),
    modelApiKey: read.optional('modelApiKey'),
    modelBaseUrl: read.address('modelBaseUrl'),
    modelRegion: read.optional('modelRegion'),
    modelAccessKeyId: read.optional('modelAccessKeyId'),
    modelSecretAccessKey: read.optional('modelSecretAccessKey'),
    modelSessionToken: read.optional('modelSessionToken'),
    modelFallbacks: readFallbacks(read),
    modelPrices: readPrices(read),
    embeddingModel: readEmbeddingModel(read),
    embeddingApiKey: read.optional('embeddingApiKey'),
    embeddingBaseUrl: read.address('embeddingBaseUrl'),
    bundleSigningKey: read.optional('bundleSigningKey'),
    masterKey: read.optional('masterKey'),
    masterKeyOld: read.list('masterKeyOld'),
  };
}

function readModel(read: ModelSettingReader): string {
  const text = read.text('model');
  if (parseModelName(text) !== undefined) return text;
  const allowed = `provider/model, such as anthropic/claude-sonnet-4-5 or ollama/qwen3:8b, with a provider of ${modelProviders.join(', ')}`;
  return read.refuse('model', text, allowed);
}

function readEmbeddingModel(read: ModelSettingReader): string | undefined {
  const text = read.optional('embeddingModel');
  const name = text === undefined ? undefined : parseModelName(text);
  if (text === undefined || (name !== undefined && mayEmbed(name.provider))) return text;
  const providers = modelProviders.filter(mayEmbed).join(', ');
  return read.refuse('embeddingModel', text, `provider/model, with a provider of ${providers}`);
}

const maxFallbacks = 4;
const fallbackFields = [
  'provider',
  'model',
  'apiKey',
  'baseUrl',
  'region',
  'accessKeyId',
  'secretAccessKey',
  'sessionToken',
];

function readFallbacks(read: ModelSettingReader): readonly ModelSettings[] {
  const text = read.optional('modelFallbacks');
  if (text === undefined) return [];
  const list = parseJson(text);
  const isList = Array.isArray(list) && list.length <= maxFallbacks && list.every(isFallback);
  // The value holds keys, so it is not shown.
  if (!isList)
    read.refuse(
      'modelFallbacks',
      '(not shown)',
      `a JSON list of at most 4 objects with string values: ${fallbackFields.join(', ')}`,
    );
  return list as ModelSettings[];
}

function isFallback(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const isKnown = Object.entries(value).every(
    ([name, field]) => fallbackFields.includes(name) && typeof field === 'string',
  );
  return isKnown && typeof value['provider'] === 'string' && typeof value['model'] === 'string';
}

function readPrices(read: ModelSettingReader): Readonly<Record<string, ModelPrices>> {
  const text = read.optional('modelPrices');
  if (text === undefined) return {};
  const table = parseJson(text);
  const allowed = 'a JSON object: {"provider/model": {"input": 3, "output": 15}}, in US dollars per million tokens';
  if (!isRecord(table)) return read.refuse('modelPrices', text, allowed);
  const prices = Object.entries(table).map(([name, value]) => {
    const price = toPrices(value);
    return [name, price ?? read.refuse('modelPrices', `${name}: ${JSON.stringify(value)}`, allowed)] as const;
  });
  return Object.fromEntries(prices);
}

function toPrices(value: unknown): ModelPrices | undefined {
  if (!isRecord(value)) return undefined;
  const { input, output, cachedInput, ...more } = value;
  if (Object.keys(more).length > 0 || !isPrice(input) || !isPrice(output)) return undefined;
  if (cachedInput === undefined) return { inputUsdPerMillion: input, outputUsdPerMillion: output };
  if (!isPrice(cachedInput)) return undefined;
  return { inputUsdPerMillion: input, outputUsdPerMillion: output, cachedInputUsdPerMillion: cachedInput };
}

const isPrice = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 10_000;

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
