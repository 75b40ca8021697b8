import { notificationKinds, roles, type NotificationKind, type Role, type Scope } from '@docwright/contract';
import { coversScope } from '../../../platform/http/index.ts';
import { scopesOfRole } from '../../identity/accounts/index.ts';

interface KindRules {
  /** Only people with this scope are notified: a notice contains only data that the scope lets them read. */
  readonly scope: Scope;
  /** Roles that are notified in the dashboard by default. */
  readonly inApp: readonly Role[];
  /** Roles that are notified by mail by default. */
  readonly mail: readonly Role[];
}

const admins: readonly Role[] = ['owner', 'admin'];

const rulesOfKind: Readonly<Record<NotificationKind, KindRules>> = {
  'agent.job.ended': { scope: 'agent-jobs:read', inApp: roles, mail: [] },
  'deployment.failed': { scope: 'deployments:read', inApp: admins, mail: admins },
  'budget.threshold_reached': { scope: 'organization:read', inApp: admins, mail: admins },
  // Readers write a lot of feedback, so only people who opt in are notified.
  'feedback.created': { scope: 'analytics:read', inApp: [], mail: [] },
  'draft.expiring': { scope: 'content:read', inApp: roles, mail: roles },
  'comment.mentioned': { scope: 'content:read', inApp: roles, mail: roles },
  'comment.replied': { scope: 'content:read', inApp: roles, mail: roles },
  'member.joined': { scope: 'members:write', inApp: admins, mail: [] },
  'webhook.disabled': { scope: 'webhooks:read', inApp: admins, mail: admins },
};

const maySee = (role: Role, kind: NotificationKind): boolean =>
  coversScope(scopesOfRole[role], rulesOfKind[kind].scope);

/** Returns the kinds that a role can see, in the order in which the settings are shown. */
export const kindsOfRole = (role: Role): NotificationKind[] => notificationKinds.filter((kind) => maySee(role, kind));

export interface Audience {
  readonly roles: readonly Role[];
  readonly inApp: readonly Role[];
  readonly mail: readonly Role[];
}

export function audienceOf(kind: NotificationKind): Audience {
  const { inApp, mail } = rulesOfKind[kind];
  return { roles: roles.filter((role) => maySee(role, kind)), inApp, mail };
}
