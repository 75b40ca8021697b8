import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { DocwrightError, type AgentJob, type Client, type ExportJob } from '@docwright/sdk';
import { replaceFile } from '../../files/replace-file.ts';
import type { Progress } from '../../output/progress.ts';
import { exportProgressText } from '../publishing/describe-export.ts';
import { describeEvent } from '../agent/format-event-lines.ts';

export interface DemonstrationRequest {
  readonly client: Client;
  /** Creates the agent job, regardless of the project's limit; repeated calls return the same job. */
  readonly createJob: (prompt: string) => Promise<string>;
  readonly projectId: string;
  readonly domain: string;
  readonly dataDir: string;
  readonly progress: Progress;
  readonly signal: AbortSignal;
}

export interface Demonstration {
  readonly prLink: string | null;
  readonly bundleUrl: string | null;
  /** Whether the example's site responds. */
  readonly isLive: boolean;
}

/** The prompt for the example site, which the built-in rules engine can follow without a model. */
export const examplePrompt =
  'Move page guides/migrate to guides/import. Set description of quickstart to "Create a flag and switch it, in five minutes".';

interface Done {
  readonly agentJobId: string;
  readonly exportJobId: string;
}

/**
 * On the first start, starts an agent job and an export of the example project. Later starts return their links. An
 * interrupted start continues with the same jobs, because their idempotency keys are fixed.
 */
export async function demonstrate(request: DemonstrationRequest): Promise<Demonstration> {
  const { client, projectId, dataDir, signal } = request;
  const path = join(dataDir, 'first-jobs.json');
  const before = readDone(path);
  try {
    const done = before ?? (await runBoth(request));
    if (before === undefined) writeDone(path, done);
    const job = await client.getAgentJob({ projectId, id: done.agentJobId }, { signal });
    const bundle = await client.createStaticExportBundle({ jobId: done.exportJobId }, { signal });
    return { prLink: job.prLink, bundleUrl: bundle.bundleUrl, isLive: await waitUntilLive(request) };
  } catch (error) {
    // Users may have deleted the first start's jobs or lowered the plan, and a failed export has no bundle. None of
    // this prevents the service from starting.
    if (error instanceof DocwrightError && [403, 404, 409].includes(error.status))
      return { prLink: null, bundleUrl: null, isLive: false };
    throw error;
  }
}

/** Longer than a cold build of the example on a busy machine. */
const liveWithinMs = 60_000;

/** Waits until the example is live. The first start deploys it automatically. */
async function waitUntilLive({ client, projectId, progress, signal }: DemonstrationRequest): Promise<boolean> {
  const deadline = Date.now() + liveWithinMs;
  for (;;) {
    const { live, activeDeployment } = await client.getSite({ projectId }, { signal });
    if (live || activeDeployment !== null || Date.now() > deadline) return live;
    progress.show('live site: building');
    await delay(100, undefined, { signal });
  }
}

async function runBoth(request: DemonstrationRequest): Promise<Done> {
  const { client, projectId, domain, progress, signal } = request;
  const ids = { projectId, id: await request.createJob(examplePrompt) };
  progress.show('agent job: started');
  for await (const event of client.streamAgentJobEvents(ids, { signal }))
    for (const line of describeEvent(event)) progress.show(`agent job: ${line}`);
  reportFailure(request, await client.waitForAgentJob(ids, { signal }));
  const queued = await client.startStaticExport({ domain }, { signal, idempotencyKey: `first-export-${projectId}` });
  const job = await client.waitForExport(
    { jobId: queued.jobId },
    { signal, onProgress: (state) => progress.show(`export: ${exportProgressText(state)}`, state.progress) },
  );
  reportFailure(request, job);
  return { agentJobId: ids.id, exportJobId: queued.jobId };
}

/**
 * Reports a failed job. A failure, for example because of an invalid model key, doesn't stop the service; the link is
 * left out.
 */
function reportFailure({ progress }: DemonstrationRequest, job: AgentJob | ExportJob): void {
  if (job.status !== 'failed') return;
  const reason = typeof job.error === 'string' ? job.error : (job.error?.message ?? '');
  progress.show(`the example ${'jobId' in job ? 'export' : 'agent job'} failed: ${reason}`);
}

function readDone(path: string): Done | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Done;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function writeDone(path: string, done: Done): void {
  replaceFile(path, `${JSON.stringify(done)}\n`, 0o600);
}
