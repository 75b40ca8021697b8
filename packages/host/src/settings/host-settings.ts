/**
 * All settings of the deployment server. A key is the path in a settings file (`staticExport.bundleUrl`), the name of a
 * flag and the key in the Helm chart. The table of docs/deploy/host.mdx is generated from it; nothing here reads the
 * environment.
 */
import {
  address,
  choice,
  integer,
  matching,
  text,
  trueFalse,
  words,
  type SettingTable,
} from '@docwright/site-server/settings';
import { accessSettings } from './access-settings.ts';
import { analyticsSettings } from './analytics-settings.ts';
import { digest, proxies, publicKey } from './kinds.ts';
import { readerSettings } from './reader-settings.ts';

const MiB = 1024 * 1024;

/** If a process has several sites, each site can set these itself. */
export const staticExportSettings = {
  'staticExport.enabled': {
    environment: 'STATIC_EXPORT_ENABLED',
    kind: trueFalse,
    default: 'false',
    doc: 'Fetch the bundle at startup and serve it as the active version; requires `bundleUrl` or polling. If off, the last active version on disk is served.',
  },
  'staticExport.bundleUrl': {
    environment: 'STATIC_EXPORT_BUNDLE_URL',
    kind: matching(/^(?:https?:\/\/.+)?$/s, 'an http or https URL'),
    default: '',
    secret: true,
    doc: 'Link to the bundle. It can expire: the last active version on disk is then served.',
  },
  'staticExport.version': {
    environment: 'STATIC_EXPORT_VERSION',
    kind: text,
    default: '',
    doc: 'Pins an export version by its label: no other version becomes active, and going back to it is allowed.',
  },
  'staticExport.sha256': {
    environment: 'STATIC_EXPORT_SHA256',
    kind: digest,
    default: '',
    doc: 'Digest that the bundle must have. If a version on disk has this digest, it is not downloaded again.',
  },
  'staticExport.publicKey': {
    environment: 'STATIC_EXPORT_PUBLIC_KEY',
    kind: publicKey,
    default: undefined,
    doc: 'Ed25519 public key, PEM or 32 bytes in Base64. With it, only bundles signed with the matching private key are served.',
  },
  'staticExport.keepVersions': {
    environment: 'STATIC_EXPORT_KEEP_VERSIONS',
    kind: integer(1, 100),
    default: '3',
    doc: 'Number of versions on disk, including the active one.',
  },
  'staticExport.allowedPrivateHosts': {
    environment: 'STATIC_EXPORT_ALLOWED_PRIVATE_HOSTS',
    kind: words,
    default: '',
    doc: 'Host names, host:port pairs, addresses or CIDR blocks of private networks that links can point to. Loopback is allowed if an operator set the link.',
  },
  'staticExport.maxBundleBytes': {
    environment: 'STATIC_EXPORT_MAX_BUNDLE_BYTES',
    kind: integer(1024, 64 * 1024 * MiB),
    default: String(2048 * MiB),
    doc: 'Maximum size of a bundle, compressed.',
  },
  'staticExport.maxFiles': {
    environment: 'STATIC_EXPORT_MAX_FILES',
    kind: integer(1, 1_000_000),
    default: '120000',
    doc: 'Maximum number of entries in a bundle.',
  },
  'staticExport.idleTimeoutSeconds': {
    environment: 'STATIC_EXPORT_IDLE_TIMEOUT_SECONDS',
    kind: integer(1, 3600),
    default: '30',
    doc: 'Time without data after which a download is canceled.',
  },
  'staticExport.downloadTimeoutSeconds': {
    environment: 'STATIC_EXPORT_DOWNLOAD_TIMEOUT_SECONDS',
    kind: integer(1, 86_400),
    default: '1800',
    doc: 'Maximum total time of a download.',
  },
  'staticExport.pollSeconds': {
    environment: 'STATIC_EXPORT_POLL_SECONDS',
    kind: integer(0, 86_400),
    default: '0',
    doc: 'How often the administrative API is polled for a newer export of `domain`; 0 turns polling off.',
  },
  'staticExport.apiUrl': {
    environment: 'STATIC_EXPORT_API_URL',
    kind: address,
    default: undefined,
    doc: 'Base address of the administrative API, for polling.',
  },
  'staticExport.apiKey': {
    environment: 'STATIC_EXPORT_API_KEY',
    kind: text,
    default: '',
    secret: true,
    doc: 'API key for polling; it needs only the scope for reading exports.',
  },
  'staticExport.domain': {
    environment: 'STATIC_EXPORT_DOMAIN',
    kind: text,
    default: '',
    doc: 'Domain whose latest export is polled.',
  },
} as const satisfies SettingTable;

