import { resolve } from 'node:path';
import type { LinkSecrets } from '../../platform/blob-store/index.ts';
import {
  address,
  createSettingReader,
  integer,
  list,
  readSettings,
  SettingsError,
  text,
  toSettingText,
  yesNo,
  type FindSetting,
  type Kind,
  type SettingReader,
  type SettingTable,
  type SettingValues,
} from '@docwright/site-server/settings';
import { accountSettings, readAccountSettings } from './account-settings.ts';
import { connectionSettings, readConnectionSettings } from './connection-settings.ts';
import { modelSettings, readModelSettings } from './model-settings.ts';
import { origins } from './origins.ts';
import { operationSettings } from './operation-settings.ts';
import { readSiteSettings, siteSettings } from './site-settings.ts';
import { countOf } from '../../platform/words/count-of.ts';

export { SettingsError };

const folder: Kind<string> = { read: (path) => resolve(path) };

/**
 * All of the service's settings. The values of `Settings` and the manual's settings page are derived from this table.
 */
export const settingDefinitions = {
  port: {
    environment: 'DOCWRIGHT_PORT',
    kind: integer(0, 65_535),
    default: '4400',
    doc: 'TCP port of the API. 0 uses any free port.',
  },
  host: {
    environment: 'DOCWRIGHT_HOST',
    kind: text,
    default: '127.0.0.1',
    doc: 'Address to listen on; 0.0.0.0 in a container.',
  },
  dataDir: {
    environment: 'DOCWRIGHT_DATA_DIR',
    kind: folder,
    default: '.docwright',
    doc: 'Folder for the embedded database, bundles, repositories and Git mirrors.',
  },
  baseUrl: {
    environment: 'DOCWRIGHT_BASE_URL',
    kind: address,
    default: undefined,
    doc: 'Public address of the service, without a trailing slash. Default: http://localhost and the port.',
  },
  databaseUrl: {
    environment: 'DATABASE_URL',
    kind: text,
    default: undefined,
    secret: true,
    doc: 'PostgreSQL 15 or newer. Default: an embedded server in the data folder.',
  },
  databasePoolSize: {
    environment: 'DOCWRIGHT_DATABASE_POOL_SIZE',
    kind: integer(2, 1_000),
    default: '10',
    doc: 'Maximum database connections per process.',
  },
  s3Bucket: {
    environment: 'DOCWRIGHT_S3_BUCKET',
    kind: text,
    part: true,
    default: undefined,
    doc: 'Bucket for bundles. Default: files in the data folder.',
  },
  s3Region: {
    environment: 'DOCWRIGHT_S3_REGION',
    kind: text,
    part: true,
    default: 'us-east-1',
    doc: 'Region of the bucket.',
  },
  s3Endpoint: {
    environment: 'DOCWRIGHT_S3_ENDPOINT',
    kind: address,
    part: true,
    default: undefined,
    doc: "Address of an S3 server other than Amazon's.",
  },
  s3PublicEndpoint: {
    environment: 'DOCWRIGHT_S3_PUBLIC_ENDPOINT',
    kind: address,
    part: true,
    default: undefined,
    doc: 'Public address of the S3 server, for download links.',
  },
  s3AccessKey: {
    environment: 'DOCWRIGHT_S3_ACCESS_KEY_ID',
    kind: text,
    part: true,
    default: undefined,
    secret: true,
    doc: 'Access key of the bucket.',
  },
  s3SecretKey: {
    environment: 'DOCWRIGHT_S3_SECRET_ACCESS_KEY',
    kind: text,
    part: true,
    default: undefined,
    secret: true,
    doc: 'Secret key of the bucket.',
  },
  secret: {
    environment: 'DOCWRIGHT_SECRET',
    kind: list,
    part: true,
    default: '',
    secret: true,
    doc: 'Secret that signs links and encrypts second factors: at least 32 characters, the same in every replica. To change it, set the new and the old secret, separated by a comma, so that existing links and second factors still work. Default: created in the data folder at the first start.',
  },
  linkSeconds: {
    environment: 'DOCWRIGHT_LINK_SECONDS',
    kind: integer(1, 604_800),
    default: '3600',
    doc: 'Seconds for which a bundle link works: 1 to 604800 (7 days).',
  },
  agentConcurrency: {
    environment: 'DOCWRIGHT_AGENT_CONCURRENCY',
    kind: integer(0, 1_000),
    default: '10',
    doc: 'Concurrent agent jobs per worker. With several organizations, each can use at most half of them (rounded up).',
  },
  exportConcurrency: {
    environment: 'DOCWRIGHT_EXPORT_CONCURRENCY',
    kind: integer(0, 100),
    default: '2',
    doc: "Concurrent export jobs per worker; each uses about one core. With several organizations, each can use at most half of them (rounded up), so that another organization's job starts immediately. With 1, organizations take turns, and a turn can last as long as a build: 15 minutes.",
  },
  builders: {
    environment: 'DOCWRIGHT_BUILDERS',
    kind: integer(1, 1_000),
    default: undefined,
    doc: 'Builder processes per process of the service. When all are in use, checks and renders wait. Default: two per processor, at most one per GiB of memory.',
  },
  webhookConcurrency: {
    environment: 'DOCWRIGHT_WEBHOOK_CONCURRENCY',
    kind: integer(0, 1_000),
    default: '20',
    doc: 'Webhooks sent concurrently by one worker; 0 leaves them to other workers. With several organizations, each can use at most half of them.',
  },
  tenantConcurrency: {
    environment: 'DOCWRIGHT_TENANT_CONCURRENCY',
    kind: integer(1, 10_000),
    default: '50',
    doc: 'Concurrent jobs per organization across all workers, for each type of job. Below this limit, organizations take turns.',
  },
  drainSeconds: {
    environment: 'DOCWRIGHT_DRAIN_SECONDS',
    kind: integer(0, 3_600),
    default: '30',
    doc: 'Seconds that a stopping process waits for its requests and jobs. In the last fifth of that time, at most 4 seconds, running jobs are returned to the queue.',
  },
  ...connectionSettings,
  ...modelSettings,
  githubUrl: {
    environment: 'DOCWRIGHT_GITHUB_URL',
    kind: address,
    default: 'https://github.com',
    doc: 'Address of GitHub or a GitHub Enterprise Server.',
  },
  githubApiUrl: {
    environment: 'DOCWRIGHT_GITHUB_API_URL',
    kind: address,
    default: undefined,
    doc: "Address of GitHub's REST API. Default: api.github.com, or /api/v3 of an Enterprise Server.",
  },
  githubToken: {
    environment: 'DOCWRIGHT_GITHUB_TOKEN',
    kind: text,
    default: undefined,
    secret: true,
    doc: 'Fine-grained token with write access to contents and pull requests. Alternatively, use the two settings of a GitHub App.',
  },
  githubAppId: {
    environment: 'DOCWRIGHT_GITHUB_APP_ID',
    kind: text,
    default: undefined,
    doc: 'ID of a GitHub App that is installed on the repositories.',
  },
  githubAppPrivateKey: {
    environment: 'DOCWRIGHT_GITHUB_APP_PRIVATE_KEY',
    kind: text,
    default: undefined,
    secret: true,
    doc: 'Private key of the GitHub App (PEM).',
  },
  gitlabUrl: {
    environment: 'DOCWRIGHT_GITLAB_URL',
    kind: address,
    default: 'https://gitlab.com',
    doc: 'Address of GitLab, hosted or self-managed.',
  },
  gitlabToken: {
    environment: 'DOCWRIGHT_GITLAB_TOKEN',
    kind: text,
    default: undefined,
    secret: true,
    doc: 'Access token with the scopes api and write_repository.',
  },
  giteaUrl: {
    environment: 'DOCWRIGHT_GITEA_URL',
    kind: address,
    default: undefined,
    doc: 'Address of a Gitea or Forgejo server.',
  },
  giteaToken: {
    environment: 'DOCWRIGHT_GITEA_TOKEN',
    kind: text,
    default: undefined,
    secret: true,
    doc: 'Access token with write permission for repositories and issues.',
  },
  bitbucketUrl: {
    environment: 'DOCWRIGHT_BITBUCKET_URL',
    kind: address,
    default: 'https://bitbucket.org',
    doc: 'Address of Bitbucket Cloud.',
  },
  bitbucketApiUrl: {
    environment: 'DOCWRIGHT_BITBUCKET_API_URL',
    kind: address,
    default: undefined,
    doc: "Address of Bitbucket's REST API. Default: https://api.bitbucket.org/2.0.",
  },
  bitbucketToken: {
    environment: 'DOCWRIGHT_BITBUCKET_TOKEN',
    kind: text,
    default: undefined,
    secret: true,
    doc: "Repository, project or workspace access token with write permission for repositories and pull requests. With DOCWRIGHT_BITBUCKET_USER: that person's API token.",
  },
  bitbucketUser: {
    environment: 'DOCWRIGHT_BITBUCKET_USER',
    kind: text,
    default: undefined,
    doc: 'Email address of the person whose API token is set in DOCWRIGHT_BITBUCKET_TOKEN.',
  },
  privateGitHosts: {
    environment: 'DOCWRIGHT_PRIVATE_GIT_HOSTS',
    kind: origins,
    default: '',
    doc: 'Code hosts with private addresses, for Git and their API: `name`, `name:port` or `http://name:port`, separated by commas. Allows exactly this port (443 if omitted), over https unless http is specified.',
  },
  privateModelHosts: {
    environment: 'DOCWRIGHT_PRIVATE_MODEL_HOSTS',
    kind: origins,
    default: '',
    doc: "Model servers with private addresses, for the installation and its projects, in the format of `DOCWRIGHT_PRIVATE_GIT_HOSTS`: `http://127.0.0.1:11434`. The installation's own model doesn't need an entry for a loopback address.",
  },
  privateWebhookHosts: {
    environment: 'DOCWRIGHT_PRIVATE_WEBHOOK_HOSTS',
    kind: origins,
    default: '',
    doc: 'Webhook endpoints with private addresses, in the format of `DOCWRIGHT_PRIVATE_GIT_HOSTS`.',
  },
  maxRepositoryMegabytes: {
    environment: 'DOCWRIGHT_MAX_REPOSITORY_MEGABYTES',
    kind: integer(1, 1_000_000),
    default: '4096',
    doc: 'Maximum size of a repository. A job on a larger one fails with `limit_exceeded`.',
  },
  maxContextRepositoryMegabytes: {
    environment: 'DOCWRIGHT_MAX_CONTEXT_REPOSITORY_MEGABYTES',
    kind: integer(1, 1_000_000),
    default: '1024',
    doc: 'Maximum size of the last 100 commits of a context repository. An agent job that reads a larger one fails with `limit_exceeded`.',
  },
  maxBundleFiles: {
    environment: 'DOCWRIGHT_MAX_BUNDLE_FILES',
    kind: integer(1, 1_000_000),
    default: '120000',
    doc: 'Maximum number of files of a built site. An export or a deployment of a larger one fails with `limit_exceeded`, and the previous version stays live. A host that serves the export has its own limit, `staticExport.maxFiles`.',
  },
  protectDefaultBranch: {
    environment: 'DOCWRIGHT_PROTECT_DEFAULT_BRANCH',
    kind: yesNo,
    default: 'yes',
    doc: 'no: pushes to the embedded code host can rewrite the history of a default branch.',
  },
  faultPoints: {
    environment: 'DOCWRIGHT_FAULT_POINTS',
    kind: text,
    default: undefined,
    doc: 'Only for fault tests: points at which a worker kills itself, as name:kill:time. Never set it in production.',
  },
  ...siteSettings,
  ...accountSettings,
  ...operationSettings,
} as const satisfies SettingTable;

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

