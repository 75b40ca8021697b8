import { findMember, findStringMember } from '../json/parse-json.ts';
import type { JsonArray, JsonNode, JsonObject, JsonString } from '../json/parse-json.ts';
import type { ConfigFile, SiteConfigFiles } from './load-site-config.ts';
import { resolveRef } from '../json/resolve-ref.ts';
import { trimEndOf } from '../text/trim-end.ts';

/** A string that names a page: an item of a `pages` array, or a group's `root`. */
export interface NavigationPage {
  readonly file: ConfigFile;
  readonly node: JsonString;
  /** Extension-less path without a leading slash. */
  readonly path: string;
  /** The array that contains the string, and its index there; `undefined` for `root`. */
  readonly list?: JsonArray;
  readonly index: number;
  /** Names of the enclosing divisions and groups, outermost first. */
  readonly trail: readonly string[];
  /** The language, version and product among them: the parts of a site that often have pages with the same names. */
  readonly divisions: readonly string[];
  /** Whether the page is in the default language and the default version. */
  readonly isDefault: boolean;
  /** Whether the page is outside `versions`, or in the default version, in any language. */
  readonly isCurrent: boolean;
}
export interface NavigationGroup {
  readonly file: ConfigFile;
  readonly node: JsonObject;
  readonly name: string;
  /** Location of the group's `pages` (in another file if they are a `$ref`). */
  readonly pages?: { readonly file: ConfigFile; readonly array: JsonArray };
  /** Names of the enclosing divisions and groups, outermost first, the group's own name last. */
  readonly trail: readonly string[];
}
export interface Navigation {
  readonly pages: readonly NavigationPage[];
  readonly groups: readonly NavigationGroup[];
  /** Named parts that aren't groups, such as tabs, languages and versions. */
  readonly divisions: readonly NavigationGroup[];
  /** `pages` arrays that belong to no group: directly under the root, a tab, an anchor, … */
  readonly looseLists: readonly {
    readonly file: ConfigFile;
    readonly array: JsonArray;
    readonly trail: readonly string[];
  }[];
}

/** The keys that name an entry of the navigation tree (docs.json), and `name`/`group` of mint.json. */
const nameKeys = ['group', 'tab', 'anchor', 'dropdown', 'version', 'language', 'product', 'item', 'menu'];
const divisionKeys = ['language', 'version', 'product', 'dropdown'];

/** Lists with a default entry: the entry that is marked as default, or the first one. */
const defaultLists = ['languages', 'versions'];

interface Place {
  readonly isDefault: boolean;
  readonly isCurrent: boolean;
  readonly file: ConfigFile;
  readonly trail: readonly string[];
  readonly divisions: readonly string[];
  /** Files visited so far, to detect `$ref` cycles. */
  readonly through: readonly string[];
}

const toPosition = ({ trail, divisions, isDefault, isCurrent }: Place) => ({ trail, divisions, isDefault, isCurrent });

