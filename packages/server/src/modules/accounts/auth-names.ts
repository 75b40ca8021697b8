/** Carries the client's address to better-auth, which else would believe whatever header it finds. */
export const addressHeader = 'x-docwright-address';
/** What a hook within better-auth tells the route around it; it never leaves the service. */
export const noticeHeader = 'x-docwright-notice';
export const oidcProviderId = 'oidc';
export const cookiePrefix = 'docwright';

/** What better-auth calls the cookie of a session at this address. */
export const sessionCookieName = (baseUrl: string): string =>
  `${baseUrl.startsWith('https:') ? '__Secure-' : ''}${cookiePrefix}.session_token`;
