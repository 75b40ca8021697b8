/**
 * Memory of one worker with many agent jobs at once: `node bench/agent/fifty-jobs.ts [jobs=50] [repositories=5] [pages=600] [--json]`.
 *
 * Every job reads and edits; then the model keeps all of them waiting until the last one has come that far, which is when
 * the worker's resident memory is read (goal: 400 MB). The docs gate's builders are processes of their own, one for each
 * job that has edited something: they are counted apart.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { openBench } from '../api/open-bench.ts';
import { openAgentInstallation, setScript, waitForEnd } from './open-agent-bench.ts';
import { twelveCalls } from './scripted-site.ts';

/** Answers before the wait: everything but the checks and the end. */
const answersBefore = 6;

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
  const startedAt = performance.now();
  const running = Array.from({ length: jobs }, async (_, index) => {
    const project = projects[index % repositories] ?? '';
    const { id } = await installation.request('POST', `/v2/agent/${project}/job`, { prompt: `Mark ${String(index)}.` });
    return waitForEnd(installation, project, id);
  });
  await gathered;
  const peakMb = memoryOf(installation.worker.pid);
  process.stderr.write(
    `all ${String(jobs)} under way: worker ${String(peakMb)} MB, idle it had ${String(idleMb)} MB\n`,
  );
  open();
  let highestMb = peakMb;
  let buildersMb = 0;
  let builders = 0;
  const sampling = setInterval(() => {
    highestMb = Math.max(highestMb, memoryOf(installation.worker.pid));
    const children = listChildren(installation.worker.pid);
    const total = children.reduce((sum, pid) => sum + memoryOf(pid), 0);
    if (total > buildersMb) [buildersMb, builders] = [total, children.length];
  }, 250);
  const ends = await Promise.all(running);
  clearInterval(sampling);
  bench.show({
    jobs,
    repositories,
    pages,
    ended: ends.filter(({ status }) => status === 'completed').length,
    seconds: Math.round((performance.now() - startedAt) / 1000),
    workerIdleMb: idleMb,
    workerWithAllMb: peakMb,
    workerHighestMb: highestMb,
    builderProcesses: builders,
    buildersMb,
  });
});

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
