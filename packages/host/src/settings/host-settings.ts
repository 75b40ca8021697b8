/**
 * Every setting of the deployment server, once: name, environment variable, meaning, default, schema. The table of
 * docs/deploy/host.mdx and the command line's flags are generated from it; nothing here reads the environment.
 */
import type { HostSetting, SettingSchema } from './setting-schema.ts';
import { analyticsSettings } from './analytics-settings.ts';
import { readerSettings } from './reader-settings.ts';

export type { HostSetting, SettingSchema } from './setting-schema.ts';

const MiB = 1024 * 1024;
const text = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const list = { type: 'array', items: { type: 'string' } } as const;
const integer = (minimum: number, maximum: number): SettingSchema => ({ type: 'integer', minimum, maximum });

const staticExport: readonly HostSetting[] = [
  {
    name: 'staticExport.enabled',
    environment: 'STATIC_EXPORT_ENABLED',
    doc: 'Fetch the bundle at startup and serve it as the active version; requires `bundleUrl` or polling. If off, the last active version on disk is served.',
    schema: flag,
    default: false,
  },
  {
    name: 'staticExport.bundleUrl',
    environment: 'STATIC_EXPORT_BUNDLE_URL',
    doc: 'Link to the bundle. It may expire: the last active version on disk is then served.',
    schema: { type: 'string', pattern: '^(?:https?://.+)?$' },
    default: '',
    secret: true,
  },
  {
    name: 'staticExport.version',
    environment: 'STATIC_EXPORT_VERSION',
    doc: 'Pins an export version by its label: no other version becomes active, and going back to it is allowed.',
    schema: text,
    default: '',
  },
  {
    name: 'staticExport.sha256',
    environment: 'STATIC_EXPORT_SHA256',
    doc: 'Digest that the bundle must have. If a version on disk has this digest, it is not downloaded again.',
    schema: { type: 'string', pattern: '^(?:[0-9a-fA-F]{64})?$' },
    default: '',
  },
  {
    name: 'staticExport.publicKey',
    environment: 'STATIC_EXPORT_PUBLIC_KEY',
    doc: 'Ed25519 public key, PEM or 32 bytes in Base64. With it, only bundles signed with the matching private key are served.',
    schema: text,
    default: '',
  },
  {
    name: 'staticExport.keepVersions',
    environment: 'STATIC_EXPORT_KEEP_VERSIONS',
    doc: 'Number of versions on disk, including the active one.',
    schema: integer(1, 100),
    default: 3,
  },
  {
    name: 'staticExport.allowedPrivateHosts',
    environment: 'STATIC_EXPORT_ALLOWED_PRIVATE_HOSTS',
    doc: 'Host names, host:port pairs, addresses or CIDR blocks of private networks that links may point to. Loopback is allowed if an operator set the link.',
    schema: list,
    default: [],
  },
  {
    name: 'staticExport.maxBundleBytes',
    environment: 'STATIC_EXPORT_MAX_BUNDLE_BYTES',
    doc: 'Maximum size of a bundle, compressed.',
    schema: integer(1024, 64 * 1024 * MiB),
    default: 2048 * MiB,
  },
  {
    name: 'staticExport.maxFiles',
    environment: 'STATIC_EXPORT_MAX_FILES',
    doc: 'Maximum number of entries in a bundle.',
    schema: integer(1, 1_000_000),
    default: 40_000,
  },
  {
    name: 'staticExport.startupWaitSeconds',
    environment: 'STATIC_EXPORT_STARTUP_WAIT_SECONDS',
    doc: 'How long readiness waits for the bundle if a version on disk could be served.',
    schema: integer(0, 3600),
    default: 10,
  },
  {
    name: 'staticExport.idleTimeoutSeconds',
    environment: 'STATIC_EXPORT_IDLE_TIMEOUT_SECONDS',
    doc: 'Time without data after which a download is cancelled.',
    schema: integer(1, 3600),
    default: 30,
  },
  {
    name: 'staticExport.downloadTimeoutSeconds',
    environment: 'STATIC_EXPORT_DOWNLOAD_TIMEOUT_SECONDS',
    doc: 'Maximum total time of a download.',
    schema: integer(1, 86_400),
    default: 1800,
  },
  {
    name: 'staticExport.pollSeconds',
    environment: 'STATIC_EXPORT_POLL_SECONDS',
    doc: 'How often the administrative API is polled for a newer export of `domain`; 0 turns polling off.',
    schema: integer(0, 86_400),
    default: 0,
  },
  {
    name: 'staticExport.apiUrl',
    environment: 'STATIC_EXPORT_API_URL',
    doc: 'Base address of the administrative API, for polling.',
    schema: { type: 'string', pattern: '^(?:https?://.+)?$' },
    default: '',
  },
  {
    name: 'staticExport.apiKey',
    environment: 'STATIC_EXPORT_API_KEY',
    doc: 'API key for polling; it only needs the scope for reading exports.',
    schema: text,
    default: '',
    secret: true,
  },
  {
    name: 'staticExport.domain',
    environment: 'STATIC_EXPORT_DOMAIN',
    doc: 'Domain whose latest export is polled.',
    schema: text,
    default: '',
  },
];

