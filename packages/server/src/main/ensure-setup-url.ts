import { createSetupLink, hasOwner, isOpenSetupLink, toSetupAddress } from '../modules/accounts/index.ts';
import type { RunningApi } from './serve.ts';

/**
 * The link that makes the first owner, as long as there is none: the one of before while it works, else a new one.
 * Undefined once the organization has an owner.
 */
export async function ensureSetupUrl(
  api: RunningApi,
  organizationId: string,
  before: string | undefined,
): Promise<string | undefined> {
  const { database } = api.platform;
  if (await hasOwner(database, organizationId)) return undefined;
  const known = before === undefined ? null : (URL.parse(before)?.searchParams.get('token') ?? null);
  if (known !== null && (await isOpenSetupLink(database, known))) return toSetupAddress(api.baseUrl, known);
  const { token } = await createSetupLink(database, { organizationId, email: undefined });
  return toSetupAddress(api.baseUrl, token);
}
