import { findMember, findStringMember, type JsonArray, type JsonNode, type JsonObject } from '../json/parse-json.ts';
import { isPagePath, toPagePath } from './read-navigation.ts';

/** The kinds of lists in a navigation, each with the kind of entry that it contains in addition to pages. */
const listKinds = {
  languages: 'language',
  versions: 'version',
  products: 'product',
  tabs: 'tab',
  dropdowns: 'dropdown',
  anchors: 'anchor',
  menu: 'item',
  groups: 'group',
  pages: 'group',
} as const;

export type NavigationListKey = keyof typeof listKinds;

/**
 * - `page`: the path of a page.
 * - `operation`: another string in `pages`, such as `GET /users` or an address.
 * - `file`: a `$ref` to another file.
 * - `other`: anything else, such as a number, which the site's check reports.
 */
export type NavigationKind = (typeof listKinds)[NavigationListKey] | 'page' | 'operation' | 'file' | 'other';

/** Keys and indices from the root of the file to a value. */
export type JsonPath = readonly (string | number)[];

export interface NavigationEntry {
  readonly kind: NavigationKind;
  /** The name as readers see it, or the path of a page or file. */
  readonly name: string;
  readonly path: JsonPath;
  readonly node: JsonNode;
  /** In the order of the file. */
  readonly lists: readonly NavigationList[];
}

export interface NavigationList {
  readonly key: NavigationListKey;
  readonly path: JsonPath;
  readonly array: JsonArray;
  readonly entries: readonly NavigationEntry[];
}

/** The navigation in a docs.json, without the parts that are in other files. `undefined` if it has none. */
export function readNavigationTree(root: JsonNode): readonly NavigationList[] | undefined {
  const navigation = findMember(root, 'navigation')?.value;
  // In mint.json, the navigation is the list of groups.
  if (navigation?.type === 'array') return [readList('groups', navigation, ['navigation'])];
  if (navigation?.type !== 'object') return undefined;
  const global = findMember(navigation, 'global')?.value;
  const globalLists = global?.type === 'object' ? readLists(global, ['navigation', 'global']) : [];
  return [...readLists(navigation, ['navigation']), ...globalLists];
}

function readLists(node: JsonObject, path: JsonPath): NavigationList[] {
  return node.members.flatMap(({ key, value }) =>
    // If a key is repeated, the last one wins.
    isListKey(key.value) && value.type === 'array' && findMember(node, key.value)?.value === value
      ? [readList(key.value, value, [...path, key.value])]
      : [],
  );
}

function readList(key: NavigationListKey, array: JsonArray, path: JsonPath): NavigationList {
  const entries = array.items.map((item, index) => readEntry(key, item, [...path, index]));
  return { key, path, array, entries };
}

function readEntry(key: NavigationListKey, node: JsonNode, path: JsonPath): NavigationEntry {
  const entry = { path, node, lists: [] };
  if (node.type === 'string') {
    if (key !== 'pages') return { ...entry, kind: 'other', name: node.value };
    if (isPagePath(node.value)) return { ...entry, kind: 'page', name: toPagePath(node.value) };
    return { ...entry, kind: 'operation', name: node.value };
  }
  if (node.type !== 'object') return { ...entry, kind: 'other', name: '' };
  const kind = listKinds[key];
  const name = findStringMember(node, kind)?.value;
  const ref = findStringMember(node, '$ref')?.value;
  if (name === undefined && ref !== undefined) return { ...entry, kind: 'file', name: ref };
  if (name === undefined) return { ...entry, kind: 'other', name: '' };
  return { ...entry, kind, name, lists: readLists(node, path) };
}

const isListKey = (key: string): key is NavigationListKey => Object.hasOwn(listKinds, key);

/** Whether a site may have an entry of this kind in this list. */
export function accepts(key: NavigationListKey, kind: NavigationKind): boolean {
  if (kind === 'page' || kind === 'operation') return key === 'pages';
  return listKinds[key] === kind;
}

export const isSamePath = (one: JsonPath, other: JsonPath): boolean =>
  one.length === other.length && one.every((part, index) => part === other[index]);

export const isWithin = (inner: JsonPath, outer: JsonPath): boolean => isSamePath(inner.slice(0, outer.length), outer);

/** All lists, each before the lists of its entries. */
export const listAll = (lists: readonly NavigationList[]): readonly NavigationList[] =>
  lists.flatMap((list) => [list, ...list.entries.flatMap((entry) => listAll(entry.lists))]);

/** All entries, from top to bottom. */
export const listEntries = (lists: readonly NavigationList[]): readonly NavigationEntry[] =>
  lists.flatMap((list) => list.entries.flatMap((entry) => [entry, ...listEntries(entry.lists)]));
