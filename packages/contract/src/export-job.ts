import { Type, type Static } from 'typebox';
import { DateTime, Nullable } from './ids.ts';
import { signIns } from './sign-in.ts';

export const exportJobStatuses = ['queued', 'running', 'completed', 'failed'] as const;
export type ExportJobStatus = (typeof exportJobStatuses)[number];

/** The path below which a site is served. */
export const BasePath = Type.String({
  maxLength: 200,
  // A browser removes dot segments before a request (RFC 3986, 5.2.4), so links to such a path would be broken.
  pattern: '^(/(?![.]{1,2}(/|$))[A-Za-z0-9._~-]+)*$',
  description: 'Path under which the site will be served: `""` or `/docs`. Segments must not be `.` or `..`.',
});
const Version = Type.String({
  minLength: 1,
  maxLength: 100,
  pattern: '^[A-Za-z0-9][A-Za-z0-9._+-]*$',
  description: 'Label of the export. Default: the commit.',
});
const Paths = Type.Array(Type.String({ minLength: 1, maxLength: 1000 }), {
  minItems: 1,
  maxItems: 50_000,
  description: 'Page paths to render. Default: every published page.',
});
const ExcludeRestricted = Type.Boolean({
  description:
    "Leave out pages that aren't public (`groups`, `public: false`) and all files that only these pages use. Otherwise, exports of sites with such pages fail with `restricted_pages`.",
});
export const exportAccess = ['excluded', 'included'] as const;
const Access = Type.Enum([...exportAccess], {
  description:
    'With `included`, the bundle also contains restricted content, sealed. `docwright host` shows it to readers who sign in, and refuses the bundle unless `access.mode` is set. All pages there that are not `public: true` require sign-in, unless `signIn` is `optional`. `excluded` is the same as `excludeRestricted`.',
});
const SignIn = Type.Enum([...signIns], {
  description:
    'For `"access": "included"`. With `optional`, everyone can read what is not restricted, and pages have a link to sign in; the host needs `access.signIn: optional`. Default: `required`.',
});
const AllowProtected = Type.Boolean({
  deprecated: true,
  description: 'Older name for `access`; true means `included`.',
});
const Strict = Type.Boolean({ description: 'Fail the job if any page has an error-level issue.' });

export const StartExportBody = Type.Object(
  {
    domain: Type.String({
      minLength: 1,
      maxLength: 1000,
      description:
        'An export name of the project: one of its `domains`. Host name only: no scheme, port, path or trailing slash.',
    }),
    version: Type.Optional(Version),
    paths: Type.Optional(Paths),
    basePath: Type.Optional(BasePath),
    strict: Type.Optional(Strict),
    excludeRestricted: Type.Optional(ExcludeRestricted),
    access: Type.Optional(Access),
    signIn: Type.Optional(SignIn),
    allowProtected: Type.Optional(AllowProtected),
  },
  { $id: 'StartStaticExport' },
);
export type StartExportBody = Static<typeof StartExportBody>;

export const StartProjectExportBody = Type.Object(
  {
    version: Type.Optional(Version),
    paths: Type.Optional(Paths),
    basePath: Type.Optional(BasePath),
    strict: Type.Optional(Strict),
    excludeRestricted: Type.Optional(ExcludeRestricted),
    access: Type.Optional(Access),
    signIn: Type.Optional(SignIn),
    allowProtected: Type.Optional(AllowProtected),
  },
  { $id: 'StartProjectStaticExport' },
);
export type StartProjectExportBody = Static<typeof StartProjectExportBody>;

export const ExportIssue = Type.Object(
  {
    path: Type.String({ description: 'Source file, relative to the docs folder.' }),
    line: Nullable(Type.Integer({ minimum: 1 })),
    severity: Type.Enum(['error', 'warning', 'info']),
    code: Type.String(),
    message: Type.String(),
  },
  { $id: 'ExportIssue' },
);
export type ExportIssue = Static<typeof ExportIssue>;

