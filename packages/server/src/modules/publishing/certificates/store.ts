import { sql, type Transaction } from 'kysely';
import { toStorableText, type Queryable } from '../../../platform/database/index.ts';
import type { CertificateRow, CertificateTables } from './tables.ts';

type Tables = CertificateTables;
type Tx = Transaction<Tables>;
type Db = Queryable<Tables>;

/** Locks the orders, so that all edges' orders are counted one after another. */
export async function lockOrders(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('acme_orders', 0))`.execute(tx);
}

/**
 * Adds a row for each verified domain that resolves to this installation. Deletes the rows of domains without a valid
 * claim.
 */
export async function followClaims(tx: Tx, now: Date): Promise<void> {
  await sql`
    delete from site_certificates as c where not exists (
      select from claimed_domains as d where d.domain = c.domain and d.project_id = c.project_id)`.execute(tx);
  await sql`
    insert into site_certificates (domain, organization_id, project_id, next_order_at)
    select d.domain, d.organization_id, d.project_id, ${now} from claimed_domains as d
    join shared_projects as p on p.id = d.project_id and p.deployment_kind = 'cloud'
    where d.leads_here
    on conflict (domain) do nothing`.execute(tx);
}

export interface PastOrder {
  readonly organizationId: string;
  readonly orderedAt: Date;
}

/** Selects the orders since a time, oldest first, and deletes earlier ones. */
export async function selectOrders(tx: Tx, since: Date): Promise<PastOrder[]> {
  await sql`delete from acme_orders where ordered_at <= ${since}`.execute(tx);
  const { rows } = await sql<PastOrder>`
    select organization_id as "organizationId", ordered_at as "orderedAt" from acme_orders order by ordered_at, id`.execute(
    tx,
  );
  return rows;
}

/** Records why due orders of one organization, or of all (null), must wait, and until when. */
export async function postponeDue(
  tx: Tx,
  {
    now,
    until,
    reason,
    organizationId,
  }: {
    readonly now: Date;
    readonly until: Date;
    readonly reason: string;
    readonly organizationId: string | null;
  },
): Promise<void> {
  await sql`
    update site_certificates set status = 'postponed', reason = ${reason}, next_order_at = ${until}
    where (${organizationId}::text is null or organization_id = ${organizationId})
      and (next_order_at <= ${now} or status = 'postponed' and (reason, next_order_at) is distinct from (${reason}, ${until}::timestamptz))`.execute(
    tx,
  );
}

/**
 * Claims the due domain whose certificate expires first, and postpones it for others until `heldUntil`. A postponed
 * order is due as soon as nothing postpones it anymore, because a limit may have been raised.
 */
export async function takeDue(
  tx: Tx,
  { now, heldUntil, except }: { readonly now: Date; readonly heldUntil: Date; readonly except: readonly string[] },
): Promise<CertificateRow | undefined> {
  const { rows } = await sql<CertificateRow>`
    update site_certificates set next_order_at = ${heldUntil},
      reason = case when status = 'postponed' then null else reason end,
      status = case when status <> 'postponed' then status when sealed is null then 'pending' else 'issued' end
    where domain = (
      select c.domain from site_certificates as c
      join claimed_domains as d on d.domain = c.domain and d.project_id = c.project_id
      where (c.next_order_at <= ${now} or c.status = 'postponed') and d.leads_here and not c.organization_id = any (${except})
      order by c.not_after nulls last, c.next_order_at limit 1)
    returning *`.execute(tx);
  return rows[0];
}

export async function insertOrder(
  tx: Tx,
  { organizationId, domain, now }: { readonly organizationId: string; readonly domain: string; readonly now: Date },
): Promise<void> {
  await sql`insert into acme_orders (organization_id, domain, ordered_at) values (${organizationId}, ${domain}, ${now})`.execute(
    tx,
  );
}

export type CertificateState = Pick<
  CertificateRow,
  'status' | 'reason' | 'sealed' | 'not_after' | 'failures' | 'next_order_at'
>;

/** Returns false if the domain now belongs to another project. */
export async function updateCertificate(
  tx: Tx,
  { domain, project_id: projectId }: Pick<CertificateRow, 'domain' | 'project_id'>,
  state: Partial<CertificateState>,
): Promise<boolean> {
  const reason = typeof state.reason === 'string' ? { reason: toStorableText(state.reason) } : {};
  const { numUpdatedRows } = await tx
    .updateTable('site_certificates')
    .set({ ...state, ...reason })
    .where('domain', '=', domain)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Finds a certificate only for a domain that its project still has. */
export async function selectCertificate(db: Db, domain: string): Promise<CertificateRow | undefined> {
  const { rows } = await sql<CertificateRow>`
    select c.* from site_certificates as c
    join claimed_domains as d on d.domain = c.domain and d.project_id = c.project_id
    where c.domain = ${domain}`.execute(db);
  return rows[0];
}

export async function selectStates(db: Db, projectId: string): Promise<CertificateRow[]> {
  return db.selectFrom('site_certificates').selectAll().where('project_id', '=', projectId).execute();
}

export async function insertChallenge(
  db: Db,
  challenge: {
    readonly token: string;
    readonly domain: string;
    readonly keyAuthorization: string;
    readonly now: Date;
    readonly expiresAt: Date;
  },
): Promise<void> {
  const { token, domain, keyAuthorization, now, expiresAt } = challenge;
  await sql`delete from acme_challenges where expires_at <= ${now}`.execute(db);
  await sql`
    insert into acme_challenges (token, domain, key_authorization, expires_at)
    values (${token}, ${domain}, ${keyAuthorization}, ${expiresAt}) on conflict (token) do nothing`.execute(db);
}

export async function selectChallenge(
  db: Db,
  { token, domain, now }: { readonly token: string; readonly domain: string; readonly now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ answer: string }>`
    select key_authorization as answer from acme_challenges
    where token = ${token} and domain = ${domain} and expires_at > ${now}`.execute(db);
  return rows[0]?.answer;
}

export interface StoredChallenge {
  readonly token: string;
  readonly domain: string;
  readonly answer: string;
}

/** Maximum number of challenges to read, which is more than the number of concurrent open orders. */
const maxChallenges = 1_000;

/** Selects the challenges of open orders, newest first. */
export async function selectChallenges(db: Db, now: Date): Promise<StoredChallenge[]> {
  const { rows } = await sql<StoredChallenge>`
    select token, domain, key_authorization as answer from acme_challenges where expires_at > ${now}
    order by expires_at desc limit ${maxChallenges}`.execute(db);
  return rows;
}

/** Selects all rows with a certificate, locked until the transaction ends. */
export async function selectSealed(
  tx: Tx,
): Promise<(Pick<CertificateRow, 'domain' | 'organization_id' | 'project_id'> & { readonly sealed: string })[]> {
  return tx
    .selectFrom('site_certificates')
    .select(['domain', 'organization_id', 'project_id', 'sealed'])
    .where('sealed', 'is not', null)
    .$narrowType<{ sealed: string }>()
    .forUpdate()
    .execute();
}

export async function selectAccounts(tx: Tx): Promise<{ readonly directory: string; readonly sealed: string }[]> {
  const { rows } = await sql<{ directory: string; sealed: string }>`
    select directory, sealed from acme_accounts for update`.execute(tx);
  return rows;
}

/** Returns the account key that was stored first. */
export async function keepAccount(db: Db, directory: string, sealed: string): Promise<string> {
  const { rows } = await sql<{ sealed: string }>`
    insert into acme_accounts (directory, sealed) values (${directory}, ${sealed})
    on conflict (directory) do update set sealed = acme_accounts.sealed returning sealed`.execute(db);
  return rows[0]?.sealed ?? sealed;
}

export async function replaceAccount(db: Db, directory: string, sealed: string): Promise<void> {
  await sql`update acme_accounts set sealed = ${sealed} where directory = ${directory}`.execute(db);
}

export async function deleteAccount(db: Db, directory: string): Promise<void> {
  await sql`delete from acme_accounts where directory = ${directory}`.execute(db);
}
