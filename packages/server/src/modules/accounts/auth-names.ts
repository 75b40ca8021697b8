/** Carries the client's address to better-auth, which else would believe whatever header it finds. */
export const addressHeader = 'x-docwright-address';
export const oidcProviderId = 'oidc';
export const cookiePrefix = 'docwright';

/** What better-auth calls the cookie of a session at this address. */
export const sessionCookieName = (baseUrl: string): string =>
  `${baseUrl.startsWith('https:') ? '__Secure-' : ''}${cookiePrefix}.session_token`;
