/**
 * Builds a site, serves it from a plain static server with all other hosts blocked, and reports problems that a reader
 * would see. `node e2e/site-builder/run-check.ts <folder> [--pages 40] [--no-axe]`: exit code 1 if anything is found.
 */
import { parseArgs } from 'node:util';
import { createFolderSource } from '@docwright/site-builder';
import { checkPages } from './check-pages.ts';
import { findBrokenLinks } from './find-broken-links.ts';
import { launchBrowser } from '../../packages/site-builder/src/testing/launch-browser.ts';
import { buildInMemory, serveSite } from './serve-site.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { pages: { type: 'string', default: '40' }, 'no-axe': { type: 'boolean', default: false } },
});
const [folder] = positionals;
if (folder === undefined) throw new Error('specify the folder of a site');
const source = createFolderSource(folder);
const { report, files } = await buildInMemory(source);
const reported = report.issues.filter(({ code }) => /^(?:broken-|missing-file|redirect-target|link-)/.test(code));
const broken = findBrokenLinks(files);
const pages = [...files.keys()].filter((path) => path.endsWith('.html')).sort();
const step = Math.max(1, Math.floor(pages.length / Number(values.pages)));
const server = await serveSite(files);
const browser = await launchBrowser();
const sample = [...new Set(['index.html', '404.html', ...pages.filter((_, index) => index % step === 0)])].filter(
  (path) => files.has(path),
);
const findings = await checkPages({ browser, server, paths: sample, withAxe: !values['no-axe'] });
await browser.close();
server.close();
/** Hosts in the site's own files; requests to them are the author's choice. */
const text = source.paths
  .filter((path) => /\.(?:mdx?|jsx?|tsx?|json|ya?ml|css)$/.test(path))
  .map((path) => Buffer.from(source.read(path) ?? []).toString('utf8'))
  .join('\n');
const unasked = findings.flatMap(({ path, foreign }) =>
  foreign.filter((url) => !text.includes(new URL(url).host)).map((url) => `${path}: ${url}`),
);
const most = (pick: (finding: (typeof findings)[number]) => number): number => Math.max(...findings.map(pick));
const result = {
  pages: report.pages,
  opened: sample.length,
  brokenLinks: broken.length,
  linkIssuesOfTheSite: reported.length,
  foreignUnasked: unasked,
  errors: findings.flatMap(({ path, errors }) => errors.map((error) => `${path}: ${error.slice(0, 200)}`)),
  axe: findings.flatMap(({ path, axe }) => axe.map((fault) => `${path}: ${fault}`)),
  most: {
    shift: most(({ shift }) => shift),
    requests: most(({ requests }) => requests),
    scriptBytes: most(({ scriptBytes }) => scriptBytes),
    styleBytes: most(({ styleBytes }) => styleBytes),
  },
  examplesOfBrokenLinks: broken.slice(0, 40),
};
process.stdout.write(`${JSON.stringify(result, null, 1)}\n`);
process.exitCode = result.errors.length + result.axe.length + unasked.length > 0 || broken.length > 0 ? 1 : 0;
