import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { BuildCache, buildSite, createFolderSource, defaultBuildSettings } from '@docwright/site-builder';
import { PageThreads } from '@docwright/site-builder/page-threads';

/**
 * `node hash-outputs.ts <folder>... [--files] [--as plain|cached|threaded]`: prints a digest of each folder's build
 * output with fixed settings, and a digest of all folders. Two commits that print the same total build the same bytes
 * and report the same issues; `--files` shows where they differ. `cached` uses the saved results of an earlier build,
 * `threaded` shares the pages with a second thread; both print the same as `plain`.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'boolean', default: false }, as: { type: 'string', default: 'plain' } },
});
if (positionals.length === 0 || !['plain', 'cached', 'threaded'].includes(values.as))
  throw new Error('usage: node hash-outputs.ts <folder>... [--files] [--as plain|cached|threaded]');
const settings = {
  siteUrl: 'https://docs.example.com',
  notices: true,
  features: { ...defaultBuildSettings.features, assistant: true, socialImages: true },
};
const total = createHash('sha256');
for (const folder of positionals) {
  const site = createHash('sha256');
  const count = { files: 0 };
  const add = (path: string, content: Uint8Array | string) => {
    const line = `${createHash('sha256').update(content).digest('hex')}  ${path}\n`;
    site.update(line);
    count.files += 1;
    if (values.files) process.stdout.write(line);
  };
  const request = { source: createFolderSource(folder), settings, clock: () => performance.now() };
  await using threads =
    values.as === 'threaded'
      ? new PageThreads({ source: { kind: 'folder', folder }, settings, needsFiles: true, isCached: false }, 1)
      : undefined;
  // With a small site, the first thread wouldn't wait for the second, but here the second must render some of the
  // pages.
  await threads?.waitForMessage();
  const { issues, pages } = await buildSite({
    ...request,
    ...(values.as === 'cached' && { cache: new BuildCache({ saved: await saveCache(request) }) }),
    threads,
    emit: ({ path, bytes }) => add(path, bytes),
  });
  add('(issues)', JSON.stringify(issues));
  const digest = site.digest('hex');
  total.update(digest);
  process.stdout.write(`${digest}  ${folder}: ${pages} pages, ${count.files} files\n`);
}
process.stdout.write(`${total.digest('hex')}  total\n`);

async function saveCache(request: Parameters<typeof buildSite>[0]): Promise<Uint8Array> {
  const cache = new BuildCache();
  await buildSite({ ...request, cache, emit: () => undefined });
  return cache.save();
}
