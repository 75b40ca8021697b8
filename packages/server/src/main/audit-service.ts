import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  audit,
  defaultAuditSettings,
  readEntryModes,
  type AuditReport,
  type Isolation,
  type KnownSecret,
} from '../modules/operations/auditor/index.ts';
import { findFirstOrganization, hasSeveralOrganizations } from '../modules/identity/organizations/index.ts';
import type { Logger } from '../platform/log/index.ts';
import { createSandbox, SandboxUnavailableError } from '../platform/sandbox/index.ts';
import { chooseSandbox } from './choose-sandbox.ts';
import { composeShared } from './compose.ts';
import { openPlatform, type Platform } from './open-platform.ts';
import { listSecretValues } from './settings/list-secret-values.ts';
import { localAddress } from './local-address.ts';
import { noInstallation, requireDatabase } from './require-database.ts';
import { settingDefinitions, type Settings } from './settings/settings.ts';

export interface AuditOptions {
  /** Whether the service has stopped; if so, each job that hasn't ended is a finding. Default: false. */
  readonly settled?: boolean;
  /** Strings that must not occur anywhere, in addition to the installation's credentials. */
  readonly canaries?: readonly string[];
  /** Default: every `*.log` and its rotated files in the data folder and the embedded database's folder. */
  readonly logFiles?: readonly string[];
}

/** Shorter values, such as a developer's database password, would match by chance. */
const shortestSecret = 12;

/** Audits all databases and files that an installation's settings refer to, whether or not it is running. */
export async function auditService(settings: Settings, log: Logger, options: AuditOptions = {}): Promise<AuditReport> {
  const baseUrl = settings.baseUrl ?? localAddress(settings.port);
  await requireDatabase(settings);
  const entryModes = await readEntryModes(settings.dataDir);
  await using cleanup = new AsyncDisposableStack();
  const platform = await openPlatform({ settings, baseUrl, log, applicationName: 'docwright-audit' });
  cleanup.defer(() => platform.close());
  if ((await findFirstOrganization(platform.database.kysely)) === undefined) throw noInstallation(settings);
  const { connectRepository, localCodeHost } = await composeShared(platform, settings, baseUrl);
  return await audit({
    database: platform.database,
    blobs: platform.blobs,
    git: platform.git,
    connectRepository,
    localCodeHost,
    entryModes,
    isolation: await findIsolation(settings, platform.database.kysely),
    logFiles: options.logFiles ?? (await listLogFiles(settings.dataDir)),
    secrets: listSecrets(settings, platform.databaseUrl, options.canaries ?? []),
    settled: options.settled ?? false,
    settings: {
      ...defaultAuditSettings,
      feedbackDays: settings.feedbackDays,
      eventDays: settings.analyticsEventDays,
      jobDays: settings.jobDays,
      analyticsFileDays: settings.analyticsFileDays,
    },
  });
}

/** Tests the sandbox as a worker does at startup; a machine without a sandbox is a finding and not an error. */
async function findIsolation(settings: Settings, db: Platform['database']['kysely']): Promise<Isolation> {
  const asked = chooseSandbox(settings, { severalOrganizations: await hasSeveralOrganizations(db) });
  const mode = asked === 'require' ? 'auto' : asked;
  const found = await createSandbox({ mode, codeFolders: [] }).catch((error: unknown) => {
    if (!(error instanceof SandboxUnavailableError)) throw error;
    return { mode: 'process', problem: error.message } as const;
  });
  return { asked, found };
}

async function listLogFiles(dataDir: string): Promise<string[]> {
  const folders = [dataDir, join(dataDir, 'postgres')];
  const lists = await Promise.all(
    folders.map(async (folder) => {
      // An installation with an external database has no database folder.
      const names = await readdir(folder).catch((): string[] => []);
      return names.filter((name) => /\.log(?:\.\d+)?$/.test(name)).map((name) => join(folder, name));
    }),
  );
  return lists.flat();
}

/**
 * Settings whose values are not searched for. Every presigned link to S3 contains the access key's ID, and in a
 * database's address, only the password is secret.
 */
const notSearchedFor: ReadonlySet<string> = new Set([
  settingDefinitions.s3AccessKey.environment,
  settingDefinitions.databaseUrl.environment,
]);

function listSecrets(settings: Settings, databaseUrl: string, canaries: readonly string[]): KnownSecret[] {
  const own = listSecretValues(settings)
    .filter(({ environment }) => !notSearchedFor.has(environment))
    .map(({ environment, value }) => [environment, value] as const);
  const password = ['the database password', decodeURIComponent(URL.parse(databaseUrl)?.password ?? '')] as const;
  const named = [...own, password, ...canaries.map((text, index) => [`canary ${index + 1}`, text] as const)];
  return named.flatMap(([name, text]) => (text.length < shortestSecret ? [] : [{ name, text }]));
}
