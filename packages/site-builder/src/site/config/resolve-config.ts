import { fieldOf, isObject, type JsonObject } from '../../text/json-object.ts';
import { FieldReader } from './field-reader.ts';
import { toFlag } from '../../text/to-flag.ts';
import { toIconSpec } from './to-icon-spec.ts';
import type { ReportIssue } from '../../issues/issue.ts';
import { resolveApi } from './resolve-api.ts';
import { resolveFonts, resolveFavicon, resolveLogo, resolveStyling, resolveThemedImage } from './resolve-look.ts';
import { resolveBanner, resolveFooter, resolveNavbar } from './resolve-page-frame.ts';
import { resolveSearch } from './resolve-search.ts';
import { resolvePersonalization } from './resolve-personalization.ts';
import { resolveSecurity } from './resolve-security.ts';
import { reportUnknownKeys } from './known-keys.ts';
import { resolveRedirects, resolveSeo } from './resolve-seo.ts';
import { themeNames, type ContextualOption, type SiteConfig } from './site-config.ts';

/** The green of the format's own starter, used only for sites without colors. */
const defaultPrimary = '#16a34a';

/**
 * Turns a raw configuration into its typed form. Invalid values are reported and replaced one by one; it never throws.
 */
export function resolveConfig(raw: JsonObject, file: string, report: ReportIssue): SiteConfig {
  const read = new FieldReader(file, report);
  requireKeys(raw, read, file);
  if (file === 'docs.json') reportUnknownKeys(raw, read);
  const appearance = fieldOf(raw, 'appearance');
  const background = fieldOf(raw, 'background');
  const backgroundColor = fieldOf(background, 'color');
  const thumbnails = fieldOf(raw, 'thumbnails');
  const errors = fieldOf(fieldOf(raw, 'errors'), '404');
  return {
    file,
    theme: resolveTheme(raw, read),
    name: read.text(raw, 'name', '$')?.trim() || 'Documentation',
    description: read.text(raw, 'description', '$') ?? '',
    colors: resolveColors(raw, read),
    logo: resolveLogo(raw, read),
    favicon: resolveFavicon(raw),
    appearance: {
      default: read.choice(appearance, ['default', 'appearance'], ['system', 'light', 'dark']) ?? 'system',
      strict: read.flag(appearance, 'strict', 'appearance') ?? false,
    },
    background: {
      image: resolveThemedImage(fieldOf(background, 'image')),
      decoration: read.choice(background, ['decoration', 'background'], ['gradient', 'grid', 'windows']),
      color: {
        light: read.color(backgroundColor, 'light', 'background.color'),
        dark: read.color(backgroundColor, 'dark', 'background.color'),
      },
    },
    styling: resolveStyling(raw, read),
    fonts: resolveFonts(raw, read),
    icons: {
      library:
        read.choice(fieldOf(raw, 'icons'), ['library', 'icons'], ['fontawesome', 'lucide', 'tabler']) ?? 'fontawesome',
    },
    navbar: resolveNavbar(fieldOf(raw, 'navbar'), 'navbar', read),
    footer: resolveFooter(fieldOf(raw, 'footer'), 'footer', read),
    banner: resolveBanner(fieldOf(raw, 'banner'), 'banner', read),
    interaction: { drilldown: read.flag(fieldOf(raw, 'interaction'), 'drilldown', 'interaction') },
    metadata: { timestamp: read.flag(fieldOf(raw, 'metadata'), 'timestamp', 'metadata') ?? false },
    feedback: {
      suggestEdit: read.flag(fieldOf(raw, 'feedback'), 'suggestEdit', 'feedback') ?? false,
      raiseIssue: read.flag(fieldOf(raw, 'feedback'), 'raiseIssue', 'feedback') ?? false,
    },
    contextual: resolveContextual(raw, read),
    api: resolveApi(raw, read),
    seo: resolveSeo(raw, read),
    security: resolveSecurity(raw, read),
    personalization: resolvePersonalization(raw, read),
    search: resolveSearch(raw, read),
    thumbnails: {
      appearance: read.choice(thumbnails, ['appearance', 'thumbnails'], ['light', 'dark']),
      background: read.text(thumbnails, 'background', 'thumbnails') || undefined,
      fontFamily: read.text(fieldOf(thumbnails, 'fonts'), 'family', 'thumbnails.fonts') || undefined,
    },
    notFound: {
      // Readers who are redirected to the home page don't see that the page doesn't exist, so this is done only on
      // request.
      redirect: read.flag(errors, 'redirect', 'errors.404') ?? false,
      title: read.text(errors, 'title', 'errors.404') ?? '',
      description: read.text(errors, 'description', 'errors.404') ?? '',
    },
    redirects: resolveRedirects(raw, read),
    variables: resolveVariables(raw, read),
    markdown: {
      schema: read.flag(fieldOf(raw, 'markdown'), 'schema', 'markdown') ?? true,
      instructions: resolveInstructions(fieldOf(raw, 'markdown'), read),
    },
    integrations: resolveIntegrations(raw),
    variations: read.list(fieldOf(raw, 'variations'), 'options').flatMap((option) => {
      const id = fieldOf(option, 'id');
      const label = fieldOf(option, 'label');
      return typeof id === 'string' ? [{ id, label: typeof label === 'string' ? label : id }] : [];
    }),
    protection: findProtection(raw),
    navigation: fieldOf(raw, 'navigation'),
  };
}

