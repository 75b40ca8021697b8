/**
 * Many agent jobs at once on one worker: `node bench/agent/fifty-jobs.ts [jobs=50] [repositories=5] [pages=600] [--json]`.
 *
 * Every job reads and edits; then the model keeps all of them waiting until the last one has come that far. The worker's
 * resident memory is read all the time (goal: 400 MB). The docs gate's builders are processes of their own: they are
 * counted apart. `cpuSeconds`: of worker and builders, from the first request to the last end.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { loadavg } from 'node:os';
import { openBench } from '../api/open-bench.ts';
import { openAgentInstallation, setScript, waitForEnd } from './open-agent-bench.ts';
import { twelveCalls } from './scripted-site.ts';

/** Answers before the wait: everything but the checks and the end. */
const answersBefore = 6;
/** Of the processor times in /proc. */
const ticksEachSecond = 100;

await openBench(async (bench) => {
  const [jobs = 50, repositories = 5, pages = 600] = bench.numbers;
  const settings = { agentConcurrency: String(jobs), tenantConcurrency: String(jobs) };
  const installation = await openAgentInstallation(bench, { pages, settings });
  const idleMb = memoryOf(installation.worker.pid);
  let waiting = 0;
  let all = (): void => undefined;
  const gathered = new Promise<void>((resolve) => (all = resolve));
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  const projects: string[] = [];
  for (let index = 0; index < repositories; index += 1) {
    const project = await installation.createProject(`site-${String(index)}`);
    const calls = twelveCalls(`run ${String(index)}`);
    const { baseUrl } = installation.models.add(`site-${String(index)}`, 'openai-compatible', async ({ body }) => {
      const answers = (body['messages'] as { role: string }[]).filter(({ role }) => role === 'assistant').length;
      if (answers === answersBefore) {
        waiting += 1;
        if (waiting === jobs) all();
        await opened;
      }
      return calls[answers] ?? '';
    });
    await setScript(installation, project, baseUrl);
    projects.push(project);
  }
  const watch = watchMemory(installation.worker.pid);
  const cpuBefore = cpuSecondsOf(installation.worker.pid);
  const startedAt = performance.now();
  const running = Array.from({ length: jobs }, async (_, index) => {
    const project = projects[index % repositories] ?? '';
    const { id } = await installation.request('POST', `/v2/agent/${project}/job`, { prompt: `Mark ${String(index)}.` });
    return waitForEnd(installation, project, id);
  });
  await gathered;
  const gatheredAt = performance.now();
  const peakMb = memoryOf(installation.worker.pid);
  process.stderr.write(
    `all ${String(jobs)} under way: worker ${String(peakMb)} MB, idle it had ${String(idleMb)} MB\n`,
  );
  open();
  const ends = await Promise.all(running);
  const endedAt = performance.now();
  bench.show({
    jobs,
    repositories,
    pages,
    load: loadavg()[0],
    ended: ends.filter(({ status }) => status === 'completed').length,
    secondsToGather: Math.round((gatheredAt - startedAt) / 1000),
    seconds: Math.round((endedAt - startedAt) / 1000),
    cpuSeconds: Math.round(cpuSecondsOf(installation.worker.pid) - cpuBefore),
    workerIdleMb: idleMb,
    workerWithAllMb: peakMb,
    ...watch.stop(),
  });
});

/** The highest of a worker and of its builders, looked at four times a second. */
function watchMemory(pid: number) {
  const highest = { workerHighestMb: 0, builderProcesses: 0, buildersMb: 0 };
  const sampling = setInterval(() => {
    const builders = listChildren(pid).filter(isBuilder);
    const total = builders.reduce((sum, child) => sum + memoryOf(child), 0);
    highest.workerHighestMb = Math.max(highest.workerHighestMb, memoryOf(pid));
    highest.builderProcesses = Math.max(highest.builderProcesses, builders.length);
    highest.buildersMb = Math.max(highest.buildersMb, total);
  }, 250);
  return {
    stop: () => {
      clearInterval(sampling);
      return highest;
    },
  };
}

/** Node behind the walls; the programs that make the walls name the same script, and are small. Linux. */
function isBuilder(pid: number): boolean {
  try {
    const [program = '', ...args] = readFileSync(`/proc/${String(pid)}/cmdline`, 'utf8').split('\0');
    return program === process.execPath && args.some((argument) => argument.endsWith('site-session.ts'));
  } catch {
    return false;
  }
}

/** Processor time of a process, its children that are alive, and those that ended, in seconds. Linux, proc(5). */
function cpuSecondsOf(pid: number): number {
  const own = [pid, ...listChildren(pid)].map((one) => {
    try {
      const stat = readFileSync(`/proc/${String(one)}/stat`, 'utf8');
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
      // utime, stime, cutime and cstime, in ticks.
      return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0);
    } catch {
      return 0;
    }
  });
  return own.reduce((sum, ticks) => sum + ticks, 0) / ticksEachSecond;
}

/** Resident memory of a process in MB; 0 where it has ended. Linux. */
function memoryOf(pid: number): number {
  try {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${String(pid)}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  } catch {
    return 0;
  }
}

/** Every process below one, however deep. */
function listChildren(pid: number): number[] {
  const parents = readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      const [, parent = '0'] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${name}/status`, 'utf8')) ?? [];
      return [[Number(name), Number(parent)] as const];
    } catch {
      return [];
    }
  });
  const direct = parents.flatMap(([child, parent]) => (parent === pid ? [child] : []));
  return direct.flatMap((child) => [child, ...listChildren(child)]);
}
