import type { AccessSecrets } from '@docwright/site-access/settings';
import { SecretBoxError, type SecretBox, type SealContext } from '../../../platform/secret-box/index.ts';
import type { AccessRow } from './tables.ts';

type Owner = Pick<AccessRow, 'organization_id' | 'project_id'>;

const toContext = ({ organization_id: organizationId, project_id: objectId }: Owner): SealContext => ({
  kind: 'site-access',
  organizationId,
  objectId,
});

/** Returns null if there is nothing to seal. */
export function sealSecrets(box: SecretBox, owner: Owner, secrets: AccessSecrets): string | null {
  return Object.keys(secrets).length === 0 ? null : box.seal(JSON.stringify(secrets), toContext(owner));
}

/** @throws SecretBoxError */
export function openSecrets(box: SecretBox, owner: Owner, sealed: string | null): AccessSecrets {
  return sealed === null ? {} : (JSON.parse(box.open(sealed, toContext(owner))) as AccessSecrets);
}

/** Returns `undefined` if this process lacks the key or the row was altered. */
export function findSecrets(box: SecretBox, owner: Owner, sealed: string | null): AccessSecrets | undefined {
  try {
    return openSecrets(box, owner, sealed);
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined;
    throw error;
  }
}