const server = {
  port: {
    environment: 'DOCWRIGHT_HOST_PORT',
    kind: integer(0, 65_535),
    default: '8080',
    doc: 'Port of the site; 0 uses any free port.',
  },
  address: {
    environment: 'DOCWRIGHT_HOST_ADDRESS',
    kind: text,
    default: '0.0.0.0',
    doc: 'Address to listen on. The default is every network interface, because readers of a deployment server are on other machines; 127.0.0.1 serves only this machine, such as a proxy on it.',
  },
  dataDir: {
    environment: 'DOCWRIGHT_HOST_DATA_DIR',
    kind: text,
    default: './docwright-host',
    doc: 'Folder for the stored versions. Several processes can share it.',
  },
  adminPort: {
    environment: 'DOCWRIGHT_HOST_ADMIN_PORT',
    kind: integer(-1, 65_535),
    default: '-1',
    doc: "Port for health, metrics and administration; -1 serves them on the site's port, with metrics only for requests with `adminToken`.",
  },
  adminPath: {
    environment: 'DOCWRIGHT_HOST_ADMIN_PATH',
    kind: matching(/^(?:\/[\w.~-]+)*$/, 'a path that starts with / and does not end with it'),
    default: '',
    doc: 'Prefix of /healthz, /readyz, /metrics and /admin: with "/_host", /healthz becomes /_host/healthz.',
  },
  adminToken: {
    environment: 'DOCWRIGHT_HOST_ADMIN_TOKEN',
    kind: matching(/^(?:.{16,})?$/s, 'text of at least 16 characters'),
    default: '',
    secret: true,
    doc: "Bearer token for the /admin endpoints, and for /metrics on the site's port. Without it, these endpoints are not available. At least 16 characters.",
  },
  h2cPort: {
    environment: 'DOCWRIGHT_HOST_H2C_PORT',
    kind: integer(-1, 65_535),
    default: '-1',
    doc: 'Port for HTTP/2 without TLS (prior knowledge), for proxies that use it; -1 turns it off.',
  },
  deploymentKind: {
    environment: 'DOCWRIGHT_HOST_DEPLOYMENT_KIND',
    kind: choice(['cloud', 'client-hosted', 'air-gapped']),
    default: 'client-hosted',
    doc: 'cloud, client-hosted or air-gapped: decides which features may make requests.',
  },
  contentSecurityPolicy: {
    environment: 'DOCWRIGHT_HOST_CONTENT_SECURITY_POLICY',
    kind: choice(['enforce', 'report-only', 'off']),
    default: 'enforce',
    doc: "enforce, report-only or off. Each page's policy is generated from its scripts.",
  },
  allowedSources: {
    environment: 'DOCWRIGHT_HOST_ALLOWED_SOURCES',
    kind: words,
    default: '',
    doc: 'Origins from which pages may load scripts, styles, frames and data in addition to their own, such as https://widgets.example.com.',
  },
  cacheBytes: {
    environment: 'DOCWRIGHT_HOST_CACHE_BYTES',
    kind: integer(0, 16 * 1024 * MiB),
    // 40,000 pages of 2 KB each.
    default: String(128 * MiB),
    doc: "Maximum memory for the bodies of small files, for all sites together. A site whose compressed pages don't fit is served from disk, at a third of the speed.",
  },
  brotliQuality: {
    environment: 'DOCWRIGHT_HOST_BROTLI_QUALITY',
    kind: integer(0, 11),
    default: '5',
    doc: 'Quality of the Brotli variants that are created in the background after an activation; 0 creates none.',
  },
  reloadOnSighup: {
    environment: 'DOCWRIGHT_HOST_RELOAD_ON_SIGHUP',
    kind: trueFalse,
    default: 'false',
    doc: 'Fetch the bundle again on SIGHUP. If off, SIGHUP stops the server like SIGTERM does.',
  },
  accessLog: {
    environment: 'DOCWRIGHT_HOST_ACCESS_LOG',
    kind: trueFalse,
    default: 'true',
    doc: 'Write one JSON line per response.',
  },
  followSeconds: {
    environment: 'DOCWRIGHT_HOST_FOLLOW_SECONDS',
    kind: integer(1, 3600),
    default: '2',
    doc: 'How often the data folder is checked for an activation by another process.',
  },
  shutdownSeconds: {
    environment: 'DOCWRIGHT_HOST_SHUTDOWN_SECONDS',
    kind: integer(0, 3600),
    default: '20',
    doc: 'How long responses in progress may take after a stop signal.',
  },
  maxConnections: {
    environment: 'DOCWRIGHT_HOST_MAX_CONNECTIONS',
    kind: integer(1, 1_000_000),
    default: '10000',
    doc: 'Maximum open connections per port; further ones are closed immediately.',
  },
  connectionsPerAddress: {
    environment: 'DOCWRIGHT_HOST_CONNECTIONS_PER_ADDRESS',
    kind: integer(0, 1_000_000),
    default: '2000',
    doc: 'Maximum connections per address; an IPv6 /64 network counts as one address. 0: no limit. Connections from the machine itself and from trustedProxies are not counted.',
  },
  trustedProxies: {
    environment: 'DOCWRIGHT_HOST_TRUSTED_PROXIES',
    kind: proxies,
    default: '',
    doc: 'Addresses or networks (10.0.0.0/8, loopback, linklocal, uniquelocal) of your proxies. Their connections are not counted for connectionsPerAddress.',
  },
  requestSeconds: {
    environment: 'DOCWRIGHT_HOST_REQUEST_SECONDS',
    kind: integer(1, 3600),
    default: '60',
    doc: 'How long a request may take to arrive, including its body; slower requests get status 408.',
  },
} as const satisfies SettingTable;

