import type { Transaction } from 'kysely';
import { deleteMemberships, type AccountTables } from '../../identity/accounts/index.ts';
import { deleteApiKeys, type ApiKeyTables } from '../../project-config/api-keys/index.ts';
import { deletePublicKeys, type PublicKeyTables } from '../../project-config/public-keys/index.ts';
import { disableEndpoints, type WebhookTables } from '../../project-config/webhooks/index.ts';

type Tables = AccountTables & ApiKeyTables & PublicKeyTables & WebhookTables;

/** Ends all credentials and invitations of an organization, and discards pending messages. */
export async function endAccess(tx: Transaction<Tables>, organizationId: string): Promise<void> {
  await deleteApiKeys(tx, organizationId);
  await deleteMemberships(tx, organizationId);
  await deletePublicKeys(tx, organizationId);
  await disableEndpoints(tx, organizationId, 'the organization is deleted');
}
