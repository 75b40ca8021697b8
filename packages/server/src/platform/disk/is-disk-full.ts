/**
 * Whether a failure is only due to a full disk of the service or its database, so that a retry succeeds once there is
 * space.
 */
export function isDiskFull(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause) {
    const code = 'code' in current && typeof current.code === 'string' ? current.code : '';
    if (fullCodes.has(code)) return true;
  }
  return false;
}

const fullCodes: ReadonlySet<string> = new Set([
  'ENOSPC',
  'EDQUOT',
  // PostgreSQL, appendix A: disk_full.
  '53100',
  // The codes of the blob store, git and the embedded database for the first two errors.
  'blob-store-full',
  'disk-full',
  'data-folder-full',
]);
