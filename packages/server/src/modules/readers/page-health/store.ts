import { sql, type RawBuilder, type Transaction } from 'kysely';
import { toStorableJson, type Queryable } from '../../../platform/database/index.ts';
import type { Verdict } from './check-link.ts';
import type { PageHealthTables } from './tables.ts';

type Db = Queryable<PageHealthTables>;

/** A link is broken if two checks at least this far apart fail. */
const brokenAfter = sql`interval '12 hours'`;
export const isBroken = sql`gone_at >= gone_since + ${brokenAfter}`;
/** Whether the site of the project at `project_id` of a table is live. */
const isLive = (projectId: RawBuilder<unknown>): RawBuilder<unknown> => sql`exists (
  select from live_sites where live_sites.project_id = ${projectId} and is_open)`;

export interface LiveBundle {
  readonly projectId: string;
  readonly bundleId: string;
  readonly blobKey: string;
  readonly sizeBytes: number;
  readonly createdAt: Date;
}

/** Selects live sites whose pages haven't been read since their last deployment. */
export async function selectUnreadSites(db: Db, now: Date, limit: number): Promise<LiveBundle[]> {
  const { rows } = await sql<LiveBundle>`
    select live.project_id as "projectId", live.bundle_id as "bundleId", live.blob_key as "blobKey",
      live.size_bytes::float8 as "sizeBytes", live.bundle_created_at as "createdAt"
    from live_sites as live left join page_health_sites as known on known.project_id = live.project_id
    where live.is_open and live.bundle_id is not null and known.bundle_id is distinct from live.bundle_id
      and (known.claimed_until is null or known.claimed_until <= ${now})
    order by live.bundle_created_at limit ${limit}`.execute(db);
  return rows;
}

/** Claims a site. Returns false if another worker has claimed it. */
export async function claimSite(
  db: Db,
  projectId: string,
  { now, until }: { readonly now: Date; readonly until: Date },
): Promise<boolean> {
  const { rows } = await sql`
    insert into page_health_sites as known (project_id, seen_at, claimed_until)
    select id, ${now}::timestamptz, ${until}::timestamptz from shared_projects where id = ${projectId}
    on conflict (project_id) do update set claimed_until = excluded.claimed_until, seen_at = excluded.seen_at
      where known.claimed_until <= ${now}
    returning project_id`.execute(db);
  return rows.length === 1;
}

export interface ReadPage {
  readonly path: string;
  readonly title: string;
  /** SHA-256 in hex. */
  readonly digest: string;
}

export interface ReadLink {
  readonly url: string;
  readonly host: string;
  readonly pages: readonly string[];
  readonly pageCount: number;
}

export interface ReadSite {
  readonly pages: readonly ReadPage[];
  readonly links: readonly ReadLink[];
  readonly complete: boolean;
}

/** Replaces the data about the site, except for links and pages that still exist. */
export async function saveSite(
  tx: Transaction<PageHealthTables>,
  { projectId, bundleId, createdAt }: LiveBundle,
  { pages, links, complete }: ReadSite,
  now: Date,
): Promise<void> {
  const { rows } = await sql<{ isFirst: boolean }>`
    select bundle_id is null as "isFirst" from page_health_sites where project_id = ${projectId} for update`.execute(
    tx,
  );
  const [site] = rows;
  // The project was deleted in the meantime.
  if (site === undefined) return;
  await sql`
    insert into page_health_pages as known (project_id, path, title, bundle_id, digest, unchanged_since, added_at)
    select ${projectId}, path, title, ${bundleId}, decode(digest, 'hex'), ${createdAt}::timestamptz,
      ${site.isFirst ? null : createdAt}::timestamptz
    from jsonb_to_recordset(${toStorableJson(pages)}::jsonb) as page (path text, title text, digest text)
    on conflict (project_id, path) do update set title = excluded.title, bundle_id = excluded.bundle_id, digest = excluded.digest,
      unchanged_since = case when known.digest = excluded.digest then known.unchanged_since else excluded.unchanged_since end`.execute(
    tx,
  );
  await sql`
    insert into page_health_links (project_id, url, host, bundle_id, pages, page_count, due_at)
    select ${projectId}, url, host, ${bundleId}, pages, "pageCount", ${now}::timestamptz
    from jsonb_to_recordset(${toStorableJson(links)}::jsonb) as link (url text, host text, pages jsonb, "pageCount" integer)
    on conflict (project_id, url) do update set bundle_id = excluded.bundle_id, pages = excluded.pages,
      page_count = excluded.page_count`.execute(tx);
  for (const table of ['page_health_pages', 'page_health_links'] as const)
    await sql`
      delete from ${sql.table(table)} where project_id = ${projectId} and bundle_id <> ${bundleId}`.execute(tx);
  await sql`
    update page_health_sites set bundle_id = ${bundleId}, complete = ${complete}, seen_at = ${now}, claimed_until = ${now}
    where project_id = ${projectId}`.execute(tx);
}

