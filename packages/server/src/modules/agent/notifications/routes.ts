import { operations } from '@docwright/contract';
import type { Database } from '../../../platform/database/index.ts';
import { readPage, unknownCursor, type OperationRoutes, type Principal } from '../../../platform/http/index.ts';
import { invalidReading, personRequired } from './errors.ts';
import { kindsOfRole } from './kinds.ts';
import { changeSettings, readSettings, type PresentPerson } from './person-settings.ts';
import { countUnread, markRead, markReadUpTo, selectNotifications } from './store.ts';
import type { NotificationTables } from './tables.ts';
import { toNotification } from './to-notification.ts';

export interface NotificationRouteDeps {
  readonly database: Database<NotificationTables>;
  /** Whether the installation has a mail server. */
  readonly hasMail: boolean;
}

/** Registers the routes for users' own notifications: no operation has a parameter for another user. */
export function registerNotificationRoutes(
  routes: OperationRoutes,
  { database, hasMail }: NotificationRouteDeps,
): void {
  const { kysely } = database;
  routes.handle(operations.listNotifications, async ({ principal, query }) => {
    const person = requirePerson(principal);
    const kinds = kindsOfRole(person.role);
    const before = query.cursor === undefined ? undefined : requireCursor(query.cursor);
    const { rows, nextCursor } = await readPage(
      query.limit,
      (limit) => selectNotifications(kysely, person, { kinds, isUnread: query.unread ?? false, before, limit }),
      ({ id }) => String(id),
    );
    const unread = await countUnread(kysely, person, kinds);
    return { notifications: rows.map(toNotification), unread, nextCursor };
  });
  routes.handle(operations.readNotifications, async ({ principal, body: { ids, upTo } }) => {
    const person = requirePerson(principal);
    if (ids !== undefined && upTo === undefined) await markRead(kysely, person, ids);
    else if (ids === undefined && upTo !== undefined) await markReadUpTo(kysely, person, upTo);
    else throw invalidReading();
    return { unread: await countUnread(kysely, person, kindsOfRole(person.role)) };
  });
  routes.handle(operations.getNotificationSettings, ({ principal }) =>
    readSettings(kysely, requirePerson(principal), hasMail),
  );
  routes.handle(operations.setNotificationSettings, async ({ principal, body }) => {
    const person = requirePerson(principal);
    await changeSettings(database, principal, { person, settings: body.settings });
    return readSettings(kysely, person, hasMail);
  });
}

/** @throws ApiError `person_required` */
function requirePerson({ actor, organizationId, role }: Principal): PresentPerson {
  if (actor.kind !== 'user' || role === null) throw personRequired(actor.name);
  return { organizationId, userId: actor.id, role };
}

function requireCursor(cursor: string): string {
  if (/^\d{1,15}$/.test(cursor)) return cursor;
  throw unknownCursor(cursor);
}
