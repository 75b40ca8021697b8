import type { OrderSettings } from '../../modules/publishing/certificates/index.ts';
import {
  createSettingReader,
  integer,
  text,
  type FindSetting,
  type Kind,
  type SettingReader,
  type SettingTable,
} from '../../platform/settings/index.ts';

const httpsUrl: Kind<string> = {
  read: (value, refuse) => (URL.parse(value)?.protocol === 'https:' ? value : refuse('an https URL')),
};

/** Settings of edges that terminate TLS themselves. */
export const certificateSettings = {
  sitesTlsPort: {
    environment: 'DOCWRIGHT_SITES_TLS_PORT',
    kind: integer(0, 65_535),
    part: true,
    default: undefined,
    doc: 'TCP port on which an edge answers live sites with TLS itself, beside `DOCWRIGHT_SITES_PORT`. 0 takes any free one. Default: none, for a proxy in front does it.',
  },
  sitesCertificate: {
    environment: 'DOCWRIGHT_SITES_CERTIFICATE',
    kind: text,
    part: true,
    default: undefined,
    doc: 'File with the wildcard certificate of the sites domain and its chain, PEM. It is read again when it changes.',
  },
  sitesKey: {
    environment: 'DOCWRIGHT_SITES_KEY',
    kind: text,
    part: true,
    default: undefined,
    doc: 'File with the private key of that certificate, PEM.',
  },
  sitesHstsSeconds: {
    environment: 'DOCWRIGHT_SITES_HSTS_SECONDS',
    kind: integer(0, 63_072_000),
    part: true,
    default: '2592000',
    doc: 'How long browsers use only HTTPS for a site that they have read from `DOCWRIGHT_SITES_TLS_PORT` (`Strict-Transport-Security`, without subdomains): 0 to 63072000. The default is 30 days. 0 sends no such header.',
  },
  acmeDirectory: {
    environment: 'DOCWRIGHT_ACME_DIRECTORY',
    kind: httpsUrl,
    part: true,
    default: undefined,
    doc: 'Directory of an authority (ACME) from which edges with `DOCWRIGHT_SITES_TLS_PORT` get certificates for domains that projects have proved: `https://acme-v02.api.letsencrypt.org/directory`. Who sets it agrees to the authority’s terms. Default: none.',
  },
  acmeEmail: {
    environment: 'DOCWRIGHT_ACME_EMAIL',
    kind: text,
    part: true,
    default: undefined,
    doc: 'Email address that the authority gets with the account.',
  },
  acmePerDay: {
    environment: 'DOCWRIGHT_ACME_PER_DAY',
    kind: integer(1, 100_000),
    part: true,
    default: '100',
    doc: 'Certificates that are ordered in 24 hours at most, by all edges together, renewals and failures included: 1 to 100000.',
  },
  acmePerOrganization: {
    environment: 'DOCWRIGHT_ACME_PER_ORGANIZATION',
    kind: integer(1, 100_000),
    part: true,
    default: '20',
    doc: 'Of them, how many may be for the domains of one organization.',
  },
} as const satisfies SettingTable;

export interface TlsSettings {
  readonly port: number;
  /** Files of the sites domain's wildcard certificate. */
  readonly files: { readonly certificate: string; readonly key: string } | undefined;
  readonly hstsSeconds: number;
}

type Reader = SettingReader<typeof certificateSettings>;

export function readCertificateSettings(find: FindSetting) {
  const read = createSettingReader(certificateSettings, find);
  return { tls: readTls(read), acme: readAcme(read) };
}

function readTls(read: Reader): TlsSettings | undefined {
  const certificate = read('sitesCertificate');
  const key = read('sitesKey');
  if (certificate !== undefined && key === undefined)
    read.refuse('sitesKey', '', 'a file, where DOCWRIGHT_SITES_CERTIFICATE is set');
  if (certificate === undefined && key !== undefined)
    read.refuse('sitesCertificate', '', 'a file, where DOCWRIGHT_SITES_KEY is set');
  const port = read('sitesTlsPort');
  if (port === undefined) return undefined;
  const files = certificate === undefined || key === undefined ? undefined : { certificate, key };
  return { port, files, hstsSeconds: read('sitesHstsSeconds') };
}

function readAcme(read: Reader): OrderSettings | undefined {
  const directory = read('acmeDirectory');
  if (directory === undefined) return undefined;
  return {
    directory,
    email: read('acmeEmail'),
    perDay: read('acmePerDay'),
    perOrganization: read('acmePerOrganization'),
  };
}
