/**
 * Measures time and size of the pages of every specification in a folder.
 *
 *     node bench/openapi/measure-pages.ts <folder>
 */
import { readFileSync, readdirSync } from 'node:fs';
import { join, relative } from 'node:path';
import { gzipSync } from 'node:zlib';

import { fakeContext } from '../../packages/site-builder/src/openapi/fake-context.ts';
import { createApiCatalog } from '../../packages/site-builder/src/site/specs/catalog.ts';
import { defaultApiSettings, renderApiPage } from '../../packages/site-builder/src/openapi/index.ts';
import { flattenPages } from '../../packages/site-builder/src/site/specs/list-pages.ts';

const [folder = ''] = process.argv.slice(2);
if (folder === '') throw new Error('usage: measure-pages.ts <folder>');
const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:json|ya?ml)$/.test(entry.name))
  .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
  .sort();
const known = new Set(paths);
const catalog = createApiCatalog({
  source: {
    paths,
    has: (path) => known.has(path),
    read: (path) => (known.has(path) ? readFileSync(join(folder, path)) : undefined),
  },
  defaultSpecs: [],
  report: ({ path, message }) => console.log(`  ${path}: ${message}`),
});

const cpuMs = () => process.cpuUsage().user / 1000;
console.log('pages  read ms  ms/page  KB/page  largest KB  largest KB gzip  specification');
for (const path of catalog.paths()) {
  const startedAt = cpuMs();
  const pages = flattenPages(catalog.pages(path));
  const readAt = cpuMs();
  let total = 0;
  let largest = '';
  for (const { reference } of pages) {
    const page = renderApiPage({ reference, settings: defaultApiSettings }, fakeContext());
    const html = page.content + page.requestExamples + page.responseExamples;
    total += html.length;
    if (html.length > largest.length) largest = html;
  }
  const count = Math.max(1, pages.length);
  const cells = [
    (readAt - startedAt).toFixed(1),
    ((cpuMs() - readAt) / count).toFixed(2),
    (total / count / 1024).toFixed(0),
    (largest.length / 1024).toFixed(0),
    (gzipSync(largest).length / 1024).toFixed(0),
  ];
  console.log(
    `${String(pages.length).padStart(5)}  ${cells.map((cell, index) => cell.padStart([7, 7, 7, 10, 15][index] ?? 7)).join('  ')}  ${path}`,
  );
}
