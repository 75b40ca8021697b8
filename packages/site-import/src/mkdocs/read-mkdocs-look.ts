import { asList, asRecord, asText } from '../text/split-frontmatter.ts';
import { ownValue } from '../text/own-value.ts';

/** Names of Material's palette. */
const colors: Readonly<Record<string, string>> = {
  red: '#ef5552',
  pink: '#e92063',
  purple: '#ab47bd',
  'deep purple': '#7e56c2',
  indigo: '#4051b5',
  blue: '#2094f3',
  'light blue': '#02a6f2',
  cyan: '#00bdd6',
  teal: '#009485',
  green: '#4cae4f',
  'light green': '#8bc34b',
  lime: '#cbdc38',
  amber: '#ffa724',
  orange: '#fa9400',
  'deep orange': '#ff6e42',
  brown: '#795649',
  grey: '#757575',
  'blue grey': '#546d78',
};

/** Reads a theme's settings for docs.json: color, logo, favicon and the link to the code. */
export function readMkdocsLook(
  settings: Readonly<Record<string, unknown>>,
  has: (path: string) => boolean,
): Readonly<Record<string, unknown>> {
  const theme = asRecord(settings['theme']);
  const palettes = [theme['palette'], ...asList(theme['palette'])].map(asRecord);
  const primary = ownValue(
    colors,
    palettes.map(({ primary }) => asText(primary)).find((name) => name !== undefined) ?? '',
  );
  const file = (key: string): string | undefined => {
    const path = asText(theme[key]);
    return path !== undefined && has(path) ? `/${path}` : undefined;
  };
  const repository = asText(settings['repo_url']);
  const description = asText(settings['site_description']);
  return {
    ...(primary !== undefined && { colors: { primary } }),
    ...(description !== undefined && { description }),
    ...(file('logo') !== undefined && { logo: file('logo') }),
    ...(file('favicon') !== undefined && { favicon: file('favicon') }),
    ...(repository !== undefined &&
      repository.startsWith('https://') && {
        navbar: { links: [{ label: repository.includes('github.com') ? 'GitHub' : 'Code', href: repository }] },
      }),
  };
}
