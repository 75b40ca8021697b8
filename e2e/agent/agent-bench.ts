import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { wireFormats, type WireFormat } from '../../packages/server/src/platform/models/testing/wire-formats.ts';
import { startTestService, until, type Answer, type TestService } from '../api/test-service.ts';
import {
  startScriptedModels,
  type ModelScript,
  type ScriptedModels,
  type ScriptedTurn,
} from '../../packages/server/src/platform/models/testing/scripted-models.ts';

export type Provider = WireFormat['provider'];

/** A running service with a worker, and scripted model providers. */
export interface AgentBench extends AsyncDisposable {
  readonly service: TestService;
  readonly models: ScriptedModels;
  /** Creates a project on the embedded code host with these files. */
  createProject(name: string, files: SiteFiles, fields?: Readonly<Record<string, unknown>>): Promise<string>;
  /** Sets the project's model to one that follows the script. */
  script(projectId: string, script: ModelScript, options?: ScriptOptions): Promise<void>;
  /** Returns the name of the latest script, for `models.requestsOf`. */
  lastScript(): string;
  /** Starts a job and waits for its end. */
  run(projectId: string, prompt: string, body?: Readonly<Record<string, unknown>>): Promise<JobAnswer>;
  start(projectId: string, prompt: string, body?: Readonly<Record<string, unknown>>): Promise<string>;
  wait(projectId: string, jobId: string): Promise<JobAnswer>;
  followUp(projectId: string, jobId: string, prompt: string): Promise<JobAnswer>;
  diff(projectId: string, jobId: string): Promise<string>;
  /** Returns the pull request's page on the embedded host, without the colors and marks that split the diff's text. */
  page(link: string): Promise<string>;
  set(projectId: string, settings: Readonly<Record<string, unknown>>): Promise<Answer>;
}

export type SiteFiles = Readonly<Record<string, string | Uint8Array>>;
// oxlint-disable-next-line typescript/no-explicit-any -- tests assert what it is
export type JobAnswer = any;
export interface ScriptOptions {
  readonly provider?: Provider;
  readonly prices?: { readonly inputUsdPerMillion: number; readonly outputUsdPerMillion: number };
  readonly key?: string;
}

/** A small site that builds without any issue. */
export const smallSite: SiteFiles = {
  'docs.json': `${JSON.stringify(
    {
      theme: 'mint',
      name: 'Harbour',
      colors: { primary: '#0a7d5a' },
      navigation: { groups: [{ group: 'Start', pages: ['index', 'guides/setup', 'guides/backup'] }] },
    },
    null,
    2,
  )}\n`,
  'index.mdx': '---\ntitle: Harbour\ndescription: Ships containers.\n---\n\nBegin with [setup](/guides/setup).\n',
  'guides/setup.mdx': '---\ntitle: Setup\ndescription: Install it.\n---\n\nThe colour of the sea.\n',
  'guides/backup.mdx': '---\ntitle: Backup\ndescription: Keep data.\n---\n\nSee [setup](/guides/setup).\n',
};

/** The calls of a well-behaved model, which reads, edits and finishes. */
export const goodScript: readonly ScriptedTurn[] = [
  [{ name: 'read', input: { path: 'guides/setup' } }],
  [{ name: 'edit', input: { path: 'guides/setup', edits: [{ old: 'colour', new: 'color' }] } }],
  [{ name: 'finish', input: { outcome: 'changes', title: 'Use "color"', summary: 'One word.' } }],
];

export async function startAgentBench(
  settings: Readonly<Record<string, string>> = {},
  moreHosts: readonly string[] = [],
): Promise<AgentBench> {
  const models = await startScriptedModels();
  const hosts = {
    privateModelHosts: `http://${models.host}`,
    privateGitHosts: moreHosts.map((host) => `http://${host}`).join(','),
  };
  const service = await startTestService({ worker: true, settings: { ...hosts, ...settings } });
  const job = (projectId: string, id: string): string => `/v2/agent/${projectId}/job/${id}`;
  let scripts = 0;
  const bench: AgentBench = {
    service,
    models,
    createProject: async (name, files, fields = {}) => {
      await seedRepository(service, name, files);
      const body = { name, repository: `${service.baseUrl}/git/${name}.git`, ...fields };
      return requireOk(await service.request('POST', '/v1/projects', { body })).id;
    },
    script: async (projectId, script, { provider = 'openai-compatible', prices, key = 'key-for-tests-1' } = {}) => {
      scripts += 1;
      const { baseUrl } = models.add(`s${scripts}`, provider, script);
      const body = { models: [toModel(provider, baseUrl, { key, prices })] };
      requireOk(await service.request('PUT', `/v1/projects/${projectId}/models`, { body }));
    },
    lastScript: () => `s${scripts}`,
    start: async (projectId, prompt, body = {}) =>
      requireOk(await service.request('POST', `/v2/agent/${projectId}/job`, { body: { prompt, ...body } })).id,
    wait: async (projectId, id) =>
      (
        await until(
          () => service.request('GET', `${job(projectId, id)}?wait=30`),
          ({ json }) => json.status !== 'active',
        )
      ).json,
    run: async (projectId, prompt, body) => bench.wait(projectId, await bench.start(projectId, prompt, body)),
    followUp: async (projectId, id, prompt) => {
      requireOk(await service.request('POST', `${job(projectId, id)}/message`, { body: { prompt } }));
      return bench.wait(projectId, id);
    },
    diff: async (projectId, id) => (await service.request('GET', `${job(projectId, id)}/diff`)).text,
    page: async (link) => (await (await fetch(link)).text()).replaceAll(/<\/?(?:span|mark)\b[^>]*>/g, ''),
    set: (projectId, body) => service.request('PATCH', `/v1/projects/${projectId}/agent-settings`, { body }),
    async [Symbol.asyncDispose]() {
      await service.stop();
      await models[Symbol.asyncDispose]();
    },
  };
  return bench;
}

/** Returns an entry for a project's models, with the fields that its provider needs. */
export function toModel(
  provider: Provider,
  baseUrl: string,
  { key, prices }: { readonly key: string; readonly prices?: ScriptOptions['prices'] },
): Readonly<Record<string, unknown>> {
  const model = wireFormats.find((format) => format.provider === provider)?.model ?? 'm-1';
  const credentials =
    provider === 'bedrock'
      ? { region: 'eu-west-1', accessKeyId: 'AKIDFORTESTS', secretAccessKey: key }
      : { apiKey: key };
  return { provider, model, baseUrl, ...credentials, ...(prices !== undefined && { prices }) };
}

export async function seedRepository(service: TestService, name: string, files: SiteFiles): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-seed-'));
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    const seed = { kind: 'folder' as const, folder, message: 'First commit' };
    const { organizationId } = service;
    await service.api.composition.localCodeHost.createRepository({ organizationId, name, seed });
  } finally {
    await rm(folder, { recursive: true });
  }
}

export function requireOk(answer: Answer): JobAnswer {
  if (answer.status >= 300) throw new Error(`${answer.status} ${answer.text}`);
  return answer.json;
}
