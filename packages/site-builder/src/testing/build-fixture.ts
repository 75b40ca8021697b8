import { buildSite } from '../build/build-site.ts';
import type { BuildReport } from '../build/build-request.ts';
import type { BuildSettings } from '../settings/build-settings.ts';
import type { Issue } from '../issues/issue.ts';
import { createMemorySource } from '../source/memory-source.ts';

export interface BuiltSite {
  readonly report: BuildReport;
  readonly files: ReadonlyMap<string, string>;
  /** Returns the content of a page, from its text up to the footer; `''` if the page doesn't exist. */
  content(path: string): string;
  codes(): string[];
  issue(code: string): Issue | undefined;
}

/** Builds a site from strings for a test. Adds a `docs.json` that lists the pages if none exists. */
export async function buildFixture(
  files: Readonly<Record<string, string | Uint8Array>>,
  settings: Partial<BuildSettings> = {},
): Promise<BuiltSite> {
  const pages = Object.keys(files)
    .filter((path) => /\.mdx?$/.test(path) && !path.includes('snippets/'))
    .map((path) => path.replace(/\.mdx?$/, ''));
  const config = { theme: 'mint', name: 'Test', colors: { primary: '#0d9373' }, navigation: { pages } };
  const source = createMemorySource(Object.entries({ 'docs.json': JSON.stringify(config), ...files }));
  const output = new Map<string, string>();
  const report = await buildSite({
    source,
    settings,
    clock: () => 0,
    emit: ({ path, bytes }) =>
      void output.set(path, typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8')),
  });
  return {
    report,
    files: output,
    content: (path) => readContent(output.get(`${path}.html`) ?? ''),
    // Fixtures list only a few of their pages.
    codes: () => report.issues.flatMap(({ code }) => (code === 'orphan-page' ? [] : [code])),
    issue: (code) => report.issues.find((issue) => issue.code === code),
  };
}

function readContent(html: string): string {
  const start = html.indexOf(' id="content">');
  if (start === -1) return html;
  // On an API page, the bar precedes the panel of examples, and the rest of the content follows it.
  const lead = html.indexOf('<div class="page-lead');
  const bar = lead === -1 ? '' : html.slice(lead, html.indexOf('<aside class="panel" id="panel"', lead));
  return bar + html.slice(start, html.indexOf('<footer', start));
}
