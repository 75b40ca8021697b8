import type { WebhookDeliveryStatus } from '@docwright/contract';
import { sql, type Insertable, type Transaction, type UpdateObject } from 'kysely';
import { daysAgo, ownedRows, type Queryable } from '../../../platform/database/index.ts';
import type { AttemptRow, DeliveryRow, EndpointRow, WebhookTables } from './tables.ts';

type Db = Queryable<WebhookTables>;
type Endpoints = WebhookTables['webhook_endpoints'];
const touched = { updated_at: sql<Date>`clock_timestamp()` };

/** The database's time, this many seconds from now. */
export const databaseTime = (inSeconds = 0) => sql<Date>`clock_timestamp() + make_interval(secs => ${inSeconds})`;

export async function insertEndpoint(db: Db, row: Insertable<Endpoints>): Promise<EndpointRow> {
  return db.insertInto('webhook_endpoints').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Serializes the creation of an organization's endpoints, so that the limit is exact. */
export async function lockEndpointsOf(tx: Transaction<WebhookTables>, organizationId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`webhook endpoints ${organizationId}`}, 0))`.execute(tx);
}

/** Selects an organization's endpoints, newest first. */
export async function selectEndpoints(db: Db, organizationId: string): Promise<EndpointRow[]> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .execute();
}

export async function selectEndpoint(db: Db, organizationId: string, id: string): Promise<EndpointRow | undefined> {
  return db
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Locks an endpoint before it is changed or its deliveries are ended. New deliveries don't wait for the lock. */
export async function lockEndpoint(tx: Transaction<WebhookTables>, id: string): Promise<EndpointRow | undefined> {
  return tx.selectFrom('webhook_endpoints').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
}

/** Selects a few endpoints of any organization, locked until the transaction ends. */
export async function lockEndpointsAfter(tx: Transaction<WebhookTables>, after: string): Promise<EndpointRow[]> {
  return tx
    .selectFrom('webhook_endpoints')
    .selectAll()
    .where('id', '>', after)
    .orderBy('id')
    .limit(100)
    .forUpdate()
    .execute();
}

/** Stores the same secrets, re-encrypted. `updated_at` stays the same. */
export async function updateSeals(
  tx: Transaction<WebhookTables>,
  id: string,
  seals: Pick<EndpointRow, 'secret' | 'previous_secret' | 'url' | 'sealed_url'>,
): Promise<void> {
  await tx.updateTable('webhook_endpoints').set(seals).where('id', '=', id).execute();
}

export async function updateEndpointRow(
  db: Db,
  id: string,
  change: UpdateObject<WebhookTables, 'webhook_endpoints'>,
): Promise<EndpointRow> {
  return db
    .updateTable('webhook_endpoints')
    .set({ ...change, ...touched })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Returns the deleted endpoint, or `undefined` if it didn't exist. */
export async function deleteEndpointRow(db: Db, organizationId: string, id: string): Promise<EndpointRow | undefined> {
  return db
    .deleteFrom('webhook_endpoints')
    .where('organization_id', '=', organizationId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

/** Endpoints that receive an event, without duplicates. */
export async function selectListening(
  db: Db,
  event: {
    readonly organizationId: string;
    readonly projectId: string | null;
    readonly type: string;
    readonly alsoTo?: readonly string[] | undefined;
  },
): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('organization_id', '=', event.organizationId)
    .where('disabled_at', 'is', null)
    .where(sql<boolean>`(events is null or ${event.type} = any(events) or id = any(${[...(event.alsoTo ?? [])]}))`)
    .where(sql<boolean>`(project_ids is null or ${event.projectId} = any(project_ids))`)
    .execute();
  return rows.map(({ id }) => id);
}

/** Selects those of the given endpoints that exist in the organization and receive events of the project. */
export async function selectReachable(
  db: Db,
  { organizationId, projectId, ids }: { organizationId: string; projectId: string; ids: readonly string[] },
): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('webhook_endpoints')
    .select('id')
    .where('organization_id', '=', organizationId)
    .where('id', 'in', ids)
    .where(sql<boolean>`(project_ids is null or ${projectId} = any(project_ids))`)
    .execute();
  return rows.map(({ id }) => id);
}

export async function insertDelivery(
  db: Db,
  row: Insertable<WebhookTables['webhook_deliveries']>,
): Promise<DeliveryRow> {
  return db
    .insertInto('webhook_deliveries')
    .values({ ...row, next_attempt_at: sql`clock_timestamp()` })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export interface DueDelivery {
  readonly delivery: DeliveryRow;
  readonly endpoint: EndpointRow;
}

/**
 * Selects a delivery that is due for this attempt, or `undefined` if the attempt was already made, or nothing is left
 * to send.
 */
export async function selectDue(db: Db, id: string, attempt: number): Promise<DueDelivery | undefined> {
  const delivery = await db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', id)
    .where('attempts', '=', attempt - 1)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  const endpoint = delivery && (await selectEndpoint(db, delivery.organization_id, delivery.endpoint_id));
  return endpoint && { delivery, endpoint };
}

export interface AttemptEnd {
  readonly status: WebhookDeliveryStatus;
  readonly error: string | null;
  /** Milliseconds until the next attempt; null after the last one. */
  readonly nextInMs: number | null;
}

/** Returns false if another worker wrote this attempt, or the delivery ended in the meantime. */
export async function endAttempt(
  tx: Transaction<WebhookTables>,
  made: Pick<AttemptRow, 'delivery_id' | 'attempt'>,
  end: AttemptEnd,
): Promise<boolean> {
  const now = sql<Date>`clock_timestamp()`;
  const updated = await tx
    .updateTable('webhook_deliveries')
    .set({
      attempts: made.attempt,
      status: end.status,
      error: end.error,
      next_attempt_at: end.nextInMs === null ? null : sql<Date>`clock_timestamp() + ${end.nextInMs} * interval '1 ms'`,
      ended_at: end.status === 'pending' ? null : now,
    })
    .where('id', '=', made.delivery_id)
    .where('attempts', '=', made.attempt - 1)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

export async function insertAttempt(tx: Transaction<WebhookTables>, row: AttemptRow): Promise<void> {
  await tx.insertInto('webhook_attempts').values(row).execute();
}

export async function clearFailing(tx: Transaction<WebhookTables>, id: string): Promise<void> {
  await tx
    .updateTable('webhook_endpoints')
    .set({ failing_since: null })
    .where('id', '=', id)
    .where('failing_since', 'is not', null)
    .execute();
}

/** Marks an endpoint as failing. Returns since when and for how long it has failed, by the database's clock. */
export async function markFailing(
  tx: Transaction<WebhookTables>,
  id: string,
): Promise<{ readonly since: Date; readonly forMs: number }> {
  return tx
    .updateTable('webhook_endpoints')
    .set({ failing_since: sql`coalesce(failing_since, clock_timestamp())` })
    .where('id', '=', id)
    .returning([
      sql<Date>`failing_since`.as('since'),
      sql<number>`(extract(epoch from clock_timestamp() - failing_since) * 1000)::float8`.as('forMs'),
    ])
    .executeTakeFirstOrThrow();
}

/** Fails all pending deliveries to an endpoint. */
export async function failPending(tx: Transaction<WebhookTables>, endpointId: string, error: string): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ status: 'failed', error, next_attempt_at: null, ended_at: sql`clock_timestamp()` })
    .where('endpoint_id', '=', endpointId)
    .where('status', '=', 'pending')
    .execute();
}

export async function deleteOldDeliveries(
  tx: Transaction<WebhookTables>,
  endpointId: string,
  keepDays: number,
): Promise<void> {
  await tx
    .deleteFrom('webhook_deliveries')
    .where('endpoint_id', '=', endpointId)
    .where('created_at', '<', daysAgo(keepDays))
    .where('status', '!=', 'pending')
    .execute();
}

/** Deletes ended deliveries of every endpoint, including those without new deliveries. */
export async function deleteEndedDeliveries(db: Db, keepDays: number): Promise<void> {
  await sql`
    delete from webhook_deliveries as d using webhook_endpoints as e
    where d.endpoint_id = e.id and d.status <> 'pending'
      and d.created_at < ${daysAgo(keepDays)}`.execute(db);
}

export async function selectDelivery(db: Db, endpointId: string, id: string): Promise<DeliveryRow | undefined> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', endpointId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Selects deliveries, newest first. `after` is the last ID of the previous page. */
export async function selectDeliveries(
  db: Db,
  filter: {
    readonly endpointId: string;
    readonly status: WebhookDeliveryStatus | undefined;
    readonly after: string | undefined;
    readonly limit: number;
  },
): Promise<DeliveryRow[]> {
  return db
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('endpoint_id', '=', filter.endpointId)
    .$if(filter.status !== undefined, (query) => query.where('status', '=', filter.status ?? 'pending'))
    .$if(filter.after !== undefined, (query) =>
      query.where(
        sql<boolean>`(created_at, id) < (select created_at, id from webhook_deliveries where id = ${filter.after})`,
      ),
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(filter.limit)
    .execute();
}

/** Selects a delivery's attempts, oldest first. */
export async function selectAttempts(db: Db, deliveryId: string): Promise<AttemptRow[]> {
  return db
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', deliveryId)
    .orderBy('attempt')
    .execute();
}

export const webhookDeliveryRows = ownedRows({ table: 'webhook_deliveries', column: 'organization_id', key: 'id' });

export const webhookEndpointRows = ownedRows({ table: 'webhook_endpoints', column: 'organization_id', key: 'id' });

/** Disables the endpoints of an organization that is being deleted, so that they get no more events. */
export async function disableEndpoints(db: Db, organizationId: string, reason: string): Promise<void> {
  await sql`update webhook_endpoints set disabled_at = clock_timestamp(), disabled_reason = ${reason}
    where organization_id = ${organizationId} and disabled_at is null`.execute(db);
}