/** Marks the sites that are live now. */
export async function touchLiveSites(db: Db, now: Date): Promise<void> {
  await sql`
    update page_health_sites set seen_at = ${now}::timestamptz
    where seen_at < ${now}::timestamptz - interval '1 hour' and ${isLive(sql`page_health_sites.project_id`)}`.execute(
    db,
  );
}

/** Deletes all data about sites that haven't been live for this many days. */
export async function deleteOldPageHealth(db: Db, days: number): Promise<void> {
  await sql`delete from page_health_sites where seen_at < now() - make_interval(days => ${days}::int)`.execute(db);
  await sql`delete from page_health_hosts where next_at < now() - interval '1 hour'`.execute(db);
}

export interface DueLink {
  readonly projectId: string;
  readonly url: string;
  readonly host: string;
}

/**
 * Selects links that are due for a check, and leases them to this worker. Each project and each host has a share, so
 * that one with thousands of links doesn't delay the others.
 */
export async function takeDueLinks(
  db: Db,
  share: {
    readonly now: Date;
    readonly until: Date;
    readonly limit: number;
    /** If there are more sites, they are chosen at random, which needs no state. */
    readonly sites: number;
    readonly perProject: number;
    readonly perHost: number;
  },
): Promise<DueLink[]> {
  const { rows } = await sql<DueLink>`
    with chosen as (
      select project_id from page_health_sites as known
      where exists (select from page_health_links as links where links.project_id = known.project_id and links.due_at <= ${share.now})
        and ${isLive(sql`known.project_id`)}
      order by random() limit ${share.sites}
    ), ranked as (
      select due.project_id, due.url, due.due_at, row_number() over (partition by due.host order by due.due_at, due.url) as place
      from chosen
      cross join lateral (
        select project_id, url, host, due_at from page_health_links
        where project_id = chosen.project_id and due_at <= ${share.now} order by due_at limit ${share.perProject}
      ) as due
    ), picked as (
      select project_id, url from ranked where place <= ${share.perHost} order by due_at limit ${share.limit}
    ), locked as (
      select links.project_id, links.url from page_health_links as links join picked using (project_id, url)
      where links.due_at <= ${share.now} for update of links skip locked
    )
    update page_health_links as links set due_at = ${share.until}
    from locked where links.project_id = locked.project_id and links.url = locked.url
    returning links.project_id as "projectId", links.url, links.host`.execute(db);
  return rows;
}

/**
 * Reserves a request to a host. Returns the milliseconds until the host may be contacted, or `undefined` if that is
 * more than `mostMs`. All workers together keep the interval.
 */
export async function takeHostTurn(
  db: Db,
  host: string,
  { gapMs, mostMs }: { readonly gapMs: number; readonly mostMs: number },
): Promise<number | undefined> {
  const gap = sql`make_interval(secs => ${gapMs / 1000}::float8)`;
  const { rows } = await sql<{ wait: number }>`
    insert into page_health_hosts as hosts (host, next_at) values (${host}, clock_timestamp() + ${gap})
    on conflict (host) do update set next_at = greatest(hosts.next_at, clock_timestamp()) + ${gap}
      where hosts.next_at <= clock_timestamp() + make_interval(secs => ${mostMs / 1000}::float8)
    returning (extract(epoch from next_at - ${gap} - clock_timestamp()) * 1000)::float8 as wait`.execute(db);
  const [row] = rows;
  return row && Math.max(0, row.wait);
}

/** Whether any host responded recently. If none did, a name that can't be resolved may still exist. */
export async function hasAnyHostResponded(db: Db, now: Date): Promise<boolean> {
  const { rows } = await sql<{ heard: boolean }>`
    select exists (select from page_health_links where heard_at > ${now}::timestamptz - interval '8 days') as heard`.execute(
    db,
  );
  return rows[0]?.heard ?? false;
}

