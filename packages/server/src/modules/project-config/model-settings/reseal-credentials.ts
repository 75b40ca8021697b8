import type { Database } from '../../../platform/database/index.ts';
import type { Resealed, SecretBox } from '../../../platform/secret-box/index.ts';
import { findCredentials, sealCredentials } from './credentials.ts';
import { selectSealedOtherwise, updateSeal, type ModelSettingsTables } from './store.ts';

/**
 * Seals the credentials of all projects with the current master key, so that earlier keys can be discarded. May be
 * repeated.
 */
export async function resealCredentials(database: Database<ModelSettingsTables>, box: SecretBox): Promise<Resealed> {
  const unreadable: string[] = [];
  let resealed = 0;
  for (let after = ''; ;) {
    const seen = await database.kysely.transaction().execute(async (tx) => {
      const rows = await selectSealedOtherwise(tx, box.keyId, after);
      for (const row of rows) {
        const credentials = findCredentials(box, row);
        if (credentials === undefined) {
          unreadable.push(row.project_id);
          continue;
        }
        const project = { organizationId: row.organization_id, projectId: row.project_id };
        const sealed = sealCredentials(box, project, credentials);
        await updateSeal(tx, { project_id: row.project_id, credentials: sealed, key_id: box.keyId });
        resealed += 1;
      }
      return rows.at(-1)?.project_id;
    });
    if (seen === undefined) return { resealed, unreadable };
    after = seen;
  }
}
