import { Type, type Static } from 'typebox';
import { json, operation } from './define-operation.ts';
import { DateTime, Nullable } from './ids.ts';
import { deploymentKinds } from './project.ts';

const Part = Type.Object({
  status: Type.Enum(['ok', 'failed']),
  kind: Type.String({ description: 'The type: `embedded` or `external`, `files` or `s3`.' }),
  detail: Nullable(Type.String({ description: 'Version or size, for people.' })),
});

const RetentionRule = Type.Object({
  name: Type.String({ description: 'Stable name, such as `agent-jobs`.' }),
  title: Type.String({ description: 'Name for people.' }),
  description: Type.String({ description: 'Description of the data.' }),
  limits: Type.Array(
    Type.Object({
      value: Nullable(Type.Integer({ minimum: 0, description: 'Null: kept forever.' })),
      unit: Type.String({ description: '`days`, `hours`, `deployments` or `megabytes`.' }),
      setting: Nullable(Type.String({ description: 'Environment variable that sets the value.' })),
    }),
    { description: 'The values in the description, if any.' },
  ),
  lastRun: Nullable(
    Type.Object({
      at: DateTime('When the cleanup ended.'),
      failed: Type.Boolean({
        description: 'The cleanup is retried in an hour; the log contains the reason for the failure.',
      }),
      rows: Type.Integer({
        minimum: 0,
        description: 'Number of deleted objects, except those deleted along with others.',
      }),
      files: Type.Integer({ minimum: 0, description: 'Files of the blob store, and mirrors of repositories.' }),
      bytes: Type.Integer({ minimum: 0, description: 'Size of these files and mirrors, in bytes.' }),
    }),
  ),
});

export const System = Type.Object(
  {
    version: Type.String({ description: 'Version of the software.' }),
    commit: Nullable(
      Type.String({ description: 'Commit that the software was built from; null if it runs from a clone.' }),
    ),
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
      description: "How this process isolates customers' pages, according to its self-test.",
    }),
    sandboxWarning: Nullable(
      Type.String({ description: "What this isolation doesn't cover, and why it is not `bwrap`." }),
    ),
    models: Type.Array(Type.Object({ name: Type.String(), isDefault: Type.Boolean() })),
    codeHosts: Type.Array(
      Type.Object({
        name: Type.String({ description: '`embedded`, or the kind of code host, such as `github`.' }),
        url: Type.String(),
        configured: Type.Boolean(),
      }),
    ),
    signIn: Type.Object({
      password: Type.Boolean(),
      oidc: Nullable(Type.Object({ name: Type.String(), issuer: Type.String() })),
      mail: Type.Boolean({ description: 'Whether invitations and password resets can be emailed.' }),
    }),
    limits: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Stable name, such as `tenantWaiting`.' }),
        title: Type.String({ description: 'Name for people.' }),
        value: Type.Number(),
        unit: Type.String({ description: 'In the plural: `jobs`, `seconds`; or `an hour`.' }),
        setting: Nullable(Type.String({ description: 'Environment variable that sets the value.' })),
        description: Type.String(),
      }),
    ),
    retention: Type.Array(RetentionRule, {
      description: 'Data that is deleted automatically every hour.',
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
      { description: 'The features of each deployment kind.' },
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
    summary: "Get the installation's state",
    description:
      "Version, health, limits, retention, models and feature table, without secrets. Available only to the operator's organization.",
    scope: 'system:read',
    operatorOnly: true,
    success: json(200, 'The installation.', System),
  }),
} as const;
