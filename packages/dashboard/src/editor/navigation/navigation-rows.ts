import { canMoveTo, findEntry, type EntryPlace } from '@docwright/doc-agent/edit-navigation-tree';
import {
  accepts,
  isSamePath,
  isWithin,
  listAll,
  listEntries,
  type JsonPath,
  type NavigationEntry,
  type NavigationKind,
  type NavigationList,
} from '@docwright/doc-agent/navigation-tree';

export interface NavigationRow {
  readonly entry: NavigationEntry;
  /** Kinds and names from the outside in. The key doesn't change when surrounding entries move. */
  readonly key: string;
  /** 1 for the outermost entries. */
  readonly level: number;
  readonly position: number;
  readonly setSize: number;
  /** `undefined` for entries that contain no others. */
  readonly isOpen: boolean | undefined;
}

/** A larger navigation starts with its groups closed. */
const MOST_OPEN_ROWS = 60;

/** Whether an entry is open before the user opens or closes it. */
export const isOpenAtFirst = (entry: NavigationEntry, total: number): boolean =>
  total <= MOST_OPEN_ROWS || entry.kind !== 'group';

/** Returns the visible entries from top to bottom. */
export function toRows(
  lists: readonly NavigationList[],
  isOpen: (entry: NavigationEntry, key: string) => boolean,
  above = '',
  level = 1,
): readonly NavigationRow[] {
  const siblings = lists.flatMap(({ entries }) => entries);
  return siblings.flatMap((entry, index) => {
    const key = `${above}/${entry.kind}:${entry.name}`;
    const isParent = entry.lists.some(({ entries }) => entries.length > 0);
    const open = isParent ? isOpen(entry, key) : undefined;
    const row = { entry, key, level, position: index + 1, setSize: siblings.length, isOpen: open };
    return [row, ...(open === true ? toRows(entry.lists, isOpen, key, level + 1) : [])];
  });
}

/** Returns the keys of the entries that contain a path. */
export function keysAbove(lists: readonly NavigationList[], path: JsonPath): readonly string[] {
  return toRows(lists, (entry) => isWithin(path, entry.path))
    .filter(({ entry }) => isWithin(path, entry.path) && !isSamePath(path, entry.path))
    .map(({ key }) => key);
}

export const countPages = (entry: NavigationEntry): number =>
  listEntries(entry.lists).filter(({ kind }) => kind === 'page').length;

/** The part of a row over which an entry is dragged. */
export type DropZone = 'before' | 'inside' | 'after';

export const toDropZone = (offset: number, height: number): DropZone =>
  offset < height / 4 ? 'before' : offset > (height * 3) / 4 ? 'after' : 'inside';

/** Returns the place where a dragged entry would be dropped, or `undefined` if it isn't allowed there. */
export function findDropPlace(
  lists: readonly NavigationList[],
  dragged: JsonPath,
  { target, zone, isOpen }: { readonly target: JsonPath; readonly zone: DropZone; readonly isOpen: boolean },
): EntryPlace | undefined {
  const moved = findEntry(lists, dragged)?.entry;
  const over = findEntry(lists, target);
  if (moved === undefined || over === undefined || isSamePath(dragged, target)) return undefined;
  const inner = over.entry.lists.find((list) => canMoveTo(moved, list));
  if (inner !== undefined && zone === 'inside') return { list: inner.path, index: inner.entries.length };
  // The place below an open entry is the place above its first child.
  if (inner !== undefined && zone === 'after' && isOpen) return { list: inner.path, index: 0 };
  if (!canMoveTo(moved, over.list)) return undefined;
  const index = over.index + (zone === 'before' ? 0 : 1);
  return { list: over.list.path, index };
}

/** Finds the place for a new page or group: next to the selected entry, inside it, or in the first list that fits. */
export function findNewPlace(
  lists: readonly NavigationList[],
  selected: JsonPath | undefined,
  kind: 'page' | 'group',
): EntryPlace | undefined {
  const found = selected && findEntry(lists, selected);
  if (found === undefined) {
    const last = listAll(lists).findLast(
      (list) => accepts(list.key, kind) && (kind === 'page' || list.key === 'groups'),
    );
    const fallback = last ?? listAll(lists).find((list) => accepts(list.key, kind));
    return fallback && { list: fallback.path, index: fallback.entries.length };
  }
  const { entry, list, index } = found;
  // A group is added after the selected group, not inside it.
  const inner = kind === entry.kind ? undefined : listAll(entry.lists).find((each) => accepts(each.key, kind));
  if (inner !== undefined) return { list: inner.path, index: inner.entries.length };
  if (accepts(list.key, kind)) return { list: list.path, index: index + 1 };
  const outer = list.path.length > 2 ? list.path.slice(0, -1) : undefined;
  return outer && findEntry(lists, outer) && findNewPlace(lists, outer, kind);
}

export interface PageList {
  readonly list: NavigationList;
  /** The names of the entries that contain the list: `Guides › Start`. */
  readonly label: string;
}

/** Returns the lists to which pages can be added, with the names of the entries that contain them. */
export const listPageLists = (lists: readonly NavigationList[], above: readonly string[] = []): readonly PageList[] =>
  lists.flatMap((list) => [
    ...(list.key === 'pages' ? [{ list, label: above.length === 0 ? 'Top level' : above.join(' › ') }] : []),
    ...list.entries.flatMap((entry) => listPageLists(entry.lists, [...above, entry.name || 'Without a name'])),
  ]);

export const kindLabels: Readonly<Record<NavigationKind, string>> = {
  language: 'Language',
  version: 'Version',
  product: 'Product',
  tab: 'Tab',
  dropdown: 'Dropdown',
  anchor: 'Anchor',
  item: 'Menu item',
  group: 'Group',
  page: 'Page',
  operation: 'Operation or link',
  file: 'Other file',
  other: 'Unknown entry',
};

export const nameOfEntry = ({ kind, name }: NavigationEntry): string =>
  name.trim() === '' ? `${kindLabels[kind]} without a name` : name;
