import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { SecretBoxError } from './errors.ts';

/**
 * Encrypts tenants' credentials for the database: AES-256-GCM (NIST SP 800-38D) with the installation's master key.
 *
 * S1  Sealed text contains its key's ID, so that a new key can be introduced while old text exists.
 * S2  Sealed text can be opened only in the context in which it was sealed (organization, project, kind), so a row that
 *     was moved to another project is useless.
 * S3  Errors never contain a key or plain text.
 */
export interface SecretBox {
  /** ID of the key that seals new text: 16 hex digits. */
  readonly keyId: string;
  /** Returns `dws1.<key id>.<base64url of nonce, ciphertext and tag>`. */
  seal(text: string, context: SealContext): string;
  /** @throws SecretBoxError `master-key-unknown`, or `sealed-text-damaged` (including if the context differs) */
  open(sealed: string, context: SealContext): string;
}

/** The context to which sealed text is bound. */
export interface SealContext {
  /** The kind of the secret, such as `project-models`. */
  readonly kind: string;
  readonly organizationId: string;
  /** The project or another object of the organization. */
  readonly objectId: string;
}

export interface MasterKeys {
  /** 32 bytes. Seals and opens text. */
  readonly current: Buffer;
  /** Earlier keys, which only open text. */
  readonly previous: readonly Buffer[];
}

const version = 'dws1';
const nonceBytes = 12;
const tagBytes = 16;

export function createSecretBox(keys: MasterKeys): SecretBox {
  const byId = new Map([...keys.previous, keys.current].map((key) => [toKeyId(key), key]));
  const keyId = toKeyId(keys.current);
  return {
    keyId,
    seal(text, context) {
      // A random nonce of 96 bits is safe for 2^32 uses per key (SP 800-38D, 8.3).
      const nonce = randomBytes(nonceBytes);
      const cipher = createCipheriv('aes-256-gcm', keys.current, nonce, { authTagLength: tagBytes });
      cipher.setAAD(toAssociatedData(keyId, context));
      const sealed = Buffer.concat([nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
      return `${version}.${keyId}.${sealed.toString('base64url')}`;
    },
    open(sealed, context) {
      const [form, id = '', body = ''] = sealed.split('.');
      const bytes = Buffer.from(body, 'base64url');
      if (form !== version || bytes.length < nonceBytes + tagBytes) throw damaged(context);
      const key = byId.get(id);
      if (key === undefined) throw unknownKey(id, [...byId.keys()]);
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, nonceBytes), { authTagLength: tagBytes });
      decipher.setAAD(toAssociatedData(id, context));
      decipher.setAuthTag(bytes.subarray(-tagBytes));
      try {
        const text = [decipher.update(bytes.subarray(nonceBytes, -tagBytes)), decipher.final()];
        return Buffer.concat(text).toString('utf8');
      } catch {
        throw damaged(context);
      }
    },
  };
}

/** The ID of the key that sealed the text, or `undefined` if the text isn't sealed. */
export function readKeyId(sealed: string): string | undefined {
  return /^dws1\.([0-9a-f]{16})\./.exec(sealed)?.[1];
}

/** Distinguishes keys without revealing them: 64 bits of a digest of 256 random bits. */
function toKeyId(key: Buffer): string {
  return createHash('sha256').update('docwright master key\n').update(key).digest('hex').slice(0, 16);
}

/** Encodes a context as JSON, so that different contexts never have the same bytes. */
function toAssociatedData(keyId: string, { kind, organizationId, objectId }: SealContext): Buffer {
  return Buffer.from(JSON.stringify([version, keyId, kind, organizationId, objectId]));
}

const damaged = ({ kind, objectId }: SealContext): SecretBoxError =>
  new SecretBoxError(
    'sealed-text-damaged',
    `The stored credentials (${kind} of ${objectId}) can't be decrypted: they were altered, or belong to another object. Set them again.`,
  );

const unknownKey = (id: string, known: readonly string[]): SecretBoxError =>
  new SecretBoxError(
    'master-key-unknown',
    `The stored credentials were encrypted with master key ${id}, but this process has ${known.join(', ')}. Set DOCWRIGHT_MASTER_KEY to the same key in every process (or add it to DOCWRIGHT_MASTER_KEY_OLD), or set the credentials again.`,
  );
