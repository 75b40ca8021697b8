/** The generated pages for the peers, each with its own highlighting, navigation and search turned on. */
import { join } from 'node:path';
import { generatePages } from './generate-site.ts';
import { frontmatter, sectionsPerTab, write } from './write-file.ts';

/** Returns the sections of each tab, with their pages. */
function listTabs(count: number): { readonly section: string; readonly pages: { path: string; title: string }[] }[][] {
  const sections = new Map<string, { path: string; title: string }[]>();
  for (const { path, title } of generatePages(count)) {
    const section = path.split('/')[1] ?? '';
    sections.set(section, [...(sections.get(section) ?? []), { path, title }]);
  }
  const list = [...sections].map(([section, pages]) => ({ section, pages }));
  return Array.from({ length: Math.ceil(list.length / sectionsPerTab) }, (_, tab) =>
    list.slice(tab * sectionsPerTab, (tab + 1) * sectionsPerTab),
  );
}

function writeContent(folder: string, count: number, more: (path: string) => string = () => ''): void {
  for (const page of generatePages(count))
    write(
      join(folder, `${page.path}.md`),
      frontmatter(page).replace(/---\n\n$/, `${more(page.path)}---\n\n`) + page.body,
    );
}

/** Writes the site with each tab's sidebar as prebuilt HTML, which is the fastest option for a template. */
export function writeEleventySite(folder: string, count: number): void {
  const tabs = listTabs(count);
  const tabOf = new Map(tabs.flatMap((tab, index) => tab.map(({ section }) => [section, index] as const)));
  writeContent(folder, count, (path) => `layout: page.njk\ntab: ${tabOf.get(path.split('/')[1] ?? '')}\n`);
  const sidebars = tabs.map(
    (tab) =>
      `<ul>${tab.map(({ section, pages }) => `<li>${section}<ul>${pages.map(({ path, title }) => `<li><a href="/${path}/">${title}</a></li>`).join('')}</ul></li>`).join('')}</ul>`,
  );
  write(join(folder, '_data/sidebars.json'), JSON.stringify(sidebars));
  write(
    join(folder, '_includes/page.njk'),
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ title }}</title><meta name="description" content="{{ description }}"></head><body><nav data-pagefind-ignore>{{ sidebars[tab] | safe }}</nav><main data-pagefind-body><h1>{{ title }}</h1>{{ content | safe }}</main></body></html>',
  );
  write(
    join(folder, 'eleventy.config.js'),
    "import highlight from '@11ty/eleventy-plugin-syntaxhighlight';\nexport default (config) => { config.addPlugin(highlight); config.setQuietMode(true); };\n",
  );
}

export function writeStarlightSite(folder: string, count: number): void {
  writeContent(join(folder, 'src/content/docs'), count);
  write(join(folder, 'src/content/docs/index.md'), '---\ntitle: Start\n---\n\nStart.\n');
  write(
    join(folder, 'src/content.config.ts'),
    "import { defineCollection } from 'astro:content';\nimport { docsLoader } from '@astrojs/starlight/loaders';\nimport { docsSchema } from '@astrojs/starlight/schema';\nexport const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };\n",
  );
  write(
    join(folder, 'astro.config.mjs'),
    "import { defineConfig } from 'astro/config';\nimport starlight from '@astrojs/starlight';\nexport default defineConfig({ integrations: [starlight({ title: 'Generated', sidebar: [{ label: 'Guides', items: [{ autogenerate: { directory: 'guides' } }] }] })] });\n",
  );
}

export function writeVitePressSite(folder: string, count: number): void {
  writeContent(folder, count);
  write(join(folder, 'index.md'), '# Start\n');
  const sidebar = Object.fromEntries(
    listTabs(count).flatMap((tab) => {
      const items = tab.map(({ section, pages }) => ({
        text: section,
        items: pages.map(({ path, title }) => ({ text: title, link: `/${path}` })),
      }));
      return tab.map(({ section }) => [`/guides/${section}/`, items] as const);
    }),
  );
  write(
    join(folder, '.vitepress/config.mjs'),
    `export default { title: 'Generated', ignoreDeadLinks: true, themeConfig: { search: { provider: 'local' }, sidebar: ${JSON.stringify(sidebar)} } };\n`,
  );
}

export function writeDocusaurusSite(folder: string, count: number): void {
  // The configuration is CommonJS, and the builder looks for a package in its working directory.
  write(join(folder, 'package.json'), '{ "private": true }\n');
  writeContent(join(folder, 'docs'), count);
  write(join(folder, 'docs/index.md'), '---\nslug: /\n---\n\n# Start\n');
  write(
    join(folder, 'sidebars.js'),
    `module.exports = ${JSON.stringify(
      Object.fromEntries(
        listTabs(count).map((tab, index) => [
          `tab${index}`,
          tab.map(({ section, pages }) => ({
            type: 'category',
            label: section,
            items: pages.map(({ path }) => path),
          })),
        ]),
      ),
    )};\n`,
  );
  write(
    join(folder, 'docusaurus.config.js'),
    "module.exports = { title: 'Generated', url: 'https://example.com', baseUrl: '/', onBrokenLinks: 'ignore', onBrokenAnchors: 'ignore', future: { v4: true, experimental_faster: true }, presets: [['classic', { docs: { routeBasePath: '/', sidebarPath: './sidebars.js' }, blog: false }]], themes: [['@easyops-cn/docusaurus-search-local', { hashed: true, indexBlog: false, docsRouteBasePath: '/' }]] };\n",
  );
}
