import { hostKinds } from '../code-hosts/host-kinds.ts';

/** Readable names of queues. */
const queueNames: Readonly<Record<string, string>> = {
  'agent-jobs': 'Agent jobs',
  'branch-hints': 'Push reports',
  'code-host-events': 'Events from code hosts',
  deletions: 'Project and organization deletions',
  deployments: 'Deployments',
  'export-jobs': 'Exports',
  'merge-checks': 'Figures of merged pull requests',
  'notification-mails': 'Notification emails',
  'pull-request-hints': 'Pull request reports',
  'pull-request-reports': 'Deployment statuses for code hosts',
  'webhook-deliveries': 'Webhook deliveries',
};

/** @param name name in the API, such as `agent-jobs`. A newer service's unknown names are converted to words. */
export function nameQueue(name: string): string {
  const words = name.replaceAll('-', ' ');
  return queueNames[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param name name in the API: `embedded`, or the kind of a code host */
export function nameCodeHost(name: string): string {
  if (name === 'embedded') return 'Embedded code host';
  return Object.entries(hostKinds).find(([kind]) => kind === name)?.[1].label ?? name;
}

type Sandbox = 'bwrap' | 'process' | 'none';

/** How customers' pages are isolated from the service and each other. */
export const sandboxNames: Readonly<Record<Sandbox, string>> = {
  bwrap: 'Full isolation (bubblewrap)',
  process: 'Weaker isolation: separate processes only',
  none: 'No isolation',
};

const backends: Readonly<Record<string, string>> = {
  external: 'External server',
  embedded: 'Embedded server',
  files: 'Files in the data folder',
  s3: 'S3 bucket',
};

/** @param kind a database's or file store's kind in the API */
export const nameBackend = (kind: string): string => backends[kind] ?? kind;

/** Readable descriptions of limits. The API has only the manual's descriptions of their settings. */
const limitTexts: Readonly<Record<string, string>> = {
  agentConcurrency: 'Per worker. With several organizations, each can use at most half.',
  exportConcurrency: 'Per worker; each uses about one core. With several organizations, each can use at most half.',
  tenantConcurrency: 'Across all workers, for each kind of job. Below this limit, organizations take turns.',
  tenantWaiting: 'For each kind of job. Further jobs are refused, except those started by pushes.',
  linkSeconds: 'How long a link to download a bundle works.',
};

export const describeLimitFor = (name: string, description: string): string => limitTexts[name] ?? description;
