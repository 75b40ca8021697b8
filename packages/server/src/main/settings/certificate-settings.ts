import type { OrderSettings } from '../../modules/publishing/certificates/index.ts';
import {
  createSettingReader,
  integer,
  text,
  type FindSetting,
  type Kind,
  type SettingReader,
  type SettingTable,
} from '@docwright/site-server/settings';

const httpsUrl: Kind<string> = {
  read: (value, refuse) => (URL.parse(value)?.protocol === 'https:' ? value : refuse('an https URL')),
};

/** Settings for edges that terminate TLS themselves. */
export const certificateSettings = {
  sitesTlsPort: {
    environment: 'DOCWRIGHT_SITES_TLS_PORT',
    kind: integer(0, 65_535),
    part: true,
    default: undefined,
    doc: 'TCP port on which an edge node serves live sites over TLS itself, in addition to `DOCWRIGHT_SITES_PORT`. 0 uses any free port. Default: none, because a proxy in front terminates TLS.',
  },
  sitesCertificate: {
    environment: 'DOCWRIGHT_SITES_CERTIFICATE',
    kind: text,
    part: true,
    default: undefined,
    doc: 'File with the wildcard certificate of the sites domain and its chain, in PEM format. It is reloaded when it changes.',
  },
  sitesKey: {
    environment: 'DOCWRIGHT_SITES_KEY',
    kind: text,
    part: true,
    default: undefined,
    doc: 'File with the private key of the wildcard certificate, in PEM format.',
  },
  proxyAuthorities: {
    environment: 'DOCWRIGHT_PROXY_CA_FILE',
    kind: text,
    part: true,
    default: undefined,
    doc: 'File with the certificates of the authorities that issue the [client certificates of reverse proxies](/deploy/access#with-a-client-certificate), in PEM format. Edge nodes then request a client certificate on `DOCWRIGHT_SITES_TLS_PORT`. Set it for edges and the API. It is read when a process starts.',
  },
  sitesHstsSeconds: {
    environment: 'DOCWRIGHT_SITES_HSTS_SECONDS',
    kind: integer(0, 63_072_000),
    part: true,
    default: '2592000',
    doc: 'How long browsers use only HTTPS for a site after they have opened it on `DOCWRIGHT_SITES_TLS_PORT` (`Strict-Transport-Security`, without subdomains): 0 to 63072000. The default is 30 days. With 0, the header is not sent.',
  },
  acmeDirectory: {
    environment: 'DOCWRIGHT_ACME_DIRECTORY',
    kind: httpsUrl,
    part: true,
    default: undefined,
    doc: "ACME directory of the certificate authority from which edge nodes with `DOCWRIGHT_SITES_TLS_PORT` get certificates for verified domains: `https://acme-v02.api.letsencrypt.org/directory`. By setting it, you agree to the authority's terms. Default: none.",
  },
  acmeEmail: {
    environment: 'DOCWRIGHT_ACME_EMAIL',
    kind: text,
    part: true,
    default: undefined,
    doc: 'Email address that is sent to the authority with the account.',
  },
  acmePerDay: {
    environment: 'DOCWRIGHT_ACME_PER_DAY',
    kind: integer(1, 100_000),
    part: true,
    default: '100',
    doc: 'Maximum number of certificates ordered in 24 hours by all edge nodes together, including renewals and failures: 1 to 100000.',
  },
  acmePerOrganization: {
    environment: 'DOCWRIGHT_ACME_PER_ORGANIZATION',
    kind: integer(1, 100_000),
    part: true,
    default: '20',
    doc: 'Maximum number of certificates ordered in 24 hours for the domains of one organization.',
  },
} as const satisfies SettingTable;

export interface TlsSettings {
  readonly port: number;
  /** The files with the sites domain's wildcard certificate and its key. */
  readonly files: { readonly certificate: string; readonly key: string } | undefined;
  readonly hstsSeconds: number;
  /** File with the authorities of proxies' client certificates. */
  readonly proxyAuthorities: string | undefined;
}

type Reader = SettingReader<typeof certificateSettings>;

export function readCertificateSettings(find: FindSetting) {
  const read = createSettingReader(certificateSettings, find);
  return { tls: readTls(read), acme: readAcme(read), requestsCertificates: read('proxyAuthorities') !== undefined };
}

function readTls(read: Reader): TlsSettings | undefined {
  const certificate = read('sitesCertificate');
  const key = read('sitesKey');
  if (certificate !== undefined && key === undefined)
    read.refuse('sitesKey', '', 'a file, required with DOCWRIGHT_SITES_CERTIFICATE');
  if (certificate === undefined && key !== undefined)
    read.refuse('sitesCertificate', '', 'a file, required with DOCWRIGHT_SITES_KEY');
  const port = read('sitesTlsPort');
  if (port === undefined) return undefined;
  const files = certificate === undefined || key === undefined ? undefined : { certificate, key };
  return { port, files, hstsSeconds: read('sitesHstsSeconds'), proxyAuthorities: read('proxyAuthorities') };
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
