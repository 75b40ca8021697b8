import { Type, type Static } from 'typebox';
import { SetPreviewPasswordBody } from './deployment.ts';
import { DateTime, Nullable } from './ids.ts';
import { signIns } from './sign-in.ts';

export const accessModes = ['public', 'password', 'members', 'oauth', 'jwt', 'proxy'] as const;
export type AccessMode = (typeof accessModes)[number];

const Mode = Type.Enum([...accessModes], {
  description:
    'Who can read the site. `public`: everyone. `password`: anyone with one of its passwords. `members`: members of the organization. `oauth`: users of your OAuth 2 or OpenID Connect server. `jwt`: users with a token signed by your login. `proxy`: users whom your reverse proxy names.',
});
const SignIn = Type.Enum([...signIns], {
  description:
    "Who has to sign in. `required`: every reader of a page that isn't public. `optional`, only with `oauth` and `jwt`: readers of restricted pages; everyone can read the rest, and readers who sign in are identified.",
});
const seconds = { minimum: 300, maximum: 2_592_000 };
const Url = (description: string) => Type.String({ maxLength: 2_000, description });
const Secret = (description: string, minLength = 1) =>
  Type.Optional(
    Type.Union([Type.String({ minLength, maxLength: 5_000 }), Type.Null()], {
      description: `${description} Never returned. Omitted: unchanged. Null: removed.`,
    }),
  );
const Header = (description: string) => Type.Optional(Type.String({ minLength: 1, maxLength: 100, description }));

const oauthFields = {
  clientId: Type.String({ minLength: 1, maxLength: 500, description: 'ID that the provider issued for the site.' }),
  issuer: Url('Issuer for OpenID Connect Discovery. Set either this or the three URLs of OAuth 2.'),
  groupsClaim: Type.String({ maxLength: 200, description: "Claim of the ID token that lists the user's groups." }),
  authorizationUrl: Url('OAuth 2 without discovery: where readers sign in.'),
  tokenUrl: Url('OAuth 2 without discovery: where a code is exchanged for an access token.'),
  apiUrl: Url('OAuth 2 without discovery: returns the user object for a bearer access token.'),
  scopes: Type.Array(Type.String({ maxLength: 200 }), {
    maxItems: 50,
    description: 'Requested scopes. Default: `openid`, `profile` and `email` with an issuer, otherwise none.',
  }),
  authorizationParameters: Type.Record(Type.String(), Type.String(), {
    description: 'Additional parameters of the authorization request, such as `prompt`. At most 20.',
  }),
  logoutUrl: Url("Where readers go after they have signed out. Empty: the site's sign-in page."),
};

const SetOAuth = Type.Object({
  clientId: oauthFields.clientId,
  clientSecret: Secret(
    "Not needed for a public client. If the provider's addresses change, enter the secret again: it is never sent to an address other than the one that it was entered for.",
  ),
  issuer: Type.Optional(oauthFields.issuer),
  groupsClaim: Type.Optional(oauthFields.groupsClaim),
  authorizationUrl: Type.Optional(oauthFields.authorizationUrl),
  tokenUrl: Type.Optional(oauthFields.tokenUrl),
  apiUrl: Type.Optional(oauthFields.apiUrl),
  scopes: Type.Optional(oauthFields.scopes),
  authorizationParameters: Type.Optional(oauthFields.authorizationParameters),
  logoutUrl: Type.Optional(oauthFields.logoutUrl),
});

const SetJwt = Type.Object({
  loginUrl: Url(
    'Your login page. Readers who are not signed in are redirected to it, with the page that they requested in `redirect`.',
  ),
});

