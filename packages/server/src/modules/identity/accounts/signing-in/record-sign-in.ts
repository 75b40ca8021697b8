import type { Queryable } from '../../../../platform/database/index.ts';
import type { RequestOrigin } from '../../../../platform/http/index.ts';
import { recordAuditEvent } from '../../../foundation/audit-log/index.ts';
import { findFirstOrganization } from '../../organizations/index.ts';
import { selectMemberships } from '../member-store.ts';
import type { AccountTables } from '../tables.ts';

export interface AccountEvent {
  readonly action: string;
  readonly result?: 'success' | 'refused';
  readonly details?: Readonly<Record<string, unknown>>;
  /** Null if the event follows from another one with an origin. */
  readonly origin: RequestOrigin | null;
}

/** Records a person's action on their own account in each of their organizations' logs. */
export async function recordAccountEvent(
  db: Queryable<AccountTables>,
  user: { readonly id: string; readonly email: string },
  event: AccountEvent,
): Promise<void> {
  const memberships = await selectMemberships(db, user.id);
  const organizations = memberships.map(({ organizationId }) => organizationId);
  if (organizations.length === 0) organizations.push(...(await listFirstOrganization(db)));
  const { origin, ...entry } = event;
  for (const organizationId of organizations) {
    const author = { organizationId, actor: { kind: 'user' as const, id: user.id, name: user.email }, origin };
    await recordAuditEvent(db, author, { ...entry, target: { kind: 'user', id: user.id, name: user.email } });
  }
}

/** Records an attempt by a person without an account in the installation's own organization. */
export async function recordUnknownUser(
  db: Queryable<AccountTables>,
  email: string,
  event: AccountEvent,
): Promise<void> {
  const { origin, ...entry } = event;
  for (const organizationId of await listFirstOrganization(db)) {
    const author = { organizationId, actor: { kind: 'anonymous' as const, id: null, name: email }, origin };
    await recordAuditEvent(db, author, entry);
  }
}

async function listFirstOrganization(db: Queryable<AccountTables>): Promise<string[]> {
  const organization = await findFirstOrganization(db);
  return organization === undefined ? [] : [organization.id];
}
