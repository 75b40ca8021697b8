/** What the operator decided about signing in. */
export interface AccountSettings {
  /** Public address of the service, without a slash at its end. */
  readonly baseUrl: string;
  /** What cookies are signed and second factors are encrypted with: the newest first, the others to read what they wrote. */
  readonly secrets: readonly string[];
  /** How long a session lasts from its sign-in; it is not prolonged. */
  readonly sessionSeconds: number;
  /** False: people sign in at the identity provider only. */
  readonly passwordSignIn: boolean;
  /** The identity provider; undefined without single sign-on. */
  readonly oidc: OidcSettings | undefined;
}

export interface OidcSettings {
  /** `https://login.example.com/realms/docs`: what `/.well-known/openid-configuration` is below of. */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  /** What the button says. */
  readonly name: string;
  /** Domains of e-mail addresses that may come in without an invitation; empty: nobody may. */
  readonly allowedDomains: readonly string[];
  /** Role of those. */
  readonly newMemberRole: 'admin' | 'editor' | 'viewer';
  /** Whether an address counts without the provider's `email_verified`. */
  readonly trustEmail: boolean;
  /**
   * What becomes of another user of the provider with the address of an account that one has signed in to: `replace` lets it
   * take the place of the old one, where the provider is the only way in.
   */
  readonly newIdentity: 'refuse' | 'replace';
}

/** A link that makes the first owner, or lets a locked-out one back in. */
export const setupLinkSeconds = 24 * 60 * 60;
export const invitationSeconds = 7 * 24 * 60 * 60;
/** Open at a time in one organization: a list of them has no pages. */
export const maxInvitations = 500;
export const resetLinkSeconds = 60 * 60;
export const emailLinkSeconds = 24 * 60 * 60;
export const minPasswordLength = 10;
export const maxPasswordLength = 256;

/** Guesses at one account, wherever they come from. The delay ends by itself, so a stranger can't lock an owner out for long. */
export const accountAttempts = { free: 5, firstDelaySeconds: 2, longestDelaySeconds: 300 };
/** Guesses from one address at any account. */
export const addressAttempts = { free: 30, firstDelaySeconds: 2, longestDelaySeconds: 900 };
/** Guesses from one address at the passwords of one site. */
export const guessAttempts = { free: 10, firstDelaySeconds: 2, longestDelaySeconds: 900 };
/** Guesses at the passwords of one site from anywhere: what a thousand addresses may try together. */
export const allGuessAttempts = { free: 100, firstDelaySeconds: 1, longestDelaySeconds: 30 };
/** Mails that anybody may ask to be sent to one account. */
export const mailAttempts = { free: 3, firstDelaySeconds: 60, longestDelaySeconds: 3_600 };