/** Walks the whole navigation tree, through `$ref`s, in the order of the text. */
export function readNavigation(config: SiteConfigFiles): Navigation {
  const pages: NavigationPage[] = [];
  const groups: NavigationGroup[] = [];
  const divisions: NavigationGroup[] = [];
  const looseLists: { file: ConfigFile; array: JsonArray; trail: readonly string[] }[] = [];

  const follow = (node: JsonNode, place: Place): { node: JsonNode; place: Place } | undefined => {
    const target = resolveRef(place.file.path, node);
    const file = target === undefined ? undefined : config.files.get(target);
    if (file === undefined || place.through.includes(file.path)) return undefined;
    return { node: file.root, place: { ...place, file, through: [...place.through, file.path] } };
  };

  const visitPages = (array: JsonArray, place: Place): void => {
    array.items.forEach((item, index) => {
      if (item.type === 'string') {
        if (isPagePath(item.value))
          pages.push({
            file: place.file,
            node: item,
            path: toPagePath(item.value),
            list: array,
            index,
            ...toPosition(place),
          });
      } else visit(item, place);
    });
  };

  const visitObject = (node: JsonObject, place: Place): void => {
    const named = nameKeys.map((key) => findStringMember(node, key)).find((name) => name !== undefined);
    const divided = divisionKeys.flatMap((key) => findStringMember(node, key)?.value ?? []);
    const inner: Place = {
      ...place,
      trail: [...place.trail, ...(named === undefined ? [] : [named.value])],
      divisions: [...place.divisions, ...divided],
    };
    const root = findStringMember(node, 'root');
    if (root !== undefined && isPagePath(root.value)) {
      pages.push({
        file: place.file,
        node: root,
        path: toPagePath(root.value),
        index: -1,
        ...toPosition(inner),
      });
    }
    const list = findPagesArray(node, inner, follow);
    const isGroup = findStringMember(node, 'group') !== undefined;
    if (isGroup || named !== undefined) {
      const part = { file: place.file, node, name: named?.value ?? '', trail: inner.trail };
      (isGroup ? groups : divisions).push(list === undefined ? part : { ...part, pages: list });
    }
    if (!isGroup && list !== undefined) looseLists.push({ ...list, trail: inner.trail });
    for (const { key, value } of node.members) {
      if (key.value === 'pages' || key.value === '$ref') continue;
      if (value.type === 'array' && defaultLists.includes(key.value)) {
        const chosen = value.items.find(isMarkedDefault) ?? value.items[0];
        for (const item of value.items) {
          const isCurrent = inner.isCurrent && (item === chosen || key.value !== 'versions');
          visit(item, { ...inner, isDefault: inner.isDefault && item === chosen, isCurrent });
        }
      } else visit(value, inner);
    }
    if (list !== undefined) visitPages(list.array, { ...inner, file: list.file });
    const referenced = follow(node, inner);
    if (referenced !== undefined) visit(referenced.node, referenced.place);
  };

  const visit = (node: JsonNode, place: Place): void => {
    if (node.type === 'array') for (const item of node.items) visit(item, place);
    if (node.type === 'object') visitObject(node, place);
  };

  const file = config.main;
  const start: Place = { file, isDefault: true, isCurrent: true, trail: [], divisions: [], through: [file.path] };
  for (const { node, place } of findNavigationRoots(config, start, follow)) visit(node, place);
  return { pages, groups, divisions, looseLists };
}

function isMarkedDefault(item: JsonNode): boolean {
  const value = findMember(item, 'default')?.value;
  return value?.type === 'scalar' && value.value === true;
}

type Follow = (node: JsonNode, place: Place) => { node: JsonNode; place: Place } | undefined;

/** `navigation` of the main file; it may be included by a `$ref` at the root of the configuration. */
function findNavigationRoots(
  config: SiteConfigFiles,
  start: Place,
  follow: Follow,
): { node: JsonNode; place: Place }[] {
  const own = findMember(config.main.root, 'navigation');
  if (own !== undefined) return [{ node: own.value, place: start }];
  const referenced = follow(config.main.root, start);
  const inherited = referenced === undefined ? undefined : findMember(referenced.node, 'navigation');
  return referenced === undefined || inherited === undefined
    ? []
    : [{ node: inherited.value, place: referenced.place }];
}

function findPagesArray(
  node: JsonObject,
  place: Place,
  follow: Follow,
): { file: ConfigFile; array: JsonArray } | undefined {
  const value = findMember(node, 'pages')?.value;
  if (value === undefined) return undefined;
  if (value.type === 'array') return { file: place.file, array: value };
  const referenced = follow(value, place);
  return referenced?.node.type === 'array' ? { file: referenced.place.file, array: referenced.node } : undefined;
}

/** Whether a value is a page's path, unlike `GET /users` or `spec.json GET /users`, which refer to operations. */
export function isPagePath(value: string): boolean {
  return value !== '' && !/\s/.test(value.trim()) && !/^[a-z][a-z0-9+.-]*:/i.test(value);
}

export function toPagePath(value: string): string {
  return trimEndOf(value.trim().replace(/^\/+/, ''), '/').replace(/\.mdx?$/i, '');
}
