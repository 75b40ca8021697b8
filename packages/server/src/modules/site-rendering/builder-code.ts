import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The script of the site builder that runs behind the walls. */
export const builderEntry = fileURLToPath(import.meta.resolve('@docwright/site-builder/session'));

/** Folders of code that it reads: its own package and the installed ones. Nothing else is there. */
export function builderCodeFolders(): string[] {
  const own = dirname(dirname(dirname(builderEntry)));
  const installed: string[] = [];
  for (let folder = own; dirname(folder) !== folder; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules');
    if (existsSync(candidate)) installed.push(candidate);
  }
  return [own, ...installed.filter((folder) => !folder.startsWith(`${own}/`))];
}
