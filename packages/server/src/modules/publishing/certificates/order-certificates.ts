/**
 * Certificates for the domains of live sites, ordered by the first edge that is ready.
 *
 * 1. Certificates are ordered only for a domain that its project has verified and that resolves to this installation.
 *    The authority would refuse others.
 * 2. A domain has one order at a time. Claiming an order postpones it for other edges, which can claim it later if the
 *    first edge is lost.
 * 3. The number of orders in 24 hours is limited for the installation and for each organization, and orders are counted
 *    in advance. Further orders are recorded as postponed, with the time until which they wait.
 * 4. A failure has no further effect: the existing certificate is used until it expires, and the next order waits
 *    longer.
 */
import { createPrivateKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { AcmeClient, type OrderedCertificate } from '../../../platform/acme/index.ts';
import type { Clock } from '../../../platform/clock/index.ts';
import type { Database } from '../../../platform/database/index.ts';
import type { HttpClient } from '../../../platform/http-client/index.ts';
import type { Logger } from '../../../platform/log/index.ts';
import type { SecretBox } from '../../../platform/secret-box/index.ts';
import { recordAuditEvent, systemAuthor, type AuditLogTables } from '../../foundation/audit-log/index.ts';
import { afterFailure, afterSuccess, findUsedUp } from './next-order.ts';
import { accountContext, readValidity, sealCertificate } from './sealed-certificate.ts';
import {
  followClaims,
  insertChallenge,
  insertOrder,
  keepAccount,
  lockOrders,
  postponeDue,
  selectOrders,
  takeDue,
  updateCertificate,
} from './store.ts';
import type { CertificateRow, CertificateTables } from './tables.ts';

export interface OrderSettings {
  /** URL of the authority's directory. */
  readonly directory: string;
  readonly email: string | undefined;
  /** Maximum number of orders in 24 hours. */
  readonly perDay: number;
  readonly perOrganization: number;
}

export interface OrderDeps {
  readonly database: Database<CertificateTables & AuditLogTables>;
  readonly secretBox: SecretBox;
  readonly http: HttpClient;
  readonly clock: Clock;
  readonly log: Logger;
}

const day = 24 * 3_600_000;
/** Time for which an edge claims an order, which is longer than any order takes. */
const holdMs = 10 * 60_000;
const orderMs = 5 * 60_000;
const everyMs = 10_000;

/** Creates the orders of one edge, which run one after another. */
export function createOrders(settings: OrderSettings, deps: OrderDeps) {
  const { database, clock, log } = deps;
  let client: AcmeClient | undefined;
  const order = async (row: CertificateRow, signal: AbortSignal): Promise<OrderedCertificate> => {
    client ??= new AcmeClient(deps.http, { ...settings, accountKey: await openAccountKey(settings.directory, deps) });
    const { domain } = row;
    return client.order({
      domain,
      signal: AbortSignal.any([signal, AbortSignal.timeout(orderMs)]),
      publish: (token, keyAuthorization) => {
        const now = new Date(clock.now());
        const expiresAt = new Date(now.getTime() + holdMs);
        return insertChallenge(database.kysely, { token, domain, keyAuthorization, now, expiresAt });
      },
    });
  };
  /** Returns false if nothing had to be ordered. */
  return async (signal: AbortSignal): Promise<boolean> => {
    const row = await takeNext(settings, deps);
    if (row === undefined) return false;
    try {
      const ordered = await order(row, signal);
      await writeDown(deps, row, { ordered });
      log.info({ domain: row.domain }, 'a certificate was issued');
    } catch (error) {
      if (signal.aborted) return false;
      // The authority may no longer have the client's account, and the client's nonces are stale.
      client = undefined;
      log.warn({ domain: row.domain, err: error }, 'a certificate could not be ordered; retrying later');
      await writeDown(deps, row, { error });
    }
    return true;
  };
}

/** Claims the next order, according to rules 1, 2 and 3. */
function takeNext(settings: OrderSettings, { database, clock }: OrderDeps): Promise<CertificateRow | undefined> {
  const now = new Date(clock.now());
  return database.kysely.transaction().execute(async (tx) => {
    await lockOrders(tx);
    await followClaims(tx, now);
    const usedUp = findUsedUp(await selectOrders(tx, new Date(now.getTime() - day)), settings);
    for (const limit of usedUp) await postponeDue(tx, { now, ...limit });
    if (usedUp.some(({ organizationId }) => organizationId === null)) return undefined;
    const except = usedUp.flatMap(({ organizationId }) => organizationId ?? []);
    const row = await takeDue(tx, { now, heldUntil: new Date(now.getTime() + holdMs), except });
    if (row !== undefined) await insertOrder(tx, { organizationId: row.organization_id, domain: row.domain, now });
    return row;
  });
}

type Outcome = { readonly ordered: OrderedCertificate } | { readonly error: unknown };

async function writeDown({ database, secretBox, clock }: OrderDeps, row: CertificateRow, outcome: Outcome) {
  const { domain, project_id: projectId, organization_id: organizationId } = row;
  const state = 'error' in outcome ? afterFailure(row, outcome.error, clock.now()) : toIssued(secretBox, row, outcome);
  await database.kysely.transaction().execute(async (tx) => {
    const isWritten = await updateCertificate(tx, row, state);
    // A repeated failure isn't written again.
    if (!isWritten || (state.status === row.status && state.status === 'failed')) return;
    await recordAuditEvent(tx, systemAuthor(organizationId), {
      action: state.status === 'issued' ? 'domain.certificate_issued' : 'domain.certificate_failed',
      target: { kind: 'domain', id: null, name: domain },
      details: { projectId, reason: state.reason },
    });
  });
}

function toIssued(box: SecretBox, row: CertificateRow, { ordered }: { readonly ordered: OrderedCertificate }) {
  const life = readValidity(ordered, row.domain);
  return { ...afterSuccess(life), sealed: sealCertificate(box, row, ordered), not_after: life.to };
}

/**
 * Opens the installation's account key, which is created once.
 * @throws SecretBoxError if it was encrypted with another master key
 */
async function openAccountKey(directory: string, { database, secretBox }: OrderDeps): Promise<KeyObject> {
  const context = accountContext(directory);
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const made = secretBox.seal(String(privateKey.export({ format: 'pem', type: 'pkcs8' })), context);
  return createPrivateKey(secretBox.open(await keepAccount(database.kysely, directory, made), context));
}

export function startOrdering(settings: OrderSettings, deps: OrderDeps): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const { signal } = stopping;
  const orderNext = createOrders(settings, deps);
  const run = async (): Promise<void> => {
    while (!signal.aborted) {
      const more = await orderNext(signal).catch((error: unknown) => {
        deps.log.warn({ err: error }, 'certificates could not be checked; retrying later');
        return false;
      });
      if (!more) await delay(everyMs, undefined, { signal }).catch(() => undefined);
    }
  };
  const running = run();
  return {
    stop: async () => {
      stopping.abort();
      await running;
    },
  };
}
