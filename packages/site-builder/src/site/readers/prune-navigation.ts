import type { NavAccess, NavContent, NavTreeEntry, NavTreeLink, NavTreeOption } from '../navigation/index.ts';
import { isLinkToOmitted, type OmittedContent } from './omitted-content.ts';
import { pruneFrame } from './prune-frame.ts';

/**
 * Removes pages from the navigation: their entries, the groups and divisions that contain nothing else, and links to
 * the pages.
 */
export function pruneNavigation(content: NavContent, left: OmittedContent): NavContent {
  return {
    id: content.id,
    sets: content.sets.flatMap(({ kind, options }) => {
      const kept = options.flatMap((option) => pruneOption(option, left));
      return kept.length === 0 ? [] : [{ kind, options: kept }];
    }),
    entries: pruneEntries(content.entries, left),
    anchors: content.anchors.filter(
      ({ href, access }: NavTreeLink) => !isLinkToOmitted(href, left) && isShown(access, left),
    ),
  };
}

function isShown(access: NavAccess, { admits }: OmittedContent): boolean {
  return access === undefined || admits(access);
}

function pruneOption(option: NavTreeOption, left: OmittedContent): NavTreeOption[] {
  if (isLinkToOmitted(option.href, left)) return [];
  const content = pruneNavigation(option.content, left);
  if (!hasAny(content) && (hasAny(option.content) || !isShown(option.access, left))) return [];
  return [{ ...option, content, frame: option.frame === undefined ? undefined : pruneFrame(option.frame, left) }];
}

function hasAny({ sets, entries, anchors }: NavContent): boolean {
  return sets.length + entries.length + anchors.length > 0;
}

function pruneEntries(entries: readonly NavTreeEntry[], left: OmittedContent): NavTreeEntry[] {
  return entries.flatMap((entry): NavTreeEntry[] => {
    if (entry.kind === 'page') return left.pages.has(entry.path) ? [] : [entry];
    const kept = pruneEntries(entry.entries, left);
    if (kept.length === 0 && (entry.entries.length > 0 || !isShown(entry.access, left))) return [];
    const root = entry.root !== undefined && left.pages.has(entry.root) ? undefined : entry.root;
    return [{ ...entry, root, entries: kept }];
  });
}
