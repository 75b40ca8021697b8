import { Type } from 'typebox';
import type { Static } from 'typebox';
import { addLanguage } from '../navigation/add-language.ts';
import { toConfigChanges } from '../navigation/config-editor.ts';
import {
  addGroup,
  addPageToGroup,
  moveGroup,
  removePageFromNavigation,
  renameGroup,
  requirePageList,
} from '../navigation/edit-navigation.ts';
import { loadSiteConfig } from '../navigation/load-site-config.ts';
import type { SiteConfigFiles } from '../navigation/load-site-config.ts';
import { readNavigation } from '../navigation/read-navigation.ts';
import { addRedirect, readRedirects, removeRedirect } from '../navigation/redirects.ts';
import { toLinkPath } from '../paths/page-index.ts';
import { toRelativePath } from '../paths/check-path.ts';
import type { Workspace } from '../workspace/workspace.ts';
import type { JsonValue } from '../ports.ts';
import { findTitledPages } from './find-titled-pages.ts';
import { requirePage } from './locate-file.ts';
import { defineTool, oneOf } from './tool.ts';
import { ToolError } from '../errors.ts';

const text = () => Type.String({ minLength: 1, maxLength: 500 });
const input = Type.Object({
  op: oneOf([
    'show',
    'find_page',
    'add_page',
    'remove_page',
    'move_page',
    'add_group',
    'rename_group',
    'move_group',
    'add_language',
    'add_redirect',
    'remove_redirect',
  ]),
  page: Type.Optional(text()),
  group: Type.Optional(text()),
  after: Type.Optional(text()),
  before: Type.Optional(text()),
  parent: Type.Optional(text()),
  existing: Type.Optional(text()),
  name: Type.Optional(text()),
  source: Type.Optional(text()),
  destination: Type.Optional(text()),
});
type Input = Static<typeof input>;

export const navigationTool = defineTool({
  name: 'navigation',
  description: [
    'Reads or changes the navigation and the redirects of the site; the formatting of docs.json is kept. Name a group like "Guides", or "Outer > Guides" if names repeat. `group` and `parent` can also be a tab, language or version: pages go there if it has no groups.',
    'op: show {group?}: groups, and under `lists` the pages right below a tab, language or version · find_page {name}: pages of the default language and version by title or sidebar title · add_page {page, group, after?} · remove_page {page} · move_page {page, group, after?} · add_group {group, parent?, before? | after?} · rename_group {group, name} · move_group {group, before | after}: next to another group, also for tabs, languages and versions · add_language {name, existing?}: `name` is a tag like "de"; `existing`: that of the current pages, on a site without languages · add_redirect {source, destination} · remove_redirect {source}',
  ].join('\n'),
  input,
  async run(call, { workspace }) {
    const config = await loadSiteConfig(workspace);
    if (call.op === 'show') return describeNavigation(config, call.group);
    if (call.op === 'find_page') {
      return { pages: await findTitledPages(workspace, readNavigation(config), need(call, 'name')) };
    }
    const next = await changeConfig(workspace, config, call);
    const changes = await toConfigChanges(workspace, config, next);
    if (changes.length === 0) throw new ToolError('no_change', 'the configuration already has this value');
    await workspace.apply(changes);
    return { changedIn: changes.map((change) => change.path) };
  },
});

async function changeConfig(workspace: Workspace, config: SiteConfigFiles, call: Input): Promise<SiteConfigFiles> {
  switch (call.op) {
    case 'add_page':
      return addPageToGroup(config, await pageOf(workspace, call), placeOf(call));
    case 'move_page': {
      const page = await pageOf(workspace, call);
      const place = placeOf(call);
      requireElsewhere(config, page, place);
      return addPageToGroup(removePageFromNavigation(config, page), page, place);
    }
    case 'remove_page':
      // The file may already be deleted, so the path isn't checked.
      return removePageFromNavigation(config, toLinkPath(toRelativePath(need(call, 'page'))));
    case 'add_group':
      return placeGroup(addGroup(config, need(call, 'group'), call.parent), {
        ...call,
        // Another tab or language may have a group with the same name.
        ...(call.parent !== undefined && { group: `${call.parent} > ${need(call, 'group')}` }),
      });
    case 'rename_group':
      return renameGroup(config, need(call, 'group'), need(call, 'name'));
    case 'move_group':
      if ((call.before ?? call.after) === undefined)
        throw new ToolError('invalid_input', 'op "move_group" needs `before` or `after`');
      return placeGroup(config, call);
    case 'add_language':
      return addLanguage(config, {
        name: toLanguage(need(call, 'name')),
        existing: call.existing === undefined ? undefined : toLanguage(call.existing),
      });
    case 'add_redirect':
      return addRedirect(config, {
        source: toUrlPath(need(call, 'source')),
        destination: toUrlPath(need(call, 'destination')),
      });
    case 'remove_redirect':
      return removeRedirect(config, toUrlPath(need(call, 'source')));
    case 'show':
    case 'find_page':
      return config;
  }
}

