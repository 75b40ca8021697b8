import type { Database } from '../../../platform/database/index.ts';
import { readKeyId, tryOpen, type SecretBox } from '../../../platform/secret-box/index.ts';
import { accountContext, openCertificate, sealCertificate } from './sealed-certificate.ts';
import { deleteAccount, replaceAccount, selectAccounts, selectSealed, updateCertificate } from './store.ts';
import type { CertificateTables } from './tables.ts';

/**
 * Re-encrypts certificates and accounts with the current master key. If no key opens them, certificates are ordered
 * again, and accounts are created again.
 * @returns the number of certificates and accounts that were encrypted with another key
 */
export async function resealCertificates(
  { kysely }: Pick<Database<CertificateTables>, 'kysely'>,
  box: SecretBox,
): Promise<number> {
  return kysely.transaction().execute(async (tx) => {
    let resealed = 0;
    for (const { directory, sealed } of await selectAccounts(tx)) {
      if (readKeyId(sealed) === box.keyId) continue;
      const context = accountContext(directory);
      const key = tryOpen(() => box.open(sealed, context));
      if (key === undefined) await deleteAccount(tx, directory);
      else await replaceAccount(tx, directory, box.seal(key, context));
      resealed += key === undefined ? 0 : 1;
    }
    for (const { sealed, ...row } of await selectSealed(tx)) {
      if (readKeyId(sealed) === box.keyId) continue;
      const certificate = tryOpen(() => openCertificate(box, row, sealed));
      if (certificate === undefined) await updateCertificate(tx, row, lost());
      else await updateCertificate(tx, row, { sealed: sealCertificate(box, row, certificate) });
      resealed += certificate === undefined ? 0 : 1;
    }
    return resealed;
  });
}

const lost = () => ({ status: 'pending', sealed: null, not_after: null, next_order_at: new Date(0) }) as const;
