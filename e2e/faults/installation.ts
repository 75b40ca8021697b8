import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { auditService, createLogger, ensureFirstStart, loadSettings, serve, type AuditReport } from '@docwright/server';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import { startOutsideWorld, type OutsideWorld } from './outside-world.ts';
import { startProcess, type Process } from './processes.ts';
import { Timeline } from './timeline.ts';
import { hangLimitMs } from '../../scripts/hang-limit.ts';

const guardFile = fileURLToPath(new URL('guard.ts', import.meta.url));
const exampleFolder = fileURLToPath(new URL('../../examples/docs-site', import.meta.url));
const log = createLogger({ level: 'silent' });
/** The time after which a client repeats an interrupted request. */
const answerLimitMs = 15_000;

const endStates: readonly string[] = [
  'completed',
  'failed',
  'success',
  'failure',
  'skipped',
  'accepted',
  'closed',
  'no_changes',
];

export interface Accepted {
  /** `automation`: its only run, whose pull request is merged. `ask`: an agent job about a draft. */
  readonly kind: 'agent' | 'ask' | 'automation' | 'deployment' | 'export';
  readonly id: string;
  readonly projectId: string;
  /** Number of the turn: 2 for a follow-up, 1 if omitted. */
  readonly turn?: number;
}

/** `local`: the embedded code host and the rules engine; `remote`: GitHub over HTTP and a model over HTTP. */
export type Place = 'local' | 'remote';

interface Names {
  readonly dataDir: string;
  readonly apiKey: string;
  readonly projectId: string;
  /** The project's repository is on GitHub, and its model is from a provider. */
  readonly remoteProjectId: string;
  readonly domain: string;
  readonly port: string;
}

/** One data folder with an example project, its processes, and the jobs that were accepted from a client. */
export class Installation {
  readonly dataDir: string;
  readonly world: OutsideWorld;
  readonly #guard: ChildProcess;
  readonly #names: Names;
  readonly #processes = new Set<Process>();
  readonly accepted: Accepted[] = [];
  readonly timeline: Timeline;
  /** The last observed state of each job. */
  readonly #seen = new Map<string, string>();
  /** Model answers that were requested again and are accounted for. */
  knownRepeats = 0;
  #closed: Promise<void> | undefined;
  #requests = 0;
  #excludesOrphans = false;
  #api: Process | undefined;

  private constructor(names: Names, world: OutsideWorld, guard: ChildProcess, timeline: Timeline) {
    this.timeline = timeline;
    this.#names = names;
    this.world = world;
    this.#guard = guard;
    this.dataDir = names.dataDir;
  }

  static async create(): Promise<Installation> {
    const dataDir = await mkdtemp(join(tmpdir(), 'docwright-faults-'));
    const guard = spawn(process.execPath, [guardFile, dataDir], {
      stdio: ['pipe', 'ignore', 'ignore'],
      detached: true,
    });
    const timeline = new Timeline();
    const world = await startOutsideWorld((line) => timeline.note(line));
    // The API is restarted on this port, which no other process may take in the meantime.
    const flags = { dataDir, port: String(await findFreePort()) };
    const settings = loadSettings({ flags, environment: world.environment });
    const api = await serve(settings, log);
    try {
      const first = await ensureFirstStart(api, settings, exampleFolder);
      if (first?.projectId === undefined || first.domain === undefined) throw new Error('the example site is missing');
      const { apiKey, projectId, domain } = first;
      const remoteProjectId = await prepare(api.baseUrl, apiKey, world);
      const { port } = new URL(api.baseUrl);
      return new Installation({ dataDir, apiKey, projectId, remoteProjectId, domain, port }, world, guard, timeline);
    } finally {
      await api.stop();
    }
  }

  get baseUrl(): string {
    return `http://localhost:${this.#names.port}`;
  }

  /** Returns the running API, or starts a new one at the same address. */
  async ensureApi(): Promise<Process> {
    if (this.#api === undefined || !this.#processes.has(this.#api)) {
      this.#api = this.#start(['serve', '--port', this.#names.port], {});
      await this.#api.ready;
    }
    return this.#api;
  }

