/** A site's access mode. If a process has several sites, each site can set these itself. */
import { createPublicKey } from 'node:crypto';
import { maxSessionSeconds, type JwtKey } from '@docwright/site-access';
import {
  address,
  choice,
  integer,
  matching,
  text,
  words,
  type Kind,
  type SettingTable,
} from '@docwright/site-server/settings';
import { proxies } from './kinds.ts';

const headerName = matching(/^[\w-]{0,100}$/, 'the name of a header');
const webAddress = matching(/^(?:https?:\/\/[^\s]+)?$/, 'an http or https URL');

/** A map of strings, as JSON or as written in a settings file. */
const textMap: Kind<Readonly<Record<string, string>>> = {
  isJson: true,
  read: (value, refuse) => {
    const allowed = 'a map of names to strings';
    let parsed: unknown;
    try {
      parsed = JSON.parse(value);
    } catch {
      return refuse(allowed);
    }
    if (typeof parsed !== 'object' || parsed === null || Array.isArray(parsed)) return refuse(allowed);
    const entries = Object.entries(parsed).map(([name, each]) => [
      name,
      typeof each === 'string' ? each : refuse(allowed),
    ]);
    return Object.fromEntries(entries) as Record<string, string>;
  },
};

const passwordHash = /^\$argon2id\$v=19\$m=\d{1,7},t=\d{1,3},p=\d{1,2}\$[A-Za-z0-9+/]+\$[A-Za-z0-9+/]+$/;

const passwordHashes: Kind<Readonly<Record<string, string>>> = {
  isJson: true,
  read: (value, refuse) => {
    const hashes = textMap.read(value, refuse);
    const wrong = Object.entries(hashes).find(([, hash]) => !passwordHash.test(hash));
    if (wrong === undefined) return hashes;
    return refuse('a map of labels to hashes of `docwright host hash-password`', wrong[0]);
  },
};

const publicKeys: Kind<readonly JwtKey[]> = {
  isJson: true,
  read: (value, refuse) =>
    Object.entries(textMap.read(value, refuse)).map(([id, publicKey]) => {
      const algorithm = algorithmOf(publicKey);
      return algorithm === undefined
        ? refuse('a map of IDs to public keys in PEM: Ed25519 or P-256', id)
        : { id, algorithm, publicKey };
    }),
};

/** Determines a public key's algorithm. A private key is refused: it must not be in the settings. */
function algorithmOf(pem: string): JwtKey['algorithm'] | undefined {
  if (!pem.includes('-----BEGIN PUBLIC KEY-----')) return undefined;
  try {
    const { asymmetricKeyType, asymmetricKeyDetails } = createPublicKey(pem);
    if (asymmetricKeyType === 'ed25519') return 'EdDSA';
    return asymmetricKeyDetails?.namedCurve === 'prime256v1' ? 'ES256' : undefined;
  } catch {
    return undefined;
  }
}

