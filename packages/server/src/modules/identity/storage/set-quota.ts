import type { StorageQuota } from '@docwright/contract';
import type { Transaction } from 'kysely';
import type { Database } from '../../../platform/database/index.ts';
import { ApiError, requireUnbound, type Principal } from '../../../platform/http/index.ts';
import { recordAuditEvent, systemAuthor, type Author } from '../../foundation/audit-log/index.ts';
import { findOrganization } from '../organizations/index.ts';
import { saveQuota, selectStorage, type StorageTables } from './store.ts';

const megabyte = 1024 * 1024;

/** Sets any organization's quota, on behalf of the operator. @throws ApiError not_found, insufficient_scope */
export async function setStorageQuota(
  database: Database<StorageTables>,
  principal: Principal,
  wanted: { readonly organization: string; readonly megabytes: number | null },
): Promise<StorageQuota> {
  requireUnbound(principal, 'change organizations of the whole installation', {
    action: 'organization.storage_quota_set',
  });
  return database.kysely.transaction().execute(async (tx) => {
    const organization = await findOrganization(tx, wanted.organization);
    if (organization === undefined)
      throw new ApiError('not_found', `The organization "${wanted.organization.slice(0, 200)}" does not exist.`);
    return changeStorageQuota(tx, principal, { organizationId: organization.id, megabytes: wanted.megabytes });
  });
}

/** @param author an author of the operator's organization; the changed organization's own log doesn't name them */
export async function changeStorageQuota(
  tx: Transaction<StorageTables>,
  author: Author | undefined,
  { organizationId, megabytes }: { readonly organizationId: string; readonly megabytes: number | null },
): Promise<StorageQuota> {
  const before = await selectStorage(tx, organizationId);
  await saveQuota(tx, organizationId, megabytes === null ? null : megabytes * megabyte);
  const from = before?.quotaBytes ?? null;
  const event = {
    action: 'organization.storage_quota_set',
    target: { kind: 'organization', id: organizationId, name: organizationId },
    details: { fromMegabytes: from === null ? null : from / megabyte, toMegabytes: megabytes },
  };
  if (author !== undefined) await recordAuditEvent(tx, author, event);
  if (author?.organizationId !== organizationId) await recordAuditEvent(tx, systemAuthor(organizationId), event);
  return { organizationId, megabytes };
}
