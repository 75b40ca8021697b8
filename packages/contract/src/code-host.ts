import { Type, type Static } from 'typebox';
import { DateTime, Nullable } from './ids.ts';

export const codeHostKinds = ['github', 'gitlab', 'gitea', 'bitbucket'] as const;
export type ConnectedHostKind = (typeof codeHostKinds)[number];

const name = Type.String({ minLength: 1, maxLength: 80, pattern: '\\S' });
const secret = (maxLength: number, description: string) =>
  Type.Optional(Type.String({ minLength: 1, maxLength, description: `${description} It is sealed, and never shown.` }));

const credentialFields = {
  token: secret(2_000, 'Access token.'),
  user: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 254,
      description: 'Bitbucket with the API token of a person: their email address.',
    }),
  ),
  appId: Type.Optional(
    Type.String({
      pattern: '^[0-9]+$',
      minLength: 1,
      maxLength: 15,
      description: 'GitHub: id of an App, in place of a token.',
    }),
  ),
  privateKey: secret(20_000, 'GitHub: private key of the App, as a PEM file.'),
};

export const CreateCodeHostBody = Type.Object(
  {
    kind: Type.Enum([...codeHostKinds], { description: '`gitea` is Forgejo too.' }),
    webUrl: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description:
          'Address of the code host: `https://git.example.com`. Default: `https://github.com`, `https://gitlab.com` or `https://bitbucket.org`; a Gitea or Forgejo has none.',
      }),
    ),
    apiUrl: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 300,
        description:
          'GitHub and Bitbucket: address of the API, where it is not the usual one. GitHub Enterprise Server has it at `/api/v3`.',
      }),
    ),
    account: Type.Optional(
      Type.String({
        maxLength: 200,
        description:
          'Owner, organization, group or workspace that the credential is for. Default: all of the host. Bitbucket needs its workspace.',
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
      description: '`incomplete`: the credential is good and lacks a permission. `failed`: it is not accepted.',
    }),
    message: Type.String({ description: 'What was found, for a person.' }),
    signedInAs: Nullable(Type.String({ description: 'Account or App that the credential belongs to.' })),
    permissions: Type.Array(
      Type.Object({
        name: Type.String({ description: 'As the code host calls it.' }),
        purpose: Type.String({ description: 'What it is needed for.' }),
        status: Type.Enum(['granted', 'missing', 'unknown'], {
          description: '`unknown`: the code host doesn’t tell; checking a repository does.',
        }),
      }),
    ),
    checkedAt: DateTime('When it was looked at.'),
  },
  { $id: 'CodeHostCheck' },
);
export type CodeHostCheck = Static<typeof CodeHostCheck>;

export const ConnectedCodeHost = Type.Object(
  {
    id: Nullable(Type.String({ description: 'Null for one of the installation’s settings.' })),
    source: Type.Enum(['organization', 'settings'], {
      description:
        '`settings`: the operator’s, for the repositories that the operator allows; it can’t be changed here.',
    }),
    kind: Type.Enum([...codeHostKinds]),
    name: Type.String(),
    webUrl: Type.String(),
    apiUrl: Nullable(Type.String()),
    account: Nullable(Type.String({ description: 'Null: every owner of the host.' })),
    credential: Nullable(
      Type.Enum(['token', 'github-app'], { description: 'Null: none is set, so nothing can be reached.' }),
    ),
    appId: Nullable(Type.String()),
    installUrl: Nullable(
      Type.String({ description: 'Where the GitHub App is installed on an account and its repositories are chosen.' }),
    ),
    check: Nullable(CodeHostCheck),
    projects: Type.Array(Type.Object({ id: Type.String(), name: Type.String() }), {
      description: 'Projects whose repository is reached by it.',
    }),
    createdAt: Nullable(DateTime('When it was connected.')),
    updatedAt: Nullable(DateTime('When it was last changed.')),
  },
  { $id: 'ConnectedCodeHost' },
);
export type ConnectedCodeHost = Static<typeof ConnectedCodeHost>;

export const CodeHostList = Type.Object({ codeHosts: Type.Array(ConnectedCodeHost) }, { $id: 'CodeHostList' });

export const HostedRepository = Type.Object(
  {
    fullName: Type.String({ description: '`owner/name`, as the code host spells it.' }),
    url: Type.String({ description: 'As a project takes it.' }),
    defaultBranch: Nullable(Type.String()),
    private: Type.Boolean(),
    canPush: Nullable(Type.Boolean({ description: 'Null: the code host doesn’t tell in a list.' })),
  },
  { $id: 'HostedRepository' },
);
export type HostedRepository = Static<typeof HostedRepository>;

export const HostedRepositoryList = Type.Object(
  {
    repositories: Type.Array(HostedRepository),
    isWhole: Type.Boolean({ description: 'False: there are more than were looked at; name a part to search for.' }),
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
    apiUrl: Type.Optional(Type.String({ minLength: 1, maxLength: 300, description: 'As for a code host.' })),
    account: Type.Optional(
      Type.String({
        maxLength: 200,
        description: 'Organization on GitHub that is to own the App. Default: your own account there.',
      }),
    ),
  },
  { $id: 'StartGitHubApp' },
);
export type StartGitHubAppBody = Static<typeof StartGitHubAppBody>;

export const GitHubAppStart = Type.Object(
  {
    continueUrl: Type.String({ description: 'Page that leads to GitHub with the App’s manifest, in a browser.' }),
    verifier: Type.String({ description: 'Kept by who began: without it what GitHub sends back is not taken.' }),
    expiresAt: DateTime('Until when the App must be made.'),
  },
  { $id: 'GitHubAppStart' },
);
export type GitHubAppStart = Static<typeof GitHubAppStart>;

const opaque = (description: string) => Type.String({ minLength: 1, maxLength: 200, description });
export const CompleteGitHubAppBody = Type.Object(
  {
    code: opaque('As GitHub sent it back.'),
    state: opaque('As GitHub sent it back.'),
    verifier: opaque('As the first step gave it.'),
  },
  { $id: 'CompleteGitHubApp' },
);
export type CompleteGitHubAppBody = Static<typeof CompleteGitHubAppBody>;
