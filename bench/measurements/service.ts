import type { Measurement } from '../run-all/measurement.ts';

/** Measurements of the API, the queue, the database, and starts. */
export const serviceMeasurements: readonly Measurement[] = [
  {
    program: 'api/compare-routes.ts',
    usage: '[requests] [--json]',
    measures:
      'Requests per CPU-second for creating and getting agent jobs, compared with bare Fastify routes that run the same SQL',
    goal: 'ratio 0.8',
    comparedWith: 'bare Fastify with the same SQL',
    takes: 'a minute',
    figures: [
      { name: 'createRatio', label: 'create', atLeast: 0.8 },
      { name: 'getRatio', label: 'get', atLeast: 0.8 },
    ],
    comparison: { args: ['400'], rates: ['createPerCpuSecond', 'getPerCpuSecond'] },
  },
  {
    program: 'api/queue-delay.ts',
    usage: '[jobs] [--json]',
    measures: "The time from an accepted request to the worker's first step, and to the pull request",
    goal: 'p50 50 ms to the first step, 1.5 s to the pull request',
    takes: 'minutes',
  },
  {
    program: 'api/parallel-creates.ts',
    usage: '[--json]',
    measures:
      '300 simultaneous create requests to two API processes: fails unless exactly 100 are accepted (201) and the others are refused (429)',
    goal: 'exactly 100 × 201, 200 × 429',
    takes: 'a minute',
    failsIfMissed: true,
  },
  {
    program: 'api/drain-exports.ts',
    usage: '[jobs] [--json]',
    measures: "Exports per second of one worker and of two, on PostgreSQL and S3 (needs Debian's Ceph packages)",
    goal: 'ratio 1.7 with free cores',
    comparedWith: 'one worker',
    takes: 'minutes',
    needs: ['ceph'],
  },
  {
    program: 'api/compare-postgres.ts',
    usage: '[requests=1000] [--json]',
    measures:
      "The processor time of the API process and of PostgreSQL for creating and getting agent jobs: the embedded version, and Debian's, which is the oldest supported one",
    comparedWith: "Debian's PostgreSQL",
    takes: 'a minute',
    needs: ['postgres15'],
    figures: [
      { name: 'embedded.createDatabaseMs', label: 'create, embedded', unit: ' ms' },
      { name: 'debian.createDatabaseMs', label: "Debian's", unit: ' ms' },
      { name: 'embedded.getDatabaseMs', label: 'get, embedded', unit: ' ms' },
      { name: 'debian.getDatabaseMs', label: "Debian's", unit: ' ms' },
    ],
  },
  {
    program: 'api/small-exports.ts',
    usage: '[projects=95] [rounds=2] [--json]',
    args: ['95', '3'],
    measures:
      'Exports of many 21-page sites by one worker, the first time and after a page was edited: exports per second. Also the processor time of each of several exports of one project',
    goal: '5 exports/s; 0.1 s each for one project',
    takes: 'minutes',
    figures: [
      { name: 'firstExportsPerSecond', label: 'first exports', unit: '/s' },
      { name: 'laterExportsPerSecond', label: 'edited', unit: '/s', atLeast: 5 },
      { name: 'againCpuSeconds', label: 'each of one project', unit: ' s of CPU', atMost: 0.1 },
    ],
  },
  {
    program: 'api/small-exports.ts',
    usage: '500 2 [--json]',
    args: ['500', '2'],
    measures: 'Exports of 500 sites of 21 pages by one worker: memory of the worker',
    goal: '350 MB',
    takes: 'minutes',
    figures: [
      { name: 'firstExportsPerSecond', label: 'first exports', unit: '/s' },
      { name: 'laterExportsPerSecond', label: 'edited', unit: '/s' },
      { name: 'workerHighestMb', label: 'worker', unit: ' MB', atMost: 350 },
    ],
  },
  {
    program: 'api/large-installation.ts',
    usage: '[--jobs 1000000] [--projects 20000] [--requests 30] [--json]',
    measures:
      'API response times on a database of 1,000 organizations, for the largest organization and for a small one: the first response and 95 of 100 others',
    goal: 'first 300 ms, p95 50 ms',
    takes: 'hours',
  },
  {
    program: 'api/people.ts',
    usage: '[people=100] [seconds=30] [--json]',
    measures:
      "People with the dashboard's list of jobs or its Overview open: processor time of the API and PostgreSQL for these pages' polling, and the response times",
    takes: 'minutes',
    figures: [
      { name: 'apiCpuPercent', label: 'API', unit: '% of a core' },
      { name: 'databaseCpuPercent', label: 'PostgreSQL', unit: '% of a core' },
      { name: 'p50Ms', label: 'p50', unit: ' ms' },
      { name: 'p95Ms', label: 'p95', unit: ' ms' },
    ],
  },
  {
    program: 'queue/compare.ts',
    usage: '[--projects 10000] [--jobs 4000] [--noisy 1000] [--workers 4] [--load 0.7] [--real 160] [--json]',
    measures:
      "How long jobs of each kind wait, by kind of tenant, with and without a tenant that requests everything at once, while workers are killed. Simulated with the job engine's own statements, and compared with real workers whose jobs take 500 ms. Also the throughput of two such workers compared with one",
    goal: 'two workers 1.7 times one',
    comparedWith: 'real workers',
    takes: 'minutes',
  },
  {
    program: 'start/compiled.ts',
    usage: '[runs=9] [--json]',
    measures: 'The cost of a start with the compiled entry point and from its source, alternating',
    comparedWith: 'the same from source',
    takes: 'minutes',
    needs: ['compiled', 'time'],
    figures: [
      { name: 'service.compiledCpuSeconds', label: 'service code', unit: ' s of CPU' },
      { name: 'service.sourceCpuSeconds', label: 'from source', unit: ' s' },
      { name: 'service.ratio', label: 'ratio' },
    ],
  },
  {
    program: 'start/second-start.ts',
    usage: '[starts=5] [--json]',
    measures:
      'From `npm start`, with the data folder of an earlier start, until everything is ready: wall-clock time, and processor time of npm, API, worker and database. Also shows the first start',
    goal: '1.0 s',
    takes: 'a minute',
    needs: ['compiled'],
    figures: [
      { name: 'laterSeconds', label: 'median', unit: ' s', atMost: 1 },
      { name: 'laterSecondsFastest', label: 'fastest', unit: ' s' },
      { name: 'laterSecondsSlowest', label: 'slowest', unit: ' s' },
    ],
  },
  {
    program: 'start/idle.ts',
    usage: '[seconds=60] [--json]',
    measures:
      'An idle service: memory and processor time of npm, API with edge, worker and database. Also the first visit to the manual after a start',
    goal: '350 MB; 1% of a core; manual within 1 s',
    takes: 'minutes',
    needs: ['compiled'],
    figures: [
      { name: 'megabytes', label: 'memory', unit: ' MB', atMost: 350 },
      { name: 'cpuPercent', label: 'processor', unit: '% of a core', atMost: 1 },
      { name: 'manualMs', label: 'manual', unit: ' ms', atMost: 1_000 },
      { name: 'manualBuiltMs', label: 'built on the very first visit', unit: ' ms' },
    ],
  },
  {
    program: 'sandbox-start/measure.ts',
    usage: '[rounds] [--json]',
    measures:
      'A sandboxed builder from its start to its first response: compiled from source, with cached compiled code, started in advance',
    takes: 'minutes',
  },
  {
    program: 'statements/walk.ts',
    usage: '[--jobs 1000000] [--projects 20000] [--postgres embedded|debian]',
    measures:
      "Every statement that the service can send, on a database of 1,000 organizations. Fails if a statement reads a tenant's whole table, or more than twenty rows for each row that it returns. Runs on the embedded PostgreSQL, on Debian's (15), or on the server at `DATABASE_URL`. Part of `npm run test:full` at 10,000 jobs, on both",
    goal: '0 faults',
    takes: 'hours',
    failsIfMissed: true,
  },
  {
    program: 'retention/simulate-year.ts',
    usage: '[--days 440] [--jobs 100] [--deployments 50] [--megabytes 9.3]',
    measures:
      'The disk space of a default installation every ten days, in simulated time. Fails above 5 GB, or if a row has no file or a file has no row. Part of `npm test` at a fiftieth of the size',
    goal: '5 GB',
    takes: 'minutes',
    failsIfMissed: true,
  },
  {
    program: 'git/measure.ts',
    usage: '[pages] [rounds] [--json]',
    measures: 'Mirroring, reading, committing and pushing, compared with the git program',
    takes: 'minutes',
    needs: ['git'],
  },
  {
    program: 'deletion/delete-project.ts',
    usage: '[jobs=200000]',
    measures: 'Deletion of a project with many jobs: how long a caller waits, and how fast the rows are deleted',
    takes: 'minutes',
  },
];
