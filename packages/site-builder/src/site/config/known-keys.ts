import { isObject, type JsonObject } from '../../text/json-object.ts';
import { nearestName } from '../../text/nearest-name.ts';
import type { FieldReader } from './field-reader.ts';

/**
 * The keys of an object. A key maps to `true`, or to the keys of its value, which is an object or a list of objects.
 */
interface Keys {
  readonly [key: string]: true | Keys;
}

function keys(names: string, nested: Keys = {}): Keys {
  return { ...Object.fromEntries(names.split(' ').map((name) => [name, true] as const)), ...nested };
}

const specs = true;
const themedColor = keys('light dark');
const link = keys('label href icon iconType type url name');
const banner = keys('content dismissible type', { color: themedColor });
const footer: Keys = { socials: true, links: { header: true, items: keys('label href icon') } };
const navbar: Keys = { links: link, primary: link };

/**
 * Keys of docs.json. Values of any shape (`true`) and entries with free names (`variables`, `seo.metatags`, `$ref`) are
 * not checked. The list includes obsolete keys of older repositories, so that authors don't have to remove them.
 */
const configKeys: Keys = {
  ...keys('$schema $ref theme name description public private auth authentication favicon layout'),
  colors: keys('primary light dark anchors background'),
  logo: keys('light dark href'),
  appearance: keys('default strict'),
  background: { image: true, decoration: true, color: themedColor },
  styling: keys('eyebrows latex codeblocks'),
  fonts: keys('family weight source format heading body'),
  icons: keys('library'),
  navigation: true,
  navbar,
  footer,
  banner,
  interaction: keys('drilldown'),
  metadata: keys('timestamp'),
  contextual: { options: true, display: true },
  api: {
    ...keys('url openapi asyncapi'),
    params: keys('expanded post'),
    playground: keys('display proxy credentials'),
    examples: keys('defaults languages prefill autogenerate'),
    mdx: { auth: keys('method name'), server: true },
  },
  openapi: specs,
  asyncapi: specs,
  seo: { ...keys('metatags indexing trailingSlash organization'), paths: keys('path metatags') },
  security: keys('allowedOrigins'),
  personalization: keys('infoUrl'),
  search: keys('prompt synonyms pinned'),
  errors: { '404': keys('redirect title description') },
  redirects: keys('source destination permanent'),
  variables: true,
  markdown: keys('schema instructions'),
  integrations: true,
  thumbnails: { appearance: true, background: true, fonts: keys('family') },
  variations: { options: keys('id label') },
  feedback: keys('thumbsRating suggestEdit raiseIssue'),
  assistant: true,
  ai: true,
};

/** Keys of all navigation nodes; a node's kind determines its allowed keys. */
const navigationKeys = new Set(
  (
    '$ref products product languages language versions version dropdowns dropdown tabs tab anchors anchor menu item groups group pages ' +
    'global name label href url icon iconType iconLibrary color description tag align hidden default searchable boost expanded root public directory ' +
    'openapi asyncapi graphql sdk banner footer navbar authors title drilldown isDefaultOpen'
  ).split(' '),
);

/** Keys whose values are not navigation nodes. */
const leaves = new Set('icon color openapi asyncapi graphql sdk banner footer navbar'.split(' '));

const maxDepth = 60;
/** Maximum number of reported keys: enough to recognize the kind of mistake. */
const maxReported = 50;

/** Reports unknown keys: otherwise, a misspelled setting would silently have no effect. */
export function reportUnknownKeys(raw: JsonObject, read: FieldReader): void {
  let left = maxReported;
  const report = (place: string, key: string, allowed: Iterable<string>): void => {
    if (left-- <= 0) return;
    const meant = nearestName(key, allowed);
    const remedy = meant === undefined ? 'Remove it, unless another tool reads it.' : `Write "${meant}", or remove it.`;
    read.problem('config-unknown-key', `${place}${key} is not a key of docs.json, and has no effect.`, remedy);
  };
  const compare = (value: unknown, known: Keys, place: string): void => {
    if (Array.isArray(value)) {
      value.forEach((item: unknown, index) => compare(item, known, `${place.replace(/\.$/, '')}[${index}].`));
      return;
    }
    if (!isObject(value)) return;
    for (const [key, child] of Object.entries(value)) {
      const nested = Object.hasOwn(known, key) ? known[key] : undefined;
      if (nested === undefined) {
        if (key !== '$ref' && !key.startsWith('x-')) report(place, key, Object.keys(known));
      } else if (nested !== true) compare(child, nested, `${place}${key}.`);
    }
  };
  const compareNode = (value: unknown, place: string, depth: number): void => {
    if (depth > maxDepth) return;
    if (Array.isArray(value)) {
      value.forEach((item: unknown, index) => compareNode(item, `${place}[${index}]`, depth + 1));
      return;
    }
    if (!isObject(value)) return;
    for (const [key, child] of Object.entries(value)) {
      if (!navigationKeys.has(key)) report(`${place}.`, key, navigationKeys);
      else if (!leaves.has(key)) compareNode(child, `${place}.${key}`, depth + 1);
    }
  };
  compare(raw, configKeys, '');
  compareNode(raw['navigation'], 'navigation', 0);
}
