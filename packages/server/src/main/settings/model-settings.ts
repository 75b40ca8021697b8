import {
  mayEmbed,
  modelProviders,
  parseModelName,
  type ModelPrices,
  type ModelSettings,
} from '../../platform/models/model-settings.ts';
import {
  address,
  createSettingReader,
  integer,
  list,
  text,
  yesNo,
  type FindSetting,
  type Kind,
  type SettingTable,
} from '@docwright/site-server/settings';

const modelName: Kind<string> = {
  read: (value, refuse) =>
    parseModelName(value) === undefined
      ? refuse(
          `provider/model, such as anthropic/claude-sonnet-5 or ollama/qwen3:8b, with a provider of ${modelProviders.join(', ')}`,
        )
      : value,
};

const embeddingModel: Kind<string> = {
  read: (value, refuse) => {
    const name = parseModelName(value);
    if (name !== undefined && mayEmbed(name.provider)) return value;
    return refuse(`provider/model, with a provider of ${modelProviders.filter(mayEmbed).join(', ')}`);
  },
};

const fallbacks: Kind<readonly ModelSettings[]> = {
  isJson: true,
  read: (value, refuse) => {
    const models = parseJson(value);
    const isList = Array.isArray(models) && models.length <= maxFallbacks && models.every(isFallback);
    if (!isList) refuse(`a JSON list of at most 4 objects with string values: ${fallbackFields.join(', ')}`);
    return models as ModelSettings[];
  },
};

const prices: Kind<Readonly<Record<string, ModelPrices>>> = {
  isJson: true,
  read: (value, refuse) => {
    const table = parseJson(value);
    const allowed = 'a JSON object: {"provider/model": {"input": 3, "output": 15}}, in US dollars per million tokens';
    if (!isRecord(table)) return refuse(allowed);
    const entries = Object.entries(table).map(
      ([name, price]) => [name, toPrices(price) ?? refuse(allowed, `${name}: ${JSON.stringify(price)}`)] as const,
    );
    return Object.fromEntries(entries);
  },
};

