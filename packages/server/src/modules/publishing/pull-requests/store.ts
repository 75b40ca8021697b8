import { sql } from 'kysely';
import type { PullRequest } from '../../../platform/code-host/index.ts';
import { daysAgo, toStorableText, type Queryable } from '../../../platform/database/index.ts';
import type { PullRequestRow, PullRequestTables } from './tables.ts';

type Db = Queryable<PullRequestTables>;

export async function selectPullRequest(
  db: Db,
  projectId: string,
  number: number,
): Promise<PullRequestRow | undefined> {
  return db
    .selectFrom('site_pull_requests')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** Locks the row until the transaction ends. */
export async function lockPullRequest(db: Db, projectId: string, number: number): Promise<PullRequestRow | undefined> {
  return db
    .selectFrom('site_pull_requests')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('number', '=', number)
    .forUpdate()
    .executeTakeFirst();
}

export async function saveApproval(
  db: Db,
  key: Key,
  approval: { readonly commit: string; readonly by: string; readonly isBySetting: boolean },
): Promise<PullRequestRow> {
  return db
    .updateTable('site_pull_requests')
    .set({
      approved_commit: approval.commit,
      approved_by: toStorableText(approval.by),
      approved_at: sql`clock_timestamp()`,
      approved_by_setting: approval.isBySetting,
    })
    .where('project_id', '=', key.project_id)
    .where('number', '=', key.number)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Makes the head wait for an approval again. */
export async function clearApproval(db: Db, key: Key): Promise<void> {
  await db
    .updateTable('site_pull_requests')
    .set({ approved_commit: null, approved_by: null, approved_at: null, approved_by_setting: false })
    .where('project_id', '=', key.project_id)
    .where('number', '=', key.number)
    .execute();
}

/** Numbers of open pull requests from forks whose head isn't approved, oldest first. */
export async function selectWaitingForks(db: Db, projectId: string, limit: number): Promise<readonly number[]> {
  const rows = await db
    .selectFrom('site_pull_requests')
    .select('number')
    .where('project_id', '=', projectId)
    .where('state', '=', 'open')
    .where('from_fork', '=', true)
    .where(sql<boolean>`approved_commit is distinct from head_commit`)
    .orderBy('number')
    .limit(limit)
    .execute();
  return rows.map(({ number }) => number);
}

const maxTitleLength = 300;
const maxAuthorLength = 100;

/** Reduces a stranger's text next to a button to one line, in logical order. Null if no text remains. */
const toLine = (text: string, maxLength: number): string | null =>
  toStorableText(text.slice(0, maxLength))
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]+/gu, ' ')
    .trim() || null;

/** Stores the state that the code host has just reported. */
export async function savePullRequest(
  db: Db,
  project: { readonly id: string; readonly organization_id: string },
  pull: PullRequest,
): Promise<PullRequestRow> {
  const reported = {
    url: toStorableText(pull.url),
    state: pull.state,
    head_branch: toStorableText(pull.headBranch),
    head_commit: pull.headSha,
    base_branch: toStorableText(pull.baseBranch),
    from_fork: pull.fromFork,
    title: toLine(pull.title, maxTitleLength),
    author: toLine(pull.author ?? '', maxAuthorLength),
  };
  return db
    .insertInto('site_pull_requests')
    .values({ project_id: project.id, organization_id: project.organization_id, number: pull.number, ...reported })
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'number']).doUpdateSet({ ...reported, asked_at: sql`clock_timestamp()` }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Selects open pull requests, newest first.
 * @param headBranch limits them to this branch of the repository itself
 */
export async function selectOpen(db: Db, projectId: string, headBranch?: string): Promise<PullRequestRow[]> {
  return db
    .selectFrom('site_pull_requests')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('state', '=', 'open')
    .$if(headBranch !== undefined, (query) =>
      query.where('head_branch', '=', headBranch ?? '').where('from_fork', '=', false),
    )
    .orderBy('number', 'desc')
    .limit(200)
    .execute();
}

/** Selects a preview's open pull requests. */
export async function selectOpenOf(
  db: Db,
  environment: { readonly project_id: string; readonly branch: string | null; readonly pull_request: number | null },
): Promise<PullRequestRow[]> {
  const { project_id: projectId, branch, pull_request: number } = environment;
  if (branch === null) return [];
  if (number === null) return selectOpen(db, projectId, branch);
  const pull = await selectPullRequest(db, projectId, number);
  return pull?.state === 'open' ? [pull] : [];
}

type Key = Pick<PullRequestRow, 'project_id' | 'number'>;

/**
 * Claims the comment for one writer for a minute. Returns `undefined` while another writer has it. The first token is
 * kept.
 */
export async function claimComment(db: Db, key: Key, token: string): Promise<PullRequestRow | undefined> {
  return db
    .updateTable('site_pull_requests')
    .set({
      report_until: sql`clock_timestamp() + interval '1 minute'`,
      comment_token: sql<string>`coalesce(comment_token, ${token})`,
    })
    .where('project_id', '=', key.project_id)
    .where('number', '=', key.number)
    .where(sql<boolean>`(report_until is null or report_until < clock_timestamp())`)
    .returningAll()
    .executeTakeFirst();
}

export async function releaseComment(
  db: Db,
  key: Key,
  { id, digest }: { readonly id: string | null; readonly digest: string | null },
): Promise<void> {
  await db
    .updateTable('site_pull_requests')
    .set({ report_until: null, comment_id: id, comment_digest: digest })
    .where('project_id', '=', key.project_id)
    .where('number', '=', key.number)
    .execute();
}

export async function setProblem(db: Db, key: Key, problem: string | undefined): Promise<void> {
  await db
    .updateTable('site_pull_requests')
    .set({ problem: problem === undefined ? null : toStorableText(problem) })
    .where('project_id', '=', key.project_id)
    .where('number', '=', key.number)
    .execute();
}

/** Retention in days after the end. */
const keepEndedDays = 90;

export async function deleteLongEnded(db: Db, projectId: string): Promise<void> {
  await sql`
    delete from site_pull_requests where project_id = ${projectId} and state <> 'open'
      and asked_at < ${daysAgo(keepEndedDays)}`.execute(db);
}
