export interface ModuleChunk {
  readonly name: string;
  readonly imports: readonly { readonly from: string; readonly names: string }[];
  /** Modules that this module imports dynamically. */
  readonly dynamic: readonly string[];
  readonly body: string;
  readonly exports: string;
}

/**
 * Modules up to this size that a few diagrams share are in the core: another request would cost more than the bytes.
 */
const maxSharedChars = 64 * 1024;
/** A module that is loaded on demand and is smaller than this is added to the file of its dependencies. */
const maxTinyChars = 4 * 1024;
/** The layout of most diagrams, which is nearly always needed although the library loads it on demand. */
const alwaysAsked = /(?:^|\/)dagre-/;

/** Sorts modules so that each follows its imports. */
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
 * Assigns each module to a file: `core` contains the modules that the entry needs and that many diagrams share, a large
 * library that several diagrams share has its own file, and every other module is in the file of the only diagram that
 * needs it. `sorted` is the result of `sortModules`.
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

/** For each module, the dynamically imported modules that need it. */
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
