import { appendMember, insertItem, moveItem, removeItem, replaceValue } from '../json/edit-json.ts';
import { findMember, findStringMember } from '../json/parse-json.ts';
import type { JsonArray, JsonNode } from '../json/parse-json.ts';
import { ToolError } from '../errors.ts';
import { ConfigEditor } from './config-editor.ts';
import type { SiteConfigFiles } from './load-site-config.ts';
import { readNavigation, toPagePath } from './read-navigation.ts';
import type { Navigation, NavigationGroup } from './read-navigation.ts';
import { countOf } from '../text/count-of.ts';

/**
 * Adds a page to the `pages` of a group, or of a tab without groups, after `after` or at the end. The page must not be
 * in the list yet.
 */
export function addPageToGroup(
  config: SiteConfigFiles,
  page: string,
  place: { group: string; after?: string },
): SiteConfigFiles {
  const navigation = readNavigation(config);
  const group = requirePageList(navigation, place.group);
  const path = toPagePath(page);
  const inGroup = navigation.pages.filter((entry) => entry.list !== undefined && entry.list === group.pages?.array);
  if (inGroup.some((entry) => entry.path === path)) {
    throw new ToolError('no_change', `"${path}" is already in "${group.name}"`);
  }
  const editor = new ConfigEditor(config);
  if (group.pages === undefined) {
    editor.add(group.file, appendMember(group.file.text, group.node, 'pages', [spellLike(navigation, path)]));
    return editor.next();
  }
  const { file, array } = group.pages;
  const after =
    place.after === undefined ? undefined : inGroup.find((entry) => entry.path === toPagePath(place.after ?? ''));
  if (place.after !== undefined && after === undefined) {
    throw new ToolError('not_found', `"${place.after}" is not in "${group.name}"`, {
      pages: inGroup.map((entry) => entry.path),
    });
  }
  const index = after === undefined ? array.items.length : after.index + 1;
  editor.add(file, insertItem(file.text, array, index, spellLike(navigation, path)));
  return editor.next();
}

/**
 * Removes a page from every list that contains it; groups that become empty are kept. No change if no list contains it.
 */
export function removePageFromNavigation(config: SiteConfigFiles, page: string): SiteConfigFiles {
  const path = toPagePath(page);
  let current = config;
  for (let guard = 0; guard < 100; guard++) {
    const entry = readNavigation(current).pages.find(
      (candidate) => candidate.path === path && candidate.list !== undefined,
    );
    if (entry?.list === undefined) return removeGroupRoot(current, path);
    const editor = new ConfigEditor(current);
    editor.add(entry.file, removeItem(entry.list, entry.index));
    current = editor.next();
  }
  return current;
}

/** Removes the `root` of a group whose title linked to the page. */
function removeGroupRoot(config: SiteConfigFiles, path: string): SiteConfigFiles {
  const editor = new ConfigEditor(config);
  for (const group of readNavigation(config).groups) {
    const root = findStringMember(group.node, 'root');
    if (root === undefined || toPagePath(root.value) !== path) continue;
    const members = group.node.members;
    const index = members.findIndex((member) => member.key.value === 'root');
    const next = members[index + 1];
    const previous = members[index - 1];
    const member = members[index];
    if (member === undefined) continue;
    if (next !== undefined) editor.add(group.file, { start: member.key.start, end: next.key.start, text: '' });
    else if (previous !== undefined)
      editor.add(group.file, { start: previous.value.end, end: member.value.end, text: '' });
  }
  return editor.next();
}

/** Replaces a page's path wherever the navigation names it, in the spelling (leading slash or not) found there. */
export function renamePageInNavigation(config: SiteConfigFiles, from: string, to: string): SiteConfigFiles {
  const editor = new ConfigEditor(config);
  const oldPath = toPagePath(from);
  for (const entry of readNavigation(config).pages) {
    if (entry.path !== oldPath) continue;
    const slash = entry.node.value.startsWith('/') ? '/' : '';
    const extension = /\.mdx?$/i.exec(entry.node.value)?.[0] ?? '';
    editor.add(entry.file, replaceValue(entry.node, `${slash}${toPagePath(to)}${extension}`));
  }
  return editor.next();
}

/** Adds an empty group at the end of another group, tab, language or version, or next to the site's last group. */
export function addGroup(config: SiteConfigFiles, name: string, parent: string | undefined): SiteConfigFiles {
  const navigation = readNavigation(config);
  const outer = parent === undefined ? undefined : requirePart(navigation, parent);
  if (findNamed(navigation.groups, name).some((group) => outer === undefined || isInside(group, outer))) {
    throw new ToolError('no_change', `the group "${name}" already exists`);
  }
  const value = { group: name, pages: [] };
  const editor = new ConfigEditor(config);
  if (outer !== undefined) {
    const list = findGroupsOf(outer);
    if (list === undefined) editor.add(outer.file, appendMember(outer.file.text, outer.node, 'pages', [value]));
    else editor.add(list.file, insertItem(list.file.text, list.array, list.array.items.length, value));
    return editor.next();
  }
  // Next to the site's last group, in the same list.
  const list = findGroupList(config);
  if (list === undefined)
    throw new ToolError('not_found', 'the navigation has no list of groups; specify a parent group');
  editor.add(list.file, insertItem(list.file.text, list.array, list.array.items.length, value));
  return editor.next();
}

/** The list for groups inside a part of the navigation; `undefined` for a group without `pages`. */
function findGroupsOf({ file, node, name, pages }: NavigationGroup): NavigationGroup['pages'] {
  const groups = findMember(node, 'groups')?.value;
  if (groups?.type === 'array') return { file, array: groups };
  if (pages === undefined && findMember(node, 'group') === undefined)
    throw new ToolError('not_found', `"${name}" has no list of groups or pages in \`${file.path}\``);
  return pages;
}

