import { createSetupLink, hasOwner, isOpenSetupLink, toSetupAddress } from '../modules/identity/accounts/index.ts';
import type { RunningApi } from './serve.ts';

/**
 * Returns the link for creating the first owner: the existing link if it still works, otherwise a new link. Returns
 * `undefined` if the organization has an owner.
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
