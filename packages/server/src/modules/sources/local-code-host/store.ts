import { type QueryExecutorProvider, type Selectable, sql } from 'kysely';
import type { PullRequestState } from '../../../platform/code-host/index.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import type { LocalRepository, RepositoryPage } from './local-code-host.ts';
import type { LocalCodeHostTables } from './tables.ts';

type Db = Queryable<LocalCodeHostTables>;

/** A stored pull request. */
export interface LocalPullRequest {
  readonly repositoryId: string;
  readonly number: number;
  readonly state: PullRequestState;
  readonly draft: boolean;
  readonly title: string;
  readonly body: string;
  readonly headBranch: string;
  readonly baseBranch: string;
  readonly headSha: string;
  readonly forkSha: string;
  readonly mergeSha: string | null;
  readonly endedBy: string | null;
  readonly labels: readonly string[];
  readonly reviewers: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly endedAt: Date | null;
}

export interface LocalComment {
  readonly id: string;
  readonly author: string;
  readonly body: string;
  readonly createdAt: Date;
}

export interface PullRequestKey {
  readonly repositoryId: string;
  readonly number: number;
}

/** The slug of a repository's organization in addresses; null for the operator's own. */
const owner = sql<string | null>`(
  select case when not operator then slug end from shared_organizations where id = local_repositories.organization_id
)`.as('owner');

/** Returns `undefined` if the name is taken. */
export async function insertRepository(
  db: Db,
  row: Omit<LocalRepository, 'createdAt' | 'path' | 'linkGeneration'>,
): Promise<LocalRepository | undefined> {
  const inserted = await db
    .insertInto('local_repositories')
    .values({ id: row.id, organization_id: row.organizationId, name: row.name, default_branch: row.defaultBranch })
    .onConflict((conflict) => conflict.columns(['organization_id', 'name']).doNothing())
    .returningAll()
    .returning(owner)
    .executeTakeFirst();
  return inserted && toRepository(inserted);
}

export async function findRepositoryByName(
  db: Db,
  organizationId: string,
  name: string,
): Promise<LocalRepository | undefined> {
  const row = await db
    .selectFrom('local_repositories')
    .selectAll()
    .select(owner)
    .where('organization_id', '=', organizationId)
    .where('name', '=', name)
    .executeTakeFirst();
  return row && toRepository(row);
}

export async function findRepositoryById(db: Db, id: string): Promise<LocalRepository | undefined> {
  const row = await db
    .selectFrom('local_repositories')
    .selectAll()
    .select(owner)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && toRepository(row);
}

/** Invalidates every link to the repository and its pull requests. */
export async function incrementLinkGeneration(db: Db, id: string): Promise<void> {
  await db
    .updateTable('local_repositories')
    .set({ link_generation: sql<number>`link_generation + 1` })
    .where('id', '=', id)
    .execute();
}

/** Finds a repository by the path in its address. A path without a slug is in the operator's organization. */
export async function findRepositoryAt(
  db: Db,
  { organization, repository }: { readonly organization?: string | undefined; readonly repository: string },
): Promise<LocalRepository | undefined> {
  const row = await db
    .selectFrom('local_repositories')
    .innerJoin('shared_organizations as organizations', 'organizations.id', 'local_repositories.organization_id')
    .selectAll('local_repositories')
    .select(owner)
    .where('local_repositories.name', '=', repository)
    .where('organizations.operator', '=', organization === undefined)
    .$if(organization !== undefined, (query) => query.where('organizations.slug', '=', organization ?? ''))
    .executeTakeFirst();
  return row && toRepository(row);
}

/** Lists an organization's repositories, sorted by name. */
export async function listRepositoriesOf(
  db: Db,
  organizationId: string,
  { after, limit }: RepositoryPage,
): Promise<readonly LocalRepository[]> {
  const rows = await db
    .selectFrom('local_repositories')
    .selectAll()
    .select(owner)
    .where('organization_id', '=', organizationId)
    .$if(after !== undefined, (query) => query.where('local_repositories.name', '>', after ?? ''))
    .orderBy('name')
    .limit(limit)
    .execute();
  return rows.map(toRepository);
}

