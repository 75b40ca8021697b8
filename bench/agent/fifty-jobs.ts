/**
 * Measures many simultaneous agent jobs on one worker: `node bench/agent/fifty-jobs.ts [jobs=50] [repositories=5]
 * [pages=600] [--json]`.
 *
 * First, every job explores the site. The model then makes all jobs wait until the last job has explored it. After
 * that, each job edits, checks and publishes its own change. The worker's resident memory is sampled throughout (goal:
 * 400 MB). The docs gate's builders are separate processes, and are counted separately. `cpuSeconds`: worker, git and
 * builders.
 */
import { loadavg } from 'node:os';
import { openBench } from '../api/open-bench.ts';
import { openAgentInstallation, setScript, waitForEnd } from './open-agent-bench.ts';
import { memoryOf, watchWorker } from './process-usage.ts';
import { twelveCalls } from './scripted-site.ts';

/** The number of answers before the wait: all except the checks and the end. */
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
    const project = await installation.createProject(`site-${index}`);
    const { baseUrl } = installation.models.add(`site-${index}`, 'openai-compatible', async ({ body }) => {
      const messages = body['messages'] as { role: string; content: unknown }[];
      const answers = messages.filter(({ role }) => role === 'assistant').length;
      if (answers === answersBefore) {
        waiting += 1;
        if (waiting === jobs) all();
        await opened;
      }
      // Each job needs its own change, because only one of several pull requests with the same tree would be created.
      const prompt = JSON.stringify(messages.find(({ role }) => role === 'user')?.content);
      return twelveCalls(/Mark \d+/.exec(prompt)?.[0] ?? '')[answers] ?? '';
    });
    await setScript(installation, project, baseUrl);
    projects.push(project);
  }
  const watch = watchWorker(installation.worker.pid);
  const startedAt = performance.now();
  const running = Array.from({ length: jobs }, async (_, index) => {
    const project = projects[index % repositories] ?? '';
    const { id } = await installation.request('POST', `/v2/agent/${project}/job`, { prompt: `Mark ${index}.` });
    return waitForEnd(installation, project, id);
  });
  await gathered;
  const gatheredAt = performance.now();
  const peakMb = memoryOf(installation.worker.pid);
  process.stderr.write(`all ${jobs} jobs in progress: worker ${peakMb} MB, ${idleMb} MB when idle\n`);
  open();
  const ends = await Promise.all(running);
  const endedAt = performance.now();
  const usage = watch.stop();
  bench.show({
    jobs,
    repositories,
    pages,
    load: loadavg()[0],
    ended: ends.filter(({ status }) => status === 'completed').length,
    secondsToGather: Math.round((gatheredAt - startedAt) / 1000),
    seconds: Math.round((endedAt - startedAt) / 1000),
    workerIdleMb: idleMb,
    workerWithAllMb: peakMb,
    ...usage,
    cpuSeconds: Math.round(usage.cpuSeconds),
  });
});
