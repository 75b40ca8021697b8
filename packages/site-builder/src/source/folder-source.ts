import { isUtf8 } from 'node:buffer';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isSitePath } from './memory-source.ts';
import type { SiteSource } from './site-source.ts';

/** Names of folders that contain no documentation, but possibly more files than the site. */
const skippedFolders: ReadonlySet<string> = new Set(['.git', 'node_modules', '.DS_Store']);

/**
 * Creates a source from a folder. The list of files is read once; symbolic links aren't followed, so nothing outside
 * the folder can become part of a site. Files whose names aren't UTF-8 are excluded, because their names can't be
 * represented as text. File system errors are thrown if the folder itself can't be listed.
 *
 * @param leftOut path of a subfolder that isn't part of the site
 */
export function createFolderSource(folder: string, leftOut?: string): SiteSource {
  const paths: string[] = [];
  const pending = [''];
  for (let prefix = pending.pop(); prefix !== undefined; prefix = pending.pop()) {
    for (const entry of readdirSync(join(folder, prefix), { withFileTypes: true, encoding: 'buffer' })) {
      if (!isUtf8(entry.name)) continue;
      const name = entry.name.toString();
      const path = prefix === '' ? name : `${prefix}/${name}`;
      if (skippedFolders.has(name) || path === leftOut || !isSitePath(path)) continue;
      if (entry.isDirectory()) pending.push(path);
      else if (entry.isFile()) paths.push(path);
    }
  }
  paths.sort();
  const known = new Set(paths);
  return {
    paths,
    has: (path) => known.has(path),
    read: (path) => (known.has(path) ? readFileSync(join(folder, path)) : undefined),
  };
}
