import { fieldOf, isObject, type JsonObject } from '../../text/json-object.ts';

type Mutable = Record<string, unknown>;

/**
 * Converts a `mint.json` to an equivalent `docs.json`. The older format lists the navigation as flat groups and assigns
 * pages to tabs and anchors by URL prefix; the result contains each group in the tab or anchor whose prefix matches the
 * group's first page.
 */
export function convertMintJson(mint: JsonObject): JsonObject {
  const docs: Mutable = {
    theme: fieldOf(mint, 'theme') ?? fieldOf(mint, 'layout') ?? 'mint',
    name: fieldOf(mint, 'name'),
    description: fieldOf(mint, 'description'),
    colors: fieldOf(mint, 'colors'),
    logo: fieldOf(mint, 'logo'),
    favicon: fieldOf(mint, 'favicon'),
    navbar: convertTopbar(mint),
    footer: convertFooter(mint),
    background: convertBackground(mint),
    appearance: convertAppearance(mint),
    styling: {
      codeblocks: fieldOf(fieldOf(mint, 'codeBlock'), 'mode') === 'dark' ? 'dark' : undefined,
      eyebrows: fieldOf(mint, 'eyebrow'),
    },
    fonts: fieldOf(mint, 'font'),
    redirects: fieldOf(mint, 'redirects'),
    seo: {
      metatags: fieldOf(mint, 'metadata'),
      indexing: fieldOf(fieldOf(mint, 'seo'), 'indexHiddenPages') === true ? 'all' : undefined,
    },
    search: { prompt: fieldOf(fieldOf(mint, 'search'), 'prompt') },
    integrations: fieldOf(mint, 'analytics') ?? fieldOf(mint, 'integrations'),
    api: convertApi(mint),
    navigation: convertNavigation(mint),
  };
  return Object.fromEntries(Object.entries(docs).filter(([, value]) => value !== undefined));
}

function convertTopbar(mint: JsonObject): unknown {
  const links = listOf(mint, 'topbarLinks').map((link) => ({
    label: fieldOf(link, 'name'),
    href: fieldOf(link, 'url'),
    type: fieldOf(link, 'type') === 'github' ? 'github' : undefined,
  }));
  const button = fieldOf(mint, 'topbarCtaButton');
  const primary = isObject(button)
    ? {
        type: fieldOf(button, 'type') === 'github' ? 'github' : 'button',
        label: fieldOf(button, 'name'),
        href: fieldOf(button, 'url'),
      }
    : undefined;
  return { links, primary };
}

function convertFooter(mint: JsonObject): unknown {
  const socials = fieldOf(mint, 'footerSocials');
  const byName = Array.isArray(socials)
    ? Object.fromEntries((socials as unknown[]).map((item) => [String(fieldOf(item, 'type')), fieldOf(item, 'url')]))
    : socials;
  const links = listOf(mint, 'footerLinks').map((column) => ({
    header: fieldOf(column, 'title'),
    items: listOf(column, 'links').map((item) => ({ label: fieldOf(item, 'label'), href: fieldOf(item, 'url') })),
  }));
  return { socials: byName, links };
}

function convertBackground(mint: JsonObject): unknown {
  const background = fieldOf(mint, 'background');
  const style = fieldOf(background, 'style');
  return {
    decoration: typeof style === 'string' ? style : undefined,
    color: fieldOf(fieldOf(mint, 'colors'), 'background'),
    image: fieldOf(mint, 'backgroundImage'),
  };
}

function convertAppearance(mint: JsonObject): unknown {
  const toggle = fieldOf(mint, 'modeToggle');
  return { default: fieldOf(toggle, 'default'), strict: fieldOf(toggle, 'isHidden') };
}

function convertApi(mint: JsonObject): unknown {
  const api = fieldOf(mint, 'api');
  const playground = fieldOf(api, 'playground');
  const mode = fieldOf(playground, 'mode');
  return {
    openapi: fieldOf(mint, 'openapi'),
    asyncapi: fieldOf(mint, 'asyncapi'),
    playground: {
      display: mode === 'show' ? 'interactive' : mode === 'hide' ? 'none' : mode,
      proxy: fieldOf(playground, 'disableProxy') === true ? false : undefined,
    },
    params: fieldOf(api, 'paramFields'),
    examples: fieldOf(api, 'request') === undefined ? undefined : fieldOf(fieldOf(api, 'request'), 'example'),
    mdx: { auth: fieldOf(api, 'auth'), server: fieldOf(api, 'baseUrl') },
  };
}