/**
 * Finds the key that restricts the whole site. The format has `public`; the other keys are also read, so that a site
 * that uses them isn't treated as public.
 */
function findProtection(raw: JsonObject): string | undefined {
  const isPublic = fieldOf(raw, 'public');
  if (isPublic !== undefined && isPublic !== null && toFlag(isPublic) !== true) return 'public: false';
  if (toFlag(fieldOf(raw, 'private')) === true) return 'private: true';
  return ['authentication', 'auth'].find((key) => ![undefined, null, false, ''].includes(fieldOf(raw, key) as never));
}

function requireKeys(raw: JsonObject, read: FieldReader, file: string): void {
  for (const key of ['theme', 'name', 'colors', 'navigation']) {
    if (fieldOf(raw, key) !== undefined) continue;
    read.problem('config-missing-key', `${file} has no "${key}".`, `Add "${key}" to ${file}.`);
  }
}

function resolveTheme(raw: JsonObject, read: FieldReader): SiteConfig['theme'] {
  const value = fieldOf(raw, 'theme');
  // Names in the older format that correspond to a current theme.
  const renamed = new Map<unknown, SiteConfig['theme']>([
    ['venus', 'mint'],
    ['quill', 'mint'],
    ['prism', 'mint'],
    ['topnav', 'mint'],
    ['sidenav', 'mint'],
    ['solidSidenav', 'mint'],
  ]).get(value);
  return renamed ?? read.choice(raw, ['theme', '$'], themeNames) ?? 'mint';
}

function resolveColors(raw: JsonObject, read: FieldReader): SiteConfig['colors'] {
  const colors = fieldOf(raw, 'colors');
  const primary = read.color(colors, 'primary', 'colors') ?? defaultPrimary;
  return {
    primary,
    light: read.color(colors, 'light', 'colors') ?? primary,
    dark: read.color(colors, 'dark', 'colors') ?? primary,
  };
}

function resolveContextual(raw: JsonObject, read: FieldReader): SiteConfig['contextual'] {
  const contextual = fieldOf(raw, 'contextual');
  const options = read.list(contextual, 'options').flatMap((option): ContextualOption[] => {
    if (typeof option === 'string') return [{ kind: 'named', name: option }];
    const title = fieldOf(option, 'title');
    const href = toContextualHref(fieldOf(option, 'href'));
    if (typeof title !== 'string' || href === undefined) return [];
    const description = fieldOf(option, 'description');
    return [
      {
        kind: 'custom',
        title,
        description: typeof description === 'string' ? description : '',
        icon: toIconSpec(fieldOf(option, 'icon')),
        href,
      },
    ];
  });
  return { options, display: read.choice(contextual, ['display', 'contextual'], ['header', 'toc']) ?? 'header' };
}

function toContextualHref(href: unknown): string | undefined {
  if (typeof href === 'string') return href;
  const base = fieldOf(href, 'base');
  if (typeof base !== 'string') return undefined;
  const query = fieldOf(href, 'query');
  const pairs = Array.isArray(query)
    ? (query as unknown[]).flatMap((pair) => {
        const [key, value] = [fieldOf(pair, 'key'), fieldOf(pair, 'value')];
        return typeof key === 'string' ? [`${key}=${typeof value === 'string' ? value : ''}`] : [];
      })
    : [];
  return pairs.length === 0 ? base : `${base}?${pairs.join('&')}`;
}

function resolveInstructions(markdown: unknown, read: FieldReader): string[] {
  const texts = Array.isArray(fieldOf(markdown, 'instructions'))
    ? read.texts(markdown, 'instructions', 'markdown')
    : [read.text(markdown, 'instructions', 'markdown') ?? ''];
  return texts.filter((text) => text.trim() !== '');
}

function resolveVariables(raw: JsonObject, read: FieldReader): Map<string, string> {
  const variables = new Map<string, string>();
  const written = fieldOf(raw, 'variables');
  if (!isObject(written)) return variables;
  for (const [key, value] of Object.entries(written)) {
    if (!/^[\w.-]+$/.test(key)) read.wrong(`a name in variables`, key, 'letters, digits, "_", "." and "-"');
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      variables.set(key, String(value));
    else read.wrong(`variables.${key}`, value, 'text');
  }
  return variables;
}

function resolveIntegrations(raw: JsonObject): SiteConfig['integrations'] {
  const written = fieldOf(raw, 'integrations');
  const integrations = new Map<string, Readonly<Record<string, string | number | boolean>>>();
  if (!isObject(written)) return integrations;
  for (const [name, settings] of Object.entries(written)) {
    if (!isObject(settings)) continue;
    const plain = Object.entries(settings).filter((entry): entry is [string, string | number | boolean] =>
      ['string', 'number', 'boolean'].includes(typeof entry[1]),
    );
    integrations.set(name, Object.fromEntries(plain));
  }
  return integrations;
}
