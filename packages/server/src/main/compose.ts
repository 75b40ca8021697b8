import type { ProjectDeps } from '../modules/project-config/projects/index.ts';
import { join } from 'node:path';
import type { Transaction } from 'kysely';
import { jobChannel, createJobChanges, type JobChanges } from '../modules/foundation/job-changes/index.ts';
import { createOwnCodeHosts } from '../modules/sources/code-hosts/index.ts';
import { createAuthenticate } from '../modules/project-config/api-keys/index.ts';
import { defineCodeHostEventQueue, type EventTicket, type TellHint } from '../modules/agent/code-host-events/index.ts';
import { noteMovedBranches, noteSavedProject } from '../modules/agent/automations/index.ts';
import {
  defineAgentQueue,
  defineMergeCheckQueue,
  type AgentTicket,
  type MergeCheckTicket,
} from '../modules/agent/agent-jobs/index.ts';
import {
  defineBranchQueue,
  defineDeploymentQueue,
  followProject,
  type BranchHint,
  type ChangedEnvironment,
  type DeploymentTicket,
  type EndDeps,
  type SitesAddress,
} from '../modules/publishing/deployments/index.ts';
import { toSitesAddress } from './settings/sites-address.ts';
import { defineExportQueue, type ExportTicket } from '../modules/publishing/exports/index.ts';
import {
  createLocalCodeHost,
  defaultLocalCodeHostSettings,
  type LocalCodeHost,
  type LocalCodeHostOptions,
} from '../modules/sources/local-code-host/index.ts';
import {
  definePullRequestQueue,
  defineReportQueue,
  type PullRequestHint,
} from '../modules/publishing/pull-requests/index.ts';
import { findConnectedRepositories, hasSeveralOrganizations } from '../modules/identity/organizations/index.ts';
import {
  contextCommits,
  createConnectRepository,
  toLocalAddress,
  toRepositoryUrl,
  type AddressRules,
  type ConnectRepository,
} from '../modules/sources/repositories/index.ts';
import { StorageQuotas } from '../modules/identity/storage/index.ts';
import { createHasSubscribers, type HasSubscribers } from '../modules/project-config/webhooks/index.ts';
import { defineDeletionQueue, type DeletionTicket } from '../modules/operations/retention/index.ts';
import { createSiteRenderer, type IsolatedRenderer } from '../modules/building/site-rendering/index.ts';
import type { Authenticate } from '../platform/http/index.ts';
import { newId } from '../platform/ids/index.ts';
import type { ShallowLimits } from '../platform/git/index.ts';
import type { JobEngine, JobQueue } from '../platform/job-engine/index.ts';
import { SandboxUnavailableError } from '../platform/sandbox/index.ts';
import { chooseSandbox } from './choose-sandbox.ts';
import { createConnectRemote, listRemoteHosts } from './connect-remote.ts';
import type { Platform } from './open-platform.ts';
import type { ServerTables } from './server-tables.ts';
import { settingDefinitions, SettingsError, type Settings } from './settings/settings.ts';
import { listStoredData } from './stored-data.ts';
import { createNotifiers, type Notifiers } from './create-notifiers.ts';

/** Queues for the jobs, and for the checks after their merges. */
const defineAgentQueues = (engine: JobEngine, { tenantWaiting }: Settings) => ({
  agentQueue: defineAgentQueue(engine, tenantWaiting),
  mergeCheckQueue: defineMergeCheckQueue(engine),
});

/** The modules' shared parts, which are identical in the API and in a worker. */
export interface Composition extends Shared {
  readonly renderer: IsolatedRenderer;
}

/** Parts for commands that render nothing. */
export interface Shared extends Notifiers {
  readonly addressRules: AddressRules;
  readonly authenticate: Authenticate;
  readonly localCodeHost: LocalCodeHost;
  readonly localCodeHostOptions: LocalCodeHostOptions;
  readonly connectRepository: ConnectRepository;
  /** Patterns of the repositories that an organization can use. */
  readonly findConnected: (organizationId: string) => Promise<readonly string[]>;
  readonly repositoryUrl: (stored: string) => string;
  readonly changes: JobChanges;
  readonly agentQueue: JobQueue<AgentTicket>;
  readonly mergeCheckQueue: JobQueue<MergeCheckTicket>;
  readonly deletionQueue: JobQueue<DeletionTicket>;
  readonly exportQueue: JobQueue<ExportTicket>;
  readonly deploymentQueue: JobQueue<DeploymentTicket>;
  readonly onProjectSaved: NonNullable<ProjectDeps['onSaved']>;
  readonly branchQueue: JobQueue<BranchHint>;
  readonly pullRequestQueue: JobQueue<PullRequestHint>;
  readonly reportQueue: JobQueue<ChangedEnvironment>;
  readonly onDeploymentChanged: EndDeps['onChanged'];
  /** Called with branches that may have moved on a code host, so that live sites check them. */
  readonly onHint: TellHint;
  readonly sites: SitesAddress;
  readonly codeHostEventQueue: JobQueue<EventTicket>;
  readonly hasSubscribers: HasSubscribers;
  readonly storage: StorageQuotas;
}

/** @throws SettingsError if pages can't be isolated as the settings require */
export async function compose(platform: Platform, settings: Settings, baseUrl: string): Promise<Composition> {
  const [shared, renderer] = await Promise.all([
    composeShared(platform, settings, baseUrl),
    openRenderer(platform, settings),
  ]);
  return { ...shared, renderer };
}

