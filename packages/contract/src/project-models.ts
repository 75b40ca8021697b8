import { Type, type Static } from 'typebox';
import { DateTime, Nullable } from './ids.ts';

export const modelProviderNames = [
  'builtin',
  'anthropic',
  'openai',
  'openai-chat',
  'openai-compatible',
  'google',
  'bedrock',
  'azure',
  'ollama',
  'lmstudio',
  'llamacpp',
  'vllm',
] as const;
const Provider = Type.Enum([...modelProviderNames], {
  description:
    "`openai` uses the Responses API, `openai-chat` Chat Completions, and `openai-compatible` Chat Completions at any base URL. `ollama`, `lmstudio`, `llamacpp` and `vllm` use Chat Completions at that server's usual address on the service's machine.",
});

const usd = (description: string) => Type.Number({ minimum: 0, maximum: 10_000, description });
const Prices = Type.Object({
  inputUsdPerMillion: usd('US dollars per million input tokens.'),
  outputUsdPerMillion: usd('US dollars per million output tokens.'),
  cachedInputUsdPerMillion: Type.Optional(
    usd(
      "US dollars per million tokens read from the provider's cache. Default: a tenth of the input price for Claude models, whose cache Docwright marks; otherwise the input price.",
    ),
  ),
  cacheWriteUsdPerMillion: Type.Optional(
    usd(
      "US dollars per million tokens written to the provider's cache. Default: 1.25 times the input price for Claude models; otherwise the input price.",
    ),
  ),
});

const contextTokens = Type.Integer({
  minimum: 4_096,
  maximum: 10_000_000,
  description:
    "Size of the model's context window in tokens. Default: the model's known size; 128,000 for an unknown model, 32,768 for a local server.",
});
const outputTokens = Type.Integer({
  minimum: 512,
  maximum: 1_000_000,
  description: "Maximum number of tokens in one response. Default: the model's known maximum, at most 16,000.",
});

const seesImages = Type.Boolean({
  description:
    'Whether the model can see images. Default: true if the model is known to support images; false for an unknown model or a local server.',
});

const secret = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 5000, description: `${description} Never returned.` }));

const ModelName = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "The provider's name for the model; for `azure`, the deployment's name; for `builtin`, `rules-1`.",
});

const SetModel = Type.Object({
  provider: Provider,
  model: ModelName,
  baseUrl: Type.Optional(
    Type.String({ maxLength: 500, description: 'Address of the API. Required for `openai-compatible` and `azure`.' }),
  ),
  region: Type.Optional(Type.String({ maxLength: 50, description: 'Required for `bedrock`.' })),
  apiKey: secret('API key of the provider; for `bedrock` a Bedrock API key.'),
  accessKeyId: secret('For `bedrock` only, instead of `apiKey`.'),
  secretAccessKey: secret('`bedrock` only.'),
  sessionToken: secret('`bedrock` only.'),
  prices: Type.Optional(Prices),
  contextTokens: Type.Optional(contextTokens),
  outputTokens: Type.Optional(outputTokens),
  seesImages: Type.Optional(seesImages),
});

const setModelsShape = (fallback: { readonly whose: string; readonly condition: string }) => ({
  models: Type.Array(SetModel, {
    maxItems: 5,
    description: `The first model is used; the others are fallbacks, in this order. Empty: ${fallback.whose} models are used.`,
  }),
  embedding: Type.Optional(
    Type.Union([SetModel, Type.Null()], {
      description: `Embedding model that compares searches with the sections of the live site by meaning. Null: ${fallback.whose}, ${fallback.condition}. Omitted: unchanged.`,
    }),
  ),
});

export const SetProjectModelsBody = Type.Object(
  setModelsShape({ whose: "the organization's or the installation's", condition: 'if they have one' }),
  { $id: 'SetProjectModels' },
);
export type SetProjectModelsBody = Static<typeof SetProjectModelsBody>;

export const SetOrganizationModelsBody = Type.Object(
  setModelsShape({ whose: "the installation's", condition: 'if it has one' }),
  { $id: 'SetOrganizationModels' },
);

const ShownModel = Type.Object({
  provider: Provider,
  model: Type.String(),
  baseUrl: Nullable(Type.String()),
  region: Nullable(Type.String()),
  credentials: Type.Array(Type.String(), { description: 'Names of the credentials that are set, never their values.' }),
  prices: Nullable(Prices),
  contextTokens: Nullable(contextTokens),
  outputTokens: Nullable(outputTokens),
  seesImages: Nullable(seesImages),
});

/** The source of the models that apply, the nearest first. */
const modelLevels = ['project', 'organization', 'installation'] as const;
export type ModelLevel = (typeof modelLevels)[number];

const shownModelsShape = <Level extends ModelLevel>(levels: readonly Level[]) => {
  const source = (description: string) => Type.Enum([...levels], { description });
  return {
    source: source('Where these models are set.'),
    models: Type.Array(ShownModel),
    seesImages: Type.Boolean({
      description: 'Whether each of the models can see images. If not, the agent receives only the names of images.',
    }),
    embedding: Nullable(Type.Object({ source: source('Where this model is set.'), model: ShownModel })),
    credentialsReadable: Type.Boolean({
      description: "False if the credentials were encrypted with a master key that this process doesn't have.",
    }),
    updatedAt: Nullable(DateTime('When the models were set here; null if they never were.')),
  };
};

export const ProjectModels = Type.Object(shownModelsShape(modelLevels), { $id: 'ProjectModels' });
export type ProjectModels = Static<typeof ProjectModels>;

export const OrganizationModels = Type.Object(shownModelsShape(['organization', 'installation']), {
  $id: 'OrganizationModels',
});
export type OrganizationModels = Static<typeof OrganizationModels>;

const testModelsShape = {
  model: Type.Optional(Type.String({ maxLength: 250, description: 'One of the models, as `provider/model`.' })),
};
export const TestProjectModelsBody = Type.Object(testModelsShape, { $id: 'TestProjectModels' });
export const TestOrganizationModelsBody = Type.Object(testModelsShape, { $id: 'TestOrganizationModels' });

export const ModelTests = Type.Object(
  {
    works: Type.Boolean({
      description:
        'Whether each model works. Language models are tested with tools, and the embedding model with text.',
    }),
    models: Type.Array(
      Type.Object({
        model: Type.String({ description: '`provider/model`' }),
        works: Type.Boolean(),
        line: Type.String({ description: 'The result, for people.' }),
      }),
    ),
  },
  { $id: 'ModelTests' },
);
export type ModelTests = Static<typeof ModelTests>;
