import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const own = fileURLToPath(new URL('../..', import.meta.url)).replace(/[/\\]$/, '');

/** The packages that make up the builder: this one, and our other packages that it uses. Each has a folder `src`. */
export function codeFolders(): readonly string[] {
  const text = readFileSync(join(own, 'package.json'), 'utf8');
  const { dependencies } = JSON.parse(text) as { readonly dependencies: Readonly<Record<string, string>> };
  const ours = Object.keys(dependencies).filter((name) => name.startsWith('@docwright/'));
  return [own, ...ours.map((name) => dirname(dirname(fileURLToPath(import.meta.resolve(name)))))];
}
