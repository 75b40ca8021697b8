import { sql } from 'kysely';
import type { Queryable } from '../../../../platform/database/index.ts';
import type { AuditTables } from '../store.ts';

export interface ProtectedSite {
  readonly projectId: string;
  readonly mode: string;
  /** Whether the mode's settings exist; true for modes that need none. */
  readonly isComplete: boolean;
}

export async function selectProtectedSites(db: Queryable<AuditTables>): Promise<readonly ProtectedSite[]> {
  const { rows } = await sql<ProtectedSite>`
    select sites.project_id as "projectId", sites.access_mode as mode,
      case sites.access_mode
        when 'oauth' then access.oauth is not null
        when 'jwt' then access.jwt is not null
        when 'proxy' then access.proxy is not null and access.secrets is not null
        else true
      end as "isComplete"
    from sites left join site_access as access using (project_id)
    where sites.access_mode <> 'public' order by 1`.execute(db);
  return rows;
}

export interface KeptSessions {
  readonly projectId: string;
  readonly sessions: number;
  /** Number of sessions that expired more than a day before the newest one began. */
  readonly old: number;
}

export async function selectKeptSessions(db: Queryable<AuditTables>): Promise<readonly KeptSessions[]> {
  const { rows } = await sql<KeptSessions>`
    select project_id as "projectId", count(*)::int as sessions,
      (count(*) filter (where expires_at < newest.at - interval '1 day'))::int as old
    from reader_sessions, (select max(created_at) as at from reader_sessions) as newest
    group by 1 order by 1`.execute(db);
  return rows;
}

export interface KeptTokens {
  readonly projectId: string;
  readonly tokens: number;
  /** Number of tokens that expired more than a day before the newest one was created. */
  readonly old: number;
}

export async function selectKeptTokens(db: Queryable<AuditTables>): Promise<readonly KeptTokens[]> {
  const { rows } = await sql<KeptTokens>`
    select environments.project_id as "projectId", count(*)::int as tokens,
      (count(*) filter (where tokens.expires_at < newest.at - interval '1 day'))::int as old
    from reader_access_tokens as tokens join site_environments as environments on environments.id = tokens.environment_id,
      (select max(created_at) as at from reader_access_tokens) as newest
    group by 1 order by 1`.execute(db);
  return rows;
}
