/**
 * A site's access settings in the format that edges, `docwright host` and the discovery API receive, from a project's
 * row or from settings. Secrets are in plain text here, and encrypted in storage.
 */
export type SiteAccess = SessionRules &
  (PublicAccess | PasswordAccess | MembersAccess | OAuthAccess | JwtAccess | ProxyAccess);

export type AccessMode = SiteAccess['mode'];

/**
 * Whether all content that isn't public requires sign-in, or only restricted content. With optional sign-in, everyone
 * can read the rest, and readers who sign in are identified.
 */
export type SignIn = 'required' | 'optional';

/** Whether everyone can read unrestricted content: the site is public, or sign-in is optional. */
export const isOpenToAll = (access: SiteAccess): boolean => access.mode === 'public' || isSignInOptional(access);

export const isSignInOptional = (access: SiteAccess): boolean =>
  (access.mode === 'oauth' || access.mode === 'jwt') && access.signIn === 'optional';

export interface SessionRules {
  /** Maximum duration of a sign-in. */
  readonly sessionSeconds: number;
  /** *Sign out everyone* increases this number: sessions of an earlier epoch have ended. */
  readonly sessionEpoch: number;
}

export interface PublicAccess {
  readonly mode: 'public';
}

/** Contains no hashes, because password attempts are checked through a port. */
export interface PasswordAccess {
  readonly mode: 'password';
  /** A session ends when its password is no longer listed. */
  readonly passwordIds: readonly string[];
}

/** Members of the organization, signed in to the dashboard. Not available on hosts. */
export interface MembersAccess {
  readonly mode: 'members';
}

export interface OAuthAccess {
  readonly mode: 'oauth';
  readonly signIn: SignIn;
  readonly provider: OidcProvider | OAuthProvider;
  readonly clientId: string;
  /** `''` for a public client: PKCE alone protects the code. */
  readonly clientSecret: string;
  readonly scopes: readonly string[];
  /** Added to the authorization request. */
  readonly authorizationParameters: Readonly<Record<string, string>>;
  /** The page that readers see after signing out; `''` for the site's own page. */
  readonly logoutUrl: string;
}

/** Discovered through OpenID Connect; the verified ID token describes the user. */
export interface OidcProvider {
  readonly kind: 'oidc';
  readonly issuer: string;
  /** The claim that lists groups. */
  readonly groupsClaim: string;
}

/** Plain OAuth 2. */
export interface OAuthProvider {
  readonly kind: 'oauth2';
  readonly authorizationUrl: string;
  readonly tokenUrl: string;
  /** Returns the user object for a bearer access token. */
  readonly apiUrl: string;
}

export interface JwtAccess {
  readonly mode: 'jwt';
  readonly signIn: SignIn;
  /** The customer's login page: readers who aren't signed in are sent there. */
  readonly loginUrl: string;
  readonly keys: readonly JwtKey[];
}

export interface JwtKey {
  /** Compared with `kid` if the token has one. */
  readonly id: string;
  readonly algorithm: 'EdDSA' | 'ES256';
  /** PEM, SubjectPublicKeyInfo. */
  readonly publicKey: string;
}

export interface ProxyAccess {
  readonly mode: 'proxy';
  /** Addresses and networks of the proxy. Headers from other addresses are ignored. */
  readonly addresses: readonly string[];
  /** The default is `X-Forwarded-User`. */
  readonly userHeader: string;
  readonly groupsHeader: string;
  readonly nameHeader: string;
  readonly emailHeader: string;
  readonly proof: ProxyProof;
}

/** Proof that the proxy wrote the headers, in addition to its address. */
export type ProxyProof =
  | { readonly kind: 'secret'; readonly header: string; readonly secret: string }
  /** The subject of the client certificate on the proxy's TLS connection. */
  | { readonly kind: 'mtls'; readonly subject: string };
