import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { generatePages, type GeneratedPage } from './generate-site.ts';

/** A sidebar shows the sections of one tab: 250 pages. */
const sectionsPerTab = 10;

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

/** The same pages for Hugo, with a layout that has what ours has: head, sidebar, contents, highlighting, a search index. */
export function writeHugoSite(folder: string, count: number): void {
  const sections = new Set<string>();
  for (const page of generatePages(count)) {
    write(join(folder, 'content', `${page.path}.md`), frontmatter(page) + page.body);
    sections.add(dirname(page.path));
  }
  // Without a file of its own a nested folder is no section, and the sidebar would be empty.
  for (const [index, section] of [...sections].entries())
    write(
      join(folder, 'content', section, '_index.md'),
      `---\ntitle: ${section.slice(section.lastIndexOf('/') + 1)}\ntab: ${Math.floor(index / sectionsPerTab)}\n---\n`,
    );
  write(
    join(folder, 'hugo.toml'),
    `baseURL = "https://example.com/"\ntitle = "Generated"\ndisableKinds = ["taxonomy", "term", "RSS"]\n[outputs]\nhome = ["HTML", "JSON"]\n[markup.highlight]\nnoClasses = false\n[markup.goldmark.renderer]\nunsafe = true\n`,
  );
  write(
    join(folder, 'layouts/_default/baseof.html'),
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{{ .Title }}</title><meta name="description" content="{{ .Description }}"><link rel="canonical" href="{{ .Permalink }}"></head><body><nav>{{ partialCached "sidebar.html" . .CurrentSection.Params.tab }}</nav><main>{{ block "main" . }}{{ end }}</main></body></html>',
  );
  write(
    join(folder, 'layouts/partials/sidebar.html'),
    '{{ $tab := .CurrentSection.Params.tab }}<ul>{{ range .Site.Sections }}{{ range where .Sections "Params.tab" $tab }}<li>{{ .Title }}<ul>{{ range .RegularPages }}<li><a href="{{ .RelPermalink }}">{{ .Title }}</a></li>{{ end }}</ul></li>{{ end }}{{ end }}</ul>',
  );
  write(
    join(folder, 'layouts/_default/single.html'),
    '{{ define "main" }}<article><h1>{{ .Title }}</h1>{{ .Content }}</article><aside>{{ .TableOfContents }}</aside>{{ with .PrevInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}{{ with .NextInSection }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}{{ end }}',
  );
  write(
    join(folder, 'layouts/_default/list.html'),
    '{{ define "main" }}<h1>{{ .Title }}</h1>{{ range .Pages }}<a href="{{ .RelPermalink }}">{{ .Title }}</a>{{ end }}{{ end }}',
  );
  write(
    join(folder, 'layouts/index.json'),
    '[{{ range $i, $p := .Site.RegularPages }}{{ if $i }},{{ end }}{"t":{{ $p.Title | jsonify }},"u":{{ $p.RelPermalink | jsonify }},"c":{{ $p.Plain | jsonify }}}{{ end }}]',
  );
}

function frontmatter({ title, description }: GeneratedPage): string {
  return `---\ntitle: "${title}"\ndescription: "${description}"\n---\n\n`;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}
