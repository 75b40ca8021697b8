import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { findPostgres } from '../../e2e/cluster/find-postgres.ts';
import { startPostgres } from '../../e2e/cluster/start-postgres.ts';
import { findFreePort } from '../../packages/server/src/testing/free-port.ts';
import { hangLimitMs } from '../hang-limit.ts';
import { installCommand, type Walk } from './walk-release.ts';

export interface UpgradeWalk extends Pick<Walk, 'archive' | 'packages' | 'site' | 'report'> {
  /** The command's archive from the previous release. */
  readonly previous: string;
}

export interface UpgradeResult {
  readonly from: string;
  readonly to: string;
  /** Faults found after the upgrade. */
  readonly faults: readonly string[];
}

/** Number of jobs of each kind in each part of the walk. */
const jobCount = 6;

/**
 * Upgrades two installations of the previous release: a data folder of one machine, which is stopped while jobs run,
 * and an installation with several processes, whose API is upgraded first, while clients send jobs and a worker of the
 * previous release runs them.
 */
export async function walkUpgrade({ previous, archive, ...walk }: UpgradeWalk): Promise<UpgradeResult> {
  const folder = await mkdtemp(join(tmpdir(), 'docwright-upgrade-'));
  try {
    const older = await install(join(folder, 'older'), { ...walk, archive: previous });
    const newer = await install(join(folder, 'newer'), { ...walk, archive });
    const faults: string[] = [];
    const found = (part: string) => (fault: string) => faults.push(`${part}: ${fault}`);
    await upgradeFolder({ older, newer, dataDir: join(folder, 'data'), report: walk.report }, found('one machine'));
    if (findPostgres() === undefined) walk.report("several processes weren't upgraded: PostgreSQL is not installed");
    else await upgradeProcesses({ older, newer, dataDir: join(folder, 'shared'), ...walk }, found('several processes'));
    return { from: older.version, to: newer.version, faults };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Installed {
  readonly version: string;
  run(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  /** Starts a process that runs until it receives a signal. */
  start(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Started>;
}

interface Started {
  /** Its first line of output. */
  readonly report: Readonly<Record<string, unknown>>;
  stop(): Promise<void>;
}

async function install(
  folder: string,
  { archive, packages, report }: Pick<Walk, 'archive' | 'packages' | 'report'>,
): Promise<Installed> {
  await mkdir(folder);
  const { command, env } = await installCommand({ archive, packages, folder, report });
  const run: Installed['run'] = async (args, more = {}) =>
    (await promisify(execFile)(command, args, { cwd: folder, env: { ...env, ...more } })).stdout;
  const start: Installed['start'] = async (args, more) => {
    const logFile = join(folder, `${args[0] ?? ''}.log`);
    const log = openSync(logFile, 'a');
    const child = spawn(command, [...args, '--json'], { env: { ...env, ...more }, stdio: ['ignore', 'pipe', log] });
    closeSync(log);
    const exited = once(child, 'exit');
    const line = await firstLine(child, () => `${args.join(' ')}: ${readFileSync(logFile, 'utf8').slice(-2000)}`);
    const stop = async (): Promise<void> => {
      child.kill('SIGTERM');
      await exited;
    };
    return { report: JSON.parse(line) as Started['report'], stop };
  };
  return { version: (await run(['--version'])).trim(), run, start };
}

function firstLine(child: ChildProcess, explain: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    if (child.stdout !== null) createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`docwright ended with code ${code} (${explain()})`)));
  });
}

interface Upgrade extends Pick<Walk, 'report'> {
  readonly older: Installed;
  readonly newer: Installed;
  readonly dataDir: string;
}

async function upgradeFolder(
  { older, newer, dataDir, report }: Upgrade,
  onFault: (fault: string) => void,
): Promise<void> {
  const processes = new Processes();
  try {
    const up = ['up', '--port', String(await findFreePort()), '--data-dir', dataDir];
    const before = await processes.start(older, up, {});
    const { baseUrl, apiKey, projectId, domain, prLink, bundleUrl } = before.report as Readonly<Record<string, string>>;
    const client = new Client({ baseUrl, apiKey, projectId, domain });
    const check = await newer.run(['upgrade', '--check', '--data-dir', dataDir]);
    report(check.trim().split('\n').at(-1) ?? '');
    for (let number = 1; number <= jobCount; number++) await client.createJobs(`before-${number}`);
    await processes.stop(before);
    await processes.start(newer, up, {});
    await client.createJobs('after');
    await client.findLostJobs(onFault);
    for (const [part, address = ''] of Object.entries({ 'pull request': prLink, bundle: bundleUrl })) {
      const { status } = await fetch(address);
      if (status !== 200) onFault(`the ${part} of the previous release has the status ${status}`);
    }
    await audit(newer, ['--data-dir', dataDir], {}, onFault);
    report(`one machine: ${client.jobs.length} jobs`);
  } finally {
    await processes.stopAll();
  }
}

