import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledFolder } from '@docwright/entry-points';
import { digestOf } from '../text/digest-of.ts';

const own = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/**
 * The packages that make up the builder: this package, and our other packages that it uses, which are in folders next
 * to it. Compiled code also needs the folder of the compiled files.
 */
export function codeFolders(): readonly string[] {
  const text = readFileSync(join(own, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(text) as { readonly dependencies: Readonly<Record<string, string>> };
  const ours = Object.keys(dependencies).filter((name) => name.startsWith('@docwright/'));
  const sources = [own, ...ours.map((name) => join(dirname(own), name.slice('@docwright/'.length)))];
  return compiledFolder === undefined ? sources : [...sources, compiledFolder];
}

/** Digest of a runtime, and of the path, size and modification time of every file of the builder's code. */
export function digestCode(runtime: string): string {
  const marks = codeFolders()
    .flatMap(listCode)
    .sort()
    .map((path) => {
      const { size, mtimeMs } = statSync(path);
      return `${path}\0${size}\0${mtimeMs}`;
    });
  return digestOf(`${runtime}\n${marks.join('\n')}`);
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