const server: readonly HostSetting[] = [
  {
    name: 'port',
    environment: 'DOCWRIGHT_HOST_PORT',
    doc: 'Port of the site; 0 uses any free port.',
    schema: integer(0, 65_535),
    default: 8080,
  },
  {
    name: 'address',
    environment: 'DOCWRIGHT_HOST_ADDRESS',
    doc: 'Address to listen on. The default is every network interface, because readers of a deployment server are on other machines; 127.0.0.1 serves only this machine, such as a proxy on it.',
    schema: text,
    default: '0.0.0.0',
  },
  {
    name: 'dataDir',
    environment: 'DOCWRIGHT_HOST_DATA_DIR',
    doc: 'Folder for the stored versions. Several processes may share it.',
    schema: { type: 'string', pattern: '^.+$' },
    default: './docwright-host',
  },
  {
    name: 'adminPort',
    environment: 'DOCWRIGHT_HOST_ADMIN_PORT',
    doc: "Port for health, metrics and administration; -1 serves them on the site's port, with metrics only for requests with `adminToken`.",
    schema: integer(-1, 65_535),
    default: -1,
  },
  {
    name: 'adminPath',
    environment: 'DOCWRIGHT_HOST_ADMIN_PATH',
    doc: 'Prefix of /healthz, /readyz, /metrics and /admin: with "/_host", /healthz becomes /_host/healthz.',
    schema: { type: 'string', pattern: '^(?:/[\\w.~-]+)*$' },
    default: '',
  },
  {
    name: 'adminToken',
    environment: 'DOCWRIGHT_HOST_ADMIN_TOKEN',
    doc: "Bearer token for the /admin endpoints, and for /metrics on the site's port. Without it, these endpoints are not available. At least 16 characters.",
    schema: { type: 'string', pattern: '^(?:.{16,})?$' },
    default: '',
    secret: true,
  },
  {
    name: 'h2cPort',
    environment: 'DOCWRIGHT_HOST_H2C_PORT',
    doc: 'Port for HTTP/2 without TLS (prior knowledge), for proxies that use it; -1 turns it off.',
    schema: integer(-1, 65_535),
    default: -1,
  },
  {
    name: 'deploymentKind',
    environment: 'DOCWRIGHT_HOST_DEPLOYMENT_KIND',
    doc: 'cloud, client-hosted or air-gapped: decides which features may make requests.',
    schema: { type: 'string', enum: ['cloud', 'client-hosted', 'air-gapped'] },
    default: 'client-hosted',
  },
  {
    name: 'contentSecurityPolicy',
    environment: 'DOCWRIGHT_HOST_CONTENT_SECURITY_POLICY',
    doc: "enforce, report-only or off. Each page's policy is generated from its scripts.",
    schema: { type: 'string', enum: ['enforce', 'report-only', 'off'] },
    default: 'enforce',
  },
  {
    name: 'allowedSources',
    environment: 'DOCWRIGHT_HOST_ALLOWED_SOURCES',
    doc: 'Origins from which pages may load scripts, styles, frames and data in addition to their own, such as https://widgets.example.com.',
    schema: list,
    default: [],
  },
  {
    name: 'cacheBytes',
    environment: 'DOCWRIGHT_HOST_CACHE_BYTES',
    doc: "Maximum memory for the bodies of small files, for all sites together. A site whose compressed pages don't fit is served from disk, at a third of the speed.",
    schema: integer(0, 16 * 1024 * MiB),
    // 40,000 pages of 2 KB each.
    default: 128 * MiB,
  },
  {
    name: 'brotliQuality',
    environment: 'DOCWRIGHT_HOST_BROTLI_QUALITY',
    doc: 'Quality of the Brotli variants that are created in the background after an activation; 0 creates none.',
    schema: integer(0, 11),
    default: 5,
  },
  {
    name: 'reloadOnSighup',
    environment: 'DOCWRIGHT_HOST_RELOAD_ON_SIGHUP',
    doc: 'Fetch the bundle again on SIGHUP. If off, SIGHUP stops the server like SIGTERM does.',
    schema: flag,
    default: false,
  },
  {
    name: 'accessLog',
    environment: 'DOCWRIGHT_HOST_ACCESS_LOG',
    doc: 'Write one JSON line per response.',
    schema: flag,
    default: true,
  },
  {
    name: 'followSeconds',
    environment: 'DOCWRIGHT_HOST_FOLLOW_SECONDS',
    doc: 'How often the data folder is checked for an activation by another process.',
    schema: integer(1, 3600),
    default: 2,
  },
  {
    name: 'shutdownSeconds',
    environment: 'DOCWRIGHT_HOST_SHUTDOWN_SECONDS',
    doc: 'How long responses in progress may take after a stop signal.',
    schema: integer(0, 3600),
    default: 20,
  },
  {
    name: 'maxConnections',
    environment: 'DOCWRIGHT_HOST_MAX_CONNECTIONS',
    doc: 'Maximum open connections per port; further ones are closed immediately.',
    schema: integer(1, 1_000_000),
    default: 10_000,
  },
  {
    name: 'connectionsPerAddress',
    environment: 'DOCWRIGHT_HOST_CONNECTIONS_PER_ADDRESS',
    doc: 'Maximum connections per address; an IPv6 /64 network counts as one address. 0: no limit. Connections from the machine itself and from trustedProxies are not counted.',
    schema: integer(0, 1_000_000),
    default: 2_000,
  },
  {
    name: 'trustedProxies',
    environment: 'DOCWRIGHT_HOST_TRUSTED_PROXIES',
    doc: 'Addresses or networks (10.0.0.0/8, loopback, linklocal, uniquelocal) of your proxies. Their connections are not counted for connectionsPerAddress.',
    schema: list,
    default: [],
  },
  {
    name: 'requestSeconds',
    environment: 'DOCWRIGHT_HOST_REQUEST_SECONDS',
    doc: 'How long a request may take to arrive, including its body; slower requests get status 408.',
    schema: integer(1, 3600),
    default: 60,
  },
];

