import { BlobStoreError } from './errors.ts';

/** S3 allows 1024 bytes. File systems allow 255 bytes per name, one of which is reserved for the store's suffix. */
const maxKeyLength = 512;
const segment = /^[A-Za-z0-9_][A-Za-z0-9._-]{0,199}$/;

/**
 * Checks a key: `/`-separated names of letters, digits, `.`, `_` and `-`, none of which starts with a dot or a dash.
 * Keys are identical in a URL, in a file system and in S3, don't need escaping, and can't refer to a parent folder.
 *
 * @throws BlobStoreError `blob-key-invalid`
 */
export function requireBlobKey(key: string): void {
  if (key.length <= maxKeyLength && key.split('/').every((name) => segment.test(name))) return;
  throw new BlobStoreError(
    'blob-key-invalid',
    `"${key.slice(0, 100)}" is not a valid key: use names with A-Z a-z 0-9 . _ - joined by /.`,
  );
}

/** Checks the start of a key: whole names, each followed by `/`, and optionally the start of the next name. */
export function requireBlobPrefix(prefix: string): void {
  if (prefix === '') return;
  requireBlobKey(prefix.endsWith('/') ? prefix.slice(0, -1) : prefix);
}
