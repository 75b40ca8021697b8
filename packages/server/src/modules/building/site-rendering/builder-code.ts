import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { locateEntryPoint } from '@docwright/entry-points';
import { codeFolders } from '@docwright/site-builder/code-folders';

const source = new URL(import.meta.resolve('@docwright/site-builder/session'));

/** The script of the site builder that runs inside the sandbox. */
export const builderEntry = fileURLToPath(locateEntryPoint(source));

/**
 * Lists the folders with code that the script reads: its own packages and the installed ones. It can't read anything
 * else.
 */
export function builderCodeFolders(): string[] {
  const own = codeFolders();
  const installed: string[] = [];
  for (let folder = dirname(fileURLToPath(source)); dirname(folder) !== folder; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules');
    if (existsSync(candidate)) installed.push(candidate);
  }
  return [...own, ...installed.filter((folder) => !own.some((one) => folder.startsWith(`${one}/`)))];
}