const SetProxy = Type.Object({
  addresses: Type.Array(Type.String({ maxLength: 100 }), {
    minItems: 1,
    maxItems: 50,
    description: 'IP addresses and networks of the proxy. The widest networks are /8 for IPv4 and /32 for IPv6.',
  }),
  userHeader: Header('Header with the ID of the user. Default: `X-Forwarded-User`.'),
  groupsHeader: Header("Header with the user's groups, separated by commas. Default: `X-Forwarded-Groups`."),
  nameHeader: Header("Header with the user's name. Default: `X-Forwarded-Preferred-Username`."),
  emailHeader: Header("Header with the user's email address. Default: `X-Forwarded-Email`."),
  secretHeader: Header('Header with the shared secret. Default: `X-Proxy-Secret`.'),
  secret: Secret('Shared secret that the proxy sends with each request.', 16),
  certificateSubject: Type.Optional(
    Nullable(
      Type.String({
        minLength: 1,
        maxLength: 500,
        description:
          'Instead of a secret: the subject of the client certificate with which the proxy connects to edges, such as `CN=proxy,O=Example`. Requires `DOCWRIGHT_PROXY_CA_FILE`. Default: null, the secret is required.',
      }),
    ),
  ),
});

const setFields = {
  mode: Mode,
  signIn: Type.Optional(SignIn),
  sessionSeconds: Type.Optional(
    Type.Integer({
      ...seconds,
      description: 'How long a sign-in lasts. Default: 7 days for a site that has no setting yet, otherwise unchanged.',
    }),
  ),
  oauth: Type.Optional(Nullable(SetOAuth)),
  jwt: Type.Optional(Nullable(SetJwt)),
  proxy: Type.Optional(Nullable(SetProxy)),
};

export const SetSiteAccessBody = Type.Object(setFields, {
  $id: 'SetSiteAccess',
  description:
    'The settings of a mode are replaced as a whole, except for secrets. Omitted: unchanged, so that you can select the mode again later. Null: deleted.',
});
export type SetSiteAccessBody = Static<typeof SetSiteAccessBody>;

export const ReaderPassword = Type.Object(
  {
    label: Type.String({ description: 'Who the password is for.' }),
    updatedAt: DateTime('When the password was last set.'),
  },
  { $id: 'ReaderPassword' },
);
export type ReaderPassword = Static<typeof ReaderPassword>;

export const NewReaderPassword = Type.Object(
  {
    label: Type.String(),
    updatedAt: DateTime('When the password was set.'),
    password: Nullable(
      Type.String({ description: 'The generated password, shown only once; null if you set one yourself.' }),
    ),
  },
  { $id: 'NewReaderPassword' },
);
export type NewReaderPassword = Static<typeof NewReaderPassword>;

export const SetReaderPasswordBody = Type.Object(SetPreviewPasswordBody.properties, { $id: 'SetReaderPassword' });
export type SetReaderPasswordBody = Static<typeof SetReaderPasswordBody>;

export const keyAlgorithms = ['EdDSA', 'ES256'] as const;

const keyFields = {
  id: Type.String({ description: 'Compared with `kid` in the header of a token, if the token has one.' }),
  algorithm: Type.Enum([...keyAlgorithms]),
  publicKey: Type.String({ description: 'PEM (SubjectPublicKeyInfo).' }),
  createdAt: DateTime('When the key was created.'),
};

export const ReaderKey = Type.Object(keyFields, {
  $id: 'ReaderKey',
  description: 'Verifies the tokens of your login.',
});
export type ReaderKey = Static<typeof ReaderKey>;

export const NewReaderKey = Type.Object(
  {
    ...keyFields,
    privateKey: Nullable(
      Type.String({
        description: 'PEM (PKCS #8) of a generated key, shown only once; null if you registered a public key.',
      }),
    ),
  },
  { $id: 'NewReaderKey' },
);
export type NewReaderKey = Static<typeof NewReaderKey>;

export const CreateReaderKeyBody = Type.Object(
  {
    id: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 100,
        pattern: '^[A-Za-z0-9._~-]+$',
        description: 'Key ID. Default: a generated one.',
      }),
    ),
    algorithm: Type.Optional(
      Type.Enum([...keyAlgorithms], {
        description: 'Algorithm of a generated key. Default: `EdDSA` (Ed25519). `ES256` uses the curve P-256.',
      }),
    ),
    publicKey: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 5_000,
        description: 'Your own public key in PEM: Ed25519 or P-256. Default: a key pair is generated.',
      }),
    ),
  },
  { $id: 'CreateReaderKey' },
);
export type CreateReaderKeyBody = Static<typeof CreateReaderKeyBody>;

