import { join } from 'node:path';
import { generatePages } from './generate-site.ts';
import { sectionsPerTab, write } from './write-file.ts';

/** The generated pages as a docs.json site. */
export function writeDocsSite(folder: string, count: number): void {
  const pages = generatePages(count);
  for (const page of pages)
    write(
      join(folder, `${page.path}.mdx`),
      `---\ntitle: "${page.title}"\ndescription: "${page.description}"\n---\n\n${page.body}`,
    );
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
  write(
    join(folder, 'docs.json'),
    JSON.stringify({ theme: 'mint', name: 'Generated', colors: { primary: '#0d9373' }, navigation: { tabs } }),
  );
}
