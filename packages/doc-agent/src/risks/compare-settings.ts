import { readFrontmatter } from '../frontmatter/edit-frontmatter.ts';
import { splitFrontmatter } from '../frontmatter/split-frontmatter.ts';
import { parseJson, type JsonNode } from '../json/parse-json.ts';
import type { FileChange } from '../overlay/list-file-changes.ts';
import { createLineCounter } from '../text/count-lines.ts';
import { isLegalPath } from './legal-pages.ts';
import type { Request } from './read-request.ts';

/** A setting that loads something, decides who sees a page, or speaks for the site's owner to others. */
export interface ChangedSetting {
  /** 1-based; 0 for a setting that was removed. */
  readonly line: number;
  /** The setting's path, such as `seo.metatags.robots`. */
  readonly key: string;
  /** `undefined` if the setting was removed. */
  readonly value: string | undefined;
}

interface Setting {
  readonly key: string;
  readonly value: string;
  readonly line: number;
}

export function compareSettings(change: FileChange, request: Request): ChangedSetting[] {
  if (change.change === 'deleted') return [];
  if (/\.mdx?$/i.test(change.path))
    return compare(readPageSettings(change.before), readPageSettings(change.after), request);
  if (!/\.(?:json|ya?ml)$/i.test(change.path)) return [];
  if (isApiDescription(change.after) || isApiDescription(change.before))
    return compare(readApiSettings(change.before), readApiSettings(change.after), request);
  return compare(readSiteSettings(change.before), readSiteSettings(change.after), request);
}

/** Compares settings regardless of list positions: an entry that moves within a list hasn't changed. */
function compare(before: readonly Setting[], after: readonly Setting[], request: Request): ChangedSetting[] {
  const identify = ({ key, value }: Setting): string => `${key}\n${value}`;
  const old = new Set(before.map(identify));
  const now = new Set(after.map(identify));
  const keys = new Set(after.map(({ key }) => key));
  const added = after.filter((setting) => !old.has(identify(setting)));
  const removed = before.filter(
    (setting) => !now.has(identify(setting)) && !keys.has(setting.key) && speaks(setting.key),
  );
  return [...added, ...removed.map((setting) => ({ ...setting, line: 0, value: undefined }))].filter(
    (setting) => !isExpected(setting, request),
  );
}

const speaks = (key: string): boolean => !/^(?:redirects|banner|contextual|errors|markdown)\b/.test(key);

/** Other words that people use for a setting. */
const otherWords: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    noindex: ['index', 'indexed', 'indexing', 'search engines', 'search engine', 'google'],
    robots: ['index', 'indexed', 'indexing', 'search engines'],
    hidden: ['hide', 'unhide', 'unlist', 'unlisted', 'navigation'],
    searchable: ['search'],
    public: ['private', 'login', 'sign in', 'everyone'],
    groups: ['group', 'access', 'private'],
    url: ['link', 'external', 'points to'],
    errors: ['404', 'not found'],
    banner: ['announcement', 'announce'],
    playground: ['playground', 'proxy'],
    servers: ['server', 'base url'],
    contextual: ['context menu', 'contextual menu', 'copy page'],
    gtm: ['google tag manager', 'tag manager'],
    ga4: ['google analytics'],
    fonts: ['font'],
    instructions: ['instruction'],
    metatags: ['meta tag', 'meta tags', 'metatag'],
    redirects: ['redirect'],
  }),
);
/** IDs of services that act for the owner. The setting's name doesn't show to whom the ID belongs. */
const needsValue =
  /^(?:integrations|analytics)\.|verif|validate|^(?:seo\.metatags|metadata)\.(?:google|msvalidate|yandex|p:domain|facebook|fb:|baidu|norton|apple-itunes)|token|(?:^|\.)(?:canonical|url|og:url|destination|source)$|client-?id/i;
const isSwitch = (value: string | undefined): boolean =>
  value === undefined || /^(?:true|false|null|-?\d{1,3})$/.test(value);

function isExpected({ key, value }: { key: string; value: string | undefined }, request: Request): boolean {
  if (value !== undefined && !isSwitch(value) && request.wants(value)) return true;
  if (value !== undefined && isOwnAddress(value) && request.wants(value.replace(/^\/|\/$/g, ''))) return true;
  if (needsValue.test(key) && !isSwitch(value)) return false;
  return key
    .split('.')
    .flatMap((part) => [part, part.replaceAll(/([a-z])([A-Z])/g, '$1 $2'), ...(otherWords.get(part) ?? [])])
    .some((words) => words.length > 2 && !generic.has(words.toLowerCase()) && request.names(words));
}
const generic: ReadonlySet<string> = new Set([
  'api',
  'seo',
  'content',
  'options',
  'path',
  'paths',
  'source',
  'docs',
  'mdx',
  'title',
  'description',
  'name',
  'type',
  'metadata',
  'tag',
  'key',
  'id',
  'organization',
]);

const isOwnAddress = (value: string): boolean => /^\/(?![/\\])/.test(value);

const pageKeys =
  /^(?:canonical|noindex|robots|googlebot|bingbot|hidden|searchable|public|groups|auth|authmethod|url|redirect\w*|http-equiv|refresh|referrer|rss|openapi-schema|api|server|servers|baseurl|playground|script\w*|head|css|js|lastupdateddate)$|^(?:og|twitter|fb|al):|verif/i;
/** Text for people, such as a page's title and content. */
const wording = /^(?:og|twitter):(?:title|description|type|site_name|locale|card)$|^api$|^rss$|^lastupdateddate$/i;

