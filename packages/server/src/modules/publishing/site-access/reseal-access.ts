import type { Database } from '../../../platform/database/index.ts';
import type { Resealed, SecretBox } from '../../../platform/secret-box/index.ts';
import { findSecrets, sealSecrets } from './sealed-secrets.ts';
import { selectSealedWithOtherKey, updateSeal } from './store.ts';
import type { SiteAccessTables } from './tables.ts';

/**
 * Re-encrypts the secrets in all sites' access settings with the current master key, so that earlier keys can be
 * discarded. Can be repeated. Tests' proposed settings aren't re-encrypted, because they expire within minutes.
 */
export async function resealAccess(database: Database<SiteAccessTables>, box: SecretBox): Promise<Resealed> {
  const unreadable: string[] = [];
  let resealed = 0;
  for (let after = ''; ;) {
    const seen = await database.kysely.transaction().execute(async (tx) => {
      const rows = await selectSealedWithOtherKey(tx, box.keyId, after);
      for (const row of rows) {
        const secrets = findSecrets(box, row, row.secrets);
        if (secrets === undefined) {
          unreadable.push(row.project_id);
          continue;
        }
        await updateSeal(tx, {
          project_id: row.project_id,
          secrets: sealSecrets(box, row, secrets),
          key_id: box.keyId,
        });
        resealed += 1;
      }
      return rows.at(-1)?.project_id;
    });
    if (seen === undefined) return { resealed, unreadable };
    after = seen;
  }
}
