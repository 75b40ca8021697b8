import type { OidcSettings } from '../../modules/identity/accounts/index.ts';
import type { MailSettings } from '../../platform/mail/index.ts';
import {
  address,
  choice,
  createSettingReader,
  integer,
  list,
  splitList,
  text,
  yesNo,
  type FindSetting,
  type Kind,
  type SettingReader,
  type SettingTable,
} from '@docwright/site-server/settings';

const domains: Kind<readonly string[]> = { read: (value) => splitList(value.toLowerCase()) };

const smtpUrl: Kind<string> = {
  read: (value, refuse) => {
    const { protocol } = URL.parse(value) ?? {};
    return protocol === 'smtp:' || protocol === 'smtps:'
      ? value
      : refuse('an address that starts with smtp:// or smtps://');
  },
};

/** Settings for users: sign-in, mail, and the retention of their actions in the audit log. */
export const accountSettings = {
  trustedProxies: {
    environment: 'DOCWRIGHT_TRUSTED_PROXIES',
    kind: list,
    default: '',
    doc: 'Addresses or networks (`10.0.0.0/8`, `loopback`) of proxies in front of the service and the edge nodes, separated by commas. `X-Forwarded-For`, `-Host` and `-Proto` headers are trusted only from these proxies, which must set or remove all three.',
  },
  sessionHours: {
    environment: 'DOCWRIGHT_SESSION_HOURS',
    kind: integer(1, 2_160),
    part: true,
    default: '168',
    doc: 'How long a sign-in to the dashboard lasts: 1 to 2160 hours.',
  },
  passwordSignIn: {
    environment: 'DOCWRIGHT_PASSWORD_SIGN_IN',
    kind: yesNo,
    default: 'yes',
    doc: 'no: people sign in only at the OpenID Connect provider. Passwords, password resets and second factors are then turned off.',
  },
  oidcIssuer: {
    environment: 'DOCWRIGHT_OIDC_ISSUER',
    kind: address,
    part: true,
    default: undefined,
    doc: 'Issuer of an OpenID Connect provider for single sign-on. The redirect address is `/auth/callback/oidc` under the base URL.',
  },
  oidcClientId: {
    environment: 'DOCWRIGHT_OIDC_CLIENT_ID',
    kind: text,
    part: true,
    default: undefined,
    doc: 'Client ID at the OpenID Connect provider.',
  },
  oidcClientSecret: {
    environment: 'DOCWRIGHT_OIDC_CLIENT_SECRET',
    kind: text,
    part: true,
    default: undefined,
    secret: true,
    doc: 'Client secret at the OpenID Connect provider; none for a public client, which is protected only by PKCE.',
  },
  oidcName: {
    environment: 'DOCWRIGHT_OIDC_NAME',
    kind: text,
    part: true,
    default: 'single sign-on',
    doc: 'Name of the OpenID Connect provider on the sign-in button.',
  },
  oidcAllowedDomains: {
    environment: 'DOCWRIGHT_OIDC_ALLOWED_DOMAINS',
    kind: domains,
    part: true,
    default: '',
    doc: 'Email domains, separated by commas, whose users become members when they first sign in at the OpenID Connect provider. Other users need an invitation.',
  },
  oidcNewMemberRole: {
    environment: 'DOCWRIGHT_OIDC_NEW_MEMBER_ROLE',
    kind: choice(['admin', 'editor', 'viewer']),
    part: true,
    default: 'viewer',
    doc: 'Role of users who become members through `DOCWRIGHT_OIDC_ALLOWED_DOMAINS`: admin, editor or viewer.',
  },
  oidcTrustEmail: {
    environment: 'DOCWRIGHT_OIDC_TRUST_EMAIL',
    kind: yesNo,
    part: true,
    default: 'no',
    doc: "yes: the provider's email addresses are trusted without the claim `email_verified`. Only for a provider whose users can't choose their address.",
  },
  oidcNewIdentity: {
    environment: 'DOCWRIGHT_OIDC_NEW_IDENTITY',
    kind: choice(['refuse', 'replace']),
    part: true,
    default: 'refuse',
    doc: "What to do if another user (`sub`) of the provider has the email address of an account that already belongs to a user. refuse: the new user can't sign in, because the address may now belong to someone else. replace: the new user replaces the old one; requires `DOCWRIGHT_PASSWORD_SIGN_IN=no`. Use it to move to another provider.",
  },
  smtpUrl: {
    environment: 'DOCWRIGHT_SMTP_URL',
    kind: smtpUrl,
    part: true,
    default: undefined,
    secret: true,
    doc: 'Mail server for invitations, password resets and notifications: `smtp://user:password@host:587` or `smtps://…`. Use the same value for the API, workers and edge nodes. Default: no email is sent, and invitations are links to copy.',
  },
  mailFrom: {
    environment: 'DOCWRIGHT_MAIL_FROM',
    kind: text,
    part: true,
    default: 'Docwright <docwright@localhost>',
    doc: 'Sender of the emails.',
  },
  auditRetentionDays: {
    environment: 'DOCWRIGHT_AUDIT_RETENTION_DAYS',
    kind: integer(0, 3_650),
    part: true,
    default: '0',
    doc: 'Days after which audit events are deleted: 1 to 3650. 0 keeps them forever.',
  },
} as const satisfies SettingTable;

type Reader = SettingReader<typeof accountSettings>;

export function readAccountSettings(find: FindSetting) {
  const read = createSettingReader(accountSettings, find);
  const passwordSignIn = read('passwordSignIn');
  const oidc = readOidc(read);
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
    sessionSeconds: read('sessionHours') * 3_600,
    oidc,
    mail: readMail(read),
    /** `undefined` keeps events forever. */
    auditRetentionDays: read('auditRetentionDays') || undefined,
  };
}

function readOidc(read: Reader): OidcSettings | undefined {
  const issuer = read('oidcIssuer');
  if (issuer === undefined) return undefined;
  return {
    issuer,
    clientId:
      read('oidcClientId') ?? read.refuse('oidcClientId', '', 'a client ID, required with DOCWRIGHT_OIDC_ISSUER'),
    clientSecret: read('oidcClientSecret'),
    name: read('oidcName'),
    allowedDomains: read('oidcAllowedDomains'),
    newMemberRole: read('oidcNewMemberRole'),
    trustEmail: read('oidcTrustEmail'),
    newIdentity: read('oidcNewIdentity'),
  };
}

function readMail(read: Reader): MailSettings | undefined {
  const url = read('smtpUrl');
  return url === undefined ? undefined : { url, from: read('mailFrom') };
}
