import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { codeFolders } from '../../settings/code-folders.ts';
import { digestOf } from '../../text/digest-of.ts';

let known: string | undefined;

/** Changes whenever the builder's own files, its dependencies' versions or the Node version change. */
export function builderVersion(): string {
  known ??= readVersion();
  return known;
}

function readVersion(): string {
  const marks = codeFolders()
    .flatMap(listCode)
    .sort()
    .map((path) => {
      const { size, mtimeMs } = statSync(path);
      return `${path}\0${size}\0${mtimeMs}`;
    });
  return digestOf(`${process.version}\n${marks.join('\n')}`);
}

/** The sources of a package with its package.json, or all files of the folder of the compiled code. */
function listCode(folder: string): string[] {
  const sources = join(folder, 'src');
  const isPackage = existsSync(sources);
  const files = readdirSync(isPackage ? sources : folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  return isPackage ? [...files, join(folder, 'package.json')] : files;
}
