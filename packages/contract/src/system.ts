import { Type, type Static } from 'typebox';
import { json, operation } from './define-operation.ts';
import { DateTime, Nullable } from './ids.ts';
import { deploymentKinds } from './project.ts';

const Part = Type.Object({
  status: Type.Enum(['ok', 'failed']),
  kind: Type.String({ description: 'Which one it is: `embedded` or `external`, `files` or `s3`.' }),
  detail: Nullable(Type.String({ description: 'Version or size, for a person.' })),
});

const RetentionRule = Type.Object({
  name: Type.String({ description: 'Stable: `agent-jobs`.' }),
  title: Type.String({ description: 'What it is about, in words.' }),
  description: Type.String({ description: 'What is kept, in words.' }),
  limits: Type.Array(
    Type.Object({
      value: Nullable(Type.Integer({ minimum: 0, description: 'Null: kept for ever.' })),
      unit: Type.String({ description: '`days`, `hours`, `deployments` or `megabytes`.' }),
      setting: Nullable(Type.String({ description: 'Environment variable that changes it.' })),
    }),
    { description: 'The numbers behind the description, as far as there are any.' },
  ),
  lastRun: Nullable(
    Type.Object({
      at: DateTime('When it ended.'),
      failed: Type.Boolean({ description: 'It is tried again in an hour; why it failed is in the log.' }),
      rows: Type.Integer({ minimum: 0, description: 'Removed, without those that went with others.' }),
      files: Type.Integer({ minimum: 0, description: 'Files of the blob store, and mirrors of repositories.' }),
      bytes: Type.Integer({ minimum: 0, description: 'Of the files and mirrors.' }),
    }),
  ),
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
    retention: Type.Array(RetentionRule, {
      description: 'What is removed by itself, each hour.',
    }),
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
