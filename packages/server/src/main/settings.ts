import { resolve } from 'node:path';
import type { LinkSecrets } from '../platform/blob-store/index.ts';
import { toExactOrigin } from '../platform/http-client/index.ts';
import { accountSettingTable, readAccountSettings, type AccountSettingValues } from './account-setting-table.ts';
import {
  connectionSettingTable,
  readConnectionSettings,
  type ConnectionSettingValues,
} from './connection-setting-table.ts';
import {
  operationSettingTable,
  readOperationSettings,
  type OperationSettingValues,
} from './operation-setting-table.ts';
import { readSiteSettings, siteSettingTable, type SiteSettingValues } from './site-setting-table.ts';
import { SettingsError, toText } from './setting-text.ts';
import { modelSettingTable, readModelSettings, type ModelSettingValues } from './model-setting-table.ts';

/**
 * Every setting of the service, once: its environment variable, its name in a settings file, its meaning, and its
 * default. The settings page of the manual is generated from this table.
 */
export interface SettingDefinition {
  readonly environment: string;
  /** Name in a settings file (YAML or JSON). */
  readonly name: string;
  readonly doc: string;
  /** As text; `undefined` if the service works without it. */
  readonly default: string | undefined;
  readonly secret?: boolean;
}

export { SettingsError };

const define = <const T extends Record<string, Omit<SettingDefinition, 'name'>>>(table: T): T => table;

