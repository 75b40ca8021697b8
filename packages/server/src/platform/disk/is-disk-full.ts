/**
 * Whether something failed only because a disk of the service, or of its database, is full: it works again once there is space.
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
  // What blob store, git and embedded database make of the first two.
  'blob-store-full',
  'disk-full',
  'data-folder-full',
]);
