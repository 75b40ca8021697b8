import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PasswordHasher } from '../modules/identity/accounts/index.ts';
import { downloadPath } from '../modules/operations/downloads/index.ts';
import { FileSystemStore, openS3Store, type BlobStore, type LinkSecrets } from '../platform/blob-store/index.ts';
import { hasSeveralOrganizations } from '../modules/identity/organizations/index.ts';
import { repeat, systemClock, type Clock } from '../platform/clock/index.ts';
import { createNotificationHub, type Database, type NotificationHub } from '../platform/database/index.ts';
import { isDiskFull, watchDisk, type DiskWatch } from '../platform/disk/index.ts';
import { createMirrorStore, createGit, resolveGitSettings, type Git, type MirrorStore } from '../platform/git/index.ts';
import { createHttpClient, type HttpClient } from '../platform/http-client/index.ts';
import type { SecretBox } from '../platform/secret-box/index.ts';
import { createJobEngine, type JobEngine } from '../platform/job-engine/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { listInstallationModelHosts } from './list-installation-model-hosts.ts';
import { openDatabase } from './open-database.ts';
import { openSecretBox } from './open-secret-box.ts';
import type { ServerTables } from './server-tables.ts';
import type { Settings } from './settings/settings.ts';

/** The shared dependencies of the modules, one instance per process. */
export interface Platform {
  readonly database: Database<ServerTables>;
  /** A connection reserved for the readiness check. */
  readonly readiness: Database<ServerTables>;
  readonly databaseUrl: string;
  readonly notifications: NotificationHub;
  readonly engine: JobEngine;
  readonly blobs: BlobStore;
  /** Set if the service itself serves bundles from files. */
  readonly blobFiles: FileSystemStore | undefined;
  readonly git: Git;
  readonly mirrors: MirrorStore;
  readonly repositoriesFolder: string;
  /**
   * The HTTP clients for addresses that tenants or settings provide each have their own allowed private hosts. This
   * client is for code hosts.
   */
  readonly http: HttpClient;
  /** For tenants' models. */
  readonly modelHttp: HttpClient;
  /** For the installation's own models, which its operator may run on this machine. */
  readonly installationModelHttp: HttpClient;
  /** For webhook endpoints. */
  readonly webhookHttp: HttpClient;
  /** For the identity providers of sites' readers. */
  readonly signInHttp: HttpClient;
  /** For everything else, without private hosts. */
  readonly publicHttp: HttpClient;
  readonly linkSecrets: LinkSecrets;
  /** Encrypts tenants' credentials. */
  readonly secretBox: SecretBox;
  /** Hashes the passwords of users and previews. */
  readonly passwords: PasswordHasher;
  readonly disk: DiskWatch;
  /** Whether several organizations share this process. */
  readonly isShared: () => boolean;
  readonly clock: Clock;
  readonly log: Logger;
  close(): Promise<void>;
}

export interface PlatformOptions {
  readonly settings: Settings;
  readonly baseUrl: string;
  readonly log: Logger;
  /** Name in the database's list of connections: `docwright-api`, `docwright-worker`. */
  readonly applicationName: string;
}

/** Opens all parts, starting with the database. If one fails, the parts already open are closed. */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const { settings, log } = options;
  await using cleanup = new AsyncDisposableStack();
  const opened = await openDatabase(settings, log, options.applicationName);
  cleanup.defer(() => opened.close());
  const { database, readiness, url: databaseUrl } = opened;
  const notifications = createNotificationHub({
    url: databaseUrl,
    applicationName: `${options.applicationName}-notifications`,
    onError: (error) => log.warn({ err: error }, 'connection for notifications lost'),
  });
  cleanup.defer(() => notifications.close());
  const linkSecrets: LinkSecrets = settings.secret ?? [await readOrMakeSecret(settings.dataDir)];
  const secretBox = await openSecretBox(settings);
  const { blobs, blobFiles } = await openBlobs(options, linkSecrets);
  cleanup.defer(() => blobs.close());
  const { git, mirrors, repositoriesFolder } = await openGit(settings);
  const clients = openHttpClients(settings);
  cleanup.defer(() => clients.close());
  const disk = await watchDisk({
    folder: settings.dataDir,
    lowBytes: settings.diskWarningMegabytes * 1_000_000,
    log,
  });
  cleanup.defer(() => disk.stop());
  const sharing = await watchSharing(database, log);
  cleanup.defer(() => sharing.stop());
  const { isShared } = sharing;
  const engine = createJobEngine({
    isShared,
    url: databaseUrl,
    pool: database.pool,
    statsPool: readiness.pool,
    log,
    backpressure: { isActive: () => disk.state() === 'full', caused: isDiskFull },
  });
  const owned = cleanup.move();
  return {
    database,
    readiness,
    databaseUrl,
    notifications,
    engine,
    blobs,
    blobFiles,
    git,
    mirrors,
    repositoriesFolder,
    http: clients.http,
    modelHttp: clients.modelHttp,
    installationModelHttp: clients.installationModelHttp,
    webhookHttp: clients.webhookHttp,
    signInHttp: clients.signInHttp,
    publicHttp: clients.publicHttp,
    linkSecrets,
    secretBox,
    passwords: new PasswordHasher(),
    disk,
    isShared,
    clock: systemClock,
    log,
    close: () => owned.disposeAsync(),
  };
}

