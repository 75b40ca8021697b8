import { resolveFeatures, type DeploymentKind } from '@docwright/bundle';
import { createSearchIndex } from '@docwright/site-search';
import { openFileSource, type SiteSource } from '@docwright/site-server';

/** Creates a published site of a few pages, with the files that builders write. */
export function sampleSource(
  pages: Readonly<Record<string, string>>,
  options: { readonly damagedIndex?: boolean; readonly kind?: DeploymentKind; readonly assistant?: boolean } = {},
): SiteSource {
  const { kind = 'cloud', assistant = true } = options;
  const index = createSearchIndex();
  index.start();
  const files = new Map<string, Buffer>();
  for (const [path, text] of Object.entries(pages)) {
    const sections = [{ headingId: '', heading: '', text }];
    index.add({
      path,
      title: path,
      description: '',
      facets: { language: 'en' },
      tags: [],
      breadcrumbs: ['Guides'],
      scope: '',
      sections,
      boost: 1,
      keywords: [],
    });
    files.set(`${path}.md`, Buffer.from(`# ${path}\n\n${text}\n`));
    files.set(`${path}.html`, Buffer.from('<!doctype html><div id="content"></div>'));
  }
  for (const { path, bytes } of index.files()) files.set(path, Buffer.from(bytes));
  if (options.damagedIndex === true) files.set('_docwright/search/index.json', Buffer.from('{'));
  const listed = Object.keys(pages).map((path) => ({ path, title: path, description: '', breadcrumbs: ['Guides'] }));
  files.set('_docwright/pages.json', Buffer.from(JSON.stringify({ formatVersion: 1, name: 'Sample', pages: listed })));
  return openFileSource({
    files: new Map([...files].map(([path, bytes]) => [path, { size: bytes.length, read: async () => bytes }])),
    kind,
    features: resolveFeatures(kind, { search: true, assistant }),
    basePath: '',
  });
}
