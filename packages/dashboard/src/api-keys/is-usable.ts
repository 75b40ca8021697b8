import type { ApiKey } from '@docwright/sdk';

/** Whether a key works now, as far as this page knows. */
export function isUsable({ revokedAt, expiresAt }: Pick<ApiKey, 'revokedAt' | 'expiresAt'>, now: number): boolean {
  return revokedAt === null && (expiresAt === null || Date.parse(expiresAt) > now);
}
