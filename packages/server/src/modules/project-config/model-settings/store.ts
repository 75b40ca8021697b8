import { sql, type ColumnType, type QueryExecutorProvider, type Selectable, type Transaction } from 'kysely';
import type { Queryable, TableOf } from '../../../platform/database/index.ts';
import type { ModelPrices, ModelProvider } from '../../../platform/models/model-settings.ts';

export interface ModelSettingsTables {
  project_models: ProjectModelsTable;
}

/** A model without its credentials. */
export interface StoredModel {
  readonly provider: ModelProvider;
  readonly model: string;
  readonly baseUrl: string;
  readonly region: string;
  readonly prices: ModelPrices | null;
  /** Names of the credentials that are set. */
  readonly credentials: readonly string[];
}

type ProjectModelsTable = TableOf<
  'project_models',
  {
    models: ColumnType<readonly StoredModel[], string, string>;
    embedding: ColumnType<StoredModel | null, string | null, string | null>;
  }
>;
export type ProjectModelsRow = Selectable<ProjectModelsTable>;

/** Later than before by at least what `updatedAt` shows: two changes in one millisecond must differ for `If-Match`. */
const nextUpdatedAt = sql<Date>`greatest(clock_timestamp(), project_models.updated_at + interval '1 millisecond')`;

export async function selectProjectModels(
  db: Queryable<ModelSettingsTables>,
  name: { readonly organizationId: string; readonly projectId: string },
): Promise<ProjectModelsRow | undefined> {
  return db
    .selectFrom('project_models')
    .selectAll()
    .where('organization_id', '=', name.organizationId)
    .where('project_id', '=', name.projectId)
    .executeTakeFirst();
}

/** Whether the project has its own models, the built-in one included, which then determine the name of its model. */
export async function hasOwnModels(db: QueryExecutorProvider, projectId: string): Promise<boolean> {
  const { rows } = await sql`
    select from project_models where project_id = ${projectId} and models <> '[]'`.execute(db);
  return rows.length > 0;
}

export async function upsertProjectModels(
  tx: Transaction<ModelSettingsTables>,
  row: Omit<ProjectModelsRow, 'updated_at'>,
): Promise<ProjectModelsRow> {
  const { models, embedding, credentials, key_id } = row;
  const change = {
    models: JSON.stringify(models),
    embedding: embedding === null ? null : JSON.stringify(embedding),
    credentials,
    key_id,
  };
  return tx
    .insertInto('project_models')
    .values({ ...row, ...change })
    .onConflict((conflict) => conflict.column('project_id').doUpdateSet({ ...change, updated_at: nextUpdatedAt }))
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteProjectModels(tx: Transaction<ModelSettingsTables>, projectId: string): Promise<void> {
  await tx.deleteFrom('project_models').where('project_id', '=', projectId).execute();
}

/** A few rows that another key sealed, locked until the transaction ends. */
export async function selectSealedOtherwise(
  tx: Transaction<ModelSettingsTables>,
  keyId: string,
  after: string,
): Promise<ProjectModelsRow[]> {
  return tx
    .selectFrom('project_models')
    .selectAll()
    .where('key_id', '!=', keyId)
    .where('project_id', '>', after)
    .orderBy('project_id')
    .limit(100)
    .forUpdate()
    .execute();
}

/** New seal, same content: nobody changed the settings. */
export async function updateSeal(
  tx: Transaction<ModelSettingsTables>,
  row: Pick<ProjectModelsRow, 'project_id' | 'credentials' | 'key_id'>,
): Promise<void> {
  await tx
    .updateTable('project_models')
    .set({ credentials: row.credentials, key_id: row.key_id })
    .where('project_id', '=', row.project_id)
    .execute();
}
