import type { SizingRow } from '../run-all/tables.ts';

/** The rows of "What a machine needs" (docs/operate/sizing.mdx) that are written from stored results. */
export const sizingRows: readonly SizingRow[] = [
  {
    measurement: 'agent/measure-job.ts',
    load: 'Agent job of 12 steps, with a model that answers immediately',
    sites: '1 of 3,000 pages',
    processes: 'API, 1 worker',
    processorTime: ({ cpuP50Ms }) => `${seconds(cpuP50Ms)} per job`,
  },
  {
    measurement: 'agent/fifty-jobs.ts',
    load: '50 agent jobs at once',
    sites: '5 of 600 pages',
    processes: 'API, 1 worker with 4 builders',
    processorTime: ({ cpuSeconds }) => `${required(cpuSeconds)} s for all`,
    memory: ({ workerHighestMb, buildersMb }) =>
      `worker ${required(workerHighestMb)} MB, its builders ${(required(buildersMb) / 1_000).toFixed(1)} GB`,
  },
  {
    measurement: 'api/people.ts',
    load: "100 users with the job list or the dashboard's Overview open",
    sites: '1,000 projects, 20,000 jobs',
    processes: 'API',
    processorTime: ({ apiCpuPercent, databaseCpuPercent, p50Ms, p95Ms }, { load }) =>
      `${share(apiCpuPercent)} s per second, PostgreSQL ${share(databaseCpuPercent)} s; response time ${required(p50Ms)} ms at the median, ${required(p95Ms)} ms at the 95th percentile (load ${load ?? 'not measured'})`,
  },
  {
    measurement: 'edge/measure-memory.ts',
    load: 'Sites known to an edge, 200 of which are visited',
    sites: '10,000 of 50 pages',
    processes: '1 edge',
    memory: ({ megabytesHot }) => `edge ${required(megabytesHot)} MB`,
  },
];

const required = (value: number | undefined): number => {
  if (value === undefined) throw new Error('The stored result lacks a figure.');
  return value;
};
const seconds = (milliseconds: number | undefined): string => `${(required(milliseconds) / 1_000).toFixed(2)} s`;
const share = (percent: number | undefined): string => (required(percent) / 100).toFixed(2);
