import { createHash } from 'node:crypto';

import type { OutputFile } from './output-file.ts';

/**
 * Creates a file of the bundle whose name contains its digest, so that it can be cached forever:
 * `_docwright/api/playground.1a2b3c4d5e.js`.
 */
export function hashedFile(stem: string, extension: string, bytes: Uint8Array | string): OutputFile {
  return { path: `${stem}.${createHash('sha256').update(bytes).digest('hex').slice(0, 10)}.${extension}`, bytes };
}
