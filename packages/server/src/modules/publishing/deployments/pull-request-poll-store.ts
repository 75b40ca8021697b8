import { sql } from 'kysely';
import { secondsAgo, type Queryable } from '../../../platform/database/index.ts';
import type { PollWaits } from './poll-waits.ts';
import type { DeploymentTables } from './tables.ts';

type Db = Queryable<DeploymentTables>;

/** A project whose pull requests are due to be listed. */
export interface DuePoll {
  readonly id: string;
  readonly organization_id: string;
  /** The tag that `savePullRequestPoll` stored. */
  readonly tag: string | null;
  /** Whether heads of forks wait for a maintainer. */
  readonly require_fork_approval: boolean;
}

/**
 * Claims the due projects with previews, and marks them as listed, so that other workers skip them. The next wait is
 * twice as long, unless `savePullRequestPoll` reports a change or `slowPullRequestPolls` is called.
 */
export async function takePullRequestPolls(
  db: Db,
  { limit, everySeconds, maxSeconds }: PollWaits & { readonly limit: number },
): Promise<readonly DuePoll[]> {
  const { rows } = await sql<DuePoll>`
    update sites as s set pull_requests_asked_at = clock_timestamp(),
      pull_requests_wait_seconds = least(greatest(s.pull_requests_wait_seconds * 2, ${everySeconds}::int), ${maxSeconds}::int)
    where project_id in (
      select d.project_id from sites as d
      where d.previews and d.pull_requests_asked_at < ${secondsAgo(everySeconds)}
        and d.pull_requests_asked_at < clock_timestamp() - make_interval(secs => d.pull_requests_wait_seconds)
      order by d.pull_requests_asked_at limit ${limit} for update skip locked
    )
    returning project_id as id, organization_id, pull_requests_tag as tag, require_fork_approval`.execute(db);
  return rows;
}

/** Polls less often, because something else reports these projects' pull requests. */
export async function slowPullRequestPolls(db: Db, projectIds: readonly string[], maxSeconds: number): Promise<void> {
  await sql`
    update sites set pull_requests_wait_seconds = ${maxSeconds}::int where project_id = any(${projectIds})`.execute(db);
}

/** Called after the list has been processed. `hasChanged`: more changes are likely to follow. */
export async function savePullRequestPoll(
  db: Db,
  projectId: string,
  { tag, hasChanged }: { readonly tag: string | null; readonly hasChanged: boolean },
): Promise<void> {
  await sql`
    update sites set pull_requests_tag = ${tag},
      pull_requests_wait_seconds = case when ${hasChanged}::boolean then 0 else pull_requests_wait_seconds end
    where project_id = ${projectId}`.execute(db);
}

/** Makes the next round process the entire list, because the project's setting may now approve waiting heads. */
export async function pollPullRequestsSoon(db: Db, projectId: string): Promise<void> {
  await sql`
    update sites set pull_requests_tag = null, pull_requests_wait_seconds = 0
    where project_id = ${projectId}`.execute(db);
}

/**
 * Waits longer, because the code host requested it. Its credential usually serves all of the organization's projects.
 */
export async function pollPullRequestsLater(db: Db, organizationId: string, seconds: number): Promise<void> {
  await sql`
    update sites set pull_requests_asked_at = clock_timestamp(),
      pull_requests_wait_seconds = greatest(pull_requests_wait_seconds, ${seconds}::int)
    where organization_id = ${organizationId} and previews`.execute(db);
}