interface Section {
  readonly prefix: string;
  readonly entry: Mutable;
  readonly groups: unknown[];
}

function convertNavigation(mint: JsonObject): unknown {
  const groups = listOf(mint, 'navigation').map(convertGroup);
  const tabs = listOf(mint, 'tabs').map((tab) => toSection('tab', tab));
  const anchors = listOf(mint, 'anchors').map((anchor) => toSection('anchor', anchor));
  const primary = fieldOf(mint, 'primaryTab');
  const first: Section = { prefix: '', entry: { tab: fieldOf(primary, 'name') ?? 'Documentation' }, groups: [] };
  const external = anchors.filter((anchor) => isExternal(anchor.prefix));
  const internal = anchors.filter((anchor) => !isExternal(anchor.prefix));
  const sections = [...tabs.filter((tab) => !isExternal(tab.prefix)), ...internal];
  for (const group of groups) sectionOf(group, sections, first).groups.push(group);
  const global =
    external.length > 0 ? { anchors: external.map(({ entry, prefix }) => ({ ...entry, href: prefix })) } : undefined;
  const versions = listOf(mint, 'versions');
  const usedTabs = tabs.filter((tab) => isExternal(tab.prefix) || hasContent(tab)).map(toEntry);
  const usedAnchors = internal.filter(hasContent).map(toEntry);
  const filled: Mutable[] = [...(first.groups.length > 0 ? [toEntry(first)] : []), ...usedTabs];
  if (usedAnchors.length > 0) filled.push(...usedAnchors.map(({ anchor, ...rest }) => ({ tab: anchor, ...rest })));
  const body = filled.length > 1 ? { tabs: filled } : { groups };
  const byVersion = versions.length > 0 ? splitByVersion(versions, groups) : undefined;
  return { ...(byVersion ?? body), ...(global === undefined ? {} : { global }) };
}

function toSection(kind: 'tab' | 'anchor', value: unknown): Section {
  const url = fieldOf(value, 'url');
  const entry: Mutable = {
    [kind]: fieldOf(value, 'name'),
    icon: fieldOf(value, 'icon'),
    color: fieldOf(value, 'color'),
    openapi: fieldOf(value, 'openapi'),
  };
  return { prefix: typeof url === 'string' ? url.replace(/^\/|\/$/g, '') : '', entry, groups: [] };
}

function toEntry(section: Section): Mutable {
  const { entry, groups, prefix } = section;
  if (isExternal(prefix)) return { ...entry, href: prefix };
  if (groups.length > 0) return { ...entry, groups };
  // The pages generated from the section's specification are below the section's URL.
  const sources = [entry['openapi']]
    .flat()
    .map((source) => (isObject(source) ? source : { source, directory: prefix }));
  return { ...entry, openapi: sources };
}

const hasContent = ({ groups, entry }: Section): boolean => groups.length > 0 || entry['openapi'] !== undefined;

/** The section with the longest prefix that the group's first page starts with. */
function sectionOf(group: unknown, sections: readonly Section[], first: Section): Section {
  const page = firstPage(group);
  const fitting = sections.filter(({ prefix }) => prefix !== '' && (page === prefix || page.startsWith(`${prefix}/`)));
  return fitting.sort((a, b) => b.prefix.length - a.prefix.length)[0] ?? first;
}

function firstPage(group: unknown): string {
  for (const page of listOf(group, 'pages')) {
    const path = typeof page === 'string' ? page : firstPage(page);
    if (path !== '') return path.replace(/^\//, '');
  }
  return '';
}

function splitByVersion(versions: readonly unknown[], groups: readonly unknown[]): unknown {
  return {
    versions: versions.map((version) => {
      const name = typeof version === 'string' ? version : String(fieldOf(version, 'name'));
      return {
        version: name,
        default: fieldOf(version, 'default'),
        groups: groups.filter((group) => (fieldOf(group, 'version') ?? name) === name),
      };
    }),
  };
}

function convertGroup(group: unknown): unknown {
  if (!isObject(group)) return group;
  const pages = listOf(group, 'pages').map((page) => (isObject(page) ? convertGroup(page) : page));
  return { ...group, pages };
}

function isExternal(url: string): boolean {
  return /^[a-z][a-z0-9+.-]*:/i.test(url);
}

function listOf(object: unknown, key: string): unknown[] {
  const value = fieldOf(object, key);
  return Array.isArray(value) ? (value as unknown[]) : [];
}
