import type { Measurement } from '../run-all/measurement.ts';

/** Measurements of serving and deploying sites, and of web analytics. */
export const readerMeasurements: readonly Measurement[] = [
  {
    program: 'analytics/ingest.ts',
    usage: '[seconds=15] [projects=100] [--json]',
    measures:
      'The number of events accepted per second if each event is stored in the database before the response: page reports with one event and with five, and batches of a thousand from hosts',
    goal: '2,000 events per second per core',
    takes: 'minutes',
  },
  {
    program: 'analytics/large.ts',
    usage: '[events=10000000] [rounds=20] [--json]',
    measures: "The dashboard's queries over 90 days of one project; the last day isn't counted yet",
    goal: 'p95 300 ms for each query',
    takes: 'hours',
  },
  {
    program: 'analytics/many-projects.ts',
    usage: '[projects=10000] [events per project and day=1000] [--json]',
    measures:
      'Processor time for counting a day of all projects, for recounting a tenth of them, and for removing a day (one `DROP`)',
    goal: 'a tenth of one core',
    takes: 'minutes',
  },
  {
    program: 'host/compare-servers.ts',
    usage: '[pages] [seconds]',
    measures: 'Requests per CPU-second of the deployment server, compared with nginx and a plain Node server',
    goal: '0.6 of nginx',
    comparedWith: 'nginx',
    takes: 'minutes',
    needs: ['nginx'],
  },
  {
    program: 'host/activate-under-load.ts',
    usage: '[activations] [pages]',
    measures: 'Activations while readers read: every response must have status 200 and come from one version',
    takes: 'minutes',
    failsIfMissed: true,
  },
  {
    program: 'edge/compare-edge.ts',
    usage: '[sites] [pages] [seconds]',
    measures:
      'Requests per CPU-second of an edge for hot responses, compared with nginx: 200 sites by host name, and one site of 5,000 pages',
    goal: '0.6 of nginx',
    comparedWith: 'nginx',
    takes: 'minutes',
    needs: ['nginx'],
  },
  {
    program: 'edge/protected-cost.ts',
    usage: '[pages=1000] [seconds=3] [rounds=7] [--json]',
    measures:
      'Requests per CPU-second of an edge for a site with sign-in, compared with the same public site: a signed-in reader of a protected site, whose pages have eight edits each, and an anonymous reader of a site with optional sign-in ([decision 112](../docs/decisions/0112-readers-of-public-sites-sign-in-at-the-site.md))',
    goal: 'ratio 0.8 for a signed-in reader',
    comparedWith: 'the same site without access control',
    takes: 'minutes',
    figures: [
      { name: 'protected.ratio', label: 'signed in', atLeast: 0.8 },
      { name: 'optional.ratio', label: 'anonymous' },
    ],
  },
  {
    program: 'edge/clean-links-cost.ts',
    usage: '[pages=1000] [seconds=3] [rounds=7] [--json]',
    measures:
      'Requests per CPU-second of an edge for a site whose links are rewritten to clean addresses, compared with a site whose pages are sent as they are stored; pages in memory, and pages that are requested for the first time',
    goal: 'ratio 0.97 for pages in memory',
    comparedWith: 'the same pages as stored',
    takes: 'minutes',
    figures: [
      { name: 'hot.ratio', label: 'in memory', atLeast: 0.97 },
      { name: 'first.ratio', label: 'first request' },
    ],
  },
  {
    program: 'edge/cost-of-requests.ts',
    usage: '[requests=200] [pages=1000] [--json]',
    measures:
      'What each kind of request costs an edge, `docwright host`, the API and MCP: processor time per request and per KiB of its response, and growth of memory',
    takes: 'minutes',
  },
  {
    program: 'edge/measure-memory.ts',
    usage: '[sites] [hot] [--json]',
    measures: 'Memory of an edge with 10,000 sites of 50 pages, 200 of which are read',
    goal: '600 MB',
    takes: 'minutes',
    figures: [{ name: 'megabytesHot', label: 'edge', unit: ' MB', atMost: 600 }],
  },
  {
    program: 'edge/measure-cold.ts',
    usage: '[sites]',
    measures: "A page's first response from S3 (needs Debian's Ceph packages)",
    goal: 'p50 60 ms',
    takes: 'minutes',
    needs: ['ceph'],
  },
  {
    program: 'edge/activate-under-load.ts',
    usage: '[activations]',
    measures: 'Activations at two edges under load',
    goal: '1 s, 0 failed, 0 mixed',
    takes: 'minutes',
    failsIfMissed: true,
  },
  {
    program: 'edge/two-edges.ts',
    usage: '[seconds=5] [--json]',
    measures: 'Two edges with the load of one: processor time per request, and requests per second',
    goal: 'cost ratio 1.1',
    comparedWith: 'one edge',
    takes: 'a minute',
    figures: [
      { name: 'costRatio', label: 'cost', atMost: 1.1 },
      { name: 'rateRatio', label: 'rate' },
    ],
  },
  {
    program: 'edge/lose-parts.ts',
    usage: '[seconds]',
    measures: 'An edge killed, PostgreSQL stopped and the bundles removed under load: what readers notice',
    goal: '0 failed',
    takes: 'minutes',
    failsIfMissed: true,
  },
  {
    program: 'deploy/push-to-live.ts',
    usage: '[pages] [pushes]',
    measures: 'The time from a push to the changed page at the live address',
    goal: 'p95 1 s at 1,000 pages, 2 s at 5,000',
    takes: 'minutes',
  },
  {
    program: 'deploy/pull-request-to-preview.ts',
    usage: '[pages] [pull requests]',
    measures:
      "The time from GitHub's notification of a pull request to the comment with its preview, and to the changed page there",
    goal: '4 s at 1,000 pages',
    takes: 'minutes',
  },
  {
    program: 'deploy/many-pushes.ts',
    usage: '[pages] [pushes] [seconds]',
    measures:
      'A hundred pushes in a minute: the numbers of concurrent and waiting builds, and how soon the last push is live',
    goal: '1 building, 1 waiting, 4 s',
    takes: 'minutes',
  },
  {
    program: 'deploy/entry-cost.ts',
    usage: '[--entries 20000,80000,120000]',
    measures:
      'How much memory each entry of a bundle uses while a bundle is packed or verified, while a host stores or opens it, and while an edge reads its index',
    takes: 'minutes',
  },
  {
    program: 'host/protected-cost.ts',
    usage: '[pages] [seconds] [rounds] [readers] [--json]',
    measures:
      'Requests per CPU-second of a protected site on `docwright host`, compared with the same site without access control; memory of 5,000 signed-in readers',
    goal: '0.8; 100 MB',
    comparedWith: 'the same site without access control',
    takes: 'minutes',
    figures: [
      { name: 'ratio', label: 'requests per CPU-second', atLeast: 0.8 },
      { name: 'grownMb', label: 'readers', unit: ' MB', atMost: 100 },
    ],
  },
  {
    program: 'host/start-from-disk.ts',
    usage: '[megabytes]',
    measures: 'The time until the server is ready, with a bundle on disk and an expired link',
    takes: 'a minute',
  },
];