const missingPageCauses = [
  'no-file',
  'no-operation',
  'specification',
  'remote-specification',
  'page-limit',
  'failed',
  'empty',
] as const;

export const MissingExportPage = Type.Object(
  {
    path: Type.String({
      description: 'The navigation entry: a page, `GET /users`, or the name of a specification.',
    }),
    cause: Type.Enum([...missingPageCauses], {
      description:
        "The file doesn't exist; the operation isn't in the specification; the specification can't be read or is on another host; the page limit is reached; the page failed or is empty.",
    }),
  },
  { $id: 'MissingExportPage' },
);
export type MissingExportPage = Static<typeof MissingExportPage>;

export const ExportJob = Type.Object(
  {
    jobId: Type.String(),
    projectId: Type.String(),
    domain: Nullable(Type.String()),
    status: Type.Enum([...exportJobStatuses]),
    progress: Type.Number({ minimum: 0, maximum: 100, description: 'Never decreases.' }),
    pageCount: Type.Integer({
      minimum: 0,
      description: 'Pages rendered so far, including those outside the navigation.',
    }),
    totalPages: Nullable(Type.Integer({ minimum: 0 })),
    version: Nullable(Type.String()),
    commit: Nullable(Type.String()),
    basePath: Type.String(),
    excludeRestricted: Type.Boolean(),
    access: Nullable(
      Type.Enum([...exportAccess], {
        description: 'Whether restricted content is in the bundle. Null: the site must have none.',
      }),
    ),
    signIn: Nullable(
      Type.Enum([...signIns], {
        description: 'Whether readers must sign in for pages that are not restricted. Null: no restricted content.',
      }),
    ),
    createdAt: DateTime('When the job was accepted.'),
    updatedAt: DateTime('When the job last changed.'),
    error: Nullable(Type.String({ description: 'The reason that the job failed.' })),
    errorCode: Nullable(
      Type.String({ description: 'The reason that the job failed, for programs; see the job error codes.' }),
    ),
    issues: Type.Array(ExportIssue, {
      description: 'At most 1,000, errors first; `issueCount` is the total.',
    }),
    issueCount: Type.Integer({ minimum: 0 }),
    issueCounts: Type.Record(Type.String(), Type.Integer({ minimum: 0 }), {
      description: 'Number of issues per code, including those that `issues` omits.',
    }),
    expected: Nullable(
      Type.Integer({ minimum: 0, description: 'Entries of the navigation. Null until the site is rendered.' }),
    ),
    missing: Type.Array(MissingExportPage, {
      description: 'Navigation entries without a page: at most 1,000; `missingCount` is the total.',
    }),
    missingCount: Type.Integer({ minimum: 0 }),
    durationMs: Nullable(Type.Integer({ minimum: 0 })),
    sha256: Nullable(Type.String()),
    sizeBytes: Type.Optional(Type.Integer({ minimum: 0 })),
    bundleUrl: Type.Optional(
      Type.String({
        format: 'uri',
        description: 'For a completed job: a new link in each response. Omitted if the file is missing or damaged.',
      }),
    ),
    expiresAt: Type.Optional(DateTime('When `bundleUrl` stops working.')),
  },
  { $id: 'ExportJob' },
);
export type ExportJob = Static<typeof ExportJob>;

export const ExportJobList = Type.Object(
  { jobs: Type.Array(ExportJob), nextCursor: Nullable(Type.String()) },
  { $id: 'ExportJobList' },
);
export type ExportJobList = Static<typeof ExportJobList>;

export const Bundle = Type.Object(
  {
    jobId: Type.String(),
    bundleUrl: Type.String({ format: 'uri', description: 'Presigned: works without headers until `expiresAt`.' }),
    sizeBytes: Type.Integer({ minimum: 0 }),
    sha256: Type.String(),
    expiresAt: DateTime('When `bundleUrl` stops working.'),
  },
  { $id: 'Bundle' },
);
export type Bundle = Static<typeof Bundle>;
