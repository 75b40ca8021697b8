import { Type, type Static } from 'typebox';
import { json, operation } from './define-operation.ts';
import { DateTime, Nullable } from './ids.ts';
import { deploymentKinds } from './project.ts';

const Part = Type.Object({
  status: Type.Enum(['ok', 'failed']),
  kind: Type.String({ description: 'Which one it is: `embedded` or `external`, `files` or `s3`.' }),
  detail: Nullable(Type.String({ description: 'Version or size, for a person.' })),
});

export const System = Type.Object(
  {
    version: Type.String({ description: 'Of the software.' }),
    apiVersion: Type.String(),
    baseUrl: Type.String(),
    startedAt: DateTime('When this process started.'),
    database: Part,
    blobStore: Part,
    jobEngine: Type.Object({
      status: Type.Enum(['ok', 'failed']),
      queues: Type.Array(
        Type.Object({
          name: Type.String(),
          waiting: Type.Integer({ minimum: 0 }),
          running: Type.Integer({ minimum: 0 }),
        }),
      ),
    }),
    sandbox: Type.Enum(['bwrap', 'process', 'none'], {
      description: 'How customers’ pages are isolated in this process, as its self-test found out.',
    }),
    sandboxWarning: Nullable(Type.String({ description: 'What that leaves open, and why it is not `bwrap`.' })),
    models: Type.Array(Type.Object({ name: Type.String(), isDefault: Type.Boolean() })),
    codeHosts: Type.Array(Type.Object({ name: Type.String(), url: Type.String(), configured: Type.Boolean() })),
    signIn: Type.Object({
      password: Type.Boolean(),
      oidc: Nullable(Type.Object({ name: Type.String(), issuer: Type.String() })),
      mail: Type.Boolean({ description: 'Whether invitations and resets can be sent.' }),
    }),
    limits: Type.Array(
      Type.Object({
        name: Type.String(),
        value: Type.Number(),
        unit: Type.String(),
        setting: Nullable(Type.String({ description: 'Environment variable that changes it.' })),
        description: Type.String(),
      }),
    ),
    retention: Type.Array(
      Type.Object({
        name: Type.String(),
        days: Nullable(Type.Integer({ minimum: 1, description: 'Null: kept for ever.' })),
        setting: Nullable(Type.String()),
        description: Type.String(),
      }),
    ),
    features: Type.Array(
      Type.Object({
        feature: Type.String(),
        deployments: Type.Array(
          Type.Object({
            kind: Type.Enum([...deploymentKinds]),
            support: Type.Enum(['available', 'configurable', 'unavailable']),
          }),
        ),
      }),
      { description: 'Which feature a deployment kind has.' },
    ),
  },
  { $id: 'System' },
);
export type System = Static<typeof System>;

export const systemOperations = {
  getSystem: operation({
    method: 'GET',
    path: '/v1/system',
    tag: 'Operations',
    summary: 'Get the installation’s state',
    description:
      'Version, health, limits, retention, models and the feature table. No secret is in it. For the operator’s organization only.',
    scope: 'system:read',
    operatorOnly: true,
    success: json(200, 'The installation.', System),
  }),
} as const;