function findGroupList(config: SiteConfigFiles) {
  for (const file of config.files.values()) {
    const navigation = findMember(file.root, 'navigation')?.value;
    const groups = navigation?.type === 'array' ? navigation : findMember(navigation, 'groups')?.value;
    if (groups?.type === 'array') return { file, array: groups };
  }
  const first = readNavigation(config).groups[0];
  if (first === undefined) return undefined;
  for (const file of config.files.values()) {
    const array = findArrayHolding(file.root, first);
    if (array !== undefined) return { file, array };
  }
  return undefined;
}

function findArrayHolding(node: JsonNode, group: NavigationGroup): JsonArray | undefined {
  if (node.type === 'array') {
    if (node.items.includes(group.node)) return node;
    for (const item of node.items) {
      const found = findArrayHolding(item, group);
      if (found !== undefined) return found;
    }
  }
  if (node.type === 'object') {
    for (const member of node.members) {
      const found = findArrayHolding(member.value, group);
      if (found !== undefined) return found;
    }
  }
  return undefined;
}

export function renameGroup(config: SiteConfigFiles, from: string, to: string): SiteConfigFiles {
  const group = requireGroup(readNavigation(config), from);
  const name = findStringMember(group.node, 'group');
  if (name === undefined) throw new ToolError('not_found', `the group "${from}" has no name to change`);
  const editor = new ConfigEditor(config);
  editor.add(group.file, replaceValue(name, to));
  return editor.next();
}

/** Moves a group, tab, language or version directly before or after another one in the same list. */
export function moveGroup(
  config: SiteConfigFiles,
  name: string,
  { beside, isBehind }: { beside: string; isBehind: boolean },
): SiteConfigFiles {
  const navigation = readNavigation(config);
  const group = requirePart(navigation, name);
  const other = requirePart(navigation, beside);
  const array = findArrayHolding(group.file.root, group);
  if (array === undefined || !array.items.includes(other.node)) {
    throw new ToolError('not_found', `"${group.name}" and "${other.name}" are not in the same list of the navigation`);
  }
  const from = array.items.indexOf(group.node);
  const at = array.items.indexOf(other.node) + (isBehind ? 1 : 0);
  const editor = new ConfigEditor(config);
  for (const edit of moveItem(group.file.text, array, { from, to: at > from ? at - 1 : at })) {
    editor.add(group.file, edit);
  }
  return editor.next();
}

/** A group by its name, or by `Outer > Inner` if names repeat. Throws `not_found` or `ambiguous`, with candidates. */
export function requireGroup(navigation: Navigation, name: string): NavigationGroup {
  return requireOnly(navigation, findNamed(navigation.groups, name), name);
}

/** A group, or a tab, language or version that has pages outside groups. */
export function requirePageList(navigation: Navigation, name: string): NavigationGroup {
  const part = requirePart(navigation, name);
  if (part.pages !== undefined || navigation.groups.includes(part)) return part;
  const inside = navigation.groups.filter((group) => isInside(group, part));
  throw new ToolError('not_found', `"${part.name}" has no pages outside groups; specify a group`, {
    groups: inside.map(({ trail }) => trail.join(' > ')).slice(0, 60),
  });
}

/** A group, tab, language or version. If a group and a tab have the same name, the group is meant. */
function requirePart(navigation: Navigation, name: string): NavigationGroup {
  const groups = findNamed(navigation.groups, name);
  return requireOnly(navigation, groups.length > 0 ? groups : findNamed(navigation.divisions, name), name);
}

function requireOnly(navigation: Navigation, found: readonly NavigationGroup[], name: string): NavigationGroup {
  const only = found[0];
  if (only !== undefined && found.length === 1) return only;
  if (only === undefined) {
    const groups = [...new Set(navigation.groups.map((group) => group.trail.join(' > ')))];
    throw new ToolError('not_found', `the group "${name}" doesn't exist`, { groups: groups.slice(0, 60) });
  }
  throw new ToolError(
    'ambiguous',
    `${countOf(found.length, 'group is', 'groups are')} named "${name}"; also name the outer one, as in "Outer > ${only.name}"`,
    {
      groups: found.map((group) => group.trail.join(' > ')).slice(0, 60),
    },
  );
}

function findNamed(parts: readonly NavigationGroup[], name: string): NavigationGroup[] {
  const wanted = name.split('>').map(toComparable).filter(Boolean);
  const fits = (group: NavigationGroup): boolean => {
    // A name can itself contain ">", or be blank: such a name can't be written as a path.
    if (toComparable(group.name) === toComparable(name)) return true;
    const trail = group.trail.map(toComparable).filter(Boolean);
    if (wanted.length === 0 || toComparable(group.name) !== wanted.at(-1)) return false;
    let at = 0;
    for (const part of trail) if (part === wanted[at]) at++;
    return at === wanted.length;
  };
  const found = parts.filter(fits);
  const exact = found.filter((group) => group.name === name);
  return exact.length > 0 ? exact : found;
}

const isInside = ({ trail }: NavigationGroup, outer: NavigationGroup): boolean =>
  outer.trail.every((part, index) => trail[index] === part);

/** Normalizes a name, so that names are compared without regard to case and whitespace. */
const toComparable = (name: string): string => name.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Uses a leading slash for pages if the site does. */
function spellLike(navigation: Navigation, path: string): string {
  const slashed = navigation.pages.filter((page) => page.node.value.startsWith('/')).length;
  return slashed * 2 > navigation.pages.length ? `/${path}` : path;
}