const playgroundProxy: readonly HostSetting[] = [
  {
    name: 'playgroundProxy.enabled',
    environment: 'DOCWRIGHT_HOST_PLAYGROUND_PROXY_ENABLED',
    doc: "Forward the API playground's requests, for APIs that don't allow requests from other sites. Only servers and operations of the site's own specifications are reachable.",
    schema: flag,
    default: false,
  },
  {
    name: 'playgroundProxy.allowedPrivateHosts',
    environment: 'DOCWRIGHT_HOST_PLAYGROUND_PROXY_ALLOWED_PRIVATE_HOSTS',
    doc: 'Host names, host:port pairs, addresses or CIDR blocks of private networks that the playground may reach through the proxy.',
    schema: list,
    default: [],
  },
  {
    name: 'playgroundProxy.timeoutSeconds',
    environment: 'DOCWRIGHT_HOST_PLAYGROUND_PROXY_TIMEOUT_SECONDS',
    doc: 'Maximum time of a forwarded request, including its response.',
    schema: integer(1, 3600),
    default: 30,
  },
  {
    name: 'playgroundProxy.maxRequestBytes',
    environment: 'DOCWRIGHT_HOST_PLAYGROUND_PROXY_MAX_REQUEST_BYTES',
    doc: "Maximum size of a forwarded request's body.",
    schema: integer(0, 1024 * MiB),
    default: 10 * MiB,
  },
  {
    name: 'playgroundProxy.maxResponseBytes',
    environment: 'DOCWRIGHT_HOST_PLAYGROUND_PROXY_MAX_RESPONSE_BYTES',
    doc: "Maximum size of a forwarded request's response.",
    schema: integer(0, 1024 * MiB),
    default: 20 * MiB,
  },
  {
    name: 'playgroundProxy.maxConcurrent',
    environment: 'DOCWRIGHT_HOST_PLAYGROUND_PROXY_MAX_CONCURRENT',
    doc: 'Maximum concurrent forwarded requests. One client address, and with several sites one site, can use at most half of them. Further requests are refused.',
    schema: integer(1, 10_000),
    default: 32,
  },
];

export const hostSettings: readonly HostSetting[] = [
  ...staticExport,
  ...server,
  ...playgroundProxy,
  ...readerSettings,
  ...analyticsSettings,
];
