/** The operator's settings for signing in. */
export interface AccountSettings {
  /** Public address of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Secrets that sign cookies and encrypt second factors. The newest is first; the others only read existing data. */
  readonly secrets: readonly string[];
  /** Duration of a session from its sign-in; it is not extended. */
  readonly sessionSeconds: number;
  /** False if people sign in only at the identity provider. */
  readonly passwordSignIn: boolean;
  /** The identity provider; `undefined` without single sign-on. */
  readonly oidc: OidcSettings | undefined;
}

export interface OidcSettings {
  /** `https://login.example.com/realms/docs`: the address without `/.well-known/openid-configuration`. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** The label of the button. */
  readonly name: string;
  /** Domains of email addresses that may join without an invitation; may be empty. */
  readonly allowedDomains: readonly string[];
  /** Role of those members. */
  readonly newMemberRole: 'admin' | 'editor' | 'viewer';
  /** Whether an address is accepted without the provider's `email_verified`. */
  readonly trustEmail: boolean;
  /**
   * The policy if another user of the provider has the address of an account that was already linked: `replace` links
   * the new user instead of the old one, if the provider is the only way to sign in.
   */
  readonly newIdentity: 'refuse' | 'replace';
}

/** Lifetime of a link that creates the first owner, or restores a locked-out user's access. */
export const setupLinkSeconds = 24 * 60 * 60;
export const invitationSeconds = 7 * 24 * 60 * 60;
/** Maximum number of open invitations per organization, because their list has no pages. */
export const maxInvitations = 500;
export const resetLinkSeconds = 60 * 60;
export const emailLinkSeconds = 24 * 60 * 60;
export const minPasswordLength = 10;
export const maxPasswordLength = 256;

/**
 * Limit on attempts at one account from anywhere. The delay expires, so a stranger can't lock out an owner for long.
 */
export const accountAttempts = { free: 5, firstDelaySeconds: 2, maxDelaySeconds: 300 };
/** Limits on attempts from one address, for all accounts together. */
export const addressAttempts = { free: 30, firstDelaySeconds: 2, maxDelaySeconds: 900 };
/** Limits on password attempts from one address at one site. */
export const guessAttempts = { free: 10, firstDelaySeconds: 2, maxDelaySeconds: 900 };
/** Limits on password attempts at one site, from all addresses together. */
export const allGuessAttempts = { free: 100, firstDelaySeconds: 1, maxDelaySeconds: 30 };
/** Limits on emails to one account that anyone can request. */
export const mailAttempts = { free: 3, firstDelaySeconds: 60, maxDelaySeconds: 3_600 };
