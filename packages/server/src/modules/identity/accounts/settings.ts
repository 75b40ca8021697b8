/** The operator's settings for signing in. */
export interface AccountSettings {
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string;
  /**
   * Secrets that sign cookies and encrypt second factors. The newest is first; the others only decrypt existing data.
   */
  readonly secrets: readonly string[];
  /** Duration of a session from its sign-in. It is not extended. */
  readonly sessionSeconds: number;
  /** False if people can sign in only at the identity provider. */
  readonly passwordSignIn: boolean;
  /** The identity provider; `undefined` without single sign-on. */
  readonly oidc: OidcSettings | undefined;
}

export interface OidcSettings {
  /** `https://login.example.com/realms/docs`: the address without `/.well-known/openid-configuration`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** The button's label. */
  readonly name: string;
  /** Domains of email addresses whose users may join without an invitation. The list may be empty. */
  readonly allowedDomains: readonly string[];
  /** The role of members who join that way. */
  readonly newMemberRole: 'admin' | 'editor' | 'viewer';
  /** Whether an address is accepted without the provider's `email_verified`. */
  readonly trustEmail: boolean;
  /**
   * The policy if another user of the provider has the address of an account that is already linked. `replace` links
   * the new user instead of the old one if the provider is the only way to sign in.
   */
  readonly newIdentity: 'refuse' | 'replace';
}

/** Lifetime of a link that creates the first owner, or restores a locked-out user's access. */
export const setupLinkSeconds = 24 * 60 * 60;
export const invitationSeconds = 7 * 24 * 60 * 60;
/** Maximum number of an organization's open invitations; limited, because the list isn't paginated. */
export const maxInvitations = 500;
export const resetLinkSeconds = 60 * 60;
export const emailLinkSeconds = 24 * 60 * 60;
export const minPasswordLength = 10;
export const maxPasswordLength = 256;

/**
 * Limit on attempts to sign in to one account from any address. The delay expires, so a stranger can't lock out an
 * owner for long.
 */
export const accountAttempts = { free: 5, firstDelaySeconds: 2, maxDelaySeconds: 300 };
/** Limit on attempts from one address for all accounts together. */
export const addressAttempts = { free: 30, firstDelaySeconds: 2, maxDelaySeconds: 900 };
/** Limit on password attempts from one address at one site. */
export const guessAttempts = { free: 10, firstDelaySeconds: 2, maxDelaySeconds: 900 };
/** Limit on password attempts at one site from all addresses together. */
export const allGuessAttempts = { free: 100, firstDelaySeconds: 1, maxDelaySeconds: 30 };
/** Limit on the emails to one account that anyone can request. */
export const mailAttempts = { free: 3, firstDelaySeconds: 60, maxDelaySeconds: 3_600 };
