/**
 * Limits on an organization's storage; no other module checks them.
 *
 * 1. A check reads one row. Only an organization that is over its quota is measured, at most once a minute, before it
 *    is refused.
 * 2. Stored data is added to the row afterwards. Work in progress can exceed a quota: concurrent builds and pushes, and
 *    up to an hour of readers' rows. A single push is limited to the remaining quota.
 * 3. Reading, serving and deleting aren't limited.
 */
import type { Clock } from '../../../platform/clock/index.ts';
import { describeExcess, storageQuotaExceeded } from './errors.ts';
import { measureStorage, type MeasureDeps } from './measure-storage.ts';
import type { Queryable } from '../../../platform/database/index.ts';
import { addStoredBytes, selectStorage, type StorageRow, type StorageTables, type StoredBytes } from './store.ts';

export interface StorageQuotaDeps extends MeasureDeps {
  readonly clock: Clock;
  /** Quota of organizations without their own quota, except the operator's. 0 means no quota. */
  readonly defaultQuotaBytes: number;
}

export interface StorageFigures extends StoredBytes {
  readonly used: number;
  /** Quota in bytes; `null` without a quota. */
  readonly quota: number | null;
  readonly measuredAt: Date | null;
}

/** Maximum age of the figures used for a refusal. */
const refusalAgeMs = 60_000;
/** Maximum age of the figures on the usage page. */
const shownAgeMs = 5 * 60_000;

/** The interface for modules that store data. */
export interface StorageGate {
  /** @throws ApiError storage_quota_exceeded */
  requireRoom(organizationId: string): Promise<void>;
  /** Returns the remaining bytes; `Infinity` without a quota. */
  roomOf(organizationId: string): Promise<number>;
  /** Returns a message with the reason why nothing more can be stored; `undefined` below the quota. */
  findExcess(organizationId: string): Promise<string | undefined>;
  added(organizationId: string, bytes: Partial<StoredBytes>): Promise<void>;
}

export class StorageQuotas implements StorageGate {
  readonly #deps: StorageQuotaDeps;

  constructor(deps: StorageQuotaDeps) {
    this.#deps = deps;
  }

  /** Returns a copy that uses the caller's transaction, so that it doesn't wait for a second connection. */
  within(db: Queryable<StorageTables>): StorageQuotas {
    return new StorageQuotas({ ...this.#deps, db });
  }

  async requireRoom(organizationId: string): Promise<void> {
    const { used, quota } = await this.#judge(organizationId);
    if (quota !== null && used >= quota) throw storageQuotaExceeded(used, quota);
  }

  async roomOf(organizationId: string): Promise<number> {
    const { used, quota } = await this.#judge(organizationId);
    return quota === null ? Number.POSITIVE_INFINITY : Math.max(0, quota - used);
  }

  async findExcess(organizationId: string): Promise<string | undefined> {
    const { used, quota } = await this.#judge(organizationId);
    return quota === null || used < quota ? undefined : describeExcess(used, quota);
  }

  added(organizationId: string, bytes: Partial<StoredBytes>): Promise<void> {
    return addStoredBytes(this.#deps.db, organizationId, bytes);
  }

  /** Returns the figures for the usage page and the API. */
  async describe(organizationId: string): Promise<StorageFigures> {
    return this.#read(organizationId, shownAgeMs);
  }

  async #judge(organizationId: string): Promise<StorageFigures> {
    const known = await this.#read(organizationId, Number.POSITIVE_INFINITY); // 1
    if (known.quota === null || known.used < known.quota) return known;
    return this.#read(organizationId, refusalAgeMs);
  }

  /** Reads the figures. Measures again if they are older than allowed, or don't exist yet. */
  async #read(organizationId: string, maxAgeMs: number): Promise<StorageFigures> {
    const { db, clock, defaultQuotaBytes } = this.#deps;
    const row = await selectStorage(db, organizationId);
    if (row === undefined) return toFigures(nothing, null);
    const quota = toQuota(row, defaultQuotaBytes);
    const age = row.measuredAt === null ? undefined : clock.now() - row.measuredAt.getTime();
    const isNeeded = quota !== null || maxAgeMs !== Number.POSITIVE_INFINITY;
    if (!isNeeded || (age !== undefined && age <= maxAgeMs)) return toFigures(row, quota);
    await measureStorage(this.#deps, organizationId);
    return toFigures((await selectStorage(db, organizationId)) ?? row, quota);
  }
}

const nothing = { repositories: 0, bundles: 0, records: 0, measuredAt: null };

function toQuota({ isOperator, quotaBytes }: StorageRow, defaultQuotaBytes: number): number | null {
  const bytes = quotaBytes ?? (isOperator ? 0 : defaultQuotaBytes);
  return bytes === 0 ? null : bytes;
}

function toFigures(
  { repositories, bundles, records, measuredAt }: StoredBytes & Pick<StorageRow, 'measuredAt'>,
  quota: number | null,
): StorageFigures {
  return { repositories, bundles, records, used: repositories + bundles + records, quota, measuredAt };
}
