import { buildFixture, type BuiltSite } from '../../testing/build-fixture.ts';

/** Builds a site that uses each key of the format with a small value; `config` overrides its values. */
export async function formatSite(
  config: Readonly<Record<string, unknown>>,
  files: Readonly<Record<string, string | Uint8Array>> = {},
): Promise<FormatSite> {
  const whole = {
    theme: 'mint',
    name: 'T',
    colors: { primary: '#0d9373' },
    navigation: { pages: ['index'] },
    ...config,
  };
  const site = await buildFixture(
    { 'docs.json': JSON.stringify(whole), 'index.mdx': 'Text.', ...files },
    { siteUrl: 'https://docs.example.com' },
  );
  const html = (page = 'index'): string => site.files.get(`${page}.html`) ?? '';
  return {
    ...site,
    html,
    sidebar: (page) => html(page).slice(html(page).indexOf('id="sidebar"'), html(page).indexOf('<main')),
    styles: [...site.files].flatMap(([path, text]) => (/^_docwright\/.*\.css$/.test(path) ? [text] : [])).join('\n'),
  };
}

export interface FormatSite extends BuiltSite {
  readonly html: (page?: string) => string;
  readonly sidebar: (page?: string) => string;
  /** All of the theme's CSS. */
  readonly styles: string;
}

export const svg = (width = 10): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="10"><rect width="9" height="9"/></svg>`;
