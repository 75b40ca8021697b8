import { address, choice, integer, matching, type SettingTable } from '@docwright/site-server/settings';

/** Settings for operating an installation: its sandbox, disk and log. */
export const operationSettings = {
  sandbox: {
    environment: 'DOCWRIGHT_SANDBOX',
    kind: choice(['require', 'auto', 'process', 'none']),
    default: 'auto',
    doc: "Isolation of the processes that parse and render customers' pages. require: bubblewrap, verified by a self-test; otherwise the service does not start. auto: like require, but an installation with the embedded database and a single organization falls back to `process` on a machine without bubblewrap. process: a process without environment and files, under Node's permission model; it has the service's network and user. none: inside the service itself, only for your own sites.",
  },
  browser: {
    environment: 'DOCWRIGHT_BROWSER',
    kind: matching(/^(?:none|\/.+)$/, 'an absolute path, or none'),
    // The path in Debian's package, because its command in /usr/bin is a shell script.
    default: '/usr/lib/chromium/chromium-headless-shell',
    doc: "Absolute path of Chromium's headless shell, in which agents view pages with their changes: a program, not a script. Without the program, or without bubblewrap, agents can't view pages. none: they never can.",
  },
  previewUrl: {
    environment: 'DOCWRIGHT_PREVIEW_URL',
    kind: address,
    default: undefined,
    doc: "Address of previews, on a different host name or port than DOCWRIGHT_BASE_URL that resolves to the same service, so that customers' pages never share an origin with the dashboard. Default: under the base URL.",
  },
  diskWarningMegabytes: {
    environment: 'DOCWRIGHT_DISK_WARNING_MEGABYTES',
    kind: integer(0, 100_000_000),
    default: '1000',
    doc: 'Free disk space for the data folder, in megabytes, below which the log and `/readyz` warn. On a disk smaller than twenty times this value, the threshold is 5% of the disk.',
  },
  storageQuotaMegabytes: {
    environment: 'DOCWRIGHT_STORAGE_QUOTA_MEGABYTES',
    kind: integer(0, 1_000_000_000),
    default: '10240',
    doc: "Maximum storage for repositories, bundles and reader data of one organization, in megabytes; 0 for no quota. The operator's organization has no quota unless `docwright org quota` sets one. At the quota, pushes, commits, exports, deployments, previews and agent jobs are refused with 403 `storage_quota_exceeded`; live sites and deletions still work.",
  },
  tenantWaiting: {
    environment: 'DOCWRIGHT_TENANT_WAITING',
    kind: integer(1, 1_000_000),
    default: '1000',
    doc: 'Waiting jobs per organization and type (agent jobs, exports, deployments, previews): 1 to 1000000. Further jobs are refused with 429 `too_many_waiting`, except those started by pushes.',
  },
  tenantProjects: {
    environment: 'DOCWRIGHT_TENANT_PROJECTS',
    kind: integer(1, 1_000_000),
    default: '10000',
    doc: 'Projects per organization: 1 to 1000000. Further projects are refused with 409 `project_limit_reached`.',
  },
  mergeChecksMinutes: {
    environment: 'DOCWRIGHT_MERGE_CHECKS_MINUTES',
    kind: integer(1, 10_080),
    default: '60',
    doc: 'Minutes for which an automation with `updateMode: direct_merge` waits for the checks that the branch requires: 1 to 10080. Afterwards, the pull request is left for review.',
  },
  draftDays: {
    environment: 'DOCWRIGHT_DRAFT_DAYS',
    kind: integer(0, 3650),
    default: '90',
    doc: 'Days after which a draft of the editor that nobody has changed is removed; 0 for never. Its authors are notified a week in advance.',
  },
  jobDays: {
    environment: 'DOCWRIGHT_JOB_DAYS',
    kind: integer(1, 3_650),
    default: '365',
    doc: 'Days for which an ended agent job is stored after its last change, with its events and answers: 1 to 3650. Jobs with open pull requests are not deleted. Exports are stored like deployments: at least DOCWRIGHT_KEEP_DEPLOYMENTS completed ones per project, and all from the last DOCWRIGHT_KEEP_DEPLOYMENT_DAYS.',
  },
  mirrorMegabytes: {
    environment: 'DOCWRIGHT_MIRROR_MEGABYTES',
    kind: integer(1, 100_000_000),
    default: '2000',
    doc: 'Disk space of one data folder for repository mirrors. Above it, the least recently used mirrors are deleted, except those used in the last hour; the next job fetches the repository again.',
  },
  mirrorDays: {
    environment: 'DOCWRIGHT_MIRROR_DAYS',
    kind: integer(1, 3_650),
    default: '30',
    doc: 'Days for which a repository mirror is stored after its last use: 1 to 3650.',
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
    doc: 'Size at which `docwright up` renames its log file from docwright.log to docwright.log.1 and starts a new one.',
  },
  logFiles: {
    environment: 'DOCWRIGHT_LOG_FILES',
    kind: integer(1, 1_000),
    default: '5',
    doc: 'Number of log files to keep, including the current one; the oldest is deleted.',
  },
} as const satisfies SettingTable;
