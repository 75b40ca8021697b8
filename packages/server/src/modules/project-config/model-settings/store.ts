import { sql, type ColumnType, type Selectable, type Transaction } from 'kysely';
import { ownedRows, type Queryable, type TableOf } from '../../../platform/database/index.ts';
import type { ModelPrices, ModelProvider } from '../../../platform/models/model-settings.ts';

export interface ModelSettingsTables {
  project_models: ProjectModelsTable;
  organization_models: OrganizationModelsTable;
  models_in_use: ModelsInUse;
}

/** The owner of models: a project, or an organization for all its projects without their own models. */
export interface ModelsOwner {
  readonly organizationId: string;
  readonly projectId: string | null;
}

/** A model without its credentials. */
export interface StoredModel {
  readonly provider: ModelProvider;
  readonly model: string;
  readonly baseUrl: string;
  readonly region: string;
  readonly prices: ModelPrices | null;
  /** Size of the context window. If omitted, the model's known size applies. */
  readonly contextTokens?: number;
  readonly outputTokens?: number;
  readonly seesImages?: boolean;
  /** Names of the credentials that are set. */
  readonly credentials: readonly string[];
}

interface ModelsColumns {
  /** The models that write; empty if only the model for searches is set. */
  models: ColumnType<readonly StoredModel[], string, string>;
  /** The model that compares readers' searches with the site's sections. */
  embedding: ColumnType<StoredModel | null, string | null, string | null>;
}
type OrganizationModelsTable = TableOf<'organization_models', ModelsColumns>;
type ProjectModelsTable = TableOf<'project_models', ModelsColumns>;
/** A row with models. `project_id` is null for the organization's models. */
export type ModelsRow = Selectable<OrganizationModelsTable> & { readonly project_id: string | null };
export type ModelsFields = Omit<ModelsRow, 'updated_at'>;

/** The models that apply to a project; null for the installation's. */
interface ModelsInUse {
  project_id: string;
  organization_id: string;
  writing_source: 'project' | 'organization' | null;
  models: readonly StoredModel[] | null;
  embedding_source: 'project' | 'organization' | null;
  embedding: StoredModel | null;
}

/**
 * A time after the previous one at the precision of `updatedAt`, because `If-Match` must distinguish two changes in the
 * same millisecond.
 */
const nextUpdatedAt = (table: keyof ModelSettingsTables) =>
  sql<Date>`greatest(clock_timestamp(), ${sql.ref(`${table}.updated_at`)} + interval '1 millisecond')`;

export async function selectModelsInUse(
  db: Queryable<ModelSettingsTables>,
  project: { readonly organizationId: string; readonly projectId: string },
): Promise<Selectable<ModelsInUse> | undefined> {
  return db
    .selectFrom('models_in_use')
    .selectAll()
    .where('organization_id', '=', project.organizationId)
    .where('project_id', '=', project.projectId)
    .executeTakeFirst();
}

export async function selectModels(
  db: Queryable<ModelSettingsTables>,
  { organizationId, projectId }: ModelsOwner,
): Promise<ModelsRow | undefined> {
  if (projectId === null) {
    return db
      .selectFrom('organization_models')
      .selectAll()
      .select(sql<null>`null`.as('project_id'))
      .where('organization_id', '=', organizationId)
      .executeTakeFirst();
  }
  return db
    .selectFrom('project_models')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('project_id', '=', projectId)
    .executeTakeFirst();
}

export async function upsertModels(tx: Transaction<ModelSettingsTables>, fields: ModelsFields): Promise<ModelsRow> {
  const { project_id, organization_id, models, embedding, credentials, key_id } = fields;
  const change = {
    models: JSON.stringify(models),
    embedding: embedding === null ? null : JSON.stringify(embedding),
    credentials,
    key_id,
  };
  if (project_id === null) {
    const row = await tx
      .insertInto('organization_models')
      .values({ organization_id, ...change })
      .onConflict((conflict) =>
        conflict.column('organization_id').doUpdateSet({ ...change, updated_at: nextUpdatedAt('organization_models') }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
    return { ...row, project_id };
  }
  return tx
    .insertInto('project_models')
    .values({ project_id, organization_id, ...change })
    .onConflict((conflict) =>
      conflict.column('project_id').doUpdateSet({ ...change, updated_at: nextUpdatedAt('project_models') }),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteModels(
  tx: Transaction<ModelSettingsTables>,
  { organizationId, projectId }: ModelsOwner,
): Promise<void> {
  if (projectId === null)
    await tx.deleteFrom('organization_models').where('organization_id', '=', organizationId).execute();
  else await tx.deleteFrom('project_models').where('project_id', '=', projectId).execute();
}

/** Selects a few projects' rows that were encrypted with another key, locked until the transaction ends. */
export async function selectSealedWithOtherKey(
  tx: Transaction<ModelSettingsTables>,
  keyId: string,
  after: string,
): Promise<ModelsRow[]> {
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

/** Selects a few organizations' rows that were encrypted with another key, locked until the transaction ends. */
export async function selectSharedSealedWithOtherKey(
  tx: Transaction<ModelSettingsTables>,
  keyId: string,
  after: string,
): Promise<ModelsRow[]> {
  return tx
    .selectFrom('organization_models')
    .selectAll()
    .select(sql<null>`null`.as('project_id'))
    .where('key_id', '!=', keyId)
    .where('organization_id', '>', after)
    .orderBy('organization_id')
    .limit(100)
    .forUpdate()
    .execute();
}

/** Stores the same content, re-encrypted. The settings' version stays the same. */
export async function updateSeal(
  tx: Transaction<ModelSettingsTables>,
  { organizationId, projectId }: ModelsOwner,
  seal: Pick<ModelsRow, 'credentials' | 'key_id'>,
): Promise<void> {
  if (projectId === null)
    await tx.updateTable('organization_models').set(seal).where('organization_id', '=', organizationId).execute();
  else await tx.updateTable('project_models').set(seal).where('project_id', '=', projectId).execute();
}

export const organizationModelRows = ownedRows({
  table: 'organization_models',
  column: 'organization_id',
  key: 'organization_id',
});
