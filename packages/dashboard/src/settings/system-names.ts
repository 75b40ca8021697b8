import { hostKinds } from '../code-hosts/host-kinds.ts';

/** Names of queues for people. */
const queueNames: Readonly<Record<string, string>> = {
  'agent-jobs': 'Agent jobs',
  'branch-hints': 'Reports of pushes',
  'code-host-events': 'Events of code hosts',
  deletions: 'Deletions of projects and organizations',
  deployments: 'Deployments',
  'export-jobs': 'Exports',
  'notification-mails': 'Notification emails',
  'pull-request-hints': 'Reports of pull requests',
  'pull-request-reports': 'Deployment statuses for code hosts',
  'webhook-deliveries': 'Webhook deliveries',
};

/** @param name of the API, such as `agent-jobs`. An unknown one, of a newer service, becomes words. */
export function nameQueue(name: string): string {
  const words = name.replaceAll('-', ' ');
  return queueNames[name] ?? words.charAt(0).toUpperCase() + words.slice(1);
}

/** @param name of the API: `embedded`, or the kind of a code host */
export function nameCodeHost(name: string): string {
  if (name === 'embedded') return 'Embedded code host';
  return Object.entries(hostKinds).find(([kind]) => kind === name)?.[1].label ?? name;
}
