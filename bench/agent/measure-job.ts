/**
 * Measures agent jobs with an instant model: `node bench/agent/measure-job.ts [pages=3000] [jobs=8] [--json]`.
 *
 * Each job has 12 answers with one tool call each, and edits 3 files. The embedded code host is used, with the API and
 * the worker in separate processes. `request`: from the client's request to the pull request (goal: 0.5 s at 3,000
 * pages). `step`: from the model's answer to the next question to the model, which covers the service's work in
 * between: journal, tool, journal (goal: p95 25 ms). The first edit and the step that requests a check of the whole
 * site are reported separately, as are the times before the first question and after the last answer. `cpu`: processor
 * time of the worker, git and the builders, which is more reliable than the clock on a shared machine. The site doesn't
 * change between the jobs, so the gate's cache is warm.
 */
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { openBench, quantile } from '../api/open-bench.ts';
import { openAgentInstallation, setScript, waitForEnd } from './open-agent-bench.ts';
import { watchWorker } from './process-usage.ts';
import { twelveCalls } from './scripted-site.ts';

await openBench(async (bench) => {
  const [pages = 3000, jobs = 8] = bench.numbers;
  const installation = await openAgentInstallation(bench, { pages });
  const project = await installation.createProject('site');
  const request: number[] = [];
  const steps: number[][] = [];
  const before: number[] = [];
  const after: number[] = [];
  const cpuSeconds: number[] = [];
  // The first job fetches the repository, compiles the builder and starts a spare builder, so it is reported
  // separately.
  for (let index = 0; index <= jobs; index += 1) {
    const gaps: number[] = [];
    let answeredAt = 0;
    let startedAt = 0;
    const calls = twelveCalls(`run ${index}`);
    const { baseUrl } = installation.models.add(`job-${index}`, 'openai-compatible', ({ count }) => {
      if (count > 1) gaps.push(performance.now() - answeredAt);
      else before.push(performance.now() - startedAt);
      answeredAt = performance.now();
      return calls[count - 1] ?? '';
    });
    await setScript(installation, project, baseUrl);
    const watch = watchWorker(installation.worker.pid);
    startedAt = performance.now();
    const { id } = await installation.request('POST', `/v2/agent/${project}/job`, { prompt: 'Mark three headings.' });
    const job = await waitForEnd(installation, project, id);
    if (job.result !== 'changes' || job.files.length !== 3) throw new Error(JSON.stringify(job));
    request.push(performance.now() - startedAt);
    after.push(performance.now() - answeredAt);
    cpuSeconds.push(watch.stop().cpuSeconds);
    steps.push(gaps);
    // A new spare builder replaces the used one.
    await delay(1_500);
  }
  const warm = steps.slice(1).map((gaps) => gaps.map((gap) => Math.round(gap * 10) / 10));
  const round = (value: number): number => Math.round(value * 10) / 10;
  // After the answer with `validate`, the whole site is checked; after the first edit, the builder reads the whole
  // site.
  const ofService = warm.flatMap((gaps) => gaps.filter((_, step) => step !== 6 && step !== 10));
  bench.show({
    pages,
    jobs,
    load: loadavg()[0],
    firstRequestMs: round(request[0] ?? Number.NaN),
    requestP50Ms: round(quantile(request.slice(1), 0.5)),
    requestP95Ms: round(quantile(request.slice(1), 0.95)),
    cpuP50Ms: round(quantile(cpuSeconds.slice(1), 0.5) * 1000),
    beforeFirstP50Ms: round(quantile(before.slice(1), 0.5)),
    stepP50Ms: round(quantile(ofService, 0.5)),
    stepP95Ms: round(quantile(ofService, 0.95)),
    firstEditP50Ms: round(
      quantile(
        warm.map((gaps) => gaps[6] ?? 0),
        0.5,
      ),
    ),
    gateP50Ms: round(
      quantile(
        warm.map((gaps) => gaps[10] ?? 0),
        0.5,
      ),
    ),
    afterLastP50Ms: round(quantile(after.slice(1), 0.5)),
    ...(bench.json ? { steps: warm } : {}),
  });
});