const playgroundProxy = {
  'playgroundProxy.enabled': {
    environment: 'DOCWRIGHT_HOST_PLAYGROUND_PROXY_ENABLED',
    kind: trueFalse,
    default: 'false',
    doc: "Forward the API playground's requests, for APIs that don't allow requests from other sites. Only servers and operations of the site's own specifications are reachable.",
  },
  'playgroundProxy.allowedPrivateHosts': {
    environment: 'DOCWRIGHT_HOST_PLAYGROUND_PROXY_ALLOWED_PRIVATE_HOSTS',
    kind: words,
    default: '',
    doc: 'Host names, host:port pairs, addresses or CIDR blocks of private networks that the playground can reach through the proxy.',
  },
  'playgroundProxy.timeoutSeconds': {
    environment: 'DOCWRIGHT_HOST_PLAYGROUND_PROXY_TIMEOUT_SECONDS',
    kind: integer(1, 3600),
    default: '30',
    doc: 'Maximum time of a forwarded request, including its response.',
  },
  'playgroundProxy.maxRequestBytes': {
    environment: 'DOCWRIGHT_HOST_PLAYGROUND_PROXY_MAX_REQUEST_BYTES',
    kind: integer(0, 1024 * MiB),
    default: String(10 * MiB),
    doc: "Maximum size of a forwarded request's body.",
  },
  'playgroundProxy.maxResponseBytes': {
    environment: 'DOCWRIGHT_HOST_PLAYGROUND_PROXY_MAX_RESPONSE_BYTES',
    kind: integer(0, 1024 * MiB),
    default: String(20 * MiB),
    doc: "Maximum size of a forwarded request's response.",
  },
  'playgroundProxy.maxConcurrent': {
    environment: 'DOCWRIGHT_HOST_PLAYGROUND_PROXY_MAX_CONCURRENT',
    kind: integer(1, 10_000),
    default: '32',
    doc: 'Maximum concurrent forwarded requests. One client address, and with several sites one site, can use at most half of them. Further requests are refused.',
  },
} as const satisfies SettingTable;

export const hostSettings = {
  ...staticExportSettings,
  ...server,
  ...playgroundProxy,
  ...readerSettings,
  ...analyticsSettings,
  ...accessSettings,
} as const satisfies SettingTable;
