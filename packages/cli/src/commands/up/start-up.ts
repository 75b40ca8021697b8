import { fileURLToPath } from 'node:url';
import type { RunningService } from '@docwright/server';
import { createClient } from '@docwright/sdk';
import { saveConnection } from '../../connection/saved-connection.ts';
import type { CommandResult, Invocation } from '../../invocation.ts';
import { toSettingsRequest, untilStopped } from '../setting-options.ts';
import type { UpOptions } from './up-options.ts';
import { describeStart, type StartReport } from './describe-start.ts';
import { demonstrate, type Demonstration } from './demonstrate.ts';

/** The site of the project that the first start creates. */
const exampleFolder = fileURLToPath(new URL('../../../../../examples/docs-site', import.meta.url));

/** Starts all services, runs the example jobs, prints the addresses, and runs until it is stopped. */
export async function startUp(call: Invocation<UpOptions>): Promise<CommandResult> {
  const { context, options, progress } = call;
  const { up } = await import('@docwright/server');
  const request = toSettingsRequest(call);
  progress.show('starting database, API and worker …');
  const service = await up({ ...request, ...(options.example ? { exampleFolder } : {}) });
  try {
    const report = await prepareFirstUse(call, service);
    progress.end();
    context.stdout.write(
      options.json === true ? `${JSON.stringify(report)}\n` : describeStart(report, service, call.style),
    );
  } catch (error) {
    await service.stop();
    throw error;
  }
  return untilStopped(call, () => {
    progress.show('stopping …');
    return service.stop();
  });
}

async function prepareFirstUse(call: Invocation<UpOptions>, service: RunningService): Promise<StartReport> {
  const { baseUrl, dataDir, firstStart } = service;
  if (firstStart === undefined) {
    const nothing = { apiKey: null, projectId: null, domain: null, prLink: null, bundleUrl: null };
    return { baseUrl, ...nothing, siteUrl: null, repository: null, setupUrl: null };
  }
  const { apiKey, projectId = null, domain = null, repository, setupUrl = null } = firstStart;
  saveConnection(dataDir, { baseUrl, apiKey });
  let shown: Demonstration = { prLink: null, bundleUrl: null, isLive: false };
  if (projectId !== null && domain !== null) {
    const client = createClient({ baseUrl, apiKey });
    const { signal } = call.context;
    const createJob = (prompt: string) => service.createExampleJob(prompt);
    shown = await demonstrate({ client, createJob, projectId, domain, dataDir, progress: call.progress, signal });
  }
  const { prLink, bundleUrl, isLive } = shown;
  const places = {
    siteUrl: isLive ? service.sitesAddress : null,
    repository: repository === undefined ? null : `${baseUrl}/git/${repository}.git`,
  };
  return { baseUrl, apiKey, projectId, domain, prLink, bundleUrl, ...places, setupUrl };
}
