import { insertItem, appendMember, moveItem, moveItemTo, removeItem, replaceValue } from '../json/edit-json.ts';
import { findMember, findStringMember, parseJson, type JsonNode } from '../json/parse-json.ts';
import { applyTextEdits } from '../text/edit-text.ts';
import {
  accepts,
  isSamePath,
  isWithin,
  listAll,
  readNavigationTree,
  type JsonPath,
  type NavigationEntry,
  type NavigationList,
} from './navigation-tree.ts';

/** A position in a list: before the entry with this index, or at the end. */
export interface EntryPlace {
  readonly list: JsonPath;
  readonly index: number;
}

export interface EditedNavigation {
  readonly text: string;
  /** Path of the edited entry in the new text, or of an adjacent entry if it was removed. */
  readonly path: JsonPath | undefined;
}

export type MoveDirection = 'up' | 'down' | 'in' | 'out';

interface Found {
  readonly list: NavigationList;
  readonly index: number;
  readonly entry: NavigationEntry;
}

export function findEntry(lists: readonly NavigationList[], path: JsonPath): Found | undefined {
  for (const list of listAll(lists)) {
    const index = list.entries.findIndex((entry) => isSamePath(entry.path, path));
    const entry = list.entries[index];
    if (entry !== undefined) return { list, index, entry };
  }
  return undefined;
}

/** Whether an entry can be moved to a list: the kind fits, and the list isn't part of the entry. */
export const canMoveTo = (entry: NavigationEntry, list: NavigationList): boolean => {
  if (isWithin(list.path, entry.path)) return false;
  if (isSamePath(list.path, entry.path.slice(0, -1))) return true;
  return accepts(list.key, entry.kind);
};

/**
 * Returns the position of an entry after one step. Steps up and down stay in the list until its beginning or end, then
 * continue in the nearest list that can contain the entry. Returns `undefined` if no such step exists.
 */
export function findStep(
  lists: readonly NavigationList[],
  path: JsonPath,
  direction: MoveDirection,
): EntryPlace | undefined {
  const found = findEntry(lists, path);
  if (found === undefined) return undefined;
  const { list, index, entry } = found;
  switch (direction) {
    case 'up':
      return index > 0 ? { list: list.path, index: index - 1 } : findSlot(lists, found, 'before');
    case 'down':
      return index < list.entries.length - 1 ? { list: list.path, index: index + 2 } : findSlot(lists, found, 'after');
    case 'in': {
      const previous = list.entries[index - 1]?.lists.findLast((each) => canMoveTo(entry, each));
      if (previous !== undefined) return { list: previous.path, index: previous.entries.length };
      const next = list.entries[index + 1]?.lists.find((each) => canMoveTo(entry, each));
      return next && { list: next.path, index: 0 };
    }
    case 'out': {
      const outer = findOuter(lists, list);
      return outer !== undefined && canMoveTo(entry, outer.list)
        ? { list: outer.list.path, index: outer.index + 1 }
        : undefined;
    }
  }
}

const findOuter = (lists: readonly NavigationList[], { path }: NavigationList): Found | undefined =>
  listAll(lists)
    .flatMap((list) => list.entries.map((entry, index) => ({ list, entry, index })))
    .find(({ entry }) => entry.lists.some((each) => isSamePath(each.path, path)));

/** The nearest place above or below an entry at the end of its list. */
function findSlot(
  lists: readonly NavigationList[],
  { list, index, entry }: Found,
  side: 'before' | 'after',
): EntryPlace | undefined {
  const slots = listSlots(lists, entry);
  const own = slots.findIndex((slot) => slot.list === list && slot.index === (side === 'before' ? index : index + 1));
  const others = side === 'before' ? slots.slice(0, Math.max(0, own)).toReversed() : slots.slice(own + 1);
  const slot = others.find((each) => each.list !== list && canMoveTo(entry, each.list));
  return slot && { list: slot.list.path, index: slot.index };
}

/** Places between entries, from top to bottom. */
function listSlots(
  lists: readonly NavigationList[],
  without: NavigationEntry,
): readonly { readonly list: NavigationList; readonly index: number }[] {
  return lists.flatMap((list) => [
    { list, index: 0 },
    ...list.entries.flatMap((entry, index) => [
      ...(entry === without ? [] : listSlots(entry.lists, without)),
      { list, index: index + 1 },
    ]),
  ]);
}

