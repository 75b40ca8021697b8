import type { DeploymentKind } from '@docwright/bundle';
import type { PlaygroundProxySettings } from '@docwright/site-server';
import {
  createSettingReader,
  requireKnownSettings,
  SettingsError,
  toSettingText,
  type FindSetting,
  type Setting,
  type SettingReader,
  type SettingTable,
} from '@docwright/site-server/settings';
import type { KeyObject } from 'node:crypto';
import {
  analyticsSettings,
  readAnalytics,
  readForward,
  type ForwardSettings,
  type HostAnalyticsSettings,
} from './analytics-settings.ts';
import { accessSettings } from './access-settings.ts';
import { hostSettings, staticExportSettings } from './host-settings.ts';
import { readAccess, type HostAccess } from './read-access.ts';
import { readServices, type ReaderServices } from './read-services.ts';

export interface StaticExportSettings {
  readonly enabled: boolean;
  readonly bundleUrl: string;
  readonly version: string;
  readonly sha256: string;
  readonly publicKey: KeyObject | undefined;
  readonly keepVersions: number;
  readonly allowedPrivateHosts: readonly string[];
  readonly maxBundleBytes: number;
  readonly maxFiles: number;
  readonly idleTimeoutMs: number;
  readonly downloadTimeoutMs: number;
  readonly pollMs: number;
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly domain: string;
}

/** A site of a process, with its own versions, identified by its host names. */
export interface SiteSettings {
  /** The folder's name in the data folder. */
  readonly name: string;
  /** Lowercase host names; `[]` matches every name. */
  readonly domains: readonly string[];
  readonly staticExport: StaticExportSettings;
  /** The target of its readers' events, or `undefined`. */
  readonly forward: ForwardSettings | undefined;
  readonly access: HostAccess;
}

export interface HostSettings {
  readonly port: number;
  readonly address: string;
  readonly dataDir: string;
  readonly adminPort: number | undefined;
  readonly adminPath: string;
  readonly adminToken: string;
  readonly h2cPort: number | undefined;
  readonly deploymentKind: DeploymentKind;
  readonly contentSecurityPolicy: 'enforce' | 'report-only' | 'off';
  readonly allowedSources: readonly string[];
  readonly cacheBytes: number;
  readonly brotliQuality: number;
  readonly reloadOnSighup: boolean;
  readonly accessLog: boolean;
  readonly followMs: number;
  readonly shutdownMs: number;
  readonly maxConnections: number;
  readonly connectionsPerAddress: number;
  readonly trustedProxies: readonly string[];
  readonly requestMs: number;
  readonly playgroundProxy: PlaygroundProxySettings;
  readonly services: ReaderServices;
  readonly analytics: HostAnalyticsSettings;
  /** At least one. */
  readonly sites: readonly SiteSettings[];
}

type Plain = Readonly<Record<string, unknown>>;

