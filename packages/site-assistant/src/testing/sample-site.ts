/**
 * Small published sites for tests, with the files that the builder writes: pages, Markdown, the list of pages, the
 * search index.
 */
import { createSearchIndex } from '@docwright/site-search';
import { openFileSource, type ReadableFile, type SiteSource } from '@docwright/site-server';
import { resolveFeatures, type DeploymentKind, type FeatureSettings } from '@docwright/bundle';

export interface SamplePage {
  readonly path: string;
  readonly title: string;
  /** Below the title. */
  readonly markdown: string;
  readonly description?: string;
  readonly version?: string;
  readonly language?: string;
  /** Addresses on other hosts that the page links to. */
  readonly links?: readonly string[];
  readonly operation?: { readonly method: string; readonly path: string; readonly id: string };
}

export interface SampleSiteOptions {
  readonly kind?: DeploymentKind;
  readonly features?: FeatureSettings;
  readonly basePath?: string;
  /** Additional files, or replacements for the pages' files; `undefined` leaves out the file. */
  readonly files?: Readonly<Record<string, string | undefined>>;
}

const slugOf = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-');

const escapeHtml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

function toHtml({ title, markdown, links = [] }: SamplePage): string {
  const headings = [...markdown.matchAll(/^(?<level>#{2,6}) (?<text>.+)$/gm)].map(({ groups }) => {
    const { level = '##', text = '' } = groups ?? {};
    const id = slugOf(text);
    return `<h${level.length} id="${id}">${escapeHtml(text)}<a class="anchor" href="#${id}"></a></h${level.length}><p></p>`;
  });
  return `<!doctype html><h1 id="page-title">${escapeHtml(title)}</h1><div id="content">${headings.join('')}${links.map((href) => `<a href="${href}">x</a>`).join('')}</div><div id="pagination"></div>`;
}

export function sampleFiles(pages: readonly SamplePage[], basePath = ''): Record<string, string | Uint8Array> {
  const index = createSearchIndex();
  index.start();
  const files: Record<string, string | Uint8Array> = {};
  for (const page of pages) {
    const { path, title, markdown, description = '' } = page;
    const head = `> ## Documentation Index\n> All pages of this site are listed at ${basePath}/llms.txt\n\n`;
    files[`${path}.md`] = `${head}# ${title}\n\n${description === '' ? '' : `> ${description}\n\n`}${markdown}`;
    files[`${path}.html`] = toHtml(page);
    const parts = markdown.split(/^(?=#{2,6} )/m);
    const sections = parts.map((part) => {
      const heading = /^#{2,6} (.+)/.exec(part)?.[1] ?? '';
      return { headingId: heading === '' ? '' : slugOf(heading), heading, text: part.replace(/^#.*\n/, '') };
    });
    index.add({
      path,
      title,
      description,
      breadcrumbs: [],
      scope: '',
      facets: { language: 'en' },
      tags: [],
      sections,
      boost: 1,
      keywords: [],
    });
  }
  for (const { path, bytes } of index.files()) files[path] = bytes;
  const listed = pages.map(({ path, title, description = '', version, language, operation }) => {
    return { path, title, description, breadcrumbs: [], version, language, operation };
  });
  files['_docwright/pages.json'] = JSON.stringify({ formatVersion: 1, name: 'Sample', pages: listed });
  return files;
}

export function sampleSite(pages: readonly SamplePage[], options: SampleSiteOptions = {}): SiteSource {
  const { kind = 'cloud', features = { search: true, assistant: true }, basePath = '' } = options;
  const files = new Map<string, ReadableFile>();
  for (const [path, content] of Object.entries({ ...sampleFiles(pages, basePath), ...options.files })) {
    if (content === undefined) continue;
    const bytes = Buffer.from(content);
    files.set(path, { size: bytes.length, read: () => Promise.resolve(bytes) });
  }
  return openFileSource({ files, kind, features: resolveFeatures(kind, features), basePath });
}
