import type { AccessMode, JwtKey, SessionRules, SignIn, SiteAccess } from '../site-access.ts';
import type { JwtSettings } from './read-jwt-settings.ts';
import type { OAuthSettings } from './read-oauth-settings.ts';
import type { ProxySettings } from './read-proxy-settings.ts';

/** Settings of all modes, which are preserved when the mode changes. */
export interface AccessSettings {
  readonly oauth: OAuthSettings | null;
  readonly jwt: JwtSettings | null;
  readonly proxy: ProxySettings | null;
}

export interface AccessSecrets {
  /** Absent for a public client. */
  readonly clientSecret?: string;
  readonly proxySecret?: string;
}

export interface AccessParts {
  readonly mode: AccessMode;
  /** Applies to `oauth` and `jwt`. */
  readonly signIn: SignIn;
  readonly rules: SessionRules;
  readonly settings: AccessSettings;
  readonly secrets: AccessSecrets;
  readonly passwordIds: readonly string[];
  readonly keys: readonly JwtKey[];
}

/** Combines settings and secrets. @throws {Error} if the mode's settings are missing: then the site can't be served */
export function toSiteAccess({ mode, signIn, rules, settings, secrets, passwordIds, keys }: AccessParts): SiteAccess {
  switch (mode) {
    case 'public':
    case 'members':
      return { ...rules, mode };
    case 'password':
      return { ...rules, mode, passwordIds };
    case 'oauth':
      return { ...rules, mode, signIn, ...required(mode, settings.oauth), clientSecret: secrets.clientSecret ?? '' };
    case 'jwt':
      return { ...rules, mode, signIn, ...required(mode, settings.jwt), keys };
    case 'proxy': {
      const { secretHeader: header, certificateSubject: subject, ...proxy } = required(mode, settings.proxy);
      if (subject !== null) return { ...rules, mode, ...proxy, proof: { kind: 'mtls', subject } };
      const secret = required(mode, secrets.proxySecret);
      return { ...rules, mode, ...proxy, proof: { kind: 'secret', header, secret } };
    }
  }
}

function required<T>(mode: AccessMode, value: T | null | undefined): T {
  if (value === null || value === undefined)
    throw new Error(`the settings of the access mode "${mode}" are incomplete`);
  return value;
}