  /** @param faultPoints enabled in this worker, which may be killed before it is ready */
  startWorker(faultPoints?: string): Process {
    return this.#start(['worker'], faultPoints === undefined ? {} : { DOCWRIGHT_FAULT_POINTS: faultPoints });
  }

  /** Serves live sites to readers, on a free port. */
  startEdge(): Process {
    return this.#start(['edge'], { DOCWRIGHT_SITES_PORT: '0' });
  }

  #start(args: readonly string[], environment: Readonly<Record<string, string>>): Process {
    const own = { ...this.world.environment, DOCWRIGHT_DATA_DIR: this.dataDir, DOCWRIGHT_BASE_URL: this.baseUrl };
    const started = startProcess(args, { ...own, ...environment }, join(this.dataDir, `${args[0] ?? ''}.log`));
    this.#processes.add(started);
    const name = `${args[0] ?? ''} ${started.pid}`;
    const armed = environment['DOCWRIGHT_FAULT_POINTS'];
    this.timeline.note(`${name} starts${armed === undefined ? '' : `, armed with ${armed}`}`);
    started.ready.then(
      () => this.timeline.note(`${name} is ready`),
      () => undefined,
    );
    void started.ended.then(({ code, signal }) => {
      this.#processes.delete(started);
      this.timeline.note(`${name} ended with ${signal ?? `code ${code}`}`);
    });
    return started;
  }

  /** Returns the PID of the embedded database's server process. */
  postmasterPid(): number {
    return Number(readFileSync(join(this.dataDir, 'postgres/data/postmaster.pid'), 'utf8').split('\n', 1)[0]);
  }

  /** Creates an agent job. Each prompt results in a different tree, so that no job duplicates another. */
  async createAgentJob(place: Place = 'local'): Promise<Accepted> {
    const n = String(++this.#requests);
    const prompt = `Append section "Fault ${n}" to quickstart: "Survived ${n}."`;
    const projectId = place === 'local' ? this.#names.projectId : this.#names.remoteProjectId;
    const { id } = await this.#post(`/v2/agent/${projectId}/job`, { prompt }, n);
    return this.#accept({ kind: 'agent', id: String(id), projectId });
  }

  /** Sends a follow-up to the same job, which appends another section. */
  async followUp(job: Accepted): Promise<Accepted> {
    const n = String(++this.#requests);
    const prompt = `Append section "Fault ${n}" to quickstart: "Survived ${n}."`;
    await this.#post(`/v2/agent/${job.projectId}/job/${job.id}/message`, { prompt }, n);
    return { ...job, turn: 2 };
  }

  /** Requests a suggestion on the draft of `main`. */
  async askAgent(): Promise<Accepted> {
    const n = String(++this.#requests);
    const { projectId } = this.#names;
    const prompt = `Append section "Fault ${n}" to quickstart: "Survived ${n}."`;
    const { id } = await this.#post(`/v1/projects/${projectId}/drafts/main/ask`, { prompt, file: 'quickstart.mdx' }, n);
    return this.#accept({ kind: 'ask', id: String(id), projectId });
  }

  /**
   * Creates an automation that receives one signed event, and merges its pull request itself.
   * @param withCode whether it can read a context repository
   */
  async startAutomation(place: Place = 'local', { withCode = false } = {}): Promise<Accepted> {
    const n = String(++this.#requests);
    const projectId = place === 'local' ? this.#names.projectId : this.#names.remoteProjectId;
    const created = await this.#post(
      `/v1/projects/${projectId}/automations`,
      {
        name: `Fault ${n}`,
        trigger: { type: 'event' },
        instructions: `Append section "Fault ${n}" to quickstart: "Survived ${n}."`,
        updateMode: 'direct_merge',
        ...(withCode && { contextRepositories: [{ repository: this.world.github.codeRepository }] }),
      },
      n,
    );
    const { id, eventUrl, secret } = created as Readonly<Record<string, string>>;
    const body = '{}';
    const digest = createHmac('sha256', secret ?? '')
      .update(body)
      .digest('hex');
    const headers = { 'x-hub-signature-256': `sha256=${digest}`, 'x-github-delivery': n };
    const sent = await fetch(String(eventUrl), { method: 'POST', headers, body });
    if (!sent.ok) throw new Error(`the event: ${sent.status} ${await sent.text()}`);
    return this.#accept({ kind: 'automation', id: String(id), projectId });
  }

  async startExport(): Promise<Accepted> {
    const n = String(++this.#requests);
    // A new label requires a new bundle, so one is built.
    const { jobId } = await this.#post(
      '/v1/static-export/jobs',
      { domain: this.#names.domain, version: `fault-${n}` },
      n,
    );
    return this.#accept({ kind: 'export', id: String(jobId), projectId: this.#names.projectId });
  }

  /** @param withoutBundle for files that have no bundle yet, so that their pages are rendered */
  async startDeployment({ withoutBundle = false }: { readonly withoutBundle?: boolean } = {}): Promise<Accepted> {
    const { projectId } = this.#names;
    if (withoutBundle) {
      this.#excludesOrphans = !this.#excludesOrphans;
      const body = JSON.stringify({ excludeOrphans: this.#excludesOrphans });
      await this.#ask(`/v1/projects/${projectId}`, {
        method: 'PATCH',
        headers: { 'content-type': 'application/json' },
        body,
      });
    }
    const { statusId } = await this.#post(`/v1/project/update/${projectId}`, {}, String(++this.#requests));
    return this.#accept({ kind: 'deployment', id: String(statusId), projectId });
  }

  #accept(job: Accepted): Accepted {
    this.accepted.push(job);
    this.timeline.note(`${job.kind} ${job.id} is accepted`);
    return job;
  }

  /** Sends a request like a careful client: with the same `Idempotency-Key` until it receives a response. */
  async #post(path: string, body: object, key: string): Promise<Record<string, unknown>> {
    const headers = { 'content-type': 'application/json', 'idempotency-key': `fault-${key}` };
    const answer = await this.#ask(path, { method: 'POST', headers, body: JSON.stringify(body) });
    return answer;
  }

  async #ask(path: string, init: { method?: string; headers?: Record<string, string>; body?: string } = {}) {
    const deadline = performance.now() + hangLimitMs;
    const headers = { ...init.headers, authorization: `Bearer ${this.#names.apiKey}` };
    for (;;) {
      const signal = AbortSignal.timeout(answerLimitMs);
      const response = await fetch(`${this.baseUrl}${path}`, { ...init, headers, signal }).catch(
        (error: unknown) => error,
      );
      if (response instanceof Response) {
        const text = await response.text().catch(() => undefined);
        if (text !== undefined && response.ok) return JSON.parse(text) as Record<string, unknown>;
        // 409: the first request with this key is still being handled.
        const mayPass = text === undefined || response.status >= 500 || response.status === 409;
        if (!mayPass) throw new Error(`${path}: ${response.status} ${text}`);
      }
      if (performance.now() > deadline) throw new Error(`${path}: no answer in ${hangLimitMs} ms`);
      await delay(100);
    }
  }

  async stateOf({ kind, id, projectId }: Accepted): Promise<Record<string, unknown>> {
    switch (kind) {
      case 'agent':
      case 'ask':
        return this.#ask(`/v2/agent/${projectId}/job/${id}`);
      case 'deployment':
        return this.#ask(`/v1/project/update-status/${id}`);
      case 'export':
        return this.#ask(`/v1/static-export/jobs/${id}`);
      case 'automation': {
        const runs = await this.#list(`/v1/projects/${projectId}/automations/${id}/runs`, 'runs');
        const [{ state, outcome } = {}] = runs;
        return { status: state, outcome, runs: runs.length };
      }
    }
  }

  /** Returns the job's final state or, after the time limit, the state in which it hangs. */
  async waitFor(job: Accepted, timeoutMs: number): Promise<Record<string, unknown>> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const state = await this.stateOf(job);
      this.#noteState(job, String(state['status']));
      if (endStates.includes(String(state['status'])) || performance.now() > deadline) return state;
      await delay(100);
    }
  }

  #noteState({ kind, id, turn = 1 }: Accepted, status: string): void {
    const key = `${id} ${turn}`;
    if (this.#seen.get(key) === status) return;
    this.#seen.set(key, status);
    this.timeline.note(`${kind} ${id} is ${status}`);
  }

  /** Returns the number of suggestions that the job made for the draft of `main`. */
  async countSuggestions({ id, projectId }: Accepted): Promise<number> {
    const path = `/v1/projects/${projectId}/drafts/main/comments`;
    const threads = await this.#list(path, 'threads');
    return threads.filter(({ comments }) => (comments as { author: { id: string } }[])[0]?.author.id === id).length;
  }

  /** Returns the number of agent jobs in the service. */
  async countAgentJobs(): Promise<number> {
    const { projectId, remoteProjectId } = this.#names;
    return (await this.#countJobsOf(projectId)) + (await this.#countJobsOf(remoteProjectId));
  }

  /** Waits until the receiver has the webhook about the job's end. Returns false after the time limit. */
  async waitForWebhook({ id, turn = 1 }: Accepted, timeoutMs: number): Promise<boolean> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      if (this.world.reported.some(({ jobId, turns }) => jobId === id && turns === turn)) return true;
      if (performance.now() > deadline) return false;
      await delay(50);
    }
  }

  /** Returns the number of requested production deployments, without those that pushes and branches create. */
  async countDeployments(): Promise<number> {
    const path = `/v1/projects/${this.#names.projectId}/deployments`;
    return (await this.#list(path, 'deployments')).filter(({ source }) => source === 'api').length;
  }

  async #countJobsOf(projectId: string): Promise<number> {
    return (await this.#list(`/v2/agent/${projectId}/jobs`, 'jobs')).length;
  }

  async #list(path: string, field: string): Promise<Record<string, unknown>[]> {
    const all: Record<string, unknown>[] = [];
    let cursor: unknown = '';
    while (typeof cursor === 'string') {
      const query = cursor === '' ? '' : `&cursor=${encodeURIComponent(cursor)}`;
      const page = await this.#ask(`${path}?limit=100${query}`);
      all.push(...(page[field] as Record<string, unknown>[]));
      cursor = page['nextCursor'];
    }
    return all;
  }

  async audit(): Promise<AuditReport> {
    const flags = { dataDir: this.dataDir, baseUrl: this.baseUrl };
    const { environment } = this.world;
    return auditService(loadSettings({ flags, environment }), log, { settled: true });
  }

  /**
   * Closes the installation. Can be called repeatedly, for example at the end of the run and on a signal.
   */
  close(): Promise<void> {
    return (this.#closed ??= this.#close());
  }

  async #close(): Promise<void> {
    const running = [...this.#processes];
    for (const one of running) one.killGroup();
    await Promise.all(running.map(({ ended }) => ended));
    // Adopts the database server left by the killed processes, and ends it.
    const settings = loadSettings({ flags: { dataDir: this.dataDir, port: '0' }, environment: {} });
    try {
      await serve(settings, log).then((api) => api.stop());
    } finally {
      // Otherwise, a failure here would leave servers listening, and the process would never end.
      await this.world.close();
      this.#guard.stdin?.end('done');
      await once(this.#guard, 'close');
      await rm(this.dataDir, { recursive: true, force: true });
    }
  }
}

/**
 * Creates a webhook endpoint, and a project with a code host and model over HTTP. Returns the project's ID.
 */
async function prepare(baseUrl: string, apiKey: string, world: OutsideWorld): Promise<string> {
  const ask = async (method: string, path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const response = await fetch(baseUrl + path, { method, headers, body: JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return JSON.parse(text) as Record<string, unknown>;
  };
  const endpoint = await ask('POST', '/v1/webhook-endpoints', { url: world.webhookUrl });
  world.webhookSecret = String(endpoint['secret']);
  const { repository } = world.github;
  const { id } = await ask('POST', '/v1/projects', { name: 'Remote', repository, domains: ['remote.example'] });
  const model = { provider: 'openai-compatible', model: 'm-1', baseUrl: world.modelBaseUrl, apiKey: 'model-canary' };
  await ask('PUT', `/v1/projects/${String(id)}/models`, { models: [model] });
  return String(id);
}
