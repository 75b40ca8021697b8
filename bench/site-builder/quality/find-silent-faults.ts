/**
 * Builds sites and finds incorrect output that no issue reports: raw expressions and tags, dropped options, links and
 * images missing from the bundle, duplicate IDs, sidebars whose order differs from the configuration.
 *
 * `node bench/site-builder/quality/find-silent-faults.ts <folder with sites>… [--kind raw-expression] [--samples 5]`
 * A folder that contains a `docs.json` or `mint.json` is a site; in any other folder, each subfolder is one.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildSite, createFolderSource, type BuildReport } from '../../../packages/site-builder/src/index.ts';
import { findOrderFaults } from './find-order-faults.ts';
import { findPageFaults, type PageFault } from './find-page-faults.ts';
import { OwnText } from './own-text.ts';
import { readPage, type ReadPage } from './read-page.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kind: { type: 'string' }, samples: { type: 'string', default: '3' } },
});

interface Found extends PageFault {
  readonly page: string;
}

for (const folder of positionals.flatMap(sitesIn)) {
  const { report, faults } = await inspect(folder);
  const errors = report.issues.filter(({ severity }) => severity === 'error').length;
  const unrendered = report.pages - report.rendered;
  process.stdout.write(
    `${basename(folder)}: ${report.rendered}/${report.pages} pages, ${errors} errors, ${faults.length} to check${unrendered === 0 ? '' : `, ${unrendered} NOT RENDERED`}\n`,
  );
  for (const [kind, list] of Map.groupBy(faults, ({ kind: name }) => name)) {
    if (values.kind !== undefined && values.kind !== kind) continue;
    process.stdout.write(`  ${kind} ${list.length} on ${new Set(list.map(({ page }) => page)).size} pages\n`);
    const distinct = [...new Map(list.map((fault) => [fault.sample, fault])).values()];
    for (const { page, sample } of distinct.slice(0, Number(values.samples)))
      process.stdout.write(`    ${page}: ${sample}\n`);
  }
}

function sitesIn(folder: string): string[] {
  if (existsSync(join(folder, 'docs.json')) || existsSync(join(folder, 'mint.json'))) return [folder];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => join(folder, name))
    .filter((path) => existsSync(join(path, 'docs.json')) || existsSync(join(path, 'mint.json')));
}

async function inspect(folder: string): Promise<{ report: BuildReport; faults: readonly Found[] }> {
  const pages = new Map<string, ReadPage>();
  const files = new Set<string>();
  const faults: Found[] = [];
  const report = await buildSite({
    source: createFolderSource(folder),
    clock: () => performance.now(),
    emit: ({ path, bytes }) => {
      files.add(`/${path}`);
      if (!path.endsWith('.html')) return;
      const html = typeof bytes === 'string' ? bytes : Buffer.from(bytes).toString('utf8');
      // An HTML file of the site itself may also have a `main` element.
      if (html.includes('<main') && html.includes('/_docwright/')) pages.set(path, readPage(html));
    },
  });
  const reported = new Set(
    report.issues
      .filter(({ code }) => /^(?:broken-link|missing-file)$/.test(code))
      .map(({ message }) => quoted(message)),
  );
  const cut = new Set(report.issues.filter(({ message }) => /^\d+ more issues/.test(message)).map(({ path }) => path));
  const own = new OwnText(folder, report.issues);
  for (const [page, read] of pages) {
    if (page === '404.html') continue;
    for (const fault of findPageFaults(read)) if (!own.has(fault, page)) faults.push({ ...fault, page });
    // Only the first issues of a file are listed.
    if (cut.has(page.replace(/html$/, 'mdx'))) continue;
    for (const address of new Set([...read.links, ...read.images])) {
      const path = decodePath(address.replace(/[?#].*$/, ''));
      if (!path.startsWith('/') || path.startsWith('//') || files.has(path)) continue;
      if (![...reported].some((written) => sameTarget(written, path)))
        faults.push({ kind: 'dead-address', sample: address, page });
    }
  }
  const orders = [...pages].map(([page, { sidebar }]) => ({ page, sidebar: sidebar.map(decodePath) }));
  for (const fault of findOrderFaults(readConfig(folder), orders)) faults.push(fault);
  return { report, faults };
}

function readConfig(folder: string): unknown {
  const path = [join(folder, 'docs.json'), join(folder, 'mint.json')].find(existsSync);
  try {
    return path === undefined ? undefined : JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

function quoted(message: string): string {
  return /"([^"]*)"/.exec(message)?.[1] ?? '';
}

/** Whether the builder wrote this address for a reported link. */
function sameTarget(written: string, path: string): boolean {
  const bare = decodePath(written.replace(/[?#].*$/, ''))
    .replace(/^(?:\.*\/)+/, '')
    .replace(/\/$/, '');
  return bare !== '' && path.endsWith(bare);
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