export const accessSettings = {
  'access.signIn': {
    environment: 'DOCWRIGHT_HOST_ACCESS_SIGN_IN',
    kind: choice(['required', 'optional']),
    default: 'required',
    doc: "With optional, which the modes oauth and jwt support, everyone can read the pages that aren't restricted, and readers who sign in also see those of their groups. Requires a bundle that was exported with optional sign-in.",
  },
  'access.mode': {
    environment: 'DOCWRIGHT_HOST_ACCESS_MODE',
    kind: choice(['public', 'password', 'oauth', 'jwt', 'proxy']),
    default: 'public',
    doc: 'Who can read the site: public (everyone), password, oauth (an OpenID Connect or OAuth 2 server), jwt (tokens of your login) or proxy (headers of your reverse proxy). password and proxy need no network.',
  },
  'access.url': {
    environment: 'DOCWRIGHT_HOST_ACCESS_URL',
    kind: address,
    default: undefined,
    doc: 'Address at which readers open the site, such as https://docs.example.com. Required by every mode other than public: it determines whether cookies need HTTPS, and which tokens and forms are for this site.',
  },
  'access.sessionSeconds': {
    environment: 'DOCWRIGHT_HOST_ACCESS_SESSION_SECONDS',
    kind: integer(300, maxSessionSeconds),
    default: String(7 * 24 * 3_600),
    doc: 'Maximum duration of a sign-in; at most 30 days.',
  },
  'access.sessionEpoch': {
    environment: 'DOCWRIGHT_HOST_ACCESS_SESSION_EPOCH',
    kind: integer(0, 1_000_000_000),
    default: '0',
    doc: 'Increase it and restart to sign out all readers.',
  },
  'access.sessionSecret': {
    environment: 'DOCWRIGHT_HOST_ACCESS_SESSION_SECRET',
    kind: matching(/^(?:.{32,})?$/s, 'at least 32 characters'),
    default: '',
    secret: true,
    doc: "Secret that signs readers' sessions, at least 32 characters. Set it if several hosts without a common data folder serve the site. Empty: the host creates one in its data folder.",
  },
  'access.passwords': {
    environment: 'DOCWRIGHT_HOST_ACCESS_PASSWORDS',
    kind: passwordHashes,
    default: '{}',
    secret: true,
    doc: 'Passwords for mode password: a map of labels to hashes, which `docwright host hash-password` creates. Removing or replacing one ends its sessions after a restart.',
  },
  'access.issuer': {
    environment: 'DOCWRIGHT_HOST_ACCESS_ISSUER',
    kind: webAddress,
    default: '',
    doc: 'For mode oauth: issuer of an OpenID Connect provider, which publishes its other addresses itself. The redirect URL to register there is the address of the site followed by /login/oauth/callback.',
  },
  'access.groupsClaim': {
    environment: 'DOCWRIGHT_HOST_ACCESS_GROUPS_CLAIM',
    kind: text,
    default: 'groups',
    doc: "Claim of the ID token that lists the reader's groups.",
  },
  'access.authorizationUrl': {
    environment: 'DOCWRIGHT_HOST_ACCESS_AUTHORIZATION_URL',
    kind: webAddress,
    default: '',
    doc: 'For mode oauth without an issuer: authorization endpoint of an OAuth 2 server.',
  },
  'access.tokenUrl': {
    environment: 'DOCWRIGHT_HOST_ACCESS_TOKEN_URL',
    kind: webAddress,
    default: '',
    doc: 'For mode oauth without an issuer: token endpoint.',
  },
  'access.apiUrl': {
    environment: 'DOCWRIGHT_HOST_ACCESS_API_URL',
    kind: webAddress,
    default: '',
    doc: 'For mode oauth without an issuer: endpoint that returns the user object for a bearer access token.',
  },
  'access.clientId': {
    environment: 'DOCWRIGHT_HOST_ACCESS_CLIENT_ID',
    kind: text,
    default: '',
    doc: 'Client ID at the provider.',
  },
  'access.clientSecret': {
    environment: 'DOCWRIGHT_HOST_ACCESS_CLIENT_SECRET',
    kind: text,
    default: '',
    secret: true,
    doc: 'Client secret. Empty for a public client.',
  },
  'access.scopes': {
    environment: 'DOCWRIGHT_HOST_ACCESS_SCOPES',
    kind: words,
    default: '',
    doc: 'Scopes to request. Empty: openid, profile and email with an issuer, and none without.',
  },
  'access.authorizationParameters': {
    environment: 'DOCWRIGHT_HOST_ACCESS_AUTHORIZATION_PARAMETERS',
    kind: textMap,
    default: '{}',
    doc: 'Parameters added to the authorization request, as a map.',
  },
  'access.logoutUrl': {
    environment: 'DOCWRIGHT_HOST_ACCESS_LOGOUT_URL',
    kind: webAddress,
    default: '',
    doc: 'Address to which readers are redirected after they sign out. Empty: a page of the site.',
  },
  'access.allowedPrivateHosts': {
    environment: 'DOCWRIGHT_HOST_ACCESS_ALLOWED_PRIVATE_HOSTS',
    kind: words,
    default: '',
    doc: 'Host names, host:port pairs, addresses or CIDR blocks of private networks where the identity provider can be. Loopback is allowed if a setting names it.',
  },
  'access.loginUrl': {
    environment: 'DOCWRIGHT_HOST_ACCESS_LOGIN_URL',
    kind: webAddress,
    default: '',
    doc: 'For mode jwt: your login page. Readers are sent there with `redirect`, and return to /login/jwt-callback with a token in the fragment.',
  },
  'access.keys': {
    environment: 'DOCWRIGHT_HOST_ACCESS_KEYS',
    kind: publicKeys,
    default: '{}',
    doc: 'For mode jwt: a map of key IDs to public keys in PEM, Ed25519 (EdDSA) or P-256 (ES256).',
  },
  'access.proxyAddresses': {
    environment: 'DOCWRIGHT_HOST_ACCESS_PROXY_ADDRESSES',
    kind: proxies,
    default: '',
    doc: 'For mode proxy: addresses and networks from which your proxy connects; headers from elsewhere are ignored.',
  },
  'access.proxySecret': {
    environment: 'DOCWRIGHT_HOST_ACCESS_PROXY_SECRET',
    kind: matching(/^(?:.{16,})?$/s, 'at least 16 characters'),
    default: '',
    secret: true,
    doc: 'For mode proxy: text that the proxy sends in `proxySecretHeader` to prove that it wrote the headers.',
  },
  'access.proxySecretHeader': {
    environment: 'DOCWRIGHT_HOST_ACCESS_PROXY_SECRET_HEADER',
    kind: headerName,
    default: 'X-Proxy-Secret',
    doc: 'Header with the secret of the proxy.',
  },
  'access.userHeader': {
    environment: 'DOCWRIGHT_HOST_ACCESS_USER_HEADER',
    kind: headerName,
    default: 'X-Forwarded-User',
    doc: "Header with the reader's ID. The proxy must remove it from requests of readers.",
  },
  'access.groupsHeader': {
    environment: 'DOCWRIGHT_HOST_ACCESS_GROUPS_HEADER',
    kind: headerName,
    default: 'X-Forwarded-Groups',
    doc: "Header with the reader's groups, separated by commas.",
  },
  'access.nameHeader': {
    environment: 'DOCWRIGHT_HOST_ACCESS_NAME_HEADER',
    kind: headerName,
    default: 'X-Forwarded-Preferred-Username',
    doc: "Header with the reader's name.",
  },
  'access.emailHeader': {
    environment: 'DOCWRIGHT_HOST_ACCESS_EMAIL_HEADER',
    kind: headerName,
    default: 'X-Forwarded-Email',
    doc: "Header with the reader's email address.",
  },
} as const satisfies SettingTable;
