import { address, choice, integer, type SettingTable } from '../../platform/settings/index.ts';

/** Settings of an installation's upkeep: its sandbox, its disk, its log. */
export const operationSettings = {
  sandbox: {
    environment: 'DOCWRIGHT_SANDBOX',
    kind: choice(['require', 'auto', 'process', 'none']),
    default: 'auto',
    doc: 'Isolation of the processes that parse and render customers’ pages. require: bubblewrap, verified by a self-test; otherwise the service does not start. auto: like require, but an installation with the embedded database and a single organization falls back to `process` on a machine without bubblewrap. process: a process without environment and files, under Node’s permission model; it has the network and the user of the service. none: inside the service itself, only for your own sites.',
  },
  previewUrl: {
    environment: 'DOCWRIGHT_PREVIEW_URL',
    kind: address,
    default: undefined,
    doc: 'Address of previews, on another host name or port than DOCWRIGHT_BASE_URL that leads to the same service: customers’ pages then never share an origin with the dashboard. Default: below the base URL.',
  },
  diskWarningMegabytes: {
    environment: 'DOCWRIGHT_DISK_WARNING_MEGABYTES',
    kind: integer(0, 100_000_000),
    default: '1000',
    doc: 'Free space on the disk of the data folder below which the log and `/readyz` warn. On a disk smaller than twenty times this value, the threshold is 5 % of the disk.',
  },
  storageQuotaMegabytes: {
    environment: 'DOCWRIGHT_STORAGE_QUOTA_MEGABYTES',
    kind: integer(0, 1_000_000_000),
    default: '10240',
    doc: 'How much repositories, bundles and readers’ data of one organization may take, in megabytes; 0 for no quota. The organization of the operator has none unless `docwright org quota` sets one. At the quota, pushes, commits, exports, deployments and previews are refused with 403 `storage_quota_exceeded`; live sites and deletions continue.',
  },
  tenantWaiting: {
    environment: 'DOCWRIGHT_TENANT_WAITING',
    kind: integer(1, 1_000_000),
    default: '1000',
    doc: 'Jobs of one organization that may wait, of each kind: agent jobs, exports, deployments, previews: 1 to 1000000. More are refused with 429 `too_many_waiting`; what a push asks for is not.',
  },
  tenantProjects: {
    environment: 'DOCWRIGHT_TENANT_PROJECTS',
    kind: integer(1, 1_000_000),
    default: '10000',
    doc: 'Projects of one organization: 1 to 1000000. A further one is refused with 409 `project_limit_reached`.',
  },
  jobDays: {
    environment: 'DOCWRIGHT_JOB_DAYS',
    kind: integer(1, 3_650),
    default: '365',
    doc: 'Days after its last change for which an ended agent job is kept, with its events, answers and texts: 1 to 3650. A job whose pull request is open stays. Exports are kept like deployments: DOCWRIGHT_KEEP_DEPLOYMENTS completed ones of each project, and all of DOCWRIGHT_KEEP_DEPLOYMENT_DAYS.',
  },
  mirrorMegabytes: {
    environment: 'DOCWRIGHT_MIRROR_MEGABYTES',
    kind: integer(1, 100_000_000),
    default: '2000',
    doc: 'Disk of one data folder for the mirrors of repositories. Above it those go that were used longest ago, never one that was used within the last hour; the next job fetches its repository anew.',
  },
  mirrorDays: {
    environment: 'DOCWRIGHT_MIRROR_DAYS',
    kind: integer(1, 3_650),
    default: '30',
    doc: 'Days after its last use for which the mirror of a repository is kept: 1 to 3650.',
  },
  logLevel: {
    environment: 'DOCWRIGHT_LOG_LEVEL',
    kind: choice(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    default: 'info',
    doc: 'trace, debug, info, warn, error or fatal.',
  },
  logMegabytes: {
    environment: 'DOCWRIGHT_LOG_MEGABYTES',
    kind: integer(1, 100_000),
    default: '50',
    doc: 'Size at which `docwright up` puts its log file, docwright.log, aside as docwright.log.1 and begins a new one.',
  },
  logFiles: {
    environment: 'DOCWRIGHT_LOG_FILES',
    kind: integer(1, 1_000),
    default: '5',
    doc: 'Log files that are kept, the one that is written to included; the oldest is removed.',
  },
} as const satisfies SettingTable;
