import type { Measurement } from '../run-all/measurement.ts';

/** Measurements of the agent. */
export const agentMeasurements: readonly Measurement[] = [
  {
    program: 'agent/measure-job.ts',
    usage: '[pages=3000] [jobs=8] [--json]',
    measures:
      "An agent job of 12 calls with an instant model: the time from the request to the pull request, the service's time between two answers, the gate's time, processor time",
    goal: '0.5 s; 0.4 s of CPU; p95 25 ms between two answers',
    takes: 'minutes',
    figures: [
      { name: 'requestP50Ms', label: 'p50', unit: ' ms', atMost: 500 },
      { name: 'stepP50Ms', label: 'between two answers p50', unit: ' ms' },
      { name: 'stepP95Ms', label: 'p95', unit: ' ms', atMost: 25 },
      { name: 'cpuP50Ms', label: 'CPU', unit: ' ms', atMost: 400 },
    ],
    comparison: { args: ['100', '3'], costs: ['cpuP50Ms'] },
  },
  {
    program: 'agent/fifty-jobs.ts',
    usage: '[jobs=50] [repositories=5] [pages=600]',
    measures:
      "Fifty simultaneous agent jobs on one worker: time and the worker's memory; the gate's builders are counted separately",
    goal: '400 MB',
    takes: 'minutes',
    figures: [
      { name: 'workerHighestMb', label: 'worker', unit: ' MB', atMost: 400 },
      { name: 'buildersMb', label: 'builders', unit: ' MB' },
      { name: 'seconds', label: 'all jobs', unit: ' s' },
      { name: 'cpuSeconds', label: 'CPU', unit: ' s' },
    ],
  },
  {
    program: 'agent/measure-link-corrections.ts',
    usage: '<folder>…',
    args: ['{sites}'],
    measures:
      'Links of real sites that are broken in eleven ways, as people break them: how many are corrected, and how many of the corrections are right',
    goal: '98% right',
    takes: 'minutes',
  },
  {
    program: 'agent/compare-symbols.ts',
    usage: '<language>=<folder>…',
    args: ['typescript=packages/server/src/platform'],
    measures:
      'How many definitions of real code `code_symbols` finds, compared with parsers ([decision 148](../docs/decisions/0148-definitions-are-found-without-a-parser.md))',
    goal: '98%',
    takes: 'a minute',
  },
  {
    program: 'agent-replay/run-replay.ts',
    usage: '[--json]',
    measures:
      "Results of requests compared with a careful person's results, byte for byte, with the rules engine or any configured model",
    takes: 'minutes',
  },
  {
    program: 'agent-replay/run-requests.ts',
    usage: '<folder of sites> [--json] [--only grammar|natural|hostile] [--site owner/name]',
    args: ['{sites}'],
    measures:
      'Requests as docs teams write them on real sites: how many create the requested pull request, and how many a wrong one',
    goal: 'nothing wrong or misleading',
    comparedWith: 'an engine that does nothing',
    takes: 'minutes',
    failsIfMissed: true,
  },
  {
    program: 'agent-replay/run-history.ts',
    usage: '--mirrors <folder> [--json]',
    args: ['--mirrors', '{mirrors}'],
    measures:
      'Requests for the changes of 55 real commits in documentation repositories: how many results match the commits',
    takes: 'minutes',
  },
  {
    program: 'agent-replay/run-colleague-requests.ts',
    usage: '--mirrors <folder> [--json]',
    args: ['--mirrors', '{mirrors}'],
    measures:
      "Requests in colleagues' words and follow-ups, judged by facts ([decision 113](../docs/decisions/0113-requests-nobody-tuned-by-measure-the-agent.md)); half of the requests form a held-out set",
    goal: 'nothing wrong or misleading, 30% of the mechanical requests helped',
    takes: 'minutes',
  },
  {
    program: 'agent-replay/run-code-changes.ts',
    usage: '--mirrors <folder> [--json]',
    args: ['--mirrors', '{mirrors}'],
    measures: "Documentation for code changes of public repositories; a model that can't write it must say so",
    goal: 'nothing wrong or misleading',
    takes: 'minutes',
  },
  {
    program: 'agent-replay/run-recorded.ts',
    usage: '[--json]',
    measures: 'Recorded answers of a language model to 12 tasks, replayed through tools, policies and docs gate',
    goal: 'every result as recorded',
    takes: 'a minute',
  },
];
