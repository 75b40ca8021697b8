import { dirname, join } from 'node:path';
import { generatePages } from './generate-site.ts';
import { frontmatter, sectionsPerTab, write } from './write-file.ts';

/** Writes the same pages for Hugo, with an equivalent layout: head, sidebar, contents, highlighting, a search index. */
export function writeHugoSite(folder: string, count: number): void {
  const sections = new Set<string>();
  for (const page of generatePages(count)) {
    write(join(folder, 'content', `${page.path}.md`), frontmatter(page) + page.body);
    sections.add(dirname(page.path));
  }
  // Without its own file, a nested folder isn't a section, and the sidebar would be empty.
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
