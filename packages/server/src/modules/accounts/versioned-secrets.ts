import { createHash } from 'node:crypto';

/**
 * Secrets as better-auth takes them. Each has a number of its own that does not change with its place in the list: what is
 * encrypted names it. `secret` is for what was encrypted before there were numbers, which the oldest did.
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

/** 31 bits of a digest: a whole number everywhere. */
const numberOf = (secret: string): number => createHash('sha256').update(secret).digest().readUInt32BE() >>> 1;
