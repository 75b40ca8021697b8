import type { PlanRequest } from '../site-plan.ts';
import { joinPath } from '../text/source-paths.ts';
import { asList, asRecord, asText } from '../text/split-frontmatter.ts';
import { readScript } from './read-script.ts';

/** An instance of the docs plugin. */
export interface DocsInstance {
  /** Folder of the pages. */
  readonly folder: string;
  /** First part of their addresses; `''` for pages at the root. */
  readonly route: string;
  /** Path of the sidebars; absent if they follow the folders. */
  readonly sidebars?: string;
  /** The title in the bar at the top. */
  readonly label?: string;
}

export interface DocusaurusConfig {
  readonly settings: Readonly<Record<string, unknown>>;
  readonly theme: Readonly<Record<string, unknown>>;
  readonly docs: readonly DocsInstance[];
  readonly redirects: readonly { readonly source: string; readonly destination: string }[];
}

/**
 * Reads the configuration, which is parsed but not run. Values that aren't literals, such as environment variables, are
 * ignored.
 */
export function readDocusaurusConfig({ config, folder, readText, lose }: PlanRequest): DocusaurusConfig {
  const { value, fault } = readScript(readText(config) ?? '');
  if (fault !== undefined) lose({ path: config, message: `can't be read: ${fault}` });
  const settings = asRecord(value);
  const presets = asList(settings['presets']).map(asList);
  const classic = presets.find(([name]) => /preset-classic|^classic$/.test(String(name)));
  const preset = asRecord(classic?.[1]);
  const plugins = asList(settings['plugins']).map(
    (plugin) => (Array.isArray(plugin) ? plugin : [plugin]) as readonly unknown[],
  );
  const instances = [
    ...(preset['docs'] === false ? [] : [asRecord(preset['docs'])]),
    ...plugins.filter(([name]) => String(name).endsWith('plugin-content-docs')).map(([, options]) => asRecord(options)),
  ];
  for (const [name] of plugins) {
    const known = /plugin-(?:content-docs|client-redirects|sitemap|ideal-image|google|gtag|svgr|debug|pwa|rsdoctor)/;
    if (typeof name === 'string' && !known.test(name))
      lose({ path: config, message: `the plugin ${name} is not converted` });
  }
  const redirects = plugins
    .filter(([name]) => String(name).endsWith('client-redirects'))
    .flatMap(([, options]) => asList(asRecord(options)['redirects']).map(asRecord))
    .flatMap(({ from, to }) => [from].flat().flatMap((source) => toRedirect(source, to)));
  return {
    settings,
    theme: asRecord(settings['themeConfig']),
    docs: instances.map((options) => readInstance(options, folder)),
    redirects,
  };
}

function toRedirect(from: unknown, to: unknown): { source: string; destination: string }[] {
  const source = asText(from)?.replace(/\/$/, '');
  const destination = asText(to);
  return source === undefined || !source.startsWith('/') || destination === undefined
    ? []
    : [{ source, destination: destination.replace(/(?<=.)\/$/, '') }];
}

function readInstance(options: Readonly<Record<string, unknown>>, folder: string): DocsInstance {
  const route = asText(options['routeBasePath']) ?? 'docs';
  const sidebars = asText(options['sidebarPath']);
  return {
    folder: joinPath(folder, asText(options['path']) ?? 'docs') ?? folder,
    route: route.replaceAll(/^\/|\/$/g, ''),
    ...(sidebars !== undefined && { sidebars: joinPath(folder, sidebars) ?? '' }),
    ...(asText(options['id']) !== undefined && { label: asText(options['id']) ?? '' }),
  };
}

/** Reads the colors, logo, favicon and links of the top bar, for docs.json. */
export function readDocusaurusLook(
  { settings, theme }: DocusaurusConfig,
  has: (path: string) => boolean,
): Readonly<Record<string, unknown>> {
  const file = (path: unknown): string | undefined => {
    const name = asText(path)?.replace(/^\//, '');
    return name !== undefined && has(name) ? `/${name}` : undefined;
  };
  const navbar = asRecord(theme['navbar']);
  const logo = asRecord(navbar['logo']);
  const light = file(logo['src']);
  const dark = file(logo['srcDark']) ?? light;
  const favicon = file(settings['favicon']);
  const links = asList(navbar['items'])
    .map(asRecord)
    .flatMap(({ href, label }) => {
      const address = asText(href);
      const name = asText(label) ?? (address?.includes('github.com') === true ? 'GitHub' : undefined);
      return address !== undefined && name !== undefined && /^https?:\/\//.test(address)
        ? [{ label: name, href: address }]
        : [];
    });
  const announcement = asText(asRecord(theme['announcementBar'])['content']);
  const tagline = asText(settings['tagline']);
  return {
    ...(tagline !== undefined && { description: tagline }),
    ...(light !== undefined && { logo: { light, dark } }),
    ...(favicon !== undefined && { favicon }),
    ...(links.length > 0 && { navbar: { links } }),
    ...(announcement !== undefined && !announcement.includes('<') && { banner: { content: announcement } }),
  };
}
