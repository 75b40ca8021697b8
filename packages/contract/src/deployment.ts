import { Type, type Static } from 'typebox';
import { codeHostKinds } from './code-host.ts';
import { BasePath, ExportIssue } from './export-job.ts';
import { DateTime, Nullable } from './ids.ts';
import { ReaderGroup } from './reader-group.ts';

export const deploymentStatuses = ['queued', 'in_progress', 'success', 'failure', 'skipped'] as const;
export type DeploymentStatus = (typeof deploymentStatuses)[number];

export const deploymentSources = [
  'internal',
  'api',
  'dashboard',
  'cli',
  'push',
  ...codeHostKinds,
  'poll',
  'promotion',
  'onboarding',
] as const;
export type DeploymentSource = (typeof deploymentSources)[number];

export const environmentKinds = ['production', 'preview'] as const;
export type EnvironmentKind = (typeof environmentKinds)[number];

export const CreatePreviewDeploymentBody = Type.Object(
  {
    // Not required, because a missing branch has its own error.
    branch: Type.Optional(Type.String({ maxLength: 200, description: "Branch of the project's repository." })),
  },
  { $id: 'CreatePreviewDeployment' },
);
export type CreatePreviewDeploymentBody = Static<typeof CreatePreviewDeploymentBody>;

export const DeploymentTicket = Type.Object(
  {
    statusId: Type.String({ description: 'ID of the deployment, for `update-status`.' }),
  },
  { $id: 'DeploymentTicket' },
);
export type DeploymentTicket = Static<typeof DeploymentTicket>;

export const PreviewTicket = Type.Object(
  { statusId: Type.String(), previewUrl: Type.String({ format: 'uri', description: 'Address of the preview.' }) },
  { $id: 'PreviewTicket' },
);
export type PreviewTicket = Static<typeof PreviewTicket>;

const Ms = Nullable(Type.Integer({ minimum: 0 }));

export const Deployment = Type.Object(
  {
    _id: Type.String({ description: 'The same as `deploymentId`.' }),
    deploymentId: Type.String(),
    projectId: Type.String(),
    environment: Type.Enum([...environmentKinds]),
    branch: Type.String(),
    status: Type.Enum([...deploymentStatuses]),
    active: Type.Boolean({ description: "Whether readers of the deployment's environment see this deployment." }),
    summary: Nullable(Type.String({ description: 'The outcome in one sentence.' })),
    errorCode: Nullable(
      Type.String({ description: 'The reason that the deployment failed, for programs; see the job error codes.' }),
    ),
    logs: Type.Array(Type.String(), { description: 'One line per step.' }),
    url: Type.String({ format: 'uri', description: "Address of the deployment's environment." }),
    subdomain: Type.String(),
    screenshot: Nullable(Type.String()),
    screenshotLight: Nullable(Type.String()),
    screenshotDark: Nullable(Type.String()),
    author: Nullable(Type.Object({ name: Type.String() })),
    commit: Nullable(
      Type.Object({
        sha: Type.String(),
        ref: Type.String(),
        message: Type.String(),
        filesChanged: Type.Object({
          added: Type.Array(Type.String()),
          modified: Type.Array(Type.String()),
          removed: Type.Array(Type.String()),
        }),
      }),
    ),
    source: Type.Enum([...deploymentSources], {
      description:
        'What started the deployment. A push is named after its code host, or `push` for the embedded code host. `poll`: a new commit found without a hook.',
    }),
    pageCount: Nullable(Type.Integer({ minimum: 0 })),
    issueCount: Nullable(Type.Integer({ minimum: 0 })),
    issues: Type.Array(ExportIssue, {
      description: 'At most 1,000, errors first; empty in lists. `issueCount` is the total.',
    }),
    durations: Type.Object(
      { waiting: Ms, fetching: Ms, building: Ms, activating: Ms },
      { description: 'Milliseconds; null for steps that were not run.' },
    ),
    createdAt: DateTime('When the deployment was requested.'),
    endedAt: Nullable(DateTime('When the deployment ended.')),
    activatedAt: Nullable(DateTime('When the deployment last became live.')),
  },
  { $id: 'Deployment' },
);
export type Deployment = Static<typeof Deployment>;

export const DeploymentList = Type.Object(
  { deployments: Type.Array(Deployment), nextCursor: Nullable(Type.String()) },
  { $id: 'DeploymentList' },
);
export type DeploymentList = Static<typeof DeploymentList>;

export const CreatePreviewLinkBody = Type.Object(
  {
    groups: Type.Optional(
      Type.Array(ReaderGroup, {
        maxItems: 50,
        description:
          'Shows the preview as a reader in these groups sees it. Default: as a reader who is signed in and in no group.',
      }),
    ),
  },
  { $id: 'CreatePreviewLink' },
);

export const PreviewLink = Type.Object(
  {
    url: Type.String({ format: 'uri', description: 'Opens the preview in any browser until `expiresAt`.' }),
    expiresAt: DateTime('When the link expires, along with the access that it granted.'),
  },
  { $id: 'PreviewLink' },
);
export type PreviewLink = Static<typeof PreviewLink>;

const PreviewEnvironment = Type.Object(
  {
    branch: Type.String(),
    url: Type.String({ format: 'uri' }),
    deploymentId: Nullable(Type.String({ description: 'The deployment that readers see; null until there is one.' })),
    updatedAt: DateTime('When the environment last changed.'),
  },
  { $id: 'PreviewEnvironment' },
);

/** Access settings of a project's previews. */
export const previewAccesses = ['public', 'link', 'password', 'members'] as const;
export type PreviewAccess = (typeof previewAccesses)[number];

