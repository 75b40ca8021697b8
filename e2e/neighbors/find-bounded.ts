import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const packages = ['server', 'site-server', 'site-assistant', 'host', 'cli'];

/** Patterns that find a limit in a line of code, and the name of the limited resource. */
const bounds: readonly { readonly bound: RegExp; readonly name: RegExp }[] = [
  {
    bound: /new (?:FairSlots|FairBudget|UseWindows|Slots)\(/,
    name: /(#?\w+)(?:: \w+)?\s*[:=]\s*(?:\(.*=> )?new /,
  },
  { bound: /: (?:LeasedLimit|RateLimit) = \{/, name: /(\w+): \w+ = \{/ },
  { bound: /defineQueue<\w+>\(/, name: /\('([\w-]+)'/ },
  { bound: /new StorageQuotas\(/, name: /new (StorageQuotas)/ },
  { bound: /\.maxConnections = /, name: /(\w+\.maxConnections) = / },
  { bound: /createBuilderPool\(\{/, name: /(\w+) = createBuilderPool/ },
];

/** Returns every limited resource in the sources as `path name`, sorted. */
export function findBounded(): readonly string[] {
  return packages
    .flatMap((name) => listSources(join('packages', name, 'src')))
    .flatMap((path) => findIn(path, readFileSync(join(root, path), 'utf8')))
    .toSorted();
}

/** Finds the limited resources in one file. Exported for the test of the search itself. */
export function findIn(path: string, source: string): readonly string[] {
  const names = source
    .split('\n')
    .flatMap((line) =>
      bounds.flatMap(({ bound, name }) => (bound.test(line) ? (name.exec(line)?.[1] ?? 'unnamed') : [])),
    );
  return [...new Set(names)].map((name) => `${path.replace('packages/', '').replace('/src/', ': ')} ${name}`);
}

function listSources(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.test.ts'))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
    .filter((path) => !path.includes('/testing/') && !path.includes('/shares/'));
}
