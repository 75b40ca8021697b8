import { parsePublicKey } from '@docwright/bundle';
import { isProxyEntry, type PlaygroundProxySettings } from '@docwright/site-server';
import type { DeploymentKind } from '@docwright/bundle';
import type { KeyObject } from 'node:crypto';
import { readServices, type ReaderServices } from './read-services.ts';
import { HostError } from '../errors.ts';
import { hostSettings } from './host-settings.ts';
import { readAnalytics, readForward, type ForwardSettings, type HostAnalyticsSettings } from './analytics-settings.ts';
import type { HostSetting, SettingSchema } from './host-settings.ts';

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
  readonly startupWaitMs: number;
  readonly idleTimeoutMs: number;
  readonly downloadTimeoutMs: number;
  readonly pollMs: number;
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly domain: string;
}

/** One site of a process: its own versions, found by the host names it answers to. */
export interface SiteSettings {
  /** Folder name below the data folder. */
  readonly name: string;
  /** Lower-case host names; `[]` answers to every name. */
  readonly domains: readonly string[];
  readonly staticExport: StaticExportSettings;
  /** Where its readers' events are sent, or `undefined`. */
  readonly forward: ForwardSettings | undefined;
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

function refuse(name: string, wanted: string, value: unknown): never {
  throw new HostError('setting-invalid', `the setting ${name} must be ${wanted}, not ${JSON.stringify(value)}`);
}

function describe(schema: SettingSchema): string {
  switch (schema.type) {
    case 'boolean':
      return 'true or false';
    case 'integer':
      return `a whole number from ${schema.minimum} to ${schema.maximum}`;
    case 'array':
      return 'a list of strings';
    case 'string':
      return schema.enum === undefined
        ? `a string that matches ${schema.pattern ?? '.*'}`
        : `one of ${schema.enum.join(', ')}`;
  }
}

function fits(value: unknown, schema: SettingSchema): boolean {
  switch (schema.type) {
    case 'boolean':
      return typeof value === 'boolean';
    case 'integer':
      return Number.isInteger(value) && Number(value) >= schema.minimum && Number(value) <= schema.maximum;
    case 'array':
      return Array.isArray(value) && value.every((item) => typeof item === 'string');
    case 'string':
      if (typeof value !== 'string') return false;
      return schema.enum === undefined
        ? new RegExp(schema.pattern ?? '', 's').test(value)
        : schema.enum.includes(value);
  }
}

/** Text from the environment or a flag in the type of the setting; anything else as it is. */
function fromText(value: unknown, schema: SettingSchema): unknown {
  if (typeof value !== 'string' || schema.type === 'string') return value;
  if (schema.type === 'array') return value.split(/[\s,]+/).filter((item) => item !== '');
  if (schema.type === 'boolean')
    return (
      new Map<string, unknown>([
        ['true', true],
        ['1', true],
        ['false', false],
        ['0', false],
        ['', false],
      ]).get(value.toLowerCase()) ?? value
    );
  return /^-?\d+$/.test(value) ? Number(value) : value;
}

/** Reads settings by name; values that are absent or null take the default. */
class SettingReader {
  readonly #values = new Map<string, unknown>();

  constructor(input: Plain, table: readonly HostSetting[]) {
    for (const setting of table) {
      const raw = setting.name
        .split('.')
        .reduce<unknown>((value, key) => (isPlain(value) ? value[key] : undefined), input);
      const value = raw === undefined || raw === null ? setting.default : fromText(raw, setting.schema);
      if (!fits(value, setting.schema))
        refuse(setting.name, describe(setting.schema), setting.secret === true ? '(hidden)' : raw);
      this.#values.set(setting.name, value);
    }
  }