/** Settings for the installation's models, and for the key that encrypts projects' credentials. */
export const modelSettings = {
  model: {
    environment: 'DOCWRIGHT_MODEL',
    kind: modelName,
    default: 'builtin/rules-1',
    doc: 'Model of new projects: `provider/model`. `ollama/…`, `lmstudio/…`, `llamacpp/…` and `vllm/…` use a server on this machine, without a key.',
  },
  modelApiKey: {
    environment: 'DOCWRIGHT_MODEL_API_KEY',
    kind: text,
    default: undefined,
    secret: true,
    doc: "API key of the model's provider.",
  },
  modelBaseUrl: {
    environment: 'DOCWRIGHT_MODEL_BASE_URL',
    kind: address,
    default: undefined,
    doc: "Address of the provider's API: for openai-compatible servers, gateways, azure, and local servers on a non-default port.",
  },
  modelRegion: {
    environment: 'DOCWRIGHT_MODEL_REGION',
    kind: text,
    default: undefined,
    doc: 'Region of a bedrock model, such as eu-west-1.',
  },
  modelAccessKeyId: {
    environment: 'DOCWRIGHT_MODEL_ACCESS_KEY_ID',
    kind: text,
    default: undefined,
    secret: true,
    doc: 'Access key for a bedrock model. Alternatively, set a Bedrock API key in DOCWRIGHT_MODEL_API_KEY.',
  },
  modelSecretAccessKey: {
    environment: 'DOCWRIGHT_MODEL_SECRET_ACCESS_KEY',
    kind: text,
    default: undefined,
    secret: true,
    doc: 'Secret access key for a bedrock model.',
  },
  modelSessionToken: {
    environment: 'DOCWRIGHT_MODEL_SESSION_TOKEN',
    kind: text,
    default: undefined,
    secret: true,
    doc: 'Session token for a bedrock model, if the keys are temporary.',
  },
  modelFallbacks: {
    environment: 'DOCWRIGHT_MODEL_FALLBACKS',
    kind: fallbacks,
    part: true,
    default: undefined,
    secret: true,
    doc: 'Fallback models, used if the first model fails: a JSON list of at most 4 objects with provider, model and, as the provider requires, apiKey, baseUrl, region, accessKeyId, secretAccessKey, sessionToken.',
  },
  modelPrices: {
    environment: 'DOCWRIGHT_MODEL_PRICES',
    kind: prices,
    part: true,
    default: undefined,
    doc: 'US dollars per million tokens, as JSON: `{"anthropic/some-model": {"input": 3, "output": 15, "cachedInput": 0.3, "cacheWrite": 3.75}}`. The prices of the cache are optional. A name can end with *. Without a price, the cost of a job is unknown and its budget in dollars has no effect.',
  },
  modelContextTokens: {
    environment: 'DOCWRIGHT_MODEL_CONTEXT_TOKENS',
    kind: integer(4_096, 10_000_000),
    default: undefined,
    doc: "Size of the model's context window in tokens. Default: the model's known size; 128,000 for an unknown model, 32,768 for a local server.",
  },
  modelOutputTokens: {
    environment: 'DOCWRIGHT_MODEL_OUTPUT_TOKENS',
    kind: integer(512, 1_000_000),
    default: undefined,
    doc: "Maximum number of tokens in one response. Default: the model's known maximum, at most 16,000.",
  },
  modelSeesImages: {
    environment: 'DOCWRIGHT_MODEL_SEES_IMAGES',
    kind: yesNo,
    default: undefined,
    doc: 'Whether the model can see images: `true` or `false`. Default: `true` if the model is known to support images; `false` for an unknown model or a local server.',
  },
  embeddingModel: {
    environment: 'DOCWRIGHT_EMBEDDING_MODEL',
    kind: embeddingModel,
    default: undefined,
    doc: 'Embedding model that compares searches with the sections of live sites by meaning: `provider/model`, such as ollama/nomic-embed-text. Projects can have their own. Empty: search matches only words.',
  },
  embeddingApiKey: {
    environment: 'DOCWRIGHT_EMBEDDING_API_KEY',
    kind: text,
    default: undefined,
    secret: true,
    doc: "API key of the embedding model's provider; for bedrock, a Bedrock API key in the region of DOCWRIGHT_MODEL_REGION.",
  },
  embeddingBaseUrl: {
    environment: 'DOCWRIGHT_EMBEDDING_BASE_URL',
    kind: address,
    default: undefined,
    doc: "Address of the embedding provider's API, in the format of DOCWRIGHT_MODEL_BASE_URL.",
  },
  bundleSigningKey: {
    environment: 'DOCWRIGHT_BUNDLE_SIGNING_KEY',
    kind: text,
    default: undefined,
    secret: true,
    doc: 'Ed25519 private key that signs the bundles of exports: PEM (PKCS #8), or the 32 bytes of its seed in Base64. Deployment servers with the public key accept only bundles signed with it.',
  },
  masterKey: {
    environment: 'DOCWRIGHT_MASTER_KEY',
    kind: text,
    default: undefined,
    secret: true,
    doc: 'Key that encrypts project credentials: 32 random bytes in Base64, the same in every process. Default: created in the data folder at the first start.',
  },
  masterKeyOld: {
    environment: 'DOCWRIGHT_MASTER_KEY_OLD',
    kind: list,
    default: '',
    secret: true,
    doc: 'Old master keys, separated by commas. They decrypt existing credentials until you have run `docwright secrets reseal`.',
  },
} as const satisfies SettingTable;

export function readModelSettings(find: FindSetting) {
  const read = createSettingReader(modelSettings, find);
  return {
    modelFallbacks: read('modelFallbacks') ?? [],
    modelPrices: read('modelPrices') ?? {},
  };
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

function isFallback(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const isKnown = Object.entries(value).every(
    ([name, field]) => fallbackFields.includes(name) && typeof field === 'string',
  );
  return isKnown && typeof value['provider'] === 'string' && typeof value['model'] === 'string';
}

function toPrices(value: unknown): ModelPrices | undefined {
  if (!isRecord(value)) return undefined;
  const { input, output, cachedInput, cacheWrite, ...more } = value;
  const isOptional = (price: unknown): price is number | undefined => price === undefined || isPrice(price);
  if (Object.keys(more).length > 0 || !isPrice(input) || !isPrice(output)) return undefined;
  if (!isOptional(cachedInput) || !isOptional(cacheWrite)) return undefined;
  return {
    inputUsdPerMillion: input,
    outputUsdPerMillion: output,
    ...(cachedInput !== undefined && { cachedInputUsdPerMillion: cachedInput }),
    ...(cacheWrite !== undefined && { cacheWriteUsdPerMillion: cacheWrite }),
  };
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