export const settingDefinitions = define({
  port: { environment: 'DOCWRIGHT_PORT', default: '4400', doc: 'TCP port of the API. 0 uses any free port.' },
  host: { environment: 'DOCWRIGHT_HOST', default: '127.0.0.1', doc: 'Address to listen on; 0.0.0.0 in a container.' },
  dataDir: {
    environment: 'DOCWRIGHT_DATA_DIR',
    default: '.docwright',
    doc: 'Folder for the embedded database, bundles, repositories and Git mirrors.',
  },
  baseUrl: {
    environment: 'DOCWRIGHT_BASE_URL',
    default: undefined,
    doc: 'Public address of the service, without a trailing slash. Default: http://localhost and the port.',
  },
  databaseUrl: {
    environment: 'DATABASE_URL',
    default: undefined,
    secret: true,
    doc: 'PostgreSQL 15 or newer. Default: an embedded server in the data folder.',
  },
  databasePoolSize: {
    environment: 'DOCWRIGHT_DATABASE_POOL_SIZE',
    default: '10',
    doc: 'Maximum database connections per process.',
  },
  s3Bucket: {
    environment: 'DOCWRIGHT_S3_BUCKET',
    default: undefined,
    doc: 'Bucket for bundles. Default: files in the data folder.',
  },
  s3Region: { environment: 'DOCWRIGHT_S3_REGION', default: 'us-east-1', doc: 'Region of the bucket.' },
  s3Endpoint: {
    environment: 'DOCWRIGHT_S3_ENDPOINT',
    default: undefined,
    doc: "Address of an S3 server other than Amazon's.",
  },
  s3PublicEndpoint: {
    environment: 'DOCWRIGHT_S3_PUBLIC_ENDPOINT',
    default: undefined,
    doc: 'Public address of the same server, for download links.',
  },
  s3AccessKey: {
    environment: 'DOCWRIGHT_S3_ACCESS_KEY_ID',
    default: undefined,
    secret: true,
    doc: 'Access key of the bucket.',
  },
  s3SecretKey: {
    environment: 'DOCWRIGHT_S3_SECRET_ACCESS_KEY',
    default: undefined,
    secret: true,
    doc: 'Secret key of the bucket.',
  },
  secret: {
    environment: 'DOCWRIGHT_SECRET',
    default: undefined,
    secret: true,
    doc: 'Secret that signs links and encrypts second factors: at least 32 characters, the same in every replica. To change it, set the new and the old secret, separated by a comma, so that existing links and second factors still work. Default: created in the data folder at the first start.',
  },
  linkSeconds: {
    environment: 'DOCWRIGHT_LINK_SECONDS',
    default: '3600',
    doc: 'Seconds for which a bundle link works: 1 to 604800 (7 days).',
  },
  agentConcurrency: {
    environment: 'DOCWRIGHT_AGENT_CONCURRENCY',
    default: '10',
    doc: 'Concurrent agent jobs per worker. If there are several organizations, each can use at most half of them (rounded up).',
  },
  exportConcurrency: {
    environment: 'DOCWRIGHT_EXPORT_CONCURRENCY',
    default: '2',
    doc: "Concurrent export jobs per worker; each uses about one core. If there are several organizations, each can use at most half of them (rounded up), so that another organization's job starts immediately. With 1, organizations take turns, and a turn may last as long as a build: 15 minutes.",
  },
  builders: {
    environment: 'DOCWRIGHT_BUILDERS',
    default: undefined,
    doc: 'Builder processes per process of the service. When all are in use, checks and renders wait. Default: two per processor, at most one per GiB of memory.',
  },
  webhookConcurrency: {
    environment: 'DOCWRIGHT_WEBHOOK_CONCURRENCY',
    default: '20',
    doc: 'Webhooks sent concurrently by one worker; 0 leaves them to other workers. If there are several organizations, each can use at most half of them.',
  },
  tenantConcurrency: {
    environment: 'DOCWRIGHT_TENANT_CONCURRENCY',
    default: '50',
    doc: 'Concurrent jobs per organization across all workers, for each type of job. Below this limit, organizations take turns.',
  },
  drainSeconds: {
    environment: 'DOCWRIGHT_DRAIN_SECONDS',
    default: '30',
    doc: 'Seconds that a stopping process waits for its requests and jobs. In the last fifth of that time, at most 4 seconds, running jobs are returned to the queue.',
  },
  ...connectionSettingTable,
  ...modelSettingTable,
  githubUrl: {
    environment: 'DOCWRIGHT_GITHUB_URL',
    default: 'https://github.com',
    doc: 'Address of GitHub or a GitHub Enterprise Server.',
  },
  githubApiUrl: {
    environment: 'DOCWRIGHT_GITHUB_API_URL',
    default: undefined,
    doc: 'Address of its REST API. Default: api.github.com, or /api/v3 of an Enterprise Server.',
  },
  githubToken: {
    environment: 'DOCWRIGHT_GITHUB_TOKEN',
    default: undefined,
    secret: true,
    doc: 'Fine-grained token with write access to contents and pull requests. Alternatively, use the two settings of a GitHub App.',
  },
  githubAppId: {
    environment: 'DOCWRIGHT_GITHUB_APP_ID',
    default: undefined,
    doc: 'ID of a GitHub App that is installed on the repositories.',
  },
  githubAppPrivateKey: {
    environment: 'DOCWRIGHT_GITHUB_APP_PRIVATE_KEY',
    default: undefined,
    secret: true,
    doc: 'Private key of the GitHub App (PEM).',
  },
  gitlabUrl: {
    environment: 'DOCWRIGHT_GITLAB_URL',
    default: 'https://gitlab.com',
    doc: 'Address of GitLab, hosted or self-managed.',
  },
  gitlabToken: {
    environment: 'DOCWRIGHT_GITLAB_TOKEN',
    default: undefined,
    secret: true,
    doc: 'Access token with the scopes api and write_repository.',
  },
  giteaUrl: { environment: 'DOCWRIGHT_GITEA_URL', default: undefined, doc: 'Address of a Gitea or Forgejo server.' },
  giteaToken: {
    environment: 'DOCWRIGHT_GITEA_TOKEN',
    default: undefined,
    secret: true,
    doc: 'Access token with write permission for repositories and issues.',
  },
  bitbucketUrl: {
    environment: 'DOCWRIGHT_BITBUCKET_URL',
    default: 'https://bitbucket.org',
    doc: 'Address of Bitbucket Cloud.',
  },
  bitbucketApiUrl: {
    environment: 'DOCWRIGHT_BITBUCKET_API_URL',
    default: undefined,
    doc: 'Address of its REST API. Default: https://api.bitbucket.org/2.0.',
  },
  bitbucketToken: {
    environment: 'DOCWRIGHT_BITBUCKET_TOKEN',
    default: undefined,
    secret: true,
    doc: "Repository, project or workspace access token with write permission for repositories and pull requests. With DOCWRIGHT_BITBUCKET_USER: that person's API token.",
  },
  bitbucketUser: {
    environment: 'DOCWRIGHT_BITBUCKET_USER',
    default: undefined,
    doc: 'Email address of the person whose API token is set in DOCWRIGHT_BITBUCKET_TOKEN.',
  },
  privateGitHosts: {
    environment: 'DOCWRIGHT_PRIVATE_GIT_HOSTS',
    default: '',
    doc: 'Code hosts with private addresses, for Git and their API: `name`, `name:port` or `http://name:port`, separated by commas. Allows exactly this port (443 if omitted), over https unless http is specified.',
  },
  privateModelHosts: {
    environment: 'DOCWRIGHT_PRIVATE_MODEL_HOSTS',
    default: '',
    doc: "The same for models of the installation and of projects: `http://127.0.0.1:11434`. The installation's own model doesn't need an entry for a loopback address.",
  },
  privateWebhookHosts: {
    environment: 'DOCWRIGHT_PRIVATE_WEBHOOK_HOSTS',
    default: '',
    doc: 'The same for addresses of webhook endpoints.',
  },
  privateHosts: {
    environment: 'DOCWRIGHT_PRIVATE_HOSTS',
    default: '',
    doc: 'Until the next release: code hosts by `name` (any port) or `name:port`, over https and http. Use DOCWRIGHT_PRIVATE_GIT_HOSTS instead.',
  },
  maxRepositoryMegabytes: {
    environment: 'DOCWRIGHT_MAX_REPOSITORY_MEGABYTES',
    default: '4096',
    doc: 'Maximum size of a repository. A job on a larger one fails with `limit_exceeded`.',
  },
  protectDefaultBranch: {
    environment: 'DOCWRIGHT_PROTECT_DEFAULT_BRANCH',
    default: 'yes',
    doc: 'no: pushes to the embedded code host can rewrite the history of a default branch.',
  },
  faultPoints: {
    environment: 'DOCWRIGHT_FAULT_POINTS',
    default: undefined,
    doc: 'Only for fault tests: points at which a worker kills itself, as name:kill:time. Never set it in production.',
  },
  ...siteSettingTable,
  ...accountSettingTable,
  ...operationSettingTable,
});

