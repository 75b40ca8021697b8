import { join } from 'node:path';
import { generatePages } from './generate-site.ts';
import { sectionsPerTab, write } from './write-file.ts';

/** Writes the generated pages as a docs.json site. */
export function writeDocsSite(folder: string, count: number): void {
  for (const [path, text] of listDocsFiles(count)) write(join(folder, path), text);
}

/** Returns the path and text of each file of the site. */
export function listDocsFiles(count: number): (readonly [path: string, text: string])[] {
  const pages = generatePages(count);
  const groups = new Map<string, string[]>();
  for (const { path } of pages) {
    const group = path.split('/')[1] ?? '';
    groups.set(group, [...(groups.get(group) ?? []), path]);
  }
  const tabs = [...groups].reduce<{ tab: string; groups: unknown[] }[]>((list, [group, paths], index) => {
    if (index % sectionsPerTab === 0) list.push({ tab: `Tab ${list.length + 1}`, groups: [] });
    list.at(-1)?.groups.push({ group, pages: paths });
    return list;
  }, []);
  const config = { theme: 'mint', name: 'Generated', colors: { primary: '#0d9373' }, navigation: { tabs } };
  return [
    ['docs.json', JSON.stringify(config)],
    ...pages.map(
      ({ path, title, description, body }) =>
        [`${path}.mdx`, `---\ntitle: "${title}"\ndescription: "${description}"\n---\n\n${body}`] as const,
    ),
  ];
}
