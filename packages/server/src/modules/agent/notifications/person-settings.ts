import type { NotificationSetting, NotificationSettings, Role } from '@docwright/contract';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import type { Principal } from '../../../platform/http/index.ts';
import { recordAuditEvent } from '../../foundation/audit-log/index.ts';
import { kindNamedTwice, kindNotOfRole, noLongerMember } from './errors.ts';
import { audienceOf, kindsOfRole } from './kinds.ts';
import { selectAddress, selectSettings, upsertSettings, type Person } from './store.ts';
import type { NotificationTables } from './tables.ts';

/** A person with their current role. */
export interface PresentPerson extends Person {
  readonly role: Role;
}

/** @param hasMail whether the installation has a mail server */
export async function readSettings(
  db: Queryable<NotificationTables>,
  person: PresentPerson,
  hasMail: boolean,
): Promise<NotificationSettings> {
  const { role, userId } = person;
  const chosen = new Map((await selectSettings(db, person)).map((row) => [row.kind, row]));
  const address = await selectAddress(db, userId);
  const obstacle = address?.isConfirmed === true ? null : 'address_unconfirmed';
  return {
    settings: kindsOfRole(role).map((kind) => {
      const row = chosen.get(kind);
      const defaults = audienceOf(kind);
      return {
        kind,
        inApp: row?.in_app ?? defaults.inApp.includes(role),
        mail: row?.mail ?? defaults.mail.includes(role),
      };
    }),
    email: address?.email ?? '',
    mailObstacle: hasMail ? obstacle : 'not_configured',
  };
}

/** @throws ApiError invalid_request, insufficient_scope, not_found */
export async function changeSettings(
  { kysely }: Database<NotificationTables>,
  principal: Principal,
  { person, settings }: { readonly person: PresentPerson; readonly settings: readonly NotificationSetting[] },
): Promise<void> {
  const allowed = kindsOfRole(person.role);
  const seen = new Set<string>();
  for (const { kind } of settings) {
    if (seen.has(kind)) throw kindNamedTwice(kind);
    seen.add(kind);
    if (!allowed.includes(kind)) throw kindNotOfRole(kind, person.role);
  }
  await kysely.transaction().execute(async (tx) => {
    if (!(await upsertSettings(tx, person, settings))) throw noLongerMember();
    const target = { kind: 'user', id: person.userId, name: principal.actor.name };
    const details = Object.fromEntries(settings.map(({ kind, inApp, mail }) => [kind, { inApp, mail }]));
    await recordAuditEvent(tx, principal, { action: 'notification_settings.updated', target, details });
  });
}