/** Maximum time between the creation of a second organization and the division of capacity into shares. */
const sharingMs = 10_000;

async function watchSharing({ kysely }: Database<ServerTables>, log: Logger) {
  let isShared = await hasSeveralOrganizations(kysely);
  const look = async (): Promise<void> => {
    isShared = await hasSeveralOrganizations(kysely);
  };
  const onError = (error: unknown): void => log.debug({ err: error }, 'organizations could not be counted');
  const looking = repeat(look, { everyMs: sharingMs, onError });
  return { isShared: () => isShared, stop: () => looking.stop() };
}

/**
 * Opens a client for each purpose. A host that is allowed for one purpose must not be reachable for another, because
 * tenants choose the addresses of models and webhooks.
 */
function openHttpClients(settings: Settings) {
  const { privateGitHosts, privateModelHosts, privateSignInHosts, privateWebhookHosts } = settings;
  // All agent jobs may wait for the same provider's responses. A job that waits for a connection would look like a slow
  // model.
  const maxConnections = 32 + settings.agentConcurrency;
  const open = (allowedPrivateHosts: readonly string[]): HttpClient =>
    createHttpClient({ allowedPrivateHosts, userAgent: 'docwright', maxConnections });
  const clients = {
    http: open(privateGitHosts),
    modelHttp: open(privateModelHosts),
    installationModelHttp: open(listInstallationModelHosts(settings)),
    webhookHttp: open(privateWebhookHosts),
    signInHttp: open(privateSignInHosts),
    publicHttp: open([]),
  };
  const close = async (): Promise<void> => {
    await Promise.all(Object.values(clients).map((client) => client.close()));
  };
  return { ...clients, close };
}

export async function openBlobs(
  { settings, baseUrl }: Pick<PlatformOptions, 'settings' | 'baseUrl'>,
  linkSecrets: LinkSecrets,
): Promise<{ readonly blobs: BlobStore; readonly blobFiles: FileSystemStore | undefined }> {
  if (settings.s3 !== undefined) {
    const { endpoint, publicEndpoint, ...rest } = settings.s3;
    const blobs = await openS3Store({
      ...rest,
      ...(endpoint !== undefined && { endpoint }),
      ...(publicEndpoint !== undefined && { publicEndpoint }),
    });
    return { blobs, blobFiles: undefined };
  }
  const blobFiles = await FileSystemStore.open({
    folder: join(settings.dataDir, 'blobs'),
    linkBaseUrl: baseUrl + downloadPath,
    linkSecrets,
  });
  return { blobs: blobFiles, blobFiles };
}

export async function openGit(settings: Settings) {
  const folder = join(settings.dataDir, 'git');
  const homeFolder = join(folder, 'home');
  const repositoriesFolder = join(folder, 'repositories');
  for (const made of [homeFolder, repositoriesFolder]) await mkdir(made, { recursive: true, mode: 0o700 });
  const origins = settings.privateGitHosts.map((origin) => new URL(origin));
  // Git resolves hosts by name and port. Allowing https as well on a host that is listed with http is harmless.
  const exact = origins.map(
    ({ hostname, port, protocol }) => `${hostname}:${port || (protocol === 'http:' ? '80' : '443')}`,
  );
  const plain = origins.filter(({ protocol }) => protocol === 'http:').map(({ host }) => host);
  const gitSettings = resolveGitSettings({
    homeFolder,
    localRoot: repositoriesFolder,
    maxRepositoryBytes: settings.maxRepositoryMegabytes * 1_000_000,
    allowedPrivateHosts: exact,
    plainHttpHosts: plain,
  });
  const mirrors = createMirrorStore({ root: join(folder, 'mirrors'), settings: gitSettings });
  return { git: createGit(gitSettings), mirrors, repositoriesFolder };
}

/** Reads or creates the secret: links and view tokens must survive a restart. Replicas share it through a setting. */
async function readOrMakeSecret(dataDir: string): Promise<string> {
  const path = join(dataDir, 'secret.txt');
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeFile(draft, randomBytes(32).toString('base64url'), { flag: 'wx', mode: 0o600 });
  try {
    // The file gets its name only when its content is complete. If two processes start at the same time, the second
    // reads the first one's file.
    await link(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft);
  }
  return (await readFile(path, 'utf8')).trim();
}
