import type { Database } from '../../../platform/database/index.ts';
import { readKeyId, tryOpen, type Resealed, type SecretBox } from '../../../platform/secret-box/index.ts';
import { hookSecretContext } from './hook-secret.ts';
import { lockHooksAfter, updateSeal } from './store.ts';
import type { CodeHostEventTables } from './tables.ts';

/** Re-encrypts the secrets of all hooks with the current master key. Can be repeated. */
export async function resealHooks(
  { kysely }: Pick<Database<CodeHostEventTables>, 'kysely'>,
  box: SecretBox,
): Promise<Resealed> {
  const unreadable: string[] = [];
  let resealed = 0;
  for (let after = ''; ;) {
    const last = await kysely.transaction().execute(async (tx) => {
      const rows = await lockHooksAfter(tx, after);
      for (const { id, organization_id, secret } of rows) {
        if (readKeyId(secret) === box.keyId) continue;
        const context = hookSecretContext({ id, organization_id });
        const sealed = tryOpen(() => box.seal(box.open(secret, context), context));
        if (sealed === undefined) {
          unreadable.push(id);
          continue;
        }
        await updateSeal(tx, id, sealed);
        resealed += 1;
      }
      return rows.at(-1)?.id;
    });
    if (last === undefined) return { resealed, unreadable };
    after = last;
  }
}
