import { Type, type Static } from 'typebox';
import { json, operation } from './define-operation.ts';
import { DateTime, Nullable } from './ids.ts';

const Bytes = (description: string) => Type.Integer({ minimum: 0, description });

/** The storage used by an organization; part of its usage. */
export const StorageUsage = Type.Object(
  {
    usedBytes: Bytes('Total storage. Nothing more is stored once it reaches `quotaBytes`.'),
    quotaBytes: Nullable(Bytes('The quota set by the operator. Null: no quota.')),
    repositoryBytes: Bytes('Repositories of the embedded code host.'),
    bundleBytes: Bytes('Bundles of exports, deployments and previews.'),
    recordBytes: Bytes("Readers' analytics, feedback and conversations, estimated from the number of records."),
    measuredAt: Nullable(DateTime('When the storage was measured. Data that was stored later is added.')),
  },
  {
    $id: 'StorageUsage',
    description: "The organization's storage now, regardless of the month. Null for keys bound to projects.",
  },
);
export type StorageUsage = Static<typeof StorageUsage>;

const megabytes = Nullable(
  Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: "0: no quota. Null: the installation's default (`DOCWRIGHT_STORAGE_QUOTA_MEGABYTES`).",
  }),
);

export const SetStorageQuotaBody = Type.Object(
  {
    organization: Type.String({ minLength: 1, maxLength: 200, description: 'ID or slug of the organization.' }),
    megabytes,
  },
  { $id: 'SetStorageQuotaBody' },
);
export type SetStorageQuotaBody = Static<typeof SetStorageQuotaBody>;

export const StorageQuota = Type.Object({ organizationId: Type.String(), megabytes }, { $id: 'StorageQuota' });
export type StorageQuota = Static<typeof StorageQuota>;

export const storageOperations = {
  setStorageQuota: operation({
    method: 'PUT',
    path: '/v1/storage-quotas',
    tag: 'Operations',
    summary: 'Set the storage quota of an organization',
    description:
      "Maximum storage for the repositories, bundles and reader data of one organization. At the quota, pushes, commits, exports, deployments, previews and agent jobs are refused with `storage_quota_exceeded`; live sites and deletions still work. Available only to the operator's organization.",
    scope: 'admin',
    operatorOnly: true,
    body: SetStorageQuotaBody,
    success: json(200, 'The quota.', StorageQuota),
    errors: ['not_found'],
  }),
} as const;
