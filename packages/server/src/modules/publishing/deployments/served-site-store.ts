import type { AccessMode, PreviewAccess } from '@docwright/contract';
import type { SiteAccess } from '@docwright/site-access';
import { sql, type RawBuilder } from 'kysely';
import { secondsAgo, type Queryable } from '../../../platform/database/index.ts';
import type { DeploymentTables, SiteTakedown } from './tables.ts';

/** The target of a host name. */
export type HostNameTarget =
  | { readonly kind: 'label'; readonly label: string }
  /** A domain of any project. */
  | { readonly kind: 'domain'; readonly domain: string }
  /** An IP address instead of a name. */
  | { readonly kind: 'default' };

/** The facts that an edge needs about a host name. */
export interface FoundSite {
  readonly projectId: string;
  readonly organizationId: string;
  readonly slug: string;
  readonly environmentId: string;
  readonly kind: 'production' | 'preview';
  readonly label: string | null;
  /** The domain in the site's pages; null for the name below the sites domain. */
  readonly primaryDomain: string | null;
  /** Whether the primary domain resolves to an edge. */
  readonly primaryLeadsHere: boolean;
  readonly published: boolean;
  readonly takedown: SiteTakedown | null;
  /** The readers whom production admits. */
  readonly accessMode: AccessMode;
  /** Whether everyone can read what isn't restricted, even though the mode isn't public. */
  readonly signInOptional: boolean;
  /** Null for the installation's default. */
  readonly previewAccess: PreviewAccess | null;
  /** Preview passwords that grant access. */
  readonly passwordIds: readonly string[];
  readonly activatedAt: Date | null;
  /** Access to production, with the data that an edge needs to check it; `undefined` if everyone has access. */
  readonly access?: SiteAccess | undefined;
  /** Origin to which readers of this name are redirected. */
  readonly redirectTo?: string | undefined;
  /** Null until something is live. */
  readonly deploymentId: string | null;
  readonly blobKey: string | null;
  readonly sha256: string | null;
  readonly sizeBytes: number | null;
}

const columns = sql`
  sites.project_id as "projectId", sites.organization_id as "organizationId", sites.slug, environments.id as "environmentId",
  environments.kind, environments.label, sites.primary_domain as "primaryDomain",
  sites.primary_leads_here as "primaryLeadsHere", sites.published, sites.takedown,
  sites.access_mode as "accessMode", sites.sign_in_optional as "signInOptional", sites.preview_access as "previewAccess",
  array(select id from site_passwords where project_id = sites.project_id and environments.kind = 'preview') as "passwordIds",
  deployments.activated_at as "activatedAt", deployments.id as "deploymentId",
  bundles.blob_key as "blobKey", bundles.sha256, bundles.size_bytes::float8 as "sizeBytes"`;
const from = sql`
  sites join shared_projects as projects on projects.id = sites.project_id and projects.deployment_kind = 'cloud'
  join site_environments as environments on environments.project_id = sites.project_id
  left join site_deployments as deployments on deployments.id = environments.active_deployment_id
  left join shared_site_bundles as bundles on bundles.id = deployments.bundle_id`;

type Db = Queryable<DeploymentTables>;

/** Finds the site for a requested name. */
export async function selectServedSite(db: Db, asked: HostNameTarget): Promise<FoundSite | undefined> {
  const { rows } = await sql<FoundSite>`select ${columns} from ${from} where ${isAsked(asked)}`.execute(db);
  return rows[0];
}

function isAsked(asked: HostNameTarget): RawBuilder<boolean> {
  switch (asked.kind) {
    // The sample site of a first start, for requests by IP address.
    case 'default':
      return sql`sites.is_default and environments.kind = 'production'`;
    case 'domain':
      return sql`environments.kind = 'production' and sites.project_id = (
        select project_id from claimed_domains where domain = ${asked.domain})`;
    case 'label':
      return asked.label.includes('--')
        ? sql`environments.label = ${asked.label} and sites.previews`
        : sql`sites.slug = ${asked.label} and environments.kind = 'production'`;
  }
}

/** A previous live deployment of an environment. */
export interface FormerDeployment {
  readonly deploymentId: string;
  readonly blobKey: string;
  readonly sizeBytes: number;
  readonly replacedAt: Date;
}

const formerAtMost = 10;

/**
 * Selects the previous deployments that were replaced after `since`, newest first. A deployment is replaced when
 * another one is activated.
 */
export async function selectFormer(db: Db, environmentId: string, since: Date): Promise<FormerDeployment[]> {
  const { rows } = await sql<FormerDeployment>`
    select id as "deploymentId", blob_key as "blobKey", size_bytes::float8 as "sizeBytes", replaced_at as "replacedAt"
    from (
      select d.id, b.blob_key, b.size_bytes, lag(d.activated_at) over (order by d.activated_at desc) as replaced_at
      from site_deployments as d join shared_site_bundles as b on b.id = d.bundle_id
      where d.environment_id = ${environmentId} and d.activated_at is not null
      order by d.activated_at desc limit ${formerAtMost + 1}
    ) as live
    where replaced_at > ${since} order by replaced_at desc limit ${formerAtMost}`.execute(db);
  return rows;
}

export interface SiteChange {
  readonly transaction: string;
  readonly projectId: string;
}

/**
 * Sites changed since `from`, or in the last minute. Pass `next` as the following `from`: it is the oldest running
 * transaction, whose change to a site may not be visible yet.
 */
export async function selectChanges(
  db: Db,
  from: string | undefined,
): Promise<{ readonly changes: readonly SiteChange[]; readonly next: string }> {
  const since = from === undefined ? sql`changed_at > ${secondsAgo(60)}` : sql`changed_in >= ${from}::xid8`;
  const { rows } = await sql<{ next: string; changes: readonly SiteChange[] }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as next, coalesce((
      select json_agg(json_build_object('transaction', changed_in::text, 'projectId', project_id))
      from site_changes where ${since}), '[]') as changes`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('an aggregate returns one row');
  return row;
}