/** Checks a language tag, such as `de` or `pt-BR`. */
function toLanguage(name: string): string {
  if (/^[a-z]{2,3}(?:-[a-z0-9]{2,8})*$/i.test(name)) return name;
  throw new ToolError('invalid_input', `${JSON.stringify(name)} is not a language tag, such as "de" or "pt-BR"`);
}

/** Moves a group next to the one that the call names, if it names one. */
function placeGroup(config: SiteConfigFiles, call: Input): SiteConfigFiles {
  const beside = call.before ?? call.after;
  if (beside === undefined) return config;
  return moveGroup(config, need(call, 'group'), { beside, isBehind: call.before === undefined });
}

/** Rejects a page that is already in this group and nowhere else, unless the call names a position in the group. */
function requireElsewhere(config: SiteConfigFiles, page: string, place: { group: string; after?: string }): void {
  const navigation = readNavigation(config);
  const group = requirePageList(navigation, place.group);
  const lists = navigation.pages.filter((entry) => entry.path === page).map((entry) => entry.list);
  if (place.after === undefined && lists.length > 0 && lists.every((list) => list === group.pages?.array))
    throw new ToolError('no_change', `"${page}" is already in "${group.name}" and nowhere else`);
}

function need(call: Input, key: 'page' | 'group' | 'name' | 'source' | 'destination'): string {
  const value = call[key];
  if (value !== undefined) return value;
  const given = Object.keys(call).flatMap((name) => (name === 'op' ? [] : [`\`${name}\``]));
  const instead = given.length === 0 ? '' : `, but the call has only ${given.join(', ')}`;
  throw new ToolError('invalid_input', `op "${call.op}" needs \`${key}\`${instead}`);
}

async function pageOf(workspace: Workspace, call: Input): Promise<string> {
  return toLinkPath(await requirePage(workspace, need(call, 'page')));
}

function placeOf(call: Input): { group: string; after?: string } {
  return { group: need(call, 'group'), ...(call.after === undefined ? {} : { after: call.after }) };
}

/** `guides/old.mdx` → `/guides/old`; URLs are unchanged. */
function toUrlPath(written: string): string {
  if (/^[a-z][a-z0-9+.-]*:/i.test(written)) return written;
  return `/${toLinkPath(written.trim().replace(/^\/+/, ''))}`;
}

const maxGroupsShown = 200;

function describeNavigation(config: SiteConfigFiles, only: string | undefined): JsonValue {
  const navigation = readNavigation(config);
  const groups = navigation.groups
    .map((group) => ({
      group: group.trail.join(' > '),
      pages: navigation.pages
        .filter((page) => page.list !== undefined && page.list === group.pages?.array)
        .map((page) => page.path),
    }))
    .filter((group) => only === undefined || group.group.toLowerCase().includes(only.toLowerCase()));
  return {
    groups: groups.slice(0, maxGroupsShown),
    totalGroups: groups.length,
    lists: navigation.looseLists
      .filter(({ array }) => navigation.pages.some(({ list }) => list === array))
      .map(({ array, trail }) => ({
        in: trail.join(' > '),
        pages: navigation.pages.filter(({ list }) => list === array).map(({ path }) => path),
      }))
      .filter((list) => only === undefined || list.in.toLowerCase().includes(only.toLowerCase())),
    redirects: readRedirects(config).length,
  };
}