  text(name: string): string {
    return String(this.#value(name));
  }
  number(name: string): number {
    return Number(this.#value(name));
  }
  flag(name: string): boolean {
    return this.#value(name) === true;
  }
  list(name: string): readonly string[] {
    const value = this.#value(name);
    return Array.isArray(value) ? value.map(String) : [];
  }
  port(name: string): number | undefined {
    return this.number(name) < 0 ? undefined : this.number(name);
  }

  #value(name: string): unknown {
    if (!this.#values.has(name)) throw new TypeError(`${name} is not a setting`);
    return this.#values.get(name);
  }
}

function readPublicKey(text: string): KeyObject | undefined {
  if (text === '') return undefined;
  try {
    return parsePublicKey(text);
  } catch (error) {
    throw new HostError('setting-invalid', `the setting staticExport.publicKey is not an Ed25519 public key`, {
      cause: error,
    });
  }
}

function readStaticExport(reader: SettingReader): StaticExportSettings {
  const settings: StaticExportSettings = {
    enabled: reader.flag('staticExport.enabled'),
    bundleUrl: reader.text('staticExport.bundleUrl'),
    version: reader.text('staticExport.version'),
    sha256: reader.text('staticExport.sha256').toLowerCase(),
    publicKey: readPublicKey(reader.text('staticExport.publicKey')),
    keepVersions: reader.number('staticExport.keepVersions'),
    allowedPrivateHosts: reader.list('staticExport.allowedPrivateHosts'),
    maxBundleBytes: reader.number('staticExport.maxBundleBytes'),
    maxFiles: reader.number('staticExport.maxFiles'),
    startupWaitMs: reader.number('staticExport.startupWaitSeconds') * 1000,
    idleTimeoutMs: reader.number('staticExport.idleTimeoutSeconds') * 1000,
    downloadTimeoutMs: reader.number('staticExport.downloadTimeoutSeconds') * 1000,
    pollMs: reader.number('staticExport.pollSeconds') * 1000,
    apiUrl: reader.text('staticExport.apiUrl').replace(/(?<!\/)\/+$/, ''),
    apiKey: reader.text('staticExport.apiKey'),
    domain: reader.text('staticExport.domain'),
  };
  const { enabled, bundleUrl, pollMs, apiUrl, apiKey, domain } = settings;
  if (enabled && bundleUrl === '' && pollMs === 0) {
    throw new HostError(
      'setting-invalid',
      'staticExport.enabled requires a link: set staticExport.bundleUrl, or staticExport.pollSeconds with apiUrl, apiKey and domain',
    );
  }
  if (pollMs > 0 && (apiUrl === '' || apiKey === '' || domain === '')) {
    throw new HostError('setting-invalid', 'staticExport.pollSeconds requires staticExport.apiUrl, apiKey and domain');
  }
  return settings;
}

function readPlaygroundProxy(reader: SettingReader): PlaygroundProxySettings {
  return {
    enabled: reader.flag('playgroundProxy.enabled'),
    allowedPrivateHosts: reader.list('playgroundProxy.allowedPrivateHosts'),
    timeoutMs: reader.number('playgroundProxy.timeoutSeconds') * 1000,
    maxRequestBytes: reader.number('playgroundProxy.maxRequestBytes'),
    maxResponseBytes: reader.number('playgroundProxy.maxResponseBytes'),
    maxConcurrent: reader.number('playgroundProxy.maxConcurrent'),
  };
}

function readProxies(reader: SettingReader): readonly string[] {
  const named = reader.list('trustedProxies');
  const wrong = named.find((entry) => !isProxyEntry(entry));
  if (wrong !== undefined)
    refuse('trustedProxies', 'a list of addresses, networks, loopback, linklocal and uniquelocal', wrong);
  return named;
}

const siteTable = hostSettings.filter(({ name }) => /^(?:staticExport|analytics)\./.test(name));

function readSite(value: unknown, name: string, base: Plain, kind: string): SiteSettings {
  if (!/^[a-z\d][a-z\d-]{0,62}$/.test(name))
    refuse(`sites.${name}`, 'named with lowercase letters, digits and hyphens', name);
  if (!isPlain(value)) return refuse(`sites.${name}`, 'a group of settings', value);
  const domains = value.domains ?? [];
  if (!fits(domains, { type: 'array', items: { type: 'string' } }) || !Array.isArray(domains)) {
    return refuse(`sites.${name}.domains`, 'a list of host names', domains);
  }
  // What the process sets for all sites holds where a site does not say otherwise.
  const merge = (group: 'staticExport' | 'analytics'): Plain => ({
    ...(isPlain(base[group]) ? base[group] : {}),
    ...(isPlain(value[group]) ? value[group] : {}),
  });
  const merged = { staticExport: merge('staticExport'), analytics: merge('analytics') };
  const reader = new SettingReader(merged, siteTable);
  return {
    name,
    domains: domains.map((domain) => String(domain).toLowerCase()),
    staticExport: readStaticExport(reader),
    forward: readForward(reader, kind),
  };
}

const readDefaultSite = (reader: SettingReader, kind: string): SiteSettings => ({
  name: 'default',
  domains: [],
  staticExport: readStaticExport(reader),
  forward: readForward(reader, kind),
});

/** A settings file's content (and what environment and flags put over it) → settings with no optional field. */
export function parseHostSettings(input: unknown): HostSettings {
  if (!isPlain(input)) return refuse('(the whole)', 'an object', input);
  const reader = new SettingReader(input, hostSettings);
  const kind = reader.text('deploymentKind');
  const policy = reader.text('contentSecurityPolicy');
  const named = isPlain(input.sites) ? Object.entries(input.sites) : [];
  const sites = named.map(([name, value]) => readSite(value, name, input, kind));
  return {
    port: reader.number('port'),
    address: reader.text('address'),
    dataDir: reader.text('dataDir'),
    adminPort: reader.port('adminPort'),
    adminPath: reader.text('adminPath'),
    adminToken: reader.text('adminToken'),
    h2cPort: reader.port('h2cPort'),
    deploymentKind: kind === 'cloud' || kind === 'air-gapped' ? kind : 'client-hosted',
    contentSecurityPolicy: policy === 'off' || policy === 'report-only' ? policy : 'enforce',
    allowedSources: reader.list('allowedSources'),
    cacheBytes: reader.number('cacheBytes'),
    brotliQuality: reader.number('brotliQuality'),
    reloadOnSighup: reader.flag('reloadOnSighup'),
    accessLog: reader.flag('accessLog'),
    followMs: reader.number('followSeconds') * 1000,
    shutdownMs: reader.number('shutdownSeconds') * 1000,
    maxConnections: reader.number('maxConnections'),
    connectionsPerAddress: reader.number('connectionsPerAddress'),
    trustedProxies: readProxies(reader),
    requestMs: reader.number('requestSeconds') * 1000,
    playgroundProxy: readPlaygroundProxy(reader),
    services: readServices(reader),
    analytics: readAnalytics(reader),
    sites: sites.length > 0 ? sites : [readDefaultSite(reader, kind)],
  };
}

/** The settings that an environment holds, as a plain object to be laid over a settings file. */
export function hostSettingsFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const result: Record<string, unknown> = {};
  const groups = new Map<string, Record<string, unknown>>();
  for (const { name, environment: variable } of hostSettings) {
    const value = environment[variable];
    if (value === undefined) continue;
    const [group = '', key] = name.split('.');
    if (key === undefined) result[name] = value;
    else groups.set(group, { ...groups.get(group), [key]: value });
  }
  return { ...result, ...Object.fromEntries(groups) };
}
