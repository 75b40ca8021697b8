import { Type, type Static } from 'typebox';
import { DateTime, Nullable } from './ids.ts';

/** Code hosts that organizations connect. All of them send events to hooks. The embedded code host isn't included. */
export const codeHostKinds = ['github', 'gitlab', 'gitea', 'bitbucket'] as const;
export type ConnectedHostKind = (typeof codeHostKinds)[number];

const name = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' });
const secret = (maxLength: number, description: string) =>
  Type.Optional(
    Type.String({ minLength: 1, maxLength, description: `${description} Stored encrypted and never returned.` }),
  );

const credentialFields = {
  token: secret(2_000, 'Access token.'),
  user: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 254,
      description: "For Bitbucket with a person's API token: their email address.",
    }),
  ),
  appId: Type.Optional(
    Type.String({
      pattern: '^[0-9]+$',
      minLength: 1,
      maxLength: 15,
      description: 'GitHub: ID of an app, instead of a token.',
    }),
  ),
  privateKey: secret(20_000, 'GitHub: private key of the app, as a PEM file.'),
};

export const CreateCodeHostBody = Type.Object(
  {
    kind: Type.Enum([...codeHostKinds], { description: 'For Forgejo, use `gitea`.' }),
    webUrl: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description:
          'Address of the code host, such as `https://git.example.com`. Default: `https://github.com`, `https://gitlab.com` or `https://bitbucket.org`; required for Gitea and Forgejo.',
      }),
    ),
    apiUrl: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description:
          "GitHub and Bitbucket: address of the API, if it isn't the default. GitHub Enterprise Server uses `/api/v3`.",
      }),
    ),
    account: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Owner, organization, group or workspace that the credential is for. Default: the whole host. For Bitbucket, the workspace is required.',
      }),
    ),
    name: Type.Optional(name),
    ...credentialFields,
  },
  { $id: 'CreateCodeHost' },
);
export type CreateCodeHostBody = Static<typeof CreateCodeHostBody>;

export const UpdateCodeHostBody = Type.Object(
  { name: Type.Optional(name), ...credentialFields },
  { $id: 'UpdateCodeHost' },
);
export type UpdateCodeHostBody = Static<typeof UpdateCodeHostBody>;

export const CodeHostCheck = Type.Object(
  {
    status: Type.Enum(['ready', 'incomplete', 'failed'], {
      description: "`incomplete`: the credential is accepted but lacks a permission. `failed`: it isn't accepted.",
    }),
    message: Type.String({ description: 'The result, for people.' }),
    signedInAs: Nullable(Type.String({ description: 'Account or app that the credential belongs to.' })),
    permissions: Type.Array(
      Type.Object({
        name: Type.String({ description: 'Name of the permission on the code host.' }),
        purpose: Type.String({ description: 'The reason that Docwright needs the permission.' }),
        status: Type.Enum(['granted', 'missing', 'unknown'], {
          description: "`unknown`: the code host doesn't report this permission; check a repository to find out.",
        }),
      }),
    ),
    checkedAt: DateTime('When the credential was checked.'),
  },
  { $id: 'CodeHostCheck' },
);
export type CodeHostCheck = Static<typeof CodeHostCheck>;

export const ConnectedCodeHost = Type.Object(
  {
    id: Nullable(Type.String({ description: "Null for a code host from the installation's settings." })),
    source: Type.Enum(['organization', 'settings'], {
      description:
        "`settings`: set up by the operator for the repositories that the operator allows; it can't be changed here.",
    }),
    kind: Type.Enum([...codeHostKinds]),
    name: Type.String(),
    webUrl: Type.String(),
    apiUrl: Nullable(Type.String()),
    account: Nullable(Type.String({ description: 'Null: every owner of the host.' })),
    credential: Nullable(
      Type.Enum(['token', 'github-app'], { description: 'Null: no credential is set, so nothing is accessible.' }),
    ),
    appId: Nullable(Type.String()),
    installUrl: Nullable(
      Type.String({
        description: 'Page on which you install the GitHub App on an account and select its repositories.',
      }),
    ),
    check: Nullable(CodeHostCheck),
    projects: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description: 'Projects that access their repository through this code host.',
    }),
    createdAt: Nullable(DateTime('When the code host was connected.')),
    updatedAt: Nullable(DateTime('When the connection was last changed.')),
  },
  { $id: 'ConnectedCodeHost' },
);
export type ConnectedCodeHost = Static<typeof ConnectedCodeHost>;

export const CodeHostList = Type.Object({ codeHosts: Type.Array(ConnectedCodeHost) }, { $id: 'CodeHostList' });

export const HostedRepository = Type.Object(
  {
    fullName: Type.String({ description: '`owner/name`, as the code host spells it.' }),
    url: Type.String({ description: 'In the same format as the repository address of a project.' }),
    defaultBranch: Nullable(Type.String()),
    private: Type.Boolean(),
    canPush: Nullable(Type.Boolean({ description: "Null: the code host doesn't include it in lists." })),
  },
  { $id: 'HostedRepository' },
);
export type HostedRepository = Static<typeof HostedRepository>;

export const HostedRepositoryList = Type.Object(
  {
    repositories: Type.Array(HostedRepository),
    isWhole: Type.Boolean({
      description: 'False if the host has more repositories than can be searched; search for part of the name.',
    }),
  },
  { $id: 'HostedRepositoryList' },
);
export type HostedRepositoryList = Static<typeof HostedRepositoryList>;

export const StartGitHubAppBody = Type.Object(
  {
    webUrl: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description: 'Address of a GitHub Enterprise Server. Default: `https://github.com`.',
      }),
    ),
    apiUrl: Type.Optional(Type.String({ minLength: 1, maxLength: 300, description: 'The same as for a code host.' })),
    account: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'GitHub organization that will own the app. Default: your own account.',
      }),
    ),
  },
  { $id: 'StartGitHubApp' },
);
export type StartGitHubAppBody = Static<typeof StartGitHubAppBody>;

export const GitHubAppStart = Type.Object(
  {
    continueUrl: Type.String({
      description: "Page to open in a browser; it forwards to GitHub with the app's manifest.",
    }),
    verifier: Type.String({
      description: "Store this value: it is required to complete the app with GitHub's response.",
    }),
    expiresAt: DateTime('Deadline for creating the app.'),
  },
  { $id: 'GitHubAppStart' },
);
export type GitHubAppStart = Static<typeof GitHubAppStart>;

const opaque = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
export const CompleteGitHubAppBody = Type.Object(
  {
    code: opaque('As returned by GitHub.'),
    state: opaque('As returned by GitHub.'),
    verifier: opaque('As returned by the first step.'),
  },
  { $id: 'CompleteGitHubApp' },
);
export type CompleteGitHubAppBody = Static<typeof CompleteGitHubAppBody>;