async function openRenderer(
  { database, isShared, clock, log }: Platform,
  settings: Settings,
): Promise<IsolatedRenderer> {
  const mode = chooseSandbox(settings, { severalOrganizations: await hasSeveralOrganizations(database.kysely) });
  try {
    return await createSiteRenderer({
      mode,
      clock,
      log,
      codeCacheFolder: join(settings.dataDir, 'cache', 'code'),
      builders: settings.builders,
      isShared,
    });
  } catch (error) {
    if (error instanceof SandboxUnavailableError) throw new SettingsError(error.message, { cause: error });
    throw error;
  }
}

function openStorageQuotas({ database, repositoriesFolder, clock }: Platform, settings: Settings): StorageQuotas {
  const defaultQuotaBytes = settings.storageQuotaMegabytes * 1024 * 1024;
  const stored = listStoredData(repositoriesFolder);
  return new StorageQuotas({ db: database.kysely, stored, clock, defaultQuotaBytes });
}

function createOnProjectSaved(
  deps: Pick<Platform, 'engine' | 'clock'> & { readonly queue: JobQueue<DeploymentTicket> },
): NonNullable<ProjectDeps['onSaved']> {
  return async (projectTx, saved) => {
    const tx = projectTx as unknown as Transaction<ServerTables>;
    await followProject(deps, tx, saved);
    await noteSavedProject(deps, tx, saved);
  };
}

function limitContext({ maxContextRepositoryMegabytes: megabytes }: Settings): ShallowLimits {
  const setting = settingDefinitions.maxContextRepositoryMegabytes.environment;
  return { commits: contextCommits, maxBytes: megabytes * 1_000_000, setting };
}

export async function composeShared(platform: Platform, settings: Settings, baseUrl: string): Promise<Shared> {
  const { database, clock, log, engine } = platform;
  const addressRules: AddressRules = {
    baseUrl,
    hosts: listRemoteHosts(settings),
    ownHosts: createOwnCodeHosts(platform),
  };
  const [currentSecret, ...olderSecrets] = platform.linkSecrets;
  const branchQueue = defineBranchQueue(engine);
  const pullRequestQueue = definePullRequestQueue(engine);
  const reportQueue = defineReportQueue(engine);
  const onHint: TellHint = async (hint) => {
    const { organizationId: groupId } = hint;
    await ('branches' in hint
      ? engine.enqueue(branchQueue, hint, { groupId })
      : engine.enqueue(pullRequestQueue, hint, { groupId }));
    if ('branches' in hint || hint.isMerged === true) await noteMovedBranches({ database, clock }, hint);
  };
  const deploymentQueue = defineDeploymentQueue(engine, settings.tenantWaiting);
  const storage = openStorageQuotas(platform, settings);
  const localCodeHostOptions: LocalCodeHostOptions = {
    database,
    git: platform.git,
    root: platform.repositoriesFolder,
    baseUrl,
    viewSecrets: [Buffer.from(currentSecret), ...olderSecrets.map((secret) => Buffer.from(secret))],
    clock,
    newRepositoryId: () => newId('repo'),
    settings: { ...defaultLocalCodeHostSettings, protectDefaultBranch: settings.protectDefaultBranch },
    storage,
    onBranchMoved: async ({ repository: { path, organizationId }, branches, author }) =>
      onHint({ repository: toLocalAddress(path), organizationId, author, branches }),
    onPullRequestChanged: async ({ repository: { path, organizationId }, number, author }) =>
      onHint({ repository: toLocalAddress(path), organizationId, author, pullRequest: number }),
  };
  const localCodeHost = createLocalCodeHost(localCodeHostOptions);
  const findConnected = async (organizationId: string): Promise<readonly string[]> =>
    (await findConnectedRepositories(database.kysely, organizationId)).map(({ pattern }) => pattern);
  const changes = createJobChanges();
  await platform.notifications.listen({
    channel: jobChannel,
    onMessage: (jobId) => changes.notify(jobId),
    onSubscribed: () => changes.notifyAll(),
  });
  return {
    storage,
    addressRules,
    authenticate: createAuthenticate({ db: database.kysely, clock, log }),
    localCodeHost,
    localCodeHostOptions,
    connectRepository: createConnectRepository({
      rules: addressRules,
      localCodeHost,
      mirrors: platform.mirrors,
      context: limitContext(settings),
      connectRemote: createConnectRemote(settings, platform),
      findConnected,
    }),
    findConnected,
    repositoryUrl: (stored) => toRepositoryUrl(stored, addressRules),
    changes,
    ...defineAgentQueues(engine, settings),
    deletionQueue: defineDeletionQueue(engine),
    exportQueue: defineExportQueue(engine, settings.tenantWaiting),
    deploymentQueue,
    onProjectSaved: createOnProjectSaved({ engine, queue: deploymentQueue, clock }),
    branchQueue,
    pullRequestQueue,
    reportQueue,
    onDeploymentChanged: async (transaction, environment) => {
      const groupId = `${environment.organizationId}/${environment.environmentId}`;
      await engine.enqueue(reportQueue, environment, { transaction, groupId });
    },
    onHint,
    sites: toSitesAddress(settings, baseUrl),
    ...createNotifiers(engine, settings),
    codeHostEventQueue: defineCodeHostEventQueue(engine),
    hasSubscribers: createHasSubscribers(database),
  };
}
