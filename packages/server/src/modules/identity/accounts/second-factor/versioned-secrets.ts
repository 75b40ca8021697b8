import { createHash } from 'node:crypto';

/**
 * Converts secrets to better-auth's format. Each has a stable number, independent of its position in the list.
 * Encrypted data contains the number of its secret. `secret` is the oldest secret, which decrypts data without a
 * number.
 */
export function toVersionedSecrets(secrets: readonly string[]): {
  readonly secret: string;
  readonly secrets: { readonly version: number; readonly value: string }[];
} {
  return {
    secret: secrets.at(-1) ?? '',
    secrets: secrets.map((value) => ({ version: numberOf(value), value })),
  };
}

/** Returns 31 bits of a digest, which fit in an integer on every platform. */
const numberOf = (secret: string): number => createHash('sha256').update(secret).digest().readUInt32BE() >>> 1;