/** The resolved values of all settings; no source is read again. */
export type Settings = SettingValues<typeof settingDefinitions> & ReturnType<typeof readGroups>;

/** @throws SettingsError */
export function resolveSettings(sources: SettingSources): Settings {
  const find: FindSetting = (name, environment) => findText(sources, name as SettingName, environment);
  const values = readSettings(settingDefinitions, createSettingReader(settingDefinitions, find));
  return { ...values, ...readGroups(find, values.port) };
}

/** Reads the values that depend on several settings. */
function readGroups(find: FindSetting, port: number) {
  const read: Reader = createSettingReader(settingDefinitions, find);
  return {
    s3: readS3(read),
    secret: readSecret(read),
    ...readConnectionSettings(find),
    ...readModelSettings(find),
    ...readSiteSettings(find, port),
    ...readAccountSettings(find),
  };
}

type Reader = SettingReader<typeof settingDefinitions>;

function findText({ flags, environment, file }: SettingSources, name: SettingName, variable: string) {
  return flags[name] ?? environment[variable] ?? toSettingText(name, file[name], settingDefinitions[name].kind);
}

function readS3(read: Reader): S3Settings | undefined {
  const bucket = read('s3Bucket');
  if (bucket === undefined) return undefined;
  const accessKey = read('s3AccessKey');
  const secretKey = read('s3SecretKey');
  if (accessKey === undefined || secretKey === undefined) {
    throw new SettingsError(
      'DOCWRIGHT_S3_BUCKET is set, so DOCWRIGHT_S3_ACCESS_KEY_ID and DOCWRIGHT_S3_SECRET_ACCESS_KEY must also be set.',
    );
  }
  return {
    bucket,
    region: read('s3Region'),
    endpoint: read('s3Endpoint'),
    publicEndpoint: read('s3PublicEndpoint'),
    accessKey,
    secretKey,
  };
}

function readSecret(read: Reader): LinkSecrets | undefined {
  const [current, ...older] = read('secret');
  if (current === undefined) return undefined;
  const short = [current, ...older].find((secret) => secret.length < 32);
  if (short === undefined) return [current, ...older];
  throw new SettingsError(`DOCWRIGHT_SECRET has ${countOf(short.length, 'character')}; at least 32 are required.`);
}
