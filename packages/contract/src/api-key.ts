import { Type, type Static } from 'typebox';
import { DateTime, Nullable } from './ids.ts';

/** `admin` covers every operation. A `…:write` scope covers its `…:read`. */
export const scopes = [
  'admin',
  'agent-jobs:read',
  'agent-jobs:write',
  'exports:read',
  'exports:write',
  'deployments:read',
  'deployments:write',
  'content:read',
  'content:write',
  'content:publish',
  'projects:read',
  'projects:write',
  'api-keys:read',
  'api-keys:write',
  'organization:read',
  'organization:write',
  'repositories:read',
  'repositories:write',
  'webhooks:read',
  'webhooks:write',
  'metrics:read',
  'members:read',
  'members:write',
  'audit:read',
  'system:read',
  'discovery:read',
  'analytics:read',
  'analytics:write',
  'analytics-events:write',
] as const;
export type Scope = (typeof scopes)[number];

export const CreateApiKeyBody = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' }),
    scopes: Type.Optional(
      Type.Array(Type.Enum([...scopes]), {
        minItems: 1,
        uniqueItems: true,
        description:
          "Default: the caller's scopes. Scopes that the caller doesn't have are refused. A key with `webhooks:write` can receive events about the jobs of every project, including prompts and links.",
      }),
    ),
    projectIds: Type.Optional(
      Nullable(
        Type.Array(Type.String({ minLength: 1, maxLength: 200 }), {
          minItems: 1,
          maxItems: 100,
          uniqueItems: true,
          description:
            'Default: all projects. A key bound to projects has no access to resources shared by the organization: keys, repositories and settings.',
        }),
      ),
    ),
    expiresAt: Type.Optional(
      Nullable(
        DateTime("Default: when the caller's key expires; never if the caller is a person or its key doesn't expire."),
      ),
    ),
  },
  { $id: 'CreateApiKey' },
);
export type CreateApiKeyBody = Static<typeof CreateApiKeyBody>;

export const RollApiKeyBody = Type.Object(
  {
    overlapSeconds: Type.Optional(
      Type.Integer({ minimum: 0, maximum: 604_800, default: 0, description: 'How long the old key keeps working.' }),
    ),
  },
  { $id: 'RollApiKey' },
);
export type RollApiKeyBody = Static<typeof RollApiKeyBody>;

const apiKeyFields = {
  id: Type.String(),
  name: Type.String(),
  prefix: Type.String({ description: 'The first characters, which identify the key: `dw_Ab3d`.' }),
  lastFour: Type.String(),
  scopes: Type.Array(Type.Enum([...scopes])),
  projectIds: Nullable(Type.Array(Type.String())),
  createdBy: Type.String({ description: 'ID of the user or key that created it, or `setup`.' }),
  createdByName: Type.String({
    description: 'Current email address of the person, or name of the key, that created it.',
  }),
  createdAt: DateTime('When the key was created.'),
  lastUsedAt: Nullable(DateTime('When the key was last used, to the minute.')),
  expiresAt: Nullable(DateTime('When the key stops working.')),
  revokedAt: Nullable(DateTime('When the key was revoked.')),
};

export const ApiKey = Type.Object(apiKeyFields, { $id: 'ApiKey' });
export type ApiKey = Static<typeof ApiKey>;

export const NewApiKey = Type.Object(
  { ...apiKeyFields, key: Type.String({ description: 'The key itself, shown only once.' }) },
  { $id: 'NewApiKey' },
);
export type NewApiKey = Static<typeof NewApiKey>;

export const ApiKeyList = Type.Object({ apiKeys: Type.Array(ApiKey) }, { $id: 'ApiKeyList' });
export type ApiKeyList = Static<typeof ApiKeyList>;