export async function selectRepositoryIds(db: QueryExecutorProvider, organizationId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from local_repositories where organization_id = ${organizationId}`.execute(db);
  return rows.map(({ id }) => id);
}

export async function deleteRepositoryById(db: Db, id: string): Promise<void> {
  await db.deleteFrom('local_repositories').where('id', '=', id).execute();
}

/** Allocates the next pull request number. A number is never reused, even if the pull request fails. */
export async function takeNumber(db: Db, repositoryId: string): Promise<number> {
  const row = await db
    .updateTable('local_repositories')
    .set({ next_number: sql<number>`next_number + 1` })
    .where('id', '=', repositoryId)
    .returning(sql<number>`next_number - 1`.as('number'))
    .executeTakeFirstOrThrow();
  return row.number;
}

export type NewPullRequestRow = Omit<
  LocalPullRequest,
  'state' | 'mergeSha' | 'endedBy' | 'labels' | 'reviewers' | 'createdAt' | 'updatedAt' | 'endedAt'
>;

/** Returns `undefined` if that head branch already has an open pull request. */
export async function insertPullRequest(db: Db, row: NewPullRequestRow): Promise<LocalPullRequest | undefined> {
  const inserted = await db
    .insertInto('local_pull_requests')
    .values({
      repository_id: row.repositoryId,
      number: row.number,
      draft: row.draft,
      title: row.title,
      body: row.body,
      head_branch: row.headBranch,
      base_branch: row.baseBranch,
      head_sha: row.headSha,
      fork_sha: row.forkSha,
    })
    .onConflict((conflict) =>
      conflict.columns(['repository_id', 'head_branch']).where('state', '=', 'open').doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
  return inserted && toPullRequest(inserted);
}

export async function findPullRequest(db: Db, key: PullRequestKey): Promise<LocalPullRequest | undefined> {
  const row = await selectPullRequest(db, key).executeTakeFirst();
  return row && toPullRequest(row);
}

/** Locks the row until the transaction ends, which serializes merging, closing and reopening. */
export async function lockPullRequest(db: Db, key: PullRequestKey): Promise<LocalPullRequest | undefined> {
  const row = await selectPullRequest(db, key).forUpdate().executeTakeFirst();
  return row && toPullRequest(row);
}

function selectPullRequest(db: Db, key: PullRequestKey) {
  return db
    .selectFrom('local_pull_requests')
    .selectAll()
    .where('repository_id', '=', key.repositoryId)
    .where('number', '=', key.number);
}

export interface PullRequestFilter {
  readonly repositoryId: string;
  readonly headBranch?: string;
  readonly state?: PullRequestState;
  readonly limit: number;
}

/** Lists pull requests, newest first. */
export async function listPullRequestsOf(db: Db, filter: PullRequestFilter): Promise<readonly LocalPullRequest[]> {
  let query = db.selectFrom('local_pull_requests').selectAll().where('repository_id', '=', filter.repositoryId);
  if (filter.headBranch !== undefined) query = query.where('head_branch', '=', filter.headBranch);
  if (filter.state !== undefined) query = query.where('state', '=', filter.state);
  const rows = await query.orderBy('number', 'desc').limit(filter.limit).execute();
  return rows.map(toPullRequest);
}

export type PullRequestPatch = Partial<
  Pick<
    LocalPullRequest,
    'state' | 'draft' | 'title' | 'body' | 'headSha' | 'forkSha' | 'mergeSha' | 'endedBy' | 'endedAt'
  >
>;

/** Returns `undefined` if no pull request has that number. */
export async function updatePullRequestRow(
  db: Db,
  key: PullRequestKey,
  patch: PullRequestPatch & { readonly updatedAt: Date },
): Promise<LocalPullRequest | undefined> {
  const row = await db
    .updateTable('local_pull_requests')
    .set({
      updated_at: patch.updatedAt,
      ...(patch.state !== undefined && { state: patch.state }),
      ...(patch.draft !== undefined && { draft: patch.draft }),
      ...(patch.title !== undefined && { title: patch.title }),
      ...(patch.body !== undefined && { body: patch.body }),
      ...(patch.headSha !== undefined && { head_sha: patch.headSha }),
      ...(patch.forkSha !== undefined && { fork_sha: patch.forkSha }),
      ...(patch.mergeSha !== undefined && { merge_sha: patch.mergeSha }),
      ...(patch.endedBy !== undefined && { ended_by: patch.endedBy }),
      ...(patch.endedAt !== undefined && { ended_at: patch.endedAt }),
    })
    .where('repository_id', '=', key.repositoryId)
    .where('number', '=', key.number)
    .returningAll()
    .executeTakeFirst();
  return row && toPullRequest(row);
}

/** Adds labels and reviewers that aren't listed yet. Returns false if the pull request doesn't exist. */
export async function addPeople(
  db: Db,
  key: PullRequestKey,
  people: { readonly labels: readonly string[]; readonly reviewers: readonly string[] },
): Promise<boolean> {
  const union = (column: 'labels' | 'reviewers', added: readonly string[]) =>
    sql<string[]>`array(select distinct unnest(${sql.ref(column)} || ${[...added]}::text[]) order by 1)`;
  const { numUpdatedRows } = await db
    .updateTable('local_pull_requests')
    .set({ labels: union('labels', people.labels), reviewers: union('reviewers', people.reviewers) })
    .where('repository_id', '=', key.repositoryId)
    .where('number', '=', key.number)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertComment(
  db: Db,
  key: PullRequestKey,
  comment: Pick<LocalComment, 'author' | 'body'>,
): Promise<string> {
  const row = await db
    .insertInto('local_pull_request_comments')
    .values({ repository_id: key.repositoryId, number: key.number, ...comment })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(row.id);
}

export async function listComments(db: Db, key: PullRequestKey): Promise<readonly LocalComment[]> {
  const rows = await db
    .selectFrom('local_pull_request_comments')
    .selectAll()
    .where('repository_id', '=', key.repositoryId)
    .where('number', '=', key.number)
    .orderBy('id')
    .execute();
  return rows.map((row) => ({ id: String(row.id), author: row.author, body: row.body, createdAt: row.created_at }));
}

/** Returns false if the pull request has no such comment. */
export async function updateCommentRow(
  db: Db,
  key: PullRequestKey,
  { id, body }: { readonly id: string; readonly body: string },
): Promise<boolean> {
  if (!/^\d{1,15}$/.test(id)) return false;
  const updated = await db
    .updateTable('local_pull_request_comments')
    .set({ body })
    .where('repository_id', '=', key.repositoryId)
    .where('number', '=', key.number)
    .where('id', '=', Number(id))
    .executeTakeFirst();
  return updated.numUpdatedRows === 1n;
}

function toRepository(
  row: Selectable<LocalCodeHostTables['local_repositories']> & { owner: string | null },
): LocalRepository {
  return {
    id: row.id,
    organizationId: row.organization_id,
    name: row.name,
    path: row.owner === null ? row.name : `@${row.owner}/${row.name}`,
    defaultBranch: row.default_branch,
    linkGeneration: row.link_generation,
    createdAt: row.created_at,
  };
}

function toPullRequest(row: Selectable<LocalCodeHostTables['local_pull_requests']>): LocalPullRequest {
  return {
    repositoryId: row.repository_id,
    number: row.number,
    state: row.state,
    draft: row.draft,
    title: row.title,
    body: row.body,
    headBranch: row.head_branch,
    baseBranch: row.base_branch,
    headSha: row.head_sha,
    forkSha: row.fork_sha,
    mergeSha: row.merge_sha,
    endedBy: row.ended_by,
    labels: row.labels,
    reviewers: row.reviewers,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    endedAt: row.ended_at,
  };
}
