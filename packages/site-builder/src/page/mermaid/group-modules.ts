export interface ModuleChunk {
  readonly name: string;
  readonly imports: readonly { readonly from: string; readonly names: string }[];
  /** Modules that it imports dynamically. */
  readonly dynamic: readonly string[];
  readonly body: string;
  readonly exports: string;
}

/** What a few diagrams share is fetched with the core up to this size: another request costs more than its bytes. */
const maxSharedChars = 64 * 1024;
/** A module that is loaded on demand and smaller than this is put into the file of what it needs. */
const maxTinyChars = 4 * 1024;
/** The layout of most diagrams is loaded on demand in the library, and nearly always needed. */
const alwaysAsked = /(?:^|\/)dagre-/;

/** Modules, each behind all that it imports. */
export function sortModules(modules: ReadonlyMap<string, ModuleChunk>): ModuleChunk[] {
  const sorted = new Set<ModuleChunk>();
  const visit = (name: string): void => {
    const module = modules.get(name);
    if (module === undefined || sorted.has(module)) return;
    for (const { from } of module.imports) visit(from);
    sorted.add(module);
  };
  for (const name of modules.keys()) visit(name);
  return [...sorted];
}

/**
 * The file of each module: `core` contains what the entry needs and what many diagrams share, a large library that
 * several diagrams share has its own file, and everything else is in the file of the one diagram that needs it.
 * `sorted` as returned by `sortModules`.
 */
export function groupModules(sorted: readonly ModuleChunk[], entry: string): Map<string, string> {
  const byName = new Map(sorted.map((module) => [module.name, module]));
  const groups = new Map<string, string>();
  for (const name of reach(entry, byName)) groups.set(name, 'core');
  const users = usersOf(sorted, byName);
  for (const { name, imports, body } of sorted) {
    if (groups.has(name)) continue;
    const needed = new Set(imports.map(({ from }) => groups.get(from)).filter((group) => group !== 'core'));
    const [user = name, ...others] = users.get(name) ?? [];
    const isShared = others.length > 0;
    const joins = alwaysAsked.test(name) || body.length <= (isShared ? maxSharedChars : maxTinyChars);
    const [only = 'core'] = needed;
    if (joins && needed.size <= 1) groups.set(name, only);
    else groups.set(name, baseName(isShared ? name : user));
  }
  return groups;
}

/** The modules on demand that need each module. */
function usersOf(sorted: readonly ModuleChunk[], byName: ReadonlyMap<string, ModuleChunk>): Map<string, string[]> {
  const users = new Map<string, string[]>();
  for (const demanded of new Set(sorted.flatMap(({ dynamic }) => dynamic)))
    for (const name of reach(demanded, byName)) users.set(name, [...(users.get(name) ?? []), demanded]);
  return users;
}

function reach(start: string, byName: ReadonlyMap<string, ModuleChunk>): Set<string> {
  const found = new Set([start]);
  for (const name of found) for (const { from } of byName.get(name)?.imports ?? []) found.add(from);
  return found;
}

function baseName(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.\w+$/, '');
}
