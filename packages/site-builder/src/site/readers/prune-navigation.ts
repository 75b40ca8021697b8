import {
  toPagePath,
  type NavContent,
  type NavTreeEntry,
  type NavTreeLink,
  type NavTreeOption,
} from '../navigation/index.ts';

/**
 * The navigation without the pages of `left`: their entries are removed, as are groups and divisions that contained
 * nothing else, and links of the navigation to one of them.
 */
export function pruneNavigation(content: NavContent, left: ReadonlySet<string>): NavContent {
  const leadsOut = (href: string | undefined): boolean => href !== undefined && left.has(toPagePath(href));
  return {
    id: content.id,
    sets: content.sets.flatMap(({ kind, options }) => {
      const kept = options.flatMap((option) => pruneOption(option, left, leadsOut));
      return kept.length === 0 ? [] : [{ kind, options: kept }];
    }),
    entries: pruneEntries(content.entries, left),
    anchors: content.anchors.filter(({ href }: NavTreeLink) => !leadsOut(href)),
  };
}

function pruneOption(
  option: NavTreeOption,
  left: ReadonlySet<string>,
  leadsOut: (href: string | undefined) => boolean,
): NavTreeOption[] {
  if (leadsOut(option.href)) return [];
  const content = pruneNavigation(option.content, left);
  const isEmpty = !hasAny(content);
  if (isEmpty && (hasAny(option.content) || option.access === 'restricted')) return [];
  return [{ ...option, content }];
}

function hasAny({ sets, entries, anchors }: NavContent): boolean {
  return sets.length + entries.length + anchors.length > 0;
}

function pruneEntries(entries: readonly NavTreeEntry[], left: ReadonlySet<string>): NavTreeEntry[] {
  return entries.flatMap((entry): NavTreeEntry[] => {
    if (entry.kind === 'page') return left.has(entry.path) ? [] : [entry];
    const kept = pruneEntries(entry.entries, left);
    if (kept.length === 0 && (entry.entries.length > 0 || entry.access === 'restricted')) return [];
    const root = entry.root !== undefined && left.has(entry.root) ? undefined : entry.root;
    return [{ ...entry, root, entries: kept }];
  });
}
