import { marker, toFiles, type RandomSite } from './audience-site.ts';

/**
 * Adds more places that depend on readers: links in text, in the bar, in the footer and between pages; redirects with
 * wildcards; groups with a root page that lists them; versions that have the same pages; utility classes.
 */
export function toLinkedFiles(site: RandomSite): Record<string, string> {
  const files = toFiles(site);
  const paths = site.pages.map((_, index) => `guides/${marker('path', index)}`);
  const links = paths.map((path) => `[to it](/${path}#${marker('heading', 0)})`).join(' and ');
  for (const [index, path] of paths.entries()) {
    const name = `${path}.mdx`;
    const related = JSON.stringify(paths.filter((one) => one !== path));
    files[name] = (files[name] ?? '').replace('---\n', `---\nrelated: ${related}\n`);
    files[name] += `\n\n<div className="p-${index + 3} [color:${marker('class', index)}]">${links}</div>\n`;
    files[`v2/${path}.mdx`] = `---\ntitle: Second ${index}\n---\nSee [the first](/${path}) and [a folder](/guides).`;
  }
  files['index.mdx'] += `\n\n${links} [moved](/${marker('old', 0)}) <a href="/guides/${marker('path', 0)}">HTML</a>\n`;
  const config = JSON.parse(files['docs.json'] ?? '{}') as {
    navigation: Record<string, { pages: unknown[] }[]>;
    redirects: unknown[];
  };
  const href = (index: number): string => `/guides/${marker('path', index % paths.length)}`;
  const [first, second] = config.navigation[site.division] ?? [];
  const group = { group: 'Root', root: paths[0], directory: 'card', pages: ['index', ...paths.slice(1)] };
  first?.pages.push(group, { group: 'List', directory: 'accordion', pages: [{ ...group, group: 'Inner' }, ...paths] });
  second?.pages.push(...paths.map((path) => `v2/${path}`));
  files['docs.json'] = JSON.stringify({
    ...config,
    navbar: { links: [{ label: 'One', href: href(0) }], primary: { type: 'button', label: 'Go', href: href(1) } },
    footer: { links: [{ header: 'More', items: [{ label: 'Two', href: href(2) }] }] },
    interaction: { drilldown: true },
    redirects: [...config.redirects, { source: '/all/:slug*', destination: '/guides/:slug*' }],
  });
  return files;
}
