/** A site for measurements. Its pages have a long sidebar, as is common in documentation. */
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { createBundleWriter, featuresByKind, type SealedFile } from '../../packages/bundle/src/index.ts';

const words =
  'install configure request answer token page header client server field value index default option release'.split(
    ' ',
  );

function* numbers(seed: number): Generator<number> {
  for (let state = seed; ;) yield (state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0);
}

export function makePage(index: number): string {
  const random = numbers(index + 1);
  const word = (): string => words[(random.next().value >>> 8) % words.length]!;
  const links = Array.from(
    { length: 80 },
    (_, link) => `<li><a href="/guides/page-${link}.html">Page ${link} of the guide</a></li>`,
  ).join('');
  const paragraphs = Array.from({ length: 20 }, () => `<p>${Array.from({ length: 60 }, word).join(' ')}.</p>`).join(
    '\n',
  );
  return `<!doctype html><html lang="en"><head><title>Page ${index}</title><link rel="stylesheet" href="/_docwright/site.0123abcd.css"></head><body><nav><ul>${links}</ul></nav><main><h1>Page ${index}</h1>${paragraphs}</main></body></html>`;
}

export function makeFiles(pages: number, label: string): Map<string, string | Uint8Array> {
  const files = new Map<string, string | Uint8Array>();
  files.set('index.html', makePage(-1).replace('</h1>', ` ${label}</h1>`));
  files.set('404.html', '<!doctype html><title>Not found</title>');
  files.set('_docwright/site.0123abcd.css', 'main { color: #123456; margin: 0 auto }\n'.repeat(400));
  for (let index = 0; index < pages; index += 1)
    files.set(`guides/page-${index}.html`, makePage(index).replace('</h1>', ` ${label}</h1>`));
  return files;
}

/** Adds Markdown next to each page, as in bundles of the builder. Without it, servers don't rewrite a page's links. */
export function addMarkdown(files: ReadonlyMap<string, string | Uint8Array>): Map<string, string | Uint8Array> {
  const added = new Map(files);
  for (const path of files.keys()) if (path.endsWith('.html')) added.set(`${path.slice(0, -5)}.md`, `# ${path}\n`);
  return added;
}

export async function packFiles(
  files: ReadonlyMap<string, string | Uint8Array>,
  version: string,
  sealed: readonly SealedFile[] = [],
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  const writer = createBundleWriter({ output: async (chunk) => void chunks.push(chunk), gzipLevel: 6 });
  for (const [path, bytes] of files) await writer.add({ path, bytes });
  for (const file of sealed) await writer.addSealed(file);
  const createdFrom = { repository: '', branch: '', directory: '', domain: '' };
  await writer.finish({
    generator: 'bench',
    deploymentKind: 'cloud',
    version,
    commit: '',
    createdFrom,
    basePath: '',
    features: featuresByKind({}),
    redirects: [],
  });
  return Buffer.concat(chunks);
}

/** Writes the same files to a folder, each text file with its `.gz` next to it, for servers that read folders. */
export async function writeFolder(files: ReadonlyMap<string, string | Uint8Array>, folder: string): Promise<void> {
  for (const [path, bytes] of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, bytes);
    await writeFile(`${target}.gz`, gzipSync(bytes, { level: 6 }));
  }
}

/** Creates edits that insert eight entries into the sidebar of each page, each for one group. */
export function sealEntries(files: ReadonlyMap<string, string | Uint8Array>): readonly SealedFile[] {
  return [...files].flatMap(([path, bytes]): SealedFile[] => {
    if (!path.endsWith('.html')) return [];
    const at = Math.max(0, Buffer.from(bytes).indexOf('</'));
    const edits = Array.from({ length: 8 }, (_, number) => ({
      at,
      remove: 0,
      choices: [
        {
          when: [{ groupSets: [{ includes: [`group-${number * 25}`], excludes: [] }] }],
          insert: Buffer.from(`<!-- entry ${number} ${'x'.repeat(150)} -->`),
        },
      ],
    }));
    return [{ path, when: undefined, bytes: undefined, edits }];
  });
}
