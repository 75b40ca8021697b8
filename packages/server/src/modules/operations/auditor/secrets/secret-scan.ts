import { isWellFormedKey } from '../../../project-config/api-keys/index.ts';

/** A secret that must not appear anywhere; reports show only its name. */
export interface KnownSecret {
  readonly name: string;
  readonly text: string;
}

export const keyPrefix = 'dw_';
/** A pattern for PostgreSQL and JavaScript. The checksum decides whether a match is a key. */
export const keyPattern = `${keyPrefix}[0-9A-Za-z]{38}`;
const keyLength = 41;
export const keyName = 'an API key';

export interface SecretScan {
  write(chunk: Uint8Array): void;
  /** Names of the secrets that were found so far. */
  found(): readonly string[];
}

/** Creates a search of a stream of bytes, which also finds secrets across chunk boundaries. */
export function createSecretScan(secrets: readonly KnownSecret[]): SecretScan {
  const found = new Set<string>();
  // Each byte is one character, so that a secret is searched for by its UTF-8 bytes.
  const needles = secrets.map(({ name, text }) => ({ name, bytes: Buffer.from(text).toString('latin1') }));
  const overlap = Math.max(keyLength, ...needles.map(({ bytes }) => bytes.length)) - 1;
  let tail = '';
  return {
    write: (chunk) => {
      const text = tail + Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength).toString('latin1');
      for (const { name, bytes } of needles) if (text.includes(bytes)) found.add(name);
      if (text.includes(keyPrefix) && findKeys(text).length > 0) found.add(keyName);
      tail = text.slice(-overlap);
    },
    found: () => [...found],
  };
}

export function findKeys(text: string): readonly string[] {
  return [...text.matchAll(new RegExp(keyPattern, 'g'))].map(([key]) => key).filter(isWellFormedKey);
}
