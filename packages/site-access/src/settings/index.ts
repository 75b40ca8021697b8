export { AccessSettingsError } from './access-settings-error.ts';
export {
  readJwtSettings,
  readPublicKey,
  type JwtDraft,
  type JwtSettings,
  type PublicKeyFault,
} from './read-jwt-settings.ts';
export { listFetchedUrls, readOAuthSettings, type OAuthDraft, type OAuthSettings } from './read-oauth-settings.ts';
export { readProxySettings, shortestProxySecret, type ProxyDraft, type ProxySettings } from './read-proxy-settings.ts';
export type { UrlRules } from './read-url.ts';
export { sessionSeconds } from './session-seconds.ts';
export { toSiteAccess, type AccessParts, type AccessSecrets, type AccessSettings } from './to-site-access.ts';