const PreviewAccess = Nullable(
  Type.Enum([...previewAccesses], {
    description:
      "Who can read previews: `members` of the organization after signing in, anyone with a `password`, anyone with a signed `link` (which also works with the other settings), or everyone (`public`). Null: `members`, or `public` if only the installation's machine can open previews.",
  }),
);

export const PreviewPassword = Type.Object(
  {
    label: Type.String({ description: 'Who the password is for.' }),
    updatedAt: DateTime('When the password was last set.'),
  },
  { $id: 'PreviewPassword' },
);
export type PreviewPassword = Static<typeof PreviewPassword>;

export const NewPreviewPassword = Type.Object(
  {
    label: Type.String(),
    updatedAt: DateTime('When the password was set.'),
    password: Nullable(
      Type.String({ description: 'The generated password, shown only once; null if you set one yourself.' }),
    ),
  },
  { $id: 'NewPreviewPassword' },
);
export type NewPreviewPassword = Static<typeof NewPreviewPassword>;

export const SetPreviewPasswordBody = Type.Object(
  {
    password: Type.Optional(
      Type.String({
        minLength: 10,
        maxLength: 256,
        description: 'Default: a generated password, which the response contains.',
      }),
    ),
  },
  { $id: 'SetPreviewPassword' },
);
export type SetPreviewPasswordBody = Static<typeof SetPreviewPasswordBody>;

export const Takedown = Type.Object(
  {
    site: Type.String({ description: 'Slug of the site.' }),
    organizationId: Type.String(),
    status: Type.Union([Type.Literal(410), Type.Literal(451)]),
    reason: Type.String(),
  },
  { $id: 'Takedown' },
);
export type Takedown = Static<typeof Takedown>;

export const TakedownList = Type.Object({ takedowns: Type.Array(Takedown) }, { $id: 'TakedownList' });
export type TakedownList = Static<typeof TakedownList>;

export const TakeDownSiteBody = Type.Object(
  {
    site: Type.String({ minLength: 1, maxLength: 63, description: 'Slug: the first part of its address.' }),
    status: Type.Optional(
      Type.Enum([410, 451], {
        default: 451,
        description: 'HTTP status of the response to readers: 451 for legal reasons, 410 for others.',
      }),
    ),
    reason: Type.String({
      minLength: 1,
      maxLength: 1_000,
      pattern: '\\S',
      description: 'The reason shown to readers.',
    }),
  },
  { $id: 'TakeDownSite' },
);
export type TakeDownSiteBody = Static<typeof TakeDownSiteBody>;

export const Site = Type.Object(
  {
    projectId: Type.String(),
    slug: Type.String({ description: 'Unique in the installation, and never assigned to another project.' }),
    url: Type.String({ format: 'uri', description: 'Address of the live site.' }),
    live: Type.Boolean({ description: 'Whether readers can open pages at `url`.' }),
    activeDeployment: Nullable(Deployment),
    previews: Type.Array(PreviewEnvironment),
    settings: Type.Object({
      previews: Type.Boolean({ description: 'Whether branches have previews.' }),
      requireNoErrors: Type.Boolean({
        description: 'Whether error-level issues prevent a deployment from going live.',
      }),
      published: Type.Boolean({ description: 'Whether the site is served.' }),
      previewAccess: PreviewAccess,
      basePath: Type.String({
        description:
          'Path under which the next deployment is built: `""` or `/docs`. The live deployment keeps its path until then; its `url` shows it.',
      }),
      requireForkApproval: Type.Boolean({
        description:
          "Whether each head commit of a fork's pull request needs approval by someone with `deployments:write` before it is built. If false, each is built without review, at most 30 per hour and 20 at a time.",
      }),
    }),
    previewPasswords: Type.Array(PreviewPassword),
    updatedAt: DateTime('When its settings last changed.'),
    takedown: Nullable(
      Type.Object({ status: Type.Union([Type.Literal(410), Type.Literal(451)]), reason: Type.String() }),
    ),
  },
  { $id: 'Site' },
);
export type Site = Static<typeof Site>;

export const UpdateSiteBody = Type.Object(
  {
    previews: Type.Optional(Type.Boolean()),
    requireNoErrors: Type.Optional(Type.Boolean()),
    published: Type.Optional(Type.Boolean()),
    previewAccess: Type.Optional(PreviewAccess),
    basePath: Type.Optional(BasePath),
    requireForkApproval: Type.Optional(Type.Boolean()),
  },
  { $id: 'UpdateSite' },
);
export type UpdateSiteBody = Static<typeof UpdateSiteBody>;

export const SiteSummary = Type.Object(
  {
    projectId: Type.String(),
    url: Type.String({ format: 'uri', description: 'Address of the live site.' }),
    state: Type.Enum(['live', 'not_deployed', 'unpublished', 'taken_down'], {
      description:
        '`live`: readers can open pages at `url`. `not_deployed`: no deployment has succeeded yet. `unpublished`: the project unpublished the site. `taken_down`: the operator took the site down.',
    }),
    lastDeployment: Nullable(
      Type.Object(
        {
          deploymentId: Type.String(),
          status: Type.Enum([...deploymentStatuses]),
          errorCode: Nullable(Type.String({ description: 'The reason that the deployment failed or was canceled.' })),
          createdAt: DateTime('When the deployment was requested.'),
        },
        { description: 'The newest production deployment, whether it went live or not.' },
      ),
    ),
  },
  { $id: 'SiteSummary' },
);
export type SiteSummary = Static<typeof SiteSummary>;

export const SiteList = Type.Object(
  { sites: Type.Array(SiteSummary), nextCursor: Nullable(Type.String()) },
  { $id: 'SiteList' },
);
export type SiteList = Static<typeof SiteList>;