export const SiteAccess = Type.Object(
  {
    projectId: Type.String(),
    mode: Mode,
    signIn: SignIn,
    sessionSeconds: Type.Integer(seconds),
    oauth: Nullable(
      Type.Object({
        ...oauthFields,
        hasClientSecret: Type.Boolean(),
      }),
    ),
    jwt: Nullable(SetJwt),
    proxy: Nullable(
      Type.Object({
        addresses: Type.Array(Type.String()),
        userHeader: Type.String(),
        groupsHeader: Type.String(),
        nameHeader: Type.String(),
        emailHeader: Type.String(),
        secretHeader: Type.String(),
        certificateSubject: Nullable(Type.String()),
        hasSecret: Type.Boolean(),
      }),
    ),
    redirectUrl: Type.String({
      description:
        'Register this address with your OAuth 2 or OpenID Connect server: readers return to it after signing in.',
    }),
    passwords: Type.Array(ReaderPassword, { description: 'By label.' }),
    keys: Type.Array(ReaderKey, { description: 'Keys that verify tokens, oldest first.' }),
    sessions: Type.Integer({ minimum: 0, description: 'Number of sessions of signed-in readers.' }),
    readerTokens: Type.Integer({
      minimum: 0,
      description:
        "Number of active reader tokens and permissions that readers granted to applications. Expired and revoked ones don't count.",
    }),
    signedOutAt: Nullable(DateTime('When all readers were last signed out.')),
    secretsReadable: Type.Boolean({
      description: "False if the secrets were encrypted with a master key that this process doesn't have.",
    }),
    updatedAt: Nullable(DateTime('When the settings were last changed; null if they never were.')),
  },
  { $id: 'SiteAccess', description: "Who can read a project's live site." },
);
export type SiteAccess = Static<typeof SiteAccess>;

export const SignedOutReaders = Type.Object(
  {
    sessions: Type.Integer({ minimum: 0, description: 'Sessions that ended.' }),
    signedOutAt: DateTime('When the sessions ended.'),
  },
  { $id: 'SignedOutReaders' },
);
export type SignedOutReaders = Static<typeof SignedOutReaders>;

export const RevokedReaderTokens = Type.Object(
  { readerTokens: Type.Integer({ minimum: 0, description: 'Tokens and permissions that were revoked.' }) },
  { $id: 'RevokedReaderTokens' },
);
export type RevokedReaderTokens = Static<typeof RevokedReaderTokens>;

const { signIn: _signIn, ...testedFields } = setFields;

export const StartTestSignInBody = Type.Object(
  { ...testedFields, mode: Type.Enum(['oauth', 'jwt', 'proxy'] as const) },
  {
    $id: 'StartTestSignIn',
    description: 'Settings to test before they are saved. Default: the stored settings.',
  },
);
export type StartTestSignInBody = Static<typeof StartTestSignInBody>;

export const testSignInStatuses = ['pending', 'succeeded', 'failed', 'expired'] as const;
export type TestSignInStatus = (typeof testSignInStatuses)[number];

const testFields = {
  id: Type.String(),
  mode: Mode,
  expiresAt: DateTime('Deadline for completing the sign-in.'),
};

export const StartedTestSignIn = Type.Object(
  {
    ...testFields,
    url: Type.String({ description: 'Open this URL in a browser to sign in. It works once.' }),
  },
  { $id: 'StartedTestSignIn' },
);
export type StartedTestSignIn = Static<typeof StartedTestSignIn>;

export const TestSignIn = Type.Object(
  {
    ...testFields,
    status: Type.Enum([...testSignInStatuses], {
      description:
        '`pending`: nobody has completed the sign-in yet. `expired`: nobody did in time. The result is deleted after an hour.',
    }),
    steps: Type.Array(
      Type.Object({
        name: Type.String(),
        ok: Type.Boolean(),
        detail: Type.String({ description: 'The received data, or the failure and how to fix it.' }),
      }),
      { description: 'In order, up to the first step that failed.' },
    ),
    user: Nullable(
      Type.Record(Type.String(), Type.Unknown(), {
        description: 'The received user object or claims, without tokens.',
      }),
    ),
  },
  { $id: 'TestSignIn' },
);
export type TestSignIn = Static<typeof TestSignIn>;
