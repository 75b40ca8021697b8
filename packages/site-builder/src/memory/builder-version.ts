import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { digestOf } from '../text/digest-of.ts';

let known: string | undefined;

/** Changes with each change of the builder's own files, of its dependencies' versions and of Node. */
export function builderVersion(): string {
  known ??= readVersion();
  return known;
}

function readVersion(): string {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  const sources = join(root, 'src');
  const files = readdirSync(sources, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name));
  const marks = [...files.sort(), join(root, 'package.json')].map((path) => {
    const { size, mtimeMs } = statSync(path);
    return `${path}\0${size}\0${mtimeMs}`;
  });
  return digestOf(`${process.version}\n${marks.join('\n')}`);
}
