import { sql, type Insertable, type Transaction, type Updateable } from 'kysely';
import type { Queryable } from '../../../platform/database/index.ts';
import type { AutomationRow, AutomationTables, Heads } from './tables.ts';

type Db = Queryable<AutomationTables>;
type Tx = Transaction<AutomationTables>;

export interface AutomationName {
  readonly organizationId: string;
  readonly projectId: string;
  readonly id: string;
}

export async function insertAutomation(
  tx: Tx,
  row: Insertable<AutomationTables['automations']>,
): Promise<AutomationRow> {
  return tx.insertInto('automations').values(row).returningAll().executeTakeFirstOrThrow();
}

/** Prevents other transactions from adding an automation to the project until this one ends. */
export async function lockAutomationsOf(tx: Tx, projectId: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`automations ${projectId}`}, 0))`.execute(tx);
}

export async function countAutomations(db: Db, projectId: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from automations where project_id = ${projectId}`.execute(db);
  return rows[0]?.n ?? 0;
}

/** Returns the project's automations, oldest first. */
export async function selectAutomations(db: Db, organizationId: string, projectId: string): Promise<AutomationRow[]> {
  return db
    .selectFrom('automations')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export async function selectAutomation(db: Db, name: AutomationName): Promise<AutomationRow | undefined> {
  return db
    .selectFrom('automations')
    .selectAll()
    .where('id', '=', name.id)
    .where('organization_id', '=', name.organizationId)
    .where('project_id', '=', name.projectId)
    .executeTakeFirst();
}

/** Finds an automation by its ID alone, for workers and senders of events, who don't name its project. */
export async function selectAutomationById(db: Db, id: string): Promise<AutomationRow | undefined> {
  return db.selectFrom('automations').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Locks the row until the transaction ends, so that starting, changing and deleting an automation are serialized. */
export async function lockAutomation(tx: Tx, id: string): Promise<AutomationRow | undefined> {
  return tx.selectFrom('automations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
}

export async function updateAutomation(
  tx: Tx,
  id: string,
  change: Updateable<AutomationTables['automations']>,
): Promise<AutomationRow> {
  return tx
    .updateTable('automations')
    .set({ ...change, updated_at: sql<Date>`clock_timestamp()` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteAutomationRow(tx: Tx, id: string): Promise<void> {
  await tx.deleteFrom('automations').where('id', '=', id).execute();
}

/** Returns the organization's members with these email addresses. Other addresses are ignored. */
export async function selectMembersByEmail(
  db: Db,
  organizationId: string,
  emails: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select users.id from shared_members as members join shared_users as users on users.id = members.user_id
    where members.organization_id = ${organizationId} and users.email = any(${emails.map((email) => email.toLowerCase())})
    order by users.id`.execute(db);
  return rows.map(({ id }) => id);
}

export async function updateWaitingFor(db: Db, id: string, waitingFor: string | null): Promise<void> {
  await sql`
    update automations set waiting_for = ${waitingFor}
    where id = ${id} and waiting_for is distinct from ${waitingFor}`.execute(db);
}

export async function updateHeads(tx: Tx, id: string, heads: Heads): Promise<void> {
  await tx
    .updateTable('automations')
    .set({ heads: JSON.stringify(heads) })
    .where('id', '=', id)
    .execute();
}

/** Returns due automations and locks their rows, so that other workers skip them. */
export async function takeDue(tx: Tx, now: Date, limit: number): Promise<AutomationRow[]> {
  return tx
    .selectFrom('automations')
    .selectAll()
    .where('enabled', '=', true)
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function updateDue(tx: Tx, id: string, dueAt: Date | null): Promise<void> {
  await tx.updateTable('automations').set({ due_at: dueAt }).where('id', '=', id).execute();
}

/** Makes automations that follow branches of the repository due now, because the branches may have moved. */
export async function hastenFollowers(
  db: Db,
  {
    organizationId,
    repository,
    now,
  }: { readonly organizationId: string; readonly repository: string; readonly now: Date },
): Promise<void> {
  await sql`
    update automations set due_at = ${now}
    where organization_id = ${organizationId} and enabled and trigger_type in ('content_update', 'code_change')
      and due_at > ${now}
      and exists (select from jsonb_object_keys(heads) as followed where starts_with(followed, ${`${repository} `}))`.execute(
    db,
  );
}

/** Returns the next automations with a secret, in any organization, locked until the transaction ends. */
export async function lockSecretsAfter(tx: Tx, after: string): Promise<AutomationRow[]> {
  return tx
    .selectFrom('automations')
    .selectAll()
    .where('id', '>', after)
    .where('secret', 'is not', null)
    .orderBy('id')
    .limit(100)
    .forUpdate()
    .execute();
}

/** Stores a new encryption of the same secret. */
export async function updateSeal(tx: Tx, id: string, secret: string): Promise<void> {
  await tx.updateTable('automations').set({ secret }).where('id', '=', id).execute();
}
