import { isCodeHostError, type GitHubCredential } from '../../../platform/code-host/index.ts';
import { SecretBoxError, type SealContext, type SecretBox } from '../../../platform/secret-box/index.ts';
import { CodeHostError } from '../../../platform/code-host/index.ts';
import type { CodeHostRow } from './tables.ts';

export type HostCredential =
  | {
      readonly kind: 'token';
      readonly token: string;
      /** On Bitbucket, the user that the API token belongs to. */
      readonly user?: string | undefined;
    }
  | Extract<GitHubCredential, { kind: 'app' }>;

type Named = Pick<CodeHostRow, 'id' | 'organization_id'>;

const toContext = ({ id, organization_id }: Named): SealContext => ({
  kind: 'code-host',
  organizationId: organization_id,
  objectId: id,
});

export const sealCredential = (box: SecretBox, row: Named, credential: HostCredential): string =>
  box.seal(JSON.stringify(credential), toContext(row));

/** @throws CodeHostError `unauthorized` if this process lacks the key, or the row was altered */
export function openCredential(box: SecretBox, row: Named & Pick<CodeHostRow, 'credential'>): HostCredential {
  try {
    return JSON.parse(box.open(row.credential, toContext(row))) as HostCredential;
  } catch (cause) {
    if (!(cause instanceof SecretBoxError)) throw cause;
    throw new CodeHostError(
      'unauthorized',
      "The credential of the code host can't be read: it was encrypted with a different master key. Enter it again.",
      { cause },
    );
  }
}

/** Like `openCredential`, but returns `undefined` if no key opens the credential. */
export function findCredential(box: SecretBox, row: CodeHostRow): HostCredential | undefined {
  try {
    return openCredential(box, row);
  } catch (error) {
    if (isCodeHostError(error, 'unauthorized')) return undefined;
    throw error;
  }
}