function readPageSettings(text: string): Setting[] {
  const { yaml } = splitFrontmatter(text);
  const values = readValues(text);
  const lines = readKeyLines(yaml);
  return [...values].flatMap(([key, value]): Setting[] => {
    const isOutside = key === 'openapi' && typeof value === 'string' && /:\/\//.test(value);
    if (!isOutside && (!pageKeys.test(key) || wording.test(key))) return [];
    return [{ key, value: typeof value === 'string' ? value : JSON.stringify(value), line: lines.get(key) ?? 1 }];
  });
}

/** The 1-based line of the page at which each key of its frontmatter begins. */
function readKeyLines(yaml: string): ReadonlyMap<string, number> {
  const lines = new Map<string, number>();
  for (const [index, line] of yaml.split('\n').entries()) {
    const end = line.search(/:(?:\s|$)/);
    const key = end === -1 ? '' : line.slice(0, end).trimEnd().replace(/^["']/, '').replace(/["']$/, '');
    if (key !== '' && !lines.has(key)) lines.set(key, index + 2);
  }
  return lines;
}

function readValues(text: string): ReadonlyMap<string, unknown> {
  try {
    return readFrontmatter(text);
  } catch {
    // The docs gate reports the error, and no page is built from the file.
    return new Map();
  }
}

/** Settings for appearance and structure. Links in them are checked in the file's lines. */
const harmless =
  /^(?:\$schema|\$ref|theme|name|layout|colors|appearance|modeToggle|background|backgroundImage|backgroundVideo|styling|codeBlock|eyebrow|rounded|icons|iconLibrary|favicon|logo|topAnchor|sidebar|topbar|interaction|thumbnails|search|description|variables|variations|versions|languages|navigation|groups|group|pages|page|tabs|tab|primaryTab|anchors|anchor|dropdowns|dropdown|version|language|products|product|menu|item|items|global|root|icon|iconType|expanded|tag|directory|default|label|href|color|footer|footerSocials|navbar|topbarLinks|topbarCtaButton|links|primary|socials|font|fonts|sharedSettings)(?:\.|$)/;
const sensitive =
  /(?:^|\.)(?:hidden|public|noindex|canonical|auth|proxy|script|scripts|customScripts|head|integrations|metatags|servers|baseUrl|searchable)(?:\.|$)|^fonts\..*source$|^font\.(?:.*\.)?url$/i;
const settled =
  /^api\.(?:openapi|asyncapi|examples|params|playground\.display|playground\.mode|url|maintainOrder)(?:\.|$)|^openapi$|^asyncapi$|^metadata\.timestamp$|^seo\.trailingSlash$|^errors\.404\.(?:title|description)$|^redirects\.permanent$/;

function readSiteSettings(text: string): Setting[] {
  let root: JsonNode;
  try {
    root = parseJson(text);
  } catch {
    return [];
  }
  const lineAt = createLineCounter(text);
  const settings: Setting[] = [];
  const visit = (node: JsonNode, key: string): void => {
    if (node.type === 'array') for (const item of node.items) visit(item, key);
    else if (node.type === 'object') {
      const redirect = readRedirect(node);
      if (redirect === undefined)
        for (const member of node.members)
          visit(member.value, key === '' ? member.key.value : `${key}.${member.key.value}`);
      else if (isNotable(redirect))
        settings.push({
          key: 'redirects',
          value: `${redirect.source} → ${redirect.destination}`,
          line: lineAt(node.start),
        });
    } else {
      const value = String(node.value);
      const isRemote = /^(?:https?:)?\/\//i.test(value);
      const isNamed = key !== '' && (sensitive.test(key) || !(harmless.test(key) || (settled.test(key) && !isRemote)));
      if (isNamed) settings.push({ key, value, line: lineAt(node.start) });
    }
  };
  visit(root, '');
  return settings;
}

interface RedirectPair {
  readonly source: string;
  readonly destination: string;
}

function readRedirect(node: JsonNode): RedirectPair | undefined {
  if (node.type !== 'object') return undefined;
  const find = (name: string): string | undefined => {
    const value = node.members.findLast(({ key }) => key.value === name)?.value;
    return value?.type === 'string' ? value.value : undefined;
  };
  const source = find('source');
  const destination = find('destination');
  return source === undefined || destination === undefined ? undefined : { source, destination };
}

/** Whether a redirect has another host as its target, hides a legal page, or matches more than one page. */
function isNotable({ source, destination }: RedirectPair): boolean {
  const isOutside =
    !/^\/?(?![/\\])[\w.~#?=&%@:*-]/.test(destination) || /^[a-z][a-z0-9+.-]*:|^[/\\]{2}/i.test(destination.trim());
  const isBroad = /^\/?(?:[:*(]|$)/.test(source);
  return isOutside || isBroad || isLegalPath(source);
}

const isApiDescription = (text: string): boolean =>
  /^[ \t{]{0,8}["']?(?:openapi|swagger|asyncapi)["']?\s{0,3}:\s{0,3}["']?\d/m.test(text.slice(0, 20_000));
const apiSetting =
  /(?:^|[{,\s-])["']?(url|host|basePath|tokenUrl|authorizationUrl|refreshUrl|openIdConnectUrl|termsOfService|x-proxy|pathname)["']?[ \t]{0,3}:[ \t]{0,3}(?:"([^"\n]{0,500})"|'([^'\n]{0,500})'|([^\s,{}[\]#"'][^\n,{}]{0,500}))/gm;

function readApiSettings(text: string): Setting[] {
  const lineAt = createLineCounter(text);
  return [...text.matchAll(apiSetting)].map((match) => {
    const [, key = '', double, single, plain] = match;
    const name = key === 'url' ? 'servers.url' : key;
    return {
      key: name,
      value: (double ?? single ?? plain ?? '').trim(),
      line: lineAt(match.index + match[0].indexOf(key)),
    };
  });
}
