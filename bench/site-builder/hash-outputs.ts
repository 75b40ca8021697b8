import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { buildSite, createFolderSource, defaultBuildSettings } from '@docwright/site-builder';

/**
 * `node hash-outputs.ts <folder>... [--files]`: a digest of all that each folder is built to with fixed settings, and one of all
 * folders. Two commits that print the same total build the same bytes and report the same issues; `--files` says where they part.
 */
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { files: { type: 'boolean', default: false } },
});
if (positionals.length === 0) throw new Error('usage: node hash-outputs.ts <folder>... [--files]');
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
  const { issues, pages } = await buildSite({
    source: createFolderSource(folder),
    settings: {
      siteUrl: 'https://docs.example.com',
      notices: true,
      features: { ...defaultBuildSettings.features, assistant: true, socialImages: true },
    },
    clock: () => performance.now(),
    emit: ({ path, bytes }) => add(path, bytes),
  });
  add('(issues)', JSON.stringify(issues));
  const digest = site.digest('hex');
  total.update(digest);
  process.stdout.write(`${digest}  ${folder}: ${pages} pages, ${count.files} files\n`);
}
process.stdout.write(`${total.digest('hex')}  total\n`);