/** Saves the result of a check; an inconclusive one changes nothing. */
export async function saveVerdict(
  db: Db,
  { projectId, url }: DueLink,
  { outcome, reason, hasResponded }: Verdict,
  now: Date,
): Promise<void> {
  const at = sql`${now}::timestamptz`;
  const change = {
    answers: sql`gone_since = null, gone_at = null, gone_reason = null, due_at = ${at} + interval '7 days'`,
    gone: sql`gone_since = coalesce(gone_since, ${at}), gone_at = ${at}, gone_reason = ${reason},
      due_at = ${at} + case when gone_since <= ${at} - ${brokenAfter} then interval '1 day' else ${brokenAfter} end`,
    unknown: sql`due_at = ${at} + interval '1 day'`,
  }[outcome];
  await sql`
    update page_health_links set outcome = ${outcome}, reason = ${reason}, checked_at = ${at},
      heard_at = case when ${hasResponded}::boolean then ${at} else heard_at end, ${change}
    where project_id = ${projectId} and url = ${url}`.execute(db);
}

export interface SiteFacts {
  readonly complete: boolean;
  readonly links: number;
  /** Number of links whose server has responded to the last check. */
  readonly checked: number;
}

/** Selects facts about a live site. Returns `undefined` until the site has been read. */
export async function selectSiteFacts(db: Db, projectId: string): Promise<SiteFacts | undefined> {
  const { rows } = await sql<SiteFacts>`
    select complete, count(links.url)::int as links, count(*) filter (where links.checked_at is not null and links.outcome <> 'unknown')::int as checked
    from page_health_sites as known left join page_health_links as links using (project_id)
    where project_id = ${projectId} and known.bundle_id is not null and ${isLive(sql`known.project_id`)} group by complete`.execute(
    db,
  );
  return rows[0];
}

export interface BrokenLink {
  readonly url: string;
  readonly reason: string;
  readonly pages: readonly string[];
  readonly pageCount: number;
  readonly goneSince: Date;
  readonly goneAt: Date;
}

/** Selects broken links, starting with those on the most pages. */
export async function selectBrokenLinks(
  db: Db,
  projectId: string,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<BrokenLink[]> {
  const { rows } = await sql<BrokenLink>`
    select url, gone_reason as reason, pages, page_count as "pageCount", gone_since as "goneSince", gone_at as "goneAt"
    from page_health_links where project_id = ${projectId} and gone_since is not null and ${isBroken}
    order by page_count desc, url limit ${limit} offset ${offset}`.execute(db);
  return rows;
}

export interface KnownPage {
  readonly path: string;
  readonly title: string;
  readonly unchangedSince: Date;
  readonly addedAt: Date | null;
}

export async function selectPages(db: Db, projectId: string): Promise<KnownPage[]> {
  const { rows } = await sql<KnownPage>`
    select path, title, unchanged_since as "unchangedSince", added_at as "addedAt" from page_health_pages
    where project_id = ${projectId} order by path`.execute(db);
  return rows;
}

export async function selectPage(db: Db, projectId: string, path: string): Promise<KnownPage | undefined> {
  const { rows } = await sql<KnownPage>`
    select path, title, unchanged_since as "unchangedSince", added_at as "addedAt" from page_health_pages
    where project_id = ${projectId} and path = ${path}`.execute(db);
  return rows[0];
}

/**
 * Selects the times at which the text of pages was added or last changed. Pages without a known change are omitted:
 * pages of the first bundle that was read are at least as old as the bundle.
 */
export async function selectChangedPages(
  db: Db,
  projectId: string,
  paths: readonly string[],
): Promise<{ readonly path: string; readonly changedAt: Date }[]> {
  const { rows } = await sql<{ path: string; changedAt: Date }>`
    select path, unchanged_since as "changedAt" from page_health_pages
    where project_id = ${projectId} and path = any(${paths}::text[]) and (
      added_at is not null or
      unchanged_since > (select min(unchanged_since) from page_health_pages where project_id = ${projectId}))`.execute(
    db,
  );
  return rows;
}

/** Selects the broken links of one page, if it is among the pages listed for them. */
export async function selectBrokenLinksOfPage(
  db: Db,
  { projectId, path, limit }: { readonly projectId: string; readonly path: string; readonly limit: number },
): Promise<Pick<BrokenLink, 'url' | 'reason' | 'goneSince'>[]> {
  const { rows } = await sql<Pick<BrokenLink, 'url' | 'reason' | 'goneSince'>>`
    select url, gone_reason as reason, gone_since as "goneSince"
    from page_health_links where project_id = ${projectId} and gone_since is not null and ${isBroken} and pages ? ${path}
    order by gone_since, url limit ${limit}`.execute(db);
  return rows;
}