async function upgradeProcesses(
  { older, newer, dataDir, site, report }: Upgrade & Pick<Walk, 'site'>,
  onFault: (fault: string) => void,
): Promise<void> {
  const postgres = await startPostgres();
  const processes = new Processes();
  try {
    const port = String(await findFreePort());
    const env = { DATABASE_URL: postgres.url, DOCWRIGHT_DATA_DIR: dataDir, DOCWRIGHT_PORT: port };
    const olderApi = await processes.start(older, ['serve'], env);
    const key = JSON.parse(await older.run(['keys', 'create', '--local', '--name', 'first', '--json'], env)) as {
      readonly key: string;
    };
    const access = { DOCWRIGHT_BASE_URL: String(olderApi.report['baseUrl']), DOCWRIGHT_API_KEY: key.key };
    const domain = 'docs.upgrade.example';
    const project = JSON.parse(
      await older.run(['projects', 'create', '--from', site, '--domain', domain, '--json'], { ...env, ...access }),
    ) as { readonly id: string };
    const olderWorker = await processes.start(older, ['worker'], env);
    const client = new Client({ baseUrl: access.DOCWRIGHT_BASE_URL, apiKey: key.key, projectId: project.id, domain });
    const load = client.createJobsUntilStopped();
    await client.whenCreated(jobCount);
    await newer.run(['migrate'], env);
    await processes.stop(olderApi);
    await processes.start(newer, ['serve'], env);
    await client.whenCreated(2 * jobCount);
    await processes.start(newer, ['worker'], env);
    await client.whenCreated(3 * jobCount);
    await processes.stop(olderWorker);
    await client.whenCreated(4 * jobCount);
    client.stop();
    await load;
    await client.findLostJobs(onFault);
    await audit(newer, [], env, onFault);
    report(`several processes: ${client.jobs.length} jobs, ${client.retries} requests sent again`);
  } finally {
    await processes.stopAll();
    await postgres.stop();
  }
}

async function audit(
  installed: Installed,
  options: readonly string[],
  env: Readonly<Record<string, string>>,
  onFault: (fault: string) => void,
): Promise<void> {
  await installed
    .run(['audit', '--settled', ...options], env)
    .catch((error: unknown) => onFault(`docwright audit: ${String(error)}`));
}

/** Processes that end with the walk, even if it fails. */
class Processes {
  readonly #running = new Set<Started>();

  async start(installed: Installed, args: readonly string[], env: Readonly<Record<string, string>>): Promise<Started> {
    const started = await installed.start(args, env);
    this.#running.add(started);
    return started;
  }

  async stop(started: Started): Promise<void> {
    this.#running.delete(started);
    await started.stop();
  }

  async stopAll(): Promise<void> {
    await Promise.all([...this.#running].map((started) => this.stop(started)));
  }
}

interface ClientOptions {
  readonly baseUrl: string | undefined;
  readonly apiKey: string | undefined;
  readonly projectId: string | undefined;
  readonly domain: string | undefined;
}

/** A client that repeats unanswered requests with the same idempotency key. */
class Client {
  /** Paths of the jobs that the service has accepted. */
  readonly jobs: string[] = [];
  retries = 0;
  #isStopped = false;
  readonly #options: ClientOptions;

  constructor(options: ClientOptions) {
    this.#options = options;
  }

  /** Creates an agent job and an export. */
  async createJobs(name: string): Promise<void> {
    const { projectId, domain } = this.#options;
    const agent = `/v2/agent/${projectId ?? ''}/job`;
    const prompt = `append section "Limits ${name}" to quickstart: "A project has 50 flags."`;
    const { id } = await this.#request(agent, { name: `agent-${name}`, body: { prompt } });
    this.jobs.push(`${agent}/${String(id)}`);
    const exports = '/v1/static-export/jobs';
    const { jobId } = await this.#request(exports, { name: `export-${name}`, body: { domain } });
    this.jobs.push(`${exports}/${String(jobId)}`);
  }

  async createJobsUntilStopped(): Promise<void> {
    for (let number = 1; !this.#isStopped; number++) {
      await this.createJobs(`load-${number}`);
      await delay(200);
    }
  }

  stop(): void {
    this.#isStopped = true;
  }

  async whenCreated(count: number): Promise<void> {
    const deadline = performance.now() + hangLimitMs;
    while (this.jobs.length < count) {
      if (performance.now() > deadline) throw new Error(`fewer than ${count} jobs after ${hangLimitMs} ms`);
      await delay(50);
    }
  }

  /** Waits until all jobs have ended, and reports those without a result. */
  async findLostJobs(onFault: (fault: string) => void): Promise<void> {
    const deadline = performance.now() + hangLimitMs;
    for (const path of this.jobs) {
      let job = await this.#request(path);
      while (!['completed', 'failed'].includes(String(job['status'])) && performance.now() < deadline) {
        await delay(100);
        job = await this.#request(path);
      }
      if (job['status'] !== 'completed')
        onFault(`${path} is ${String(job['status'])}: ${JSON.stringify(job['error'])}`);
    }
    const links = new Set<unknown>();
    const agentJobs = this.jobs.filter((path) => path.startsWith('/v2'));
    for (const path of agentJobs) links.add((await this.#request(path))['prLink']);
    if (links.size !== agentJobs.length) onFault(`${agentJobs.length} agent jobs opened ${links.size} pull requests`);
  }

  async #request(
    path: string,
    write?: { readonly name: string; readonly body: object },
  ): Promise<Readonly<Record<string, unknown>>> {
    const { baseUrl, apiKey } = this.#options;
    const headers = { authorization: `Bearer ${apiKey ?? ''}`, 'content-type': 'application/json' };
    const sent = write && {
      method: 'POST',
      body: JSON.stringify(write.body),
      headers: { ...headers, 'idempotency-key': write.name },
    };
    const deadline = performance.now() + hangLimitMs;
    for (;;) {
      const answer = await fetch(`${baseUrl ?? ''}${path}`, sent ?? { headers }).catch(() => undefined);
      if (answer?.ok === true) return (await answer.json()) as Readonly<Record<string, unknown>>;
      const isTemporary = answer === undefined || [409, 429, 502, 503].includes(answer.status);
      if (!isTemporary || performance.now() > deadline)
        throw new Error(`${path}: ${answer === undefined ? 'no answer' : `${answer.status} ${await answer.text()}`}`);
      this.retries++;
      await delay(100);
    }
  }
}
