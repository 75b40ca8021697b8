import { ApiError } from '../../../platform/http/index.ts';

export const storageQuotaExceeded = (used: number, quota: number): ApiError =>
  new ApiError('storage_quota_exceeded', describeExcess(used, quota));

/** Describes usage, limit and remedy to users. */
export function describeExcess(used: number, quota: number): string {
  return `The organization uses ${toMegabytes(used)} MB of its ${toMegabytes(quota)} MB storage quota. Delete repositories, projects or previews that are no longer needed, or ask the operator for a larger quota.`;
}

const toMegabytes = (bytes: number): string => (bytes / 1024 / 1024).toFixed(1);