export type SettingName = keyof typeof settingDefinitions;

/** The sources of a value, highest precedence first: a flag, the environment, the settings file, the default. */
export interface SettingSources {
  readonly flags: Readonly<Partial<Record<SettingName, string>>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly file: Readonly<Record<string, unknown>>;
}

export interface S3Settings {
  readonly bucket: string;
  readonly region: string;
  readonly endpoint: string | undefined;
  readonly publicEndpoint: string | undefined;
  readonly accessKey: string;
  readonly secretKey: string;
}

/** All values resolved: no source is read again. */
export interface Settings
  extends ModelSettingValues, AccountSettingValues, ConnectionSettingValues, OperationSettingValues, SiteSettingValues {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** `undefined` until the port is known. */
  readonly baseUrl: string | undefined;
  readonly databaseUrl: string | undefined;
  readonly databasePoolSize: number;
  readonly s3: S3Settings | undefined;
  /** The first signs and encrypts; the others are still accepted for verifying and decrypting. */
  readonly secret: LinkSecrets | undefined;
  readonly linkSeconds: number;
  readonly agentConcurrency: number;
  readonly exportConcurrency: number;
  /** `undefined`: as many as the machine can run. */
  readonly builders: number | undefined;
  readonly webhookConcurrency: number;
  readonly tenantConcurrency: number;
  readonly drainSeconds: number;
  readonly githubUrl: string;
  readonly githubApiUrl: string | undefined;
  readonly githubToken: string | undefined;
  readonly githubAppId: string | undefined;
  readonly githubAppPrivateKey: string | undefined;
  readonly gitlabUrl: string;
  readonly gitlabToken: string | undefined;
  readonly giteaUrl: string | undefined;
  readonly giteaToken: string | undefined;
  readonly bitbucketUrl: string;
  readonly bitbucketApiUrl: string | undefined;
  readonly bitbucketToken: string | undefined;
  readonly bitbucketUser: string | undefined;
  /** Origins, as in the two after it: `https://git.internal:443`. */
  readonly privateGitHosts: readonly string[];
  readonly privateModelHosts: readonly string[];
  readonly privateWebhookHosts: readonly string[];
  readonly privateHosts: readonly string[];
  readonly maxRepositoryMegabytes: number;
  readonly protectDefaultBranch: boolean;
  readonly faultPoints: string | undefined;
}

