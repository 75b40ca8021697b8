import type { Scope } from '../accounts/me.ts';

/** The permissions of each scope, in display order. `admin` is a separate choice. */
export const scopeLabels: Readonly<Record<Exclude<Scope, 'admin'>, string>> = {
  'agent-jobs:read': 'See agent jobs',
  'agent-jobs:write': 'Start and change agent jobs',
  'exports:read': 'See exports',
  'exports:write': 'Start exports and download bundles',
  'deployments:read': 'See deployments and previews',
  'deployments:write': 'Deploy, promote, roll back and delete previews',
  'content:read': 'Read pages and drafts',
  'content:write': 'Change drafts',
  'content:publish': 'Publish drafts and create pull requests',
  'projects:read': 'See projects',
  'projects:write': 'Create, change and delete projects',
  'repositories:read': 'See repositories',
  'repositories:write': 'Create, push to and delete repositories',
  'webhooks:read': 'See webhooks',
  'webhooks:write': 'Create and change webhooks',
  'organization:read': 'See the organization',
  'organization:write': 'Change the organization',
  'api-keys:read': 'See API keys',
  'api-keys:write': 'Create and revoke API keys',
  'members:read': 'See members',
  'members:write': 'Invite, change and remove members, and set their reader groups',
  'audit:read': 'Read the audit log',
  'system:read': 'See the installation’s state',
  'discovery:read': 'Search live sites and read their pages',
  'analytics:read': 'See analytics, searches and feedback of live sites',
  'analytics:write': 'Handle readers’ feedback, and see the email addresses they left',
  'analytics-events:write': 'Upload reader events from your own hosts',
  'metrics:read': 'Read metrics',
};

export const describeScope = (scope: Scope): string => (scope === 'admin' ? 'Everything' : scopeLabels[scope]);
