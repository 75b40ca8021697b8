import type { SecretBox, SealContext } from '../../../platform/secret-box/index.ts';
import { showAddress } from './show-address.ts';
import type { EndpointRow } from './tables.ts';

/** Returns the context of an encrypted secret, which can't be opened in another endpoint's row. */
export const secretContext = (endpoint: { readonly id: string; readonly organization_id: string }): SealContext => ({
  kind: 'webhook-secret',
  organizationId: endpoint.organization_id,
  objectId: endpoint.id,
});

/** Opens the current signing secrets, newest first; there are two during a rotation. */
export function openSecrets(box: SecretBox, endpoint: EndpointRow, now: Date): string[] {
  const { secret, previous_secret: previous, previous_secret_until: until } = endpoint;
  const sealed = previous !== null && until !== null && until > now ? [secret, previous] : [secret];
  return sealed.map((text) => box.open(text, secretContext(endpoint)));
}

const addressContext = (endpoint: { readonly id: string; readonly organization_id: string }): SealContext => ({
  ...secretContext(endpoint),
  kind: 'webhook-address',
});

/** Returns the address to which deliveries are sent. */
export const openAddress = (box: SecretBox, endpoint: EndpointRow): string =>
  endpoint.sealed_url === null ? endpoint.url : box.open(endpoint.sealed_url, addressContext(endpoint));

/**
 * Returns the columns of an address, which is encrypted so that readers of the database or a backup can't post to a
 * chat.
 */
export function sealAddress(
  box: SecretBox,
  endpoint: Pick<EndpointRow, 'id' | 'organization_id' | 'format'>,
  url: string,
): Pick<EndpointRow, 'url' | 'sealed_url'> {
  if (endpoint.format === 'standard') return { url, sealed_url: null };
  return { url: showAddress({ ...endpoint, url }), sealed_url: box.seal(url, addressContext(endpoint)) };
}
