import type { OrderSettings } from '../modules/publishing/certificates/index.ts';

/** Settings of edges that terminate TLS themselves. */
export const certificateSettingTable = {
  sitesTlsPort: {
    environment: 'DOCWRIGHT_SITES_TLS_PORT',
    default: undefined,
    doc: 'TCP port on which an edge node serves live sites over TLS itself, in addition to `DOCWRIGHT_SITES_PORT`. 0 uses any free port. Default: none, because a proxy in front terminates TLS.',
  },
  sitesCertificate: {
    environment: 'DOCWRIGHT_SITES_CERTIFICATE',
    default: undefined,
    doc: 'File with the wildcard certificate of the sites domain and its chain, in PEM format. It is reloaded when it changes.',
  },
  sitesKey: {
    environment: 'DOCWRIGHT_SITES_KEY',
    default: undefined,
    doc: 'File with the private key of that certificate, in PEM format.',
  },
  sitesHstsSeconds: {
    environment: 'DOCWRIGHT_SITES_HSTS_SECONDS',
    default: '2592000',
    doc: 'How long browsers use only HTTPS for a site after they have opened it on `DOCWRIGHT_SITES_TLS_PORT` (`Strict-Transport-Security`, without subdomains): 0 to 63072000. The default is 30 days. With 0, the header is not sent.',
  },
  acmeDirectory: {
    environment: 'DOCWRIGHT_ACME_DIRECTORY',
    default: undefined,
    doc: "ACME directory of the certificate authority from which edge nodes with `DOCWRIGHT_SITES_TLS_PORT` get certificates for verified domains: `https://acme-v02.api.letsencrypt.org/directory`. By setting it you agree to the authority's terms. Default: none.",
  },
  acmeEmail: {
    environment: 'DOCWRIGHT_ACME_EMAIL',
    default: undefined,
    doc: 'Email address that is sent to the authority with the account.',
  },
  acmePerDay: {
    environment: 'DOCWRIGHT_ACME_PER_DAY',
    default: '100',
    doc: 'Maximum number of certificates ordered in 24 hours by all edge nodes together, including renewals and failures: 1 to 100000.',
  },
  acmePerOrganization: {
    environment: 'DOCWRIGHT_ACME_PER_ORGANIZATION',
    default: '20',
    doc: 'How many of them may be for the domains of one organization.',
  },
} as const;

export interface CertificateSettingValues {
  readonly tls: TlsSettings | undefined;
  readonly acme: OrderSettings | undefined;
}

export interface TlsSettings {
  readonly port: number;
  /** Files of the sites domain's wildcard certificate. */
  readonly files: { readonly certificate: string; readonly key: string } | undefined;
  readonly hstsSeconds: number;
}

type SettingName = keyof typeof certificateSettingTable;

interface Reader {
  optional(name: SettingName): string | undefined;
  refuse(name: SettingName, value: string, allowed: string): never;
  integer(name: SettingName, min: number, max: number): number;
}

export function readCertificateSettings(read: Reader): CertificateSettingValues {
  return { tls: readTls(read), acme: readAcme(read) };
}

function readTls(read: Reader): TlsSettings | undefined {
  const certificate = read.optional('sitesCertificate');
  const key = read.optional('sitesKey');
  if (certificate !== undefined && key === undefined)
    read.refuse('sitesKey', '', 'a file, required with DOCWRIGHT_SITES_CERTIFICATE');
  if (certificate === undefined && key !== undefined)
    read.refuse('sitesCertificate', '', 'a file, required with DOCWRIGHT_SITES_KEY');
  if (read.optional('sitesTlsPort') === undefined) return undefined;
  const files = certificate === undefined || key === undefined ? undefined : { certificate, key };
  const hstsSeconds = read.integer('sitesHstsSeconds', 0, 63_072_000);
  return { port: read.integer('sitesTlsPort', 0, 65_535), files, hstsSeconds };
}

function readAcme(read: Reader): OrderSettings | undefined {
  const directory = read.optional('acmeDirectory');
  if (directory === undefined) return undefined;
  if (URL.parse(directory)?.protocol !== 'https:') read.refuse('acmeDirectory', directory, 'an https URL');
  return {
    directory,
    email: read.optional('acmeEmail'),
    perDay: read.integer('acmePerDay', 1, 100_000),
    perOrganization: read.integer('acmePerOrganization', 1, 100_000),
  };
}
