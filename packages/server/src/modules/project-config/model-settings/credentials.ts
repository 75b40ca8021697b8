import { SecretBoxError, type SealContext, type SecretBox } from '../../../platform/secret-box/index.ts';
import type { CredentialName } from '../../../platform/models/model-settings.ts';
import type { ModelsOwner, ModelsRow } from './store.ts';

/** The credentials that are set for one model. */
export type Credentials = Readonly<Partial<Record<CredentialName, string>>>;

const toContext = ({ organizationId, projectId }: ModelsOwner): SealContext =>
  projectId === null
    ? { kind: 'organization-models', organizationId, objectId: organizationId }
    : { kind: 'project-models', organizationId, objectId: projectId };

export const ownerOf = (row: Pick<ModelsRow, 'organization_id' | 'project_id'>): ModelsOwner => ({
  organizationId: row.organization_id,
  projectId: row.project_id,
});

export function sealCredentials(box: SecretBox, owner: ModelsOwner, credentials: readonly Credentials[]): string {
  return box.seal(JSON.stringify(credentials), toContext(owner));
}

/** Decrypts a row's credentials, with one entry for each of its models. @throws SecretBoxError */
export function openCredentials(box: SecretBox, row: ModelsRow): readonly Credentials[] {
  return JSON.parse(box.open(row.credentials, toContext(ownerOf(row)))) as Credentials[];
}

/** Like `openCredentials`, but returns `undefined` if this process lacks the key or the row was altered. */
export function findCredentials(box: SecretBox, row: ModelsRow): readonly Credentials[] | undefined {
  try {
    return openCredentials(box, row);
  } catch (error) {
    if (error instanceof SecretBoxError) return undefined;
    throw error;
  }
}
