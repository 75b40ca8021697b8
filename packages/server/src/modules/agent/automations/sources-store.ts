import type { AutomationFileProblem } from '@docwright/contract';
import { sql, type Transaction } from 'kysely';
import { toStorableJson, type Queryable } from '../../../platform/database/index.ts';
import type { AutomationRow, AutomationTables, SourceRow } from './tables.ts';

type Db = Queryable<AutomationTables>;
type Tx = Transaction<AutomationTables>;

/** Makes a project's files due now: the project is new, or its repository, branch or folder has changed. */
export async function upsertSource(
  tx: Tx,
  source: {
    readonly projectId: string;
    readonly organizationId: string;
    readonly repository: string;
    readonly now: Date;
  },
): Promise<void> {
  await sql`
    insert into automation_sources (project_id, organization_id, repository, due_at)
    values (${source.projectId}, ${source.organizationId}, ${source.repository}, ${source.now})
    on conflict (project_id) do update
    set repository = excluded.repository, due_at = excluded.due_at, commit = null`.execute(tx);
}

export async function selectSource(db: Db, projectId: string): Promise<SourceRow | undefined> {
  return db.selectFrom('automation_sources').selectAll().where('project_id', '=', projectId).executeTakeFirst();
}

/** Locks the row until the transaction ends, so that the project can't be saved in the meantime. */
export async function lockSource(tx: Tx, projectId: string): Promise<SourceRow | undefined> {
  const found = tx.selectFrom('automation_sources').selectAll().where('project_id', '=', projectId);
  return found.forUpdate().executeTakeFirst();
}

/** Returns due projects and locks their rows, so that other workers skip them. */
export async function takeDueSources(tx: Tx, now: Date, limit: number): Promise<SourceRow[]> {
  return tx
    .selectFrom('automation_sources')
    .selectAll()
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
}

export async function updateSourceDue(tx: Tx, projectId: string, dueAt: Date): Promise<void> {
  await tx.updateTable('automation_sources').set({ due_at: dueAt }).where('project_id', '=', projectId).execute();
}

/** Makes the files of the repository's projects due now, because its branches may have moved. */
export async function hastenSources(
  db: Db,
  {
    organizationId,
    repository,
    now,
  }: { readonly organizationId: string; readonly repository: string; readonly now: Date },
): Promise<void> {
  await sql`
    update automation_sources set due_at = ${now}
    where organization_id = ${organizationId} and repository = ${repository} and due_at > ${now}`.execute(db);
}

export async function updateSource(
  tx: Tx,
  projectId: string,
  read: {
    readonly commit: string;
    readonly hasFiles: boolean;
    readonly problems: readonly AutomationFileProblem[];
  },
): Promise<void> {
  await sql`
    update automation_sources
    set commit = ${read.commit}, has_files = ${read.hasFiles}, problems = ${toStorableJson(read.problems)}::jsonb,
      read_at = clock_timestamp()
    where project_id = ${projectId}`.execute(tx);
}

/** Locks the automations that files define, until the transaction ends. */
export async function lockAutomationsOfFiles(tx: Tx, projectId: string): Promise<AutomationRow[]> {
  return tx
    .selectFrom('automations')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('source_path', 'is not', null)
    .orderBy('id')
    .forUpdate()
    .execute();
}
