/** The first bytes after the end of a tar archive that continues with a sealed part. */
export const SEALED_MAGIC = Buffer.from('DWSEAL\x01\0', 'latin1');
