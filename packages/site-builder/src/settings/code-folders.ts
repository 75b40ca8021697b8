import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compiledFolder } from '@docwright/entry-points';

const own = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/**
 * The packages that make up the builder: this one, and our other packages that it uses, which are in folders next to it.
 * Compiled code also needs the folder of the compiled files.
 */
export function codeFolders(): readonly string[] {
  const text = readFileSync(join(own, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(text) as { readonly dependencies: Readonly<Record<string, string>> };
  const ours = Object.keys(dependencies).filter((name) => name.startsWith('@docwright/'));
  const sources = [own, ...ours.map((name) => join(dirname(own), name.slice('@docwright/'.length)))];
  return compiledFolder === undefined ? sources : [...sources, compiledFolder];
}
