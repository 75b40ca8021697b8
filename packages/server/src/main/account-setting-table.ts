import type { OidcSettings } from '../modules/identity/accounts/index.ts';
import type { MailSettings } from '../platform/mail/index.ts';

/** Settings about people: sign-in, mail, and how long their actions are recorded. */
export const accountSettingTable = {
  trustedProxies: {
    environment: 'DOCWRIGHT_TRUSTED_PROXIES',
    default: '',
    doc: 'Addresses or networks (`10.0.0.0/8`, `loopback`) of proxies in front of the service and of the edges, separated by commas: only theirs are the `X-Forwarded-For`, `-Host` and `-Proto` headers that are believed. They have to set or remove all three.',
  },
  sessionHours: {
    environment: 'DOCWRIGHT_SESSION_HOURS',
    default: '168',
    doc: 'How long a sign-in to the dashboard lasts: 1 to 2160 hours.',
  },
  passwordSignIn: {
    environment: 'DOCWRIGHT_PASSWORD_SIGN_IN',
    default: 'yes',
    doc: 'no: people sign in at the OpenID Connect provider only. Passwords, their resets and second factors are then off.',
  },
  oidcIssuer: {
    environment: 'DOCWRIGHT_OIDC_ISSUER',
    default: undefined,
    doc: 'Issuer of an OpenID Connect provider for single sign-on. Its redirect address is `/auth/callback/oidc` below the base URL.',
  },
  oidcClientId: { environment: 'DOCWRIGHT_OIDC_CLIENT_ID', default: undefined, doc: 'Client id at that provider.' },
  oidcClientSecret: {
    environment: 'DOCWRIGHT_OIDC_CLIENT_SECRET',
    default: undefined,
    secret: true,
    doc: 'Client secret at that provider; none for a public client, which is protected by PKCE alone.',
  },
  oidcName: { environment: 'DOCWRIGHT_OIDC_NAME', default: 'single sign-on', doc: 'What the sign-in button calls it.' },
  oidcAllowedDomains: {
    environment: 'DOCWRIGHT_OIDC_ALLOWED_DOMAINS',
    default: '',
    doc: 'Domains of e-mail addresses, separated by commas, whose holders become members when they first sign in there. Others need an invitation.',
  },
  oidcNewMemberRole: {
    environment: 'DOCWRIGHT_OIDC_NEW_MEMBER_ROLE',
    default: 'viewer',
    doc: 'Role of those: admin, editor or viewer.',
  },
  oidcTrustEmail: {
    environment: 'DOCWRIGHT_OIDC_TRUST_EMAIL',
    default: 'no',
    doc: 'yes: its addresses count without the claim `email_verified`. Only for a provider whose users can’t choose them.',
  },
  oidcNewIdentity: {
    environment: 'DOCWRIGHT_OIDC_NEW_IDENTITY',
    default: 'refuse',
    doc: 'Another user (`sub`) of the provider with the email address of an account that already belongs to one: refuse keeps it out, since the address may have been given to somebody else; replace lets it in instead of the old one, and needs `DOCWRIGHT_PASSWORD_SIGN_IN=no`. For a move to another provider.',
  },
  smtpUrl: {
    environment: 'DOCWRIGHT_SMTP_URL',
    default: undefined,
    secret: true,
    doc: 'Mail server for invitations, password resets and notifications, the same for the API, workers and edges: `smtp://user:password@host:587` or `smtps://…`. Default: nothing is sent, and invitations are links to copy.',
  },
  mailFrom: {
    environment: 'DOCWRIGHT_MAIL_FROM',
    default: 'Docwright <docwright@localhost>',
    doc: 'Sender of those mails.',
  },
  auditRetentionDays: {
    environment: 'DOCWRIGHT_AUDIT_RETENTION_DAYS',
    default: '0',
    doc: 'Days after which audit events are removed: 1 to 3650. 0 keeps them for ever.',
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
    return read.refuse('passwordSignIn', 'no', 'yes, unless DOCWRIGHT_OIDC_ISSUER is set: nobody could sign in');
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
    read.optional('oidcClientId') ?? read.refuse('oidcClientId', '', 'a client id, where DOCWRIGHT_OIDC_ISSUER is set');
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
    return read.refuse('smtpUrl', '(not shown)', 'an address that begins with smtp:// or smtps://');
  }
  return { url, from: read.text('mailFrom') };
}
