/** Header that passes the client's address to better-auth, which otherwise trusts any forwarding header. */
export const addressHeader = 'x-docwright-address';
/**
 * Header that passes information from a hook within better-auth to the surrounding route. It never leaves the service.
 */
export const noticeHeader = 'x-docwright-notice';
export const oidcProviderId = 'oidc';
export const cookiePrefix = 'docwright';

/** Returns better-auth's name for the session cookie at this address. */
export const sessionCookieName = (baseUrl: string): string =>
  `${baseUrl.startsWith('https:') ? '__Secure-' : ''}${cookiePrefix}.session_token`;
