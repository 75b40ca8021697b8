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
    '`openai` speaks Responses, `openai-chat` Chat Completions, `openai-compatible` Chat Completions at any base URL, `ollama`, `lmstudio`, `llamacpp` and `vllm` the same at the usual address of that server on the service’s machine.',
});

const usd = (description: string) => Type.Number({ minimum: 0, maximum: 10_000, description });
const Prices = Type.Object({
  inputUsdPerMillion: usd('US dollars for a million input tokens.'),
  outputUsdPerMillion: usd('US dollars for a million output tokens.'),
  cachedInputUsdPerMillion: Type.Optional(
    usd('The same for tokens read from the provider’s cache. Default: as input.'),
  ),
});

const secret = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 5000, description: `${description} Never given back.` }));

const ModelName = Type.String({
  minLength: 1,
  maxLength: 200,
  description: 'The provider’s name of the model; the deployment’s name for `azure`; `rules-1` for `builtin`.',
});

const SetModel = Type.Object({
  provider: Provider,
  model: ModelName,
  baseUrl: Type.Optional(
    Type.String({ maxLength: 500, description: 'Address of the API. Needed for `openai-compatible` and `azure`.' }),
  ),
  region: Type.Optional(Type.String({ maxLength: 50, description: 'Needed for `bedrock`.' })),
  apiKey: secret('Key of the provider; for `bedrock` a Bedrock API key.'),
  accessKeyId: secret('`bedrock` only, instead of `apiKey`.'),
  secretAccessKey: secret('`bedrock` only.'),
  sessionToken: secret('`bedrock` only.'),
  prices: Type.Optional(Prices),
});

export const SetProjectModelsBody = Type.Object(
  {
    models: Type.Array(SetModel, {
      maxItems: 5,
      description:
        'The first is asked; each further one when those before it can’t answer. Empty: the installation’s write, as without settings.',
    }),
    embedding: Type.Optional(
      Type.Union([SetModel, Type.Null()], {
        description:
          'Model that compares what readers search for with the sections of the live site by meaning. Null: the installation’s, where it has one. Left out: as it is.',
      }),
    ),
  },
  { $id: 'SetProjectModels' },
);
export type SetProjectModelsBody = Static<typeof SetProjectModelsBody>;

const ShownModel = Type.Object({
  provider: Provider,
  model: Type.String(),
  baseUrl: Nullable(Type.String()),
  region: Nullable(Type.String()),
  credentials: Type.Array(Type.String(), { description: 'Names of the credentials that are set, never values.' }),
  prices: Nullable(Prices),
});

const sources = ['project', 'installation'] as const;

export const ProjectModels = Type.Object(
  {
    source: Type.Enum([...sources], { description: 'Whose models these are.' }),
    models: Type.Array(ShownModel),
    embedding: Nullable(
      Type.Object({
        source: Type.Enum([...sources], { description: 'Whose model it is.' }),
        model: ShownModel,
      }),
    ),
    credentialsReadable: Type.Boolean({
      description: 'False when the credentials were sealed with a master key that this process does not have.',
    }),
    updatedAt: Nullable(DateTime('When they were set; null for the installation’s.')),
  },
  { $id: 'ProjectModels' },
);
export type ProjectModels = Static<typeof ProjectModels>;

export const TestProjectModelsBody = Type.Object(
  { model: Type.Optional(Type.String({ maxLength: 250, description: 'One of the project’s, as `provider/model`.' })) },
  { $id: 'TestProjectModels' },
);

export const ModelTests = Type.Object(
  {
    works: Type.Boolean({
      description: 'Whether each of them works: with tools, and the model of the search with texts.',
    }),
    models: Type.Array(
      Type.Object({
        model: Type.String({ description: '`provider/model`' }),
        works: Type.Boolean(),
        line: Type.String({ description: 'What was found, for a person.' }),
      }),
    ),
  },
  { $id: 'ModelTests' },
);
export type ModelTests = Static<typeof ModelTests>;
