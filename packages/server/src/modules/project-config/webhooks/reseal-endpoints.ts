import type { Database } from '../../../platform/database/index.ts';
import { readKeyId, tryOpen, type Resealed, type SecretBox } from '../../../platform/secret-box/index.ts';
import { openAddress, sealAddress, secretContext } from './endpoint-secrets.ts';
import { lockEndpointsAfter, updateSeals } from './store.ts';
import type { EndpointRow, WebhookTables } from './tables.ts';

/** Re-encrypts the secrets and addresses of all endpoints with the current master key. Can be repeated. */
export async function resealEndpoints(
  { kysely }: Pick<Database<WebhookTables>, 'kysely'>,
  box: SecretBox,
): Promise<Resealed> {
  const unreadable: string[] = [];
  let resealed = 0;
  for (let after = ''; ;) {
    const last = await kysely.transaction().execute(async (tx) => {
      const rows = await lockEndpointsAfter(tx, after);
      for (const row of rows) {
        if (!isSealedWithOtherKey(box, row)) continue;
        const context = secretContext(row);
        const again = (sealed: string): string | undefined =>
          tryOpen(() => box.seal(box.open(sealed, context), context));
        const secret = again(row.secret);
        const address = tryOpen(() => sealAddress(box, row, openAddress(box, row)));
        if (secret === undefined || address === undefined) {
          unreadable.push(row.id);
          continue;
        }
        // A secret that no key decrypts can't sign anymore.
        const previous = row.previous_secret === null ? undefined : again(row.previous_secret);
        await updateSeals(tx, row.id, { secret, previous_secret: previous ?? null, ...address });
        resealed += 1;
      }
      return rows.at(-1)?.id;
    });
    if (last === undefined) return { resealed, unreadable };
    after = last;
  }
}

const isSealedWithOtherKey = (box: SecretBox, row: EndpointRow): boolean =>
  [row.secret, row.previous_secret, row.sealed_url].some(
    (sealed) => sealed !== null && readKeyId(sealed) !== box.keyId,
  );
