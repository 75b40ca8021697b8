import type { OidcSettings } from '../modules/identity/accounts/index.ts';
import type { MailSettings } from '../platform/mail/index.ts';

/** Settings about people: sign-in, mail, and how long their actions are recorded. */
export const accountSettingTable = {
  trustedProxies: {
    environment: 'DOCWRIGHT_TRUSTED_PROXIES',
    default: '',
    doc: 'Addresses or networks (`10.0.0.0/8`, `loopback`) of proxies in front of the service and the edge nodes, separated by commas. `X-Forwarded-For`, `-Host` and `-Proto` headers are trusted only from these proxies, which must set or remove all three.',
  },
  sessionHours: {
    environment: 'DOCWRIGHT_SESSION_HOURS',
    default: '168',
    doc: 'How long a sign-in to the dashboard lasts: 1 to 2160 hours.',
  },
  passwordSignIn: {
    environment: 'DOCWRIGHT_PASSWORD_SIGN_IN',
    default: 'yes',
    doc: 'no: people sign in only at the OpenID Connect provider. Passwords, password resets and second factors are then turned off.',
  },
  oidcIssuer: {
    environment: 'DOCWRIGHT_OIDC_ISSUER',
    default: undefined,
    doc: 'Issuer of an OpenID Connect provider for single sign-on. The redirect address is `/auth/callback/oidc` under the base URL.',
  },
  oidcClientId: { environment: 'DOCWRIGHT_OIDC_CLIENT_ID', default: undefined, doc: 'Client ID at that provider.' },
  oidcClientSecret: {
    environment: 'DOCWRIGHT_OIDC_CLIENT_SECRET',
    default: undefined,
    secret: true,
    doc: 'Client secret at that provider; none for a public client, which is protected by PKCE alone.',
  },
  oidcName: {
    environment: 'DOCWRIGHT_OIDC_NAME',
    default: 'single sign-on',
    doc: 'Name of the provider on the sign-in button.',
  },
  oidcAllowedDomains: {
    environment: 'DOCWRIGHT_OIDC_ALLOWED_DOMAINS',
    default: '',
    doc: 'Email domains, separated by commas, whose users become members when they first sign in there. Other users need an invitation.',
  },
  oidcNewMemberRole: {
    environment: 'DOCWRIGHT_OIDC_NEW_MEMBER_ROLE',
    default: 'viewer',
    doc: 'Role of these members: admin, editor or viewer.',
  },
  oidcTrustEmail: {
    environment: 'DOCWRIGHT_OIDC_TRUST_EMAIL',
    default: 'no',
    doc: "yes: its email addresses are trusted without the claim `email_verified`. Only for a provider whose users can't choose their address.",
  },
  oidcNewIdentity: {
    environment: 'DOCWRIGHT_OIDC_NEW_IDENTITY',
    default: 'refuse',
    doc: "What to do if another user (`sub`) of the provider has the email address of an account that already belongs to a user. refuse: the new user can't sign in, because the address may now belong to someone else. replace: the new user replaces the old one; requires `DOCWRIGHT_PASSWORD_SIGN_IN=no`. Use it to move to another provider.",
  },
  smtpUrl: {
    environment: 'DOCWRIGHT_SMTP_URL',
    default: undefined,
    secret: true,
    doc: 'Mail server for invitations, password resets and notifications: `smtp://user:password@host:587` or `smtps://…`. Use the same value for the API, workers and edge nodes. Default: no email is sent, and invitations are links to copy.',
  },
  mailFrom: {
    environment: 'DOCWRIGHT_MAIL_FROM',
    default: 'Docwright <docwright@localhost>',
    doc: 'Sender of these emails.',
  },
  auditRetentionDays: {
    environment: 'DOCWRIGHT_AUDIT_RETENTION_DAYS',
    default: '0',
    doc: 'Days after which audit events are deleted: 1 to 3650. 0 keeps them forever.',
  },
} as const;

export interface AccountSettingValues {
  readonly trustedProxies: readonly string[];
  readonly sessionSeconds: number;
  readonly passwordSignIn: boolean;
  readonly oidc: OidcSettings | undefined;
  readonly mail: MailSettings | undefined;
  /** `undefined`: forever. */
  readonly auditRetentionDays: number | undefined;
}

type SettingName = keyof typeof accountSettingTable;

interface Reader {
  optional(name: SettingName): string | undefined;
  text(name: SettingName): string;
  list(name: SettingName): string[];
  address(name: SettingName): string | undefined;
  integer(name: SettingName, min: number, max: number): number;
  choice<T extends string>(name: SettingName, allowed: readonly T[]): T;
  /** Throws a SettingsError that names the setting. */
  refuse(name: SettingName, value: string, allowed: string): never;
}

export function readAccountSettings(read: Reader): AccountSettingValues {
  const oidc = readOidc(read);
  const passwordSignIn = read.choice('passwordSignIn', ['yes', 'no']) === 'yes';
  if (!passwordSignIn && oidc === undefined) {
    return read.refuse(
      'passwordSignIn',
      'no',
      'yes, unless DOCWRIGHT_OIDC_ISSUER is set: otherwise nobody could sign in',
    );
  }
  if (passwordSignIn && oidc?.newIdentity === 'replace') {
    return read.refuse('oidcNewIdentity', 'replace', 'refuse, unless DOCWRIGHT_PASSWORD_SIGN_IN is no');
  }
  return {
    trustedProxies: read.list('trustedProxies'),
    sessionSeconds: read.integer('sessionHours', 1, 2_160) * 3_600,
    passwordSignIn,
    oidc,
    mail: readMail(read),
    auditRetentionDays: read.integer('auditRetentionDays', 0, 3_650) || undefined,
  };
}

function readOidc(read: Reader): OidcSettings | undefined {
  const issuer = read.address('oidcIssuer');
  if (issuer === undefined) return undefined;
  const clientId =
    read.optional('oidcClientId') ??
    read.refuse('oidcClientId', '', 'a client ID, required with DOCWRIGHT_OIDC_ISSUER');
  return {
    issuer,
    clientId,
    clientSecret: read.optional('oidcClientSecret'),
    name: read.text('oidcName'),
    allowedDomains: read.list('oidcAllowedDomains').map((domain) => domain.toLowerCase()),
    newMemberRole: read.choice('oidcNewMemberRole', ['admin', 'editor', 'viewer']),
    trustEmail: read.choice('oidcTrustEmail', ['yes', 'no']) === 'yes',
    newIdentity: read.choice('oidcNewIdentity', ['refuse', 'replace']),
  };
}

function readMail(read: Reader): MailSettings | undefined {
  const url = read.optional('smtpUrl');
  if (url === undefined) return undefined;
  const { protocol } = URL.parse(url) ?? {};
  // Not quoted: it may contain a password.
  if (protocol !== 'smtp:' && protocol !== 'smtps:') {
    return read.refuse('smtpUrl', '(not shown)', 'an address that starts with smtp:// or smtps://');
  }
  return { url, from: read.text('mailFrom') };
}
