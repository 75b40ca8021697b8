import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import {
  startScriptedModels,
  type ScriptedModels,
} from '../../packages/server/src/platform/models/testing/scripted-models.ts';
import type { Bench } from '../api/open-bench.ts';
import { startChild, type Started } from '../api/start-child.ts';
import { pushSite, writeSite } from './scripted-site.ts';

// oxlint-disable-next-line typescript/no-explicit-any -- a measurement reads what it needs
type Json = any;

export interface AgentInstallation {
  readonly models: ScriptedModels;
  readonly worker: Started;
  readonly request: (method: string, path: string, body?: unknown) => Promise<Json>;
  /** Creates a repository with the site, and a project for the repository. */
  createProject(name: string): Promise<string>;
}

/**
 * Starts the API and a worker in separate processes, and scripted providers in this process. Projects use a generated
 * site.
 */
export async function openAgentInstallation(
  bench: Bench,
  given: { readonly pages: number; readonly settings?: Readonly<Record<string, string>> },
): Promise<AgentInstallation> {
  const models = await startScriptedModels();
  bench.defer(async () => models[Symbol.asyncDispose]());
  const flags = {
    dataDir: join(bench.folder, 'data'),
    port: '0',
    databaseUrl: bench.databaseUrl,
    logLevel: 'warn',
    privateModelHosts: `http://${models.host}`,
    ...given.settings,
  };
  const api = await startChild('run-service.ts', 'api', JSON.stringify(flags));
  bench.defer(() => api.stop());
  const { baseUrl = '', apiKey = '' } = api.ready;
  const worker = await startChild('run-service.ts', 'worker', JSON.stringify({ ...flags, baseUrl }));
  bench.defer(() => worker.stop());
  const request = async (method: string, path: string, body?: unknown): Promise<Json> => {
    const headers = {
      authorization: `Bearer ${apiKey}`,
      ...(body !== undefined && { 'content-type': 'application/json' }),
    };
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers,
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  return {
    models,
    worker,
    request,
    createProject: async (name) => {
      const folder = join(bench.folder, name);
      mkdirSync(folder);
      writeSite(folder, given.pages);
      await request('POST', '/v1/repositories', { name });
      const remote = `${baseUrl.replace('://', `://any:${apiKey}@`)}/git/${name}.git`;
      pushSite(folder, remote);
      return (await request('POST', '/v1/projects', { name, repository: `${baseUrl}/git/${name}.git` })).id;
    },
  };
}

/** Makes a project use a scripted model. */
export async function setScript({ request }: AgentInstallation, projectId: string, baseUrl: string): Promise<void> {
  const model = { provider: 'openai-compatible', model: 'instant', baseUrl };
  await request('PUT', `/v1/projects/${projectId}/models`, { models: [model] });
}

export async function waitForEnd({ request }: AgentInstallation, projectId: string, jobId: string): Promise<Json> {
  for (;;) {
    const job = await request('GET', `/v2/agent/${projectId}/job/${jobId}?wait=60`);
    if (job.status !== 'active') return job;
  }
}