export function resolveSettings(sources: SettingSources): Settings {
  const read = createReader(sources);
  const port = read.integer('port', 0, 65_535);
  return {
    port,
    host: read.text('host'),
    dataDir: resolve(read.text('dataDir')),
    baseUrl: read.address('baseUrl'),
    databaseUrl: read.optional('databaseUrl'),
    databasePoolSize: read.integer('databasePoolSize', 2, 1_000),
    s3: readS3(read),
    secret: readSecret(read),
    linkSeconds: read.integer('linkSeconds', 1, 604_800),
    agentConcurrency: read.integer('agentConcurrency', 0, 1_000),
    exportConcurrency: read.integer('exportConcurrency', 0, 100),
    builders: read.optional('builders') === undefined ? undefined : read.integer('builders', 1, 1_000),
    webhookConcurrency: read.integer('webhookConcurrency', 0, 1_000),
    tenantConcurrency: read.integer('tenantConcurrency', 1, 10_000),
    drainSeconds: read.integer('drainSeconds', 0, 3_600),
    ...readConnectionSettings(read),
    ...readModelSettings(read),
    githubUrl: read.address('githubUrl') ?? '',
    githubApiUrl: read.address('githubApiUrl'),
    githubToken: read.optional('githubToken'),
    githubAppId: read.optional('githubAppId'),
    githubAppPrivateKey: read.optional('githubAppPrivateKey'),
    gitlabUrl: read.address('gitlabUrl') ?? '',
    gitlabToken: read.optional('gitlabToken'),
    giteaUrl: read.address('giteaUrl'),
    giteaToken: read.optional('giteaToken'),
    bitbucketUrl: read.address('bitbucketUrl') ?? '',
    bitbucketApiUrl: read.address('bitbucketApiUrl'),
    bitbucketToken: read.optional('bitbucketToken'),
    bitbucketUser: read.optional('bitbucketUser'),
    privateGitHosts: read.origins('privateGitHosts'),
    privateModelHosts: read.origins('privateModelHosts'),
    privateWebhookHosts: read.origins('privateWebhookHosts'),
    privateHosts: read.list('privateHosts'),
    maxRepositoryMegabytes: read.integer('maxRepositoryMegabytes', 1, 1_000_000),
    protectDefaultBranch: read.choice('protectDefaultBranch', ['yes', 'no']) === 'yes',
    faultPoints: read.optional('faultPoints'),
    ...readSiteSettings(read, port),
    ...readAccountSettings(read),
    ...readOperationSettings(read),
  };
}

type Reader = ReturnType<typeof createReader>;

function createReader({ flags, environment, file }: SettingSources) {
  const optional = (name: SettingName): string | undefined => {
    const definition: Omit<SettingDefinition, 'name'> = settingDefinitions[name];
    const value = flags[name] ?? environment[definition.environment] ?? toText(name, file[name]);
    return value === undefined || value === '' ? definition.default : value;
  };
  const refuse = (name: SettingName, value: string, allowed: string): never => {
    throw new SettingsError(`${settingDefinitions[name].environment} is "${value}"; allowed is ${allowed}.`);
  };
  const text = (name: SettingName): string => optional(name) ?? '';
  const list = (name: SettingName): string[] =>
    text(name)
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
  return {
    optional,
    text,
    refuse,
    integer: (name: SettingName, min: number, max: number): number => {
      const value = text(name);
      const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN;
      return number >= min && number <= max
        ? number
        : refuse(name, value, `a whole number from ${String(min)} to ${String(max)}`);
    },
    choice: <T extends string>(name: SettingName, allowed: readonly T[]): T => {
      const value = text(name);
      return allowed.find((choice) => choice === value) ?? refuse(name, value, allowed.join(', '));
    },
    list,
    /** Hosts with their scheme and port, both written out. */
    origins: (name: SettingName): string[] =>
      list(name).map(
        (entry) =>
          toExactOrigin(entry) ?? refuse(name, entry, 'name, name:port or http://name:port, separated by commas'),
      ),
    address: (name: SettingName): string | undefined => {
      const value = optional(name);
      if (value === undefined) return undefined;
      const url = URL.parse(value);
      const isAddress =
        url !== null && ['http:', 'https:'].includes(url.protocol) && url.search === '' && url.hash === '';
      return isAddress ? value.replace(/(?<!\/)\/+$/, '') : refuse(name, value, 'an http or https URL without a query');
    },
  };
}

function readS3(read: Reader): S3Settings | undefined {
  const bucket = read.optional('s3Bucket');
  if (bucket === undefined) return undefined;
  const accessKey = read.optional('s3AccessKey');
  const secretKey = read.optional('s3SecretKey');
  if (accessKey === undefined || secretKey === undefined) {
    throw new SettingsError(
      'DOCWRIGHT_S3_BUCKET is set, so DOCWRIGHT_S3_ACCESS_KEY_ID and DOCWRIGHT_S3_SECRET_ACCESS_KEY must be set too.',
    );
  }
  return {
    bucket,
    region: read.text('s3Region'),
    endpoint: read.address('s3Endpoint'),
    publicEndpoint: read.address('s3PublicEndpoint'),
    accessKey,
    secretKey,
  };
}

function readSecret(read: Reader): LinkSecrets | undefined {
  const [current, ...older] = read.list('secret');
  if (current === undefined) return undefined;
  const short = [current, ...older].find((secret) => secret.length < 32);
  if (short === undefined) return [current, ...older];
  throw new SettingsError(`DOCWRIGHT_SECRET has ${String(short.length)} characters; at least 32 are required.`);
}
