import type { SiteCertificate } from '@docwright/contract';
import type { OrderedCertificate } from '../../../platform/acme/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database, Queryable } from '../../../platform/database/index.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import { openCertificate } from './sealed-certificate.ts';
import { selectCertificate, selectChallenge, selectChallenges, selectStates, type StoredChallenge } from './store.ts';
import type { CertificateTables } from './tables.ts';

export interface FindDeps {
  readonly database: Database<CertificateTables>;
  readonly secretBox: SecretBox;
  readonly clock: Clock;
}

/**
 * Returns the certificate that an edge uses for a handshake.
 * @throws SecretBoxError if the certificate was encrypted with another master key
 */
export async function findCertificate(
  { database, secretBox, clock }: FindDeps,
  domain: string,
): Promise<OrderedCertificate | undefined> {
  const row = await selectCertificate(database.kysely, domain);
  if (row === undefined || row.sealed === null || row.not_after === null) return undefined;
  return row.not_after.getTime() <= clock.now() ? undefined : openCertificate(secretBox, row, row.sealed);
}

/** Finds a domain's response to `/.well-known/acme-challenge/{token}`. */
export const findChallenge = (
  { database, clock }: Pick<FindDeps, 'database' | 'clock'>,
  challenge: { readonly token: string; readonly domain: string },
): Promise<string | undefined> => selectChallenge(database.kysely, { ...challenge, now: new Date(clock.now()) });

/** Lists the expected responses to the challenges of all open orders. */
export const listChallenges = ({
  database,
  clock,
}: Pick<FindDeps, 'database' | 'clock'>): Promise<readonly StoredChallenge[]> =>
  selectChallenges(database.kysely, new Date(clock.now()));

/** Maps the domains of one project to their certificates. */
export async function findCertificateStates(
  db: Queryable<CertificateTables>,
  projectId: string,
): Promise<ReadonlyMap<string, SiteCertificate>> {
  const rows = await selectStates(db, projectId);
  return new Map(
    rows.map(({ domain, status, reason, not_after: end, next_order_at: next }) => [
      domain,
      { status, reason, expiresAt: end?.toISOString() ?? null, nextOrderAt: next.toISOString() },
    ]),
  );
}
