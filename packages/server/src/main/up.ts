import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { systemClock } from '../platform/clock/index.ts';
import { createExampleJob } from '../modules/agent/agent-jobs/index.ts';
import { lockDataFolder } from '../platform/database/index.ts';
import { createLogger, LogFile } from '../platform/log/index.ts';
import { openEdge } from './edge.ts';
import { listenClearly, PortError, type ReservedPort } from './listen-clearly.ts';
import type { Settings } from './settings/settings.ts';
import { ensureFirstStart, type FirstStart } from './first-start.ts';
import { loadSettings, toEnvironment, type SettingsRequest } from './settings/load-settings.ts';
import { serve, type RunningApi } from './serve.ts';
import { localAddress } from './local-address.ts';
import { startWorkerChild, type WorkerChild } from './worker-child.ts';

export interface RunningService {
  readonly baseUrl: string;
  readonly dataDir: string;
  /** Address of this process's edge. The example site uses it directly; other sites have their own host names. */
  readonly sitesAddress: string;
  /** `undefined` if the installation wasn't set up by this data folder's first start. */
  readonly firstStart: FirstStart | undefined;
  readonly logFile: string;
  /**
   * Creates the first start's sample job, once and without counting it toward the project's limit.
   *
   * @returns its ID
   */
  createExampleJob(prompt: string): Promise<string>;
  /** Notices for the operator; each is one sentence. */
  readonly warnings: readonly string[];
  stop(): Promise<void>;
}

export interface UpRequest extends SettingsRequest {
  /** The site from which the first start creates a project. */
  readonly exampleFolder?: string;
}

/**
 * Starts the whole service on one machine: the API in this process, a worker in another, and the embedded database for
 * both.
 * @throws SettingsError, PortError, DatabaseError: each with a one-line message
 */
export async function up(request: UpRequest): Promise<RunningService> {
  const loaded = loadSettings(request);
  await using cleanup = new AsyncDisposableStack();
  const sitesPort = await reserveSitesPort(loaded);
  cleanup.defer(() => sitesPort.release());
  const settings: Settings = { ...loaded, sitesPort: sitesPort.number };
  const lock = await lockDataFolder(settings.dataDir);
  cleanup.defer(() => lock.release());
  const logFile = join(settings.dataDir, 'docwright.log');
  const output = await LogFile.open({
    path: logFile,
    maxBytes: settings.logMegabytes * 1_000_000,
    files: settings.logFiles,
    now: () => new Date(systemClock.now()).toISOString(),
  });
  cleanup.defer(() => finished(output.end()));
  const log = createLogger({ level: settings.logLevel, destination: output, fields: { process: 'api' } });
  const startWorker = (baseUrl: string): Promise<WorkerChild> =>
    startWorkerChild({
      environment: {
        ...request.environment,
        ...(request.file !== undefined && { DOCWRIGHT_CONFIG: request.file }),
        ...toEnvironment(request.flags),
        DOCWRIGHT_DATA_DIR: settings.dataDir,
        DOCWRIGHT_BASE_URL: baseUrl,
        DOCWRIGHT_SITES_PORT: String(sitesPort.number),
      },
      output,
      drainMs: settings.drainSeconds * 1000,
      log,
    });
  // If the address is known in advance, the worker loads its code at the same time as the API.
  const address = settings.baseUrl ?? (settings.port === 0 ? undefined : localAddress(settings.port));
  const early = address === undefined ? undefined : startWorker(address);
  // Awaited even if the API can't start; in that case, the API's error is reported.
  const earlyOrFailed = early?.catch(() => undefined);
  cleanup.defer(async () => (await earlyOrFailed)?.stop());
  const api = await serve(settings, log);
  cleanup.defer(() => api.stop());
  const takePort = async (): Promise<number> => {
    await sitesPort.release();
    return sitesPort.number;
  };
  const { publishEvent } = api.composition;
  const edge = await openEdge(api.platform, settings, { takePort, baseUrl: api.baseUrl, publishEvent });
  cleanup.defer(() => edge.stop());
  const firstStart = await ensureFirstStart(api, settings, request.exampleFolder);
  const worker = await (early ?? startWorker(api.baseUrl));
  // Last in, first out: jobs end before the API and the database.
  cleanup.defer(() => worker.stop());
  const owned = cleanup.move();
  let stopped: Promise<void> | undefined;
  return {
    baseUrl: api.baseUrl,
    dataDir: settings.dataDir,
    sitesAddress: edge.address,
    firstStart,
    logFile,
    createExampleJob: (prompt) => startExample(api, firstStart, prompt),
    warnings: [api.composition.renderer.isolation.warning].filter((text) => text !== undefined),
    stop: () => (stopped ??= owned.disposeAsync()),
  };
}

/** Replaces a default port that is in use with a free port, so that two installations can run on one machine. */
async function reserveSitesPort({ sitesPort, sitesPortIsSet, host }: Settings): Promise<ReservedPort> {
  try {
    return await listenClearly.reserve({ port: sitesPort, host }, 'DOCWRIGHT_SITES_PORT');
  } catch (error) {
    if (sitesPortIsSet || !(error instanceof PortError)) throw error;
    return listenClearly.reserve({ port: 0, host }, 'DOCWRIGHT_SITES_PORT');
  }
}

function startExample(api: RunningApi, firstStart: FirstStart | undefined, prompt: string): Promise<string> {
  const { organizationId, projectId } = firstStart ?? {};
  if (organizationId === undefined || projectId === undefined)
    throw new Error('the first start did not create a project');
  const { database, engine } = api.platform;
  const { agentQueue: queue, repositoryUrl } = api.composition;
  return createExampleJob({ database, engine, queue, repositoryUrl }, { organizationId, projectId, prompt });
}
