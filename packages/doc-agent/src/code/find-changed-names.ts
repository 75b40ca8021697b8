/**
 * The names that readers may know and that a unified diff changes: options, environment variables, routes and
 * identifiers. Comments, tests and prose are skipped, because readers don't use names in them.
 */
export interface ChangedNames {
  /** Maps old names to new names. Each removed line has a counterpart that differs in one name of the same kind. */
  readonly renamed: ReadonlyMap<string, string>;
  /** Names that the diff removes and doesn't add anywhere, except those in `renamed`. */
  readonly removed: readonly string[];
  /** Names that the diff adds and doesn't remove anywhere, except those in `renamed`. */
  readonly added: readonly string[];
  /** Changed files that were read, and those that were skipped. */
  readonly files: readonly string[];
  readonly skipped: readonly string[];
}

export type NameKind = 'option' | 'variable' | 'route' | 'identifier';

const option = String.raw`--[a-z][a-z0-9]{1,40}(?:-[a-z0-9]{1,40}){0,6}`;
const variable = String.raw`[A-Z][A-Z0-9]{0,40}(?:_[A-Z0-9]{1,40}){1,8}`;
const snake = String.raw`[a-z][a-z0-9]{0,40}(?:_[a-z0-9]{1,40}){1,8}`;
const camel = String.raw`[A-Za-z][a-z0-9]{1,40}(?:[A-Z][a-z0-9]{0,40}){1,8}`;
const names = new RegExp(String.raw`(?<![\w-])(?:${option}|${variable}|${snake}|${camel})(?![\w-])`, 'g');
/** Paths that are a whole string or follow a request method: other paths are files. */
const routes =
  /(?:(?<=["'`])|(?<=\b(?:GET|POST|PUT|PATCH|DELETE) ))\/[a-z][\w{}:.-]{0,60}(?:\/[\w{}:.-]{1,60}){0,10}(?=["'`\s]|$)/g;

export function kindOfName(name: string): NameKind {
  if (name.startsWith('--')) return 'option';
  if (name.startsWith('/')) return 'route';
  return /^[A-Z][A-Z0-9]*_[A-Z0-9_]+$/.test(name) ? 'variable' : 'identifier';
}

/** Lines are truncated at this length, because longer lines are generated. */
const maxLineLength = 400;

export function listNames(line: string): string[] {
  const text = line.slice(0, maxLineLength);
  const found = [...text.matchAll(names), ...text.matchAll(routes)].sort((a, b) => a.index - b.index);
  return found.map(([name]) => name);
}

/** Files with names that readers don't use: tests, prose, lists of dependencies and generated code. */
const unread =
  /(?:^|\/)(?:tests?|__tests__|testing|fixtures|node_modules|vendor|dist)\/|[._-](?:test|spec|lock|min)\.|(?:^|\/)test_[^/]*$|\.(?:mdx?|rst|adoc|txt|lock|snap|svg|css)$/i;
export const hasReadersNames = (path: string): boolean => !unread.test(path);

const comment = /^\s*(?:\/\/|\/\*|\*|#(?!\[)|<!--|--\s|;)/;

interface Block {
  readonly removed: string[];
  readonly added: string[];
}

/** @param diffs unified diffs, oldest first */
export function findChangedNames(diffs: readonly string[]): ChangedNames {
  const renames = new Map<string, Set<string>>();
  const removed = new Set<string>();
  const added = new Set<string>();
  const kept = new Set<string>();
  const files = new Set<string>();
  const skipped = new Set<string>();
  for (const diff of diffs) {
    for (const { path, blocks, context } of readDiff(diff)) {
      (hasReadersNames(path) ? files : skipped).add(path);
      if (!hasReadersNames(path)) continue;
      for (const line of context) for (const name of listNames(line)) kept.add(name);
      for (const block of blocks) {
        for (const name of block.removed.flatMap(listNames)) removed.add(name);
        for (const name of block.added.flatMap(listNames)) added.add(name);
        for (const [old, name] of pairNames(block)) renames.set(old, (renames.get(old) ?? new Set()).add(name));
      }
    }
  }
  const renamed = followRenames(renames, new Set([...added, ...kept]));
  const olds = new Set(renamed.keys());
  const news = new Set(renamed.values());
  return {
    renamed,
    removed: [...removed].filter((name) => !added.has(name) && !kept.has(name) && !olds.has(name)).sort(),
    added: [...added].filter((name) => !removed.has(name) && !kept.has(name) && !news.has(name)).sort(),
    files: [...files].sort(),
    skipped: [...skipped].sort(),
  };
}

/**
 * Selects the renames that count: all lines agree on the rename, the old name is no longer used, and no other name was
 * changed to the new name.
 */
function followRenames(
  found: ReadonlyMap<string, ReadonlySet<string>>,
  remaining: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const single = new Map(
    [...found].flatMap(([old, [name, ...others]]) => (name && others.length === 0 ? [[old, name]] : [])),
  );
  const lasts = findLastNames(single);
  const targets = new Set(single.values());
  // A name in the middle of a chain is also in an added line, because that line was changed again later.
  const renamed = [...single.keys()]
    .filter((old) => !remaining.has(old) || targets.has(old))
    .flatMap((old) => {
      const name = lasts.get(old);
      return name === undefined ? [] : [[old, name] as const];
    });
  const starts = new Map<string, number>();
  for (const [old, name] of renamed) if (!targets.has(old)) starts.set(name, (starts.get(name) ?? 0) + 1);
  return new Map(renamed.filter(([, name]) => (starts.get(name) ?? 0) <= 1));
}

/** Finds the end of each chain of renames. Names that were renamed back and forth have none. */
function findLastNames(single: ReadonlyMap<string, string>): ReadonlyMap<string, string | undefined> {
  const lasts = new Map<string, string | undefined>();
  for (const start of single.keys()) {
    const chain = new Set<string>();
    let at = start;
    for (let next = single.get(at); next !== undefined && !chain.has(at) && !lasts.has(at); next = single.get(at)) {
      chain.add(at);
      at = next;
    }
    const last = chain.has(at) ? undefined : lasts.has(at) ? lasts.get(at) : at;
    for (const name of chain) lasts.set(name, last);
  }
  return lasts;
}

/** Finds the names in which removed lines differ from their counterparts. */
function pairNames({ removed, added }: Block): (readonly [string, string])[] {
  const pairs: (readonly [string, string])[] = [];
  const left = new Map<string, string[]>();
  for (const line of added) {
    const skeleton = toSkeleton(line);
    const alike = left.get(skeleton);
    if (alike === undefined) left.set(skeleton, [line]);
    else alike.push(line);
  }
  for (const lines of left.values()) lines.reverse();
  for (const [index, line] of removed.entries()) {
    const alike = left.get(toSkeleton(line))?.pop();
    const partner = alike ?? (removed.length === added.length ? added[index] : undefined);
    if (partner !== undefined) pairs.push(...comparePair(line, partner));
  }
  return pairs;
}

function comparePair(before: string, after: string): (readonly [string, string])[] {
  const old = listNames(before);
  const now = listNames(after);
  if (toSkeleton(before) === toSkeleton(after)) {
    return old.flatMap((name, index): (readonly [string, string])[] => {
      const other = now[index];
      return other === undefined || other === name || kindOfName(other) !== kindOfName(name) ? [] : [[name, other]];
    });
  }
  const [gone, ...moreGone] = new Set(old.filter((name) => !now.includes(name)));
  const [fresh, ...moreFresh] = new Set(now.filter((name) => !old.includes(name)));
  if (gone === undefined || fresh === undefined || moreGone.length > 0 || moreFresh.length > 0) return [];
  return kindOfName(gone) === kindOfName(fresh) ? [[gone, fresh]] : [];
}

function toSkeleton(line: string): string {
  return line.slice(0, maxLineLength).replaceAll(names, '\0').replaceAll(routes, '\0').trim();
}

interface DiffFile {
  readonly path: string;
  readonly blocks: Block[];
  readonly context: string[];
}

const header = 'diff --git a/';

function readDiff(diff: string): DiffFile[] {
  const files: DiffFile[] = [];
  let file: DiffFile | undefined;
  let block: Block | undefined;
  let inHunk = false;
  for (const line of diff.split('\n')) {
    if (line.startsWith(header)) {
      inHunk = false;
      block = undefined;
      file = { path: line.slice(line.lastIndexOf(' b/') + 3), blocks: [], context: [] };
      files.push(file);
    } else if (line.startsWith('@@')) {
      inHunk = true;
      block = undefined;
    } else if (inHunk && file !== undefined) block = readLine(line, file, block);
  }
  return files;
}

/**
 * Reads a line of a diff. A block of removed lines and the lines that replace them ends at a line of context, or at the
 * next removed line.
 */
function readLine(line: string, file: DiffFile, block: Block | undefined): Block | undefined {
  const mark = line[0];
  const text = line.slice(1);
  if (mark === '\\') return block;
  if (mark !== '-' && mark !== '+') {
    if (!comment.test(text)) file.context.push(text);
    return undefined;
  }
  let open = block;
  if (open === undefined || (mark === '-' && open.added.length > 0)) {
    open = { removed: [], added: [] };
    file.blocks.push(open);
  }
  if (!comment.test(text)) (mark === '-' ? open.removed : open.added).push(text);
  return open;
}