function isPlain(value: unknown): value is Plain {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Settings that each site can have if a process has several sites. */
const siteSettings = {
  ...staticExportSettings,
  ...analyticsSettings,
  ...accessSettings,
} as const satisfies SettingTable;

type SiteReader = SettingReader<typeof siteSettings>;

/** Finds settings in groups: `staticExport.version` is `version` in the group `staticExport`. */
function createFinder(input: Plain, table: SettingTable): FindSetting {
  return (name) => {
    const value = name.split('.').reduce<unknown>((group, key) => (isPlain(group) ? group[key] : undefined), input);
    return toSettingText(name, value, table[name]?.kind);
  };
}

/** @throws SettingsError if a name is not in the table, or a group has the wrong type */
function requireKnown(input: Plain, table: SettingTable, source: string): void {
  const groups = new Set(Object.keys(table).flatMap((name) => (name.includes('.') ? [name.split('.')[0] ?? ''] : [])));
  const names = Object.entries(input).flatMap(([name, value]) => {
    if (!groups.has(name) || value === null) return groups.has(name) ? [] : [name];
    if (!isPlain(value)) throw new SettingsError(`${source}: ${name} must be a group of settings.`);
    return Object.keys(value).map((key) => `${name}.${key}`);
  });
  requireKnownSettings(table, names, source);
}

function readStaticExport(read: SiteReader): StaticExportSettings {
  const settings: StaticExportSettings = {
    enabled: read('staticExport.enabled'),
    bundleUrl: read('staticExport.bundleUrl'),
    version: read('staticExport.version'),
    sha256: read('staticExport.sha256'),
    publicKey: read('staticExport.publicKey'),
    keepVersions: read('staticExport.keepVersions'),
    allowedPrivateHosts: read('staticExport.allowedPrivateHosts'),
    maxBundleBytes: read('staticExport.maxBundleBytes'),
    maxFiles: read('staticExport.maxFiles'),
    idleTimeoutMs: read('staticExport.idleTimeoutSeconds') * 1000,
    downloadTimeoutMs: read('staticExport.downloadTimeoutSeconds') * 1000,
    pollMs: read('staticExport.pollSeconds') * 1000,
    apiUrl: read('staticExport.apiUrl') ?? '',
    apiKey: read('staticExport.apiKey'),
    domain: read('staticExport.domain'),
  };
  const { enabled, bundleUrl, pollMs, apiUrl, apiKey, domain } = settings;
  if (enabled && bundleUrl === '' && pollMs === 0) {
    throw new SettingsError(
      'staticExport.enabled requires a link: set staticExport.bundleUrl, or staticExport.pollSeconds with apiUrl, apiKey and domain.',
    );
  }
  if (pollMs > 0 && (apiUrl === '' || apiKey === '' || domain === '')) {
    throw new SettingsError('staticExport.pollSeconds requires staticExport.apiUrl, apiKey and domain.');
  }
  return settings;
}

function readPlaygroundProxy(read: SettingReader<typeof hostSettings>): PlaygroundProxySettings {
  return {
    enabled: read('playgroundProxy.enabled'),
    allowedPrivateHosts: read('playgroundProxy.allowedPrivateHosts'),
    timeoutMs: read('playgroundProxy.timeoutSeconds') * 1000,
    maxRequestBytes: read('playgroundProxy.maxRequestBytes'),
    maxResponseBytes: read('playgroundProxy.maxResponseBytes'),
    maxConcurrent: read('playgroundProxy.maxConcurrent'),
  };
}

function readSite(name: string, value: unknown, base: Plain, kind: DeploymentKind): SiteSettings {
  const path = `sites.${name}`;
  if (!/^[a-z\d][a-z\d-]{0,62}$/.test(name))
    throw new SettingsError(`"${name}" is not a valid site name; allowed: lowercase letters, digits and hyphens.`);
  if (!isPlain(value)) throw new SettingsError(`${path} must be a group of settings.`);
  const { domains = [], ...own } = value;
  if (!Array.isArray(domains) || !domains.every((domain) => typeof domain === 'string'))
    throw new SettingsError(`${path}.domains is ${JSON.stringify(domains)}; allowed: a list of host names.`);
  requireKnown(own, siteSettings, path);
  // A site inherits the settings of the process that it doesn't set itself.
  const merge = (group: 'staticExport' | 'analytics' | 'access'): Plain => ({
    ...(isPlain(base[group]) ? base[group] : {}),
    ...(isPlain(value[group]) ? value[group] : {}),
  });
  const merged = { staticExport: merge('staticExport'), analytics: merge('analytics'), access: merge('access') };
  const read = createSettingReader(siteSettings, createFinder(merged, siteSettings), (key) => `${path}.${key}`);
  return {
    name,
    domains: domains.map((domain) => domain.toLowerCase()),
    staticExport: readStaticExport(read),
    forward: readForward(read, kind),
    access: readAccess(read),
  };
}

/**
 * Settings without optional fields, from the content of a settings file, overridden by environment and flags.
 *
 * @throws SettingsError
 */
export function parseHostSettings(input: unknown): HostSettings {
  if (!isPlain(input)) throw new SettingsError('The configuration must map setting names to values.');
  const { sites, ...own } = input;
  requireKnown(own, hostSettings, 'The configuration');
  const find = createFinder(input, hostSettings);
  const label = (name: keyof typeof hostSettings): string => {
    const { environment }: Setting = hostSettings[name];
    return `${name} (${environment})`;
  };
  const read = createSettingReader(hostSettings, find, label);
  const deploymentKind = read('deploymentKind');
  const optionalPort = (port: number): number | undefined => (port < 0 ? undefined : port);
  const named = isPlain(sites) ? Object.entries(sites) : [];
  const readDefault = (): SiteSettings => {
    const readSetting = createSettingReader(siteSettings, find, label);
    const staticExport = readStaticExport(readSetting);
    const forward = readForward(readSetting, deploymentKind);
    return { name: 'default', domains: [], staticExport, forward, access: readAccess(readSetting) };
  };
  return {
    port: read('port'),
    address: read('address'),
    dataDir: read('dataDir'),
    adminPort: optionalPort(read('adminPort')),
    adminPath: read('adminPath'),
    adminToken: read('adminToken'),
    h2cPort: optionalPort(read('h2cPort')),
    deploymentKind,
    contentSecurityPolicy: read('contentSecurityPolicy'),
    allowedSources: read('allowedSources'),
    cacheBytes: read('cacheBytes'),
    brotliQuality: read('brotliQuality'),
    reloadOnSighup: read('reloadOnSighup'),
    accessLog: read('accessLog'),
    followMs: read('followSeconds') * 1000,
    shutdownMs: read('shutdownSeconds') * 1000,
    maxConnections: read('maxConnections'),
    connectionsPerAddress: read('connectionsPerAddress'),
    trustedProxies: read('trustedProxies'),
    requestMs: read('requestSeconds') * 1000,
    playgroundProxy: readPlaygroundProxy(read),
    services: readServices(read),
    analytics: readAnalytics(read),
    sites:
      named.length > 0 ? named.map(([name, value]) => readSite(name, value, own, deploymentKind)) : [readDefault()],
  };
}

/** The settings of an environment, as a plain object that overrides a settings file. */
export function hostSettingsFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const groups = new Map<string, Record<string, unknown>>();
  for (const [name, { environment: variable }] of Object.entries(hostSettings)) {
    const value = environment[variable];
    if (value === undefined) continue;
    const [group = '', key] = name.split('.');
    if (key === undefined) result[name] = value;
    else groups.set(group, { ...groups.get(group), [key]: value });
  }
  return { ...result, ...Object.fromEntries(groups) };
}
