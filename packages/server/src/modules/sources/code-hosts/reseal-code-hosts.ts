import type { Database } from '../../../platform/database/index.ts';
import type { Resealed, SecretBox } from '../../../platform/secret-box/index.ts';
import { findCredential, sealCredential } from './credential.ts';
import { lockSealedWithOtherKey, updateCodeHostRow } from './store.ts';
import type { CodeHostTables } from './tables.ts';

/** Re-encrypts the credentials of all code hosts with the current master key. Can be repeated. */
export async function resealCodeHosts(
  { kysely }: Pick<Database<CodeHostTables>, 'kysely'>,
  box: SecretBox,
): Promise<Resealed> {
  const unreadable: string[] = [];
  let resealed = 0;
  for (let after = ''; ;) {
    const last = await kysely.transaction().execute(async (tx) => {
      const rows = await lockSealedWithOtherKey(tx, box.keyId, after);
      for (const row of rows) {
        const credential = findCredential(box, row);
        if (credential === undefined) {
          unreadable.push(row.id);
          continue;
        }
        await updateCodeHostRow(tx, row, { credential: sealCredential(box, row, credential), key_id: box.keyId });
        resealed += 1;
      }
      return rows.at(-1)?.id;
    });
    if (last === undefined) return { resealed, unreadable };
    after = last;
  }
}