/** @throws {RangeError} if the entry or the list doesn't exist, or can't contain the entry */
export function moveEntry(text: string, path: JsonPath, to: EntryPlace): EditedNavigation {
  const lists = readLists(text);
  const { list, index, entry } = requireEntry(lists, path);
  const target = requireList(lists, to.list);
  if (!canMoveTo(entry, target)) throw new RangeError('an entry of this kind can’t be in this list');
  if (target === list) {
    const at = to.index > index ? to.index - 1 : to.index;
    const edits = moveItem(text, list.array, { from: index, to: at });
    return { text: applyTextEdits(text, edits), path: [...list.path, at] };
  }
  const edits = moveItemTo(text, { array: list.array, index }, { array: target.array, index: to.index });
  return { text: applyTextEdits(text, edits), path: [...pathAfterRemoval(to.list, path), to.index] };
}

/** Returns a path after a removal: the indices of entries after the removed one decrease by 1. */
function pathAfterRemoval(path: JsonPath, removed: JsonPath): JsonPath {
  const at = removed.length - 1;
  const index = path[at];
  const removedIndex = removed[at];
  if (
    !isSamePath(path.slice(0, at), removed.slice(0, at)) ||
    typeof index !== 'number' ||
    typeof removedIndex !== 'number'
  )
    return path;
  return index > removedIndex ? path.with(at, index - 1) : path;
}

export type NewEntry = { readonly page: string } | { readonly group: string };

/** Adds an empty group, or a page with or without a leading slash, like the other pages of the list. */
export function addEntry(text: string, to: EntryPlace, added: NewEntry): EditedNavigation {
  const target = requireList(readLists(text), to.list);
  const edit = insertItem(text, target.array, to.index, toValue(added, target));
  return { text: applyTextEdits(text, [edit]), path: [...to.list, to.index] };
}

function toValue(added: NewEntry, { entries }: NavigationList): unknown {
  if ('group' in added) return { group: added.group, pages: [] };
  const pages = entries.flatMap(({ kind, node }) => (kind === 'page' && node.type === 'string' ? [node.value] : []));
  const isSlashed = pages.length > 0 && pages.every((each) => each.startsWith('/'));
  return isSlashed ? `/${added.page}` : added.page;
}

/** Adds a navigation with one empty group to a file without a navigation or with an empty one. */
export function addNavigation(text: string, group: string): EditedNavigation {
  const root = parseJson(text);
  if (root.type !== 'object') throw new RangeError('the file contains no object');
  const groups = [{ group, pages: [] }];
  const existing = findMember(root, 'navigation')?.value;
  const edit =
    existing === undefined
      ? appendMember(text, root, 'navigation', { groups })
      : existing.type === 'object'
        ? appendMember(text, existing, 'groups', groups)
        : replaceValue(existing, { groups });
  return { text: applyTextEdits(text, [edit]), path: ['navigation', 'groups', 0] };
}

/** @throws {RangeError} if the entry doesn't exist or has no name */
export function renameEntry(text: string, path: JsonPath, name: string): EditedNavigation {
  const { entry } = requireEntry(readLists(text), path);
  const node: JsonNode | undefined = findStringMember(entry.node, entry.kind);
  if (node === undefined) throw new RangeError('the entry has no name');
  return { text: applyTextEdits(text, [replaceValue(node, name)]), path };
}

/** Removes an entry and everything in it. Files aren't changed. */
export function removeFromNavigation(text: string, path: JsonPath): EditedNavigation {
  const { list, index } = requireEntry(readLists(text), path);
  const after = applyTextEdits(text, [removeItem(list.array, index)]);
  const lists = readLists(after);
  const candidates = [path, [...list.path, index - 1], path.slice(0, -2)];
  return { text: after, path: candidates.find((each) => findEntry(lists, each) !== undefined) };
}

/** @throws {JsonSyntaxError} if the text isn't valid */
const readLists = (text: string): readonly NavigationList[] => readNavigationTree(parseJson(text)) ?? [];

function requireEntry(lists: readonly NavigationList[], path: JsonPath): Found {
  const found = findEntry(lists, path);
  if (found === undefined) throw new RangeError(`the navigation has no entry ${path.join('/')}`);
  return found;
}

function requireList(lists: readonly NavigationList[], path: JsonPath): NavigationList {
  const found = listAll(lists).find((list) => isSamePath(list.path, path));
  if (found === undefined) throw new RangeError(`the navigation has no list ${path.join('/')}`);
  return found;
}
