import type { SecretBox, SealContext } from '../../platform/secret-box/index.ts';
import type { EndpointRow } from './tables.ts';

/** What a sealed secret is bound to: in another endpoint's row it opens nothing. */
export const secretContext = (endpoint: { readonly id: string; readonly organization_id: string }): SealContext => ({
  kind: 'webhook-secret',
  organizationId: endpoint.organization_id,
  objectId: endpoint.id,
});

/** The secrets that sign now, the newest first: during a rotation there are two. */
export function openSecrets(box: SecretBox, endpoint: EndpointRow, now: Date): string[] {
  const { secret, previous_secret: previous, previous_secret_until: until } = endpoint;
  const sealed = previous !== null && until !== null && until > now ? [secret, previous] : [secret];
  return sealed.map((text) => box.open(text, secretContext(endpoint)));
}
