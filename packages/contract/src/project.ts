import { Type, type Static } from 'typebox';
import { DateTime, Nullable } from './ids.ts';

export const deploymentKinds = ['cloud', 'client-hosted', 'air-gapped'] as const;
export type DeploymentKind = (typeof deploymentKinds)[number];

const Name = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S' });
const Repository = Type.String({
  minLength: 1,
  maxLength: 500,
  description: 'Full URL of the repository, such as `https://github.com/owner/name`, or one on the embedded code host.',
});
const Branch = Type.String({ minLength: 1, maxLength: 200, description: 'Base branch.' });
const DocsFolder = Type.String({ maxLength: 500, description: 'Folder with docs.json, `""` for the root.' });
const Domains = Type.Array(Type.String({ minLength: 1, maxLength: 253 }), {
  maxItems: 100,
  uniqueItems: true,
  description:
    "Export names: host names with which you can start an export of the project. They don't verify a domain or change where the live site is served; see `POST /v1/projects/{projectId}/domains`.",
});
const Kind = Type.Enum([...deploymentKinds]);
const Model = Type.String({
  minLength: 1,
  maxLength: 200,
  description: '`builtin/rules-1`, or `provider/model` of a configured provider.',
});
/** Switches for features that the deployment kind leaves configurable; a kind without a feature ignores its switch. */
const Features = Type.Object({
  search: Type.Optional(Type.Boolean()),
  assistant: Type.Optional(Type.Boolean()),
  analytics: Type.Optional(Type.Boolean()),
  feedback: Type.Optional(Type.Boolean()),
  playground: Type.Optional(Type.Boolean()),
  offlineSearch: Type.Optional(Type.Boolean()),
  socialImages: Type.Optional(Type.Boolean()),
});

export const CreateProjectBody = Type.Object(
  {
    name: Name,
    repository: Repository,
    branch: Type.Optional(Branch),
    docsFolder: Type.Optional(DocsFolder),
    domains: Type.Optional(Domains),
    deploymentKind: Type.Optional(Kind),
    model: Type.Optional(Model),
    features: Type.Optional(Features),
    excludeOrphans: Type.Optional(
      Type.Boolean({
        description:
          "Whether exports leave out pages that aren't in the navigation; pages with `hidden: true` are kept.",
      }),
    ),
    asDraft: Type.Optional(
      Type.Boolean({ description: 'Whether agent pull requests are drafts unless the job overrides it.' }),
    ),
  },
  { $id: 'CreateProject' },
);
export type CreateProjectBody = Static<typeof CreateProjectBody>;

export const UpdateProjectBody = Type.Partial(CreateProjectBody, { $id: 'UpdateProject' });
export type UpdateProjectBody = Static<typeof UpdateProjectBody>;

export const Project = Type.Object(
  {
    id: Type.String(),
    name: Type.String(),
    repository: Type.String(),
    branch: Type.String(),
    docsFolder: Type.String(),
    domains: Type.Array(Type.String(), {
      description: "Export names. The live site's own domains are at `/v1/projects/{projectId}/domains`.",
    }),
    deploymentKind: Kind,
    model: Type.String(),
    features: Type.Object({
      search: Type.Boolean(),
      assistant: Type.Boolean(),
      analytics: Type.Boolean(),
      feedback: Type.Boolean(),
      playground: Type.Boolean(),
      offlineSearch: Type.Boolean(),
      socialImages: Type.Boolean(),
    }),
    excludeOrphans: Type.Boolean(),
    asDraft: Type.Boolean(),
    createdAt: DateTime('When the project was created.'),
    updatedAt: DateTime('When the project last changed.'),
  },
  { $id: 'Project' },
);
export type Project = Static<typeof Project>;

export const ProjectList = Type.Object(
  { projects: Type.Array(Project), nextCursor: Nullable(Type.String()) },
  { $id: 'ProjectList' },
);
export type ProjectList = Static<typeof ProjectList>;
