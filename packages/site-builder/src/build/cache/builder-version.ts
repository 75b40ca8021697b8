import { readdirSync, statSync } from 'node:fs';
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
  const packages = codeFolders();
  const files = packages
    .flatMap((folder) => readdirSync(join(folder, 'src'), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  const marks = [...files.sort(), ...packages.map((folder) => join(folder, 'package.json'))].map((path) => {
    const { size, mtimeMs } = statSync(path);
    return `${path}\0${size}\0${mtimeMs}`;
  });
  return digestOf(`${process.version}\n${marks.join('\n')}`);
}
