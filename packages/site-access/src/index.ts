export type { AccessRule } from './access-rule.ts';
export type { Reader } from './reader.ts';
export type {
  AccessMode,
  JwtAccess,
  JwtKey,
  MembersAccess,
  OAuthAccess,
  OAuthProvider,
  OidcProvider,
  PasswordAccess,
  ProxyAccess,
  ProxyProof,
  PublicAccess,
  SessionRules,
  SiteAccess,
} from './site-access.ts';
