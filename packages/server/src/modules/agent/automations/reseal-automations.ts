import type { Database } from '../../../platform/database/index.ts';
import { readKeyId, tryOpen, type Resealed, type SecretBox } from '../../../platform/secret-box/index.ts';
import { automationSecretContext } from './secret.ts';
import { lockSecretsAfter, updateSeal } from './store.ts';
import type { AutomationTables } from './tables.ts';

/** Re-encrypts the secrets of all automations with the current master key. Can be repeated. */
export async function resealAutomations(
  { kysely }: Pick<Database<AutomationTables>, 'kysely'>,
  box: SecretBox,
): Promise<Resealed> {
  const unreadable: string[] = [];
  let resealed = 0;
  for (let after = ''; ;) {
    const last = await kysely.transaction().execute(async (tx) => {
      const rows = await lockSecretsAfter(tx, after);
      for (const row of rows) {
        const { id, secret } = row;
        if (secret === null || readKeyId(secret) === box.keyId) continue;
        const context = automationSecretContext(row);
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
