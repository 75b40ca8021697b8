import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import type { Resealed, SecretBox } from '../../../platform/secret-box/index.ts';
import { findCredentials, ownerOf, sealCredentials } from './credentials.ts';
import {
  selectSealedWithOtherKey,
  selectSharedSealedWithOtherKey,
  updateSeal,
  type ModelSettingsTables,
  type ModelsRow,
} from './store.ts';

/**
 * Re-encrypts the credentials of all projects and organizations with the current master key, so that earlier keys can
 * be discarded. Can be repeated.
 */
export async function resealCredentials(database: Database<ModelSettingsTables>, box: SecretBox): Promise<Resealed> {
  const ofProjects = await resealAll(database, box, selectSealedWithOtherKey);
  const ofOrganizations = await resealAll(database, box, selectSharedSealedWithOtherKey);
  return {
    resealed: ofProjects.resealed + ofOrganizations.resealed,
    unreadable: [...ofProjects.unreadable, ...ofOrganizations.unreadable],
  };
}

const idOf = (row: ModelsRow): string => row.project_id ?? row.organization_id;

async function resealAll(
  database: Database<ModelSettingsTables>,
  box: SecretBox,
  selectSome: (tx: Transaction<ModelSettingsTables>, keyId: string, after: string) => Promise<ModelsRow[]>,
): Promise<Resealed> {
  const unreadable: string[] = [];
  let resealed = 0;
  for (let after = ''; ;) {
    const seen = await database.kysely.transaction().execute(async (tx) => {
      const rows = await selectSome(tx, box.keyId, after);
      for (const row of rows) {
        const credentials = findCredentials(box, row);
        if (credentials === undefined) {
          unreadable.push(idOf(row));
          continue;
        }
        const owner = ownerOf(row);
        await updateSeal(tx, owner, { credentials: sealCredentials(box, owner, credentials), key_id: box.keyId });
        resealed += 1;
      }
      return rows.at(-1);
    });
    if (seen === undefined) return { resealed, unreadable };
    after = idOf(seen);
  }
}
