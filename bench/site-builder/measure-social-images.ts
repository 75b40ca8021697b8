/**
 * Measures what preview images add to a build: processor time for each page and bytes for each image, for titles in two
 * scripts.
 *
 *     node bench/site-builder/measure-social-images.ts [--pages 1000] [--json]
 */
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { buildSite, createMemorySource, defaultBuildSettings } from '@docwright/site-builder';

const { values } = parseArgs({
  options: { pages: { type: 'string', default: '1000' }, json: { type: 'boolean', default: false } },
});
const count = Number(values.pages);

const scripts = {
  latin: {
    words: 'configure the webhook endpoint for every project and rotate its signing keys'.split(' '),
    space: ' ',
  },
  chinese: { words: '如何 配置 项目 的 回调 地址 并且 轮换 签名 密钥 部署 文档 站点'.split(' '), space: '' },
} as const;

interface Figures {
  readonly cpuMs: number;
  readonly imageBytes: number;
}

function siteOf({ words, space }: (typeof scripts)[keyof typeof scripts]): Map<string, string> {
  const take = (from: number, length: number): string =>
    Array.from({ length }, (_, index) => words[(from * 7 + index * 5 + (from >> 2)) % words.length]).join(space);
  const names = Array.from({ length: count }, (_, index) => `page-${index}`);
  const config = {
    theme: 'mint',
    name: 'Bench',
    colors: { primary: '#0a5c46' },
    navigation: { groups: [{ group: 'Guides', pages: names }] },
  };
  const pages = names.map((name, index): [string, string] => [
    `${name}.mdx`,
    `---\ntitle: "${take(index, 3 + (index % 5))} ${index}"\ndescription: "${take(index + 3, 12)}"\n---\n\nText.\n`,
  ]);
  return new Map([['docs.json', JSON.stringify(config)], ...pages]);
}

async function measure(site: Map<string, string>, socialImages: boolean): Promise<Figures> {
  let imageBytes = 0;
  const before = process.cpuUsage();
  await buildSite({
    source: createMemorySource(site),
    settings: { siteUrl: 'https://docs.example.com', features: { ...defaultBuildSettings.features, socialImages } },
    emit: ({ path, bytes }) => {
      if (path.startsWith('_docwright/social/')) imageBytes += bytes.length;
    },
    clock: () => performance.now(),
  });
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1000, imageBytes };
}

for (const [script, words] of Object.entries(scripts)) {
  const site = siteOf(words);
  // The first build of the process also loads the builder.
  await measure(site, false);
  const without = await measure(site, false);
  const withImages = await measure(site, true);
  const figures = {
    script,
    pages: count,
    load: loadavg()[0],
    cpuMsPerPageWithout: without.cpuMs / count,
    cpuMsPerImage: (withImages.cpuMs - without.cpuMs) / count,
    bytesPerImage: Math.round(withImages.imageBytes / count),
  };
  if (values.json) console.log(JSON.stringify(figures));
  else
    console.log(
      `${script}: ${figures.cpuMsPerImage.toFixed(2)} ms of processor time and ${(figures.bytesPerImage / 1000).toFixed(0)} KB for each image; ` +
        `pages of one sentence without images: ${figures.cpuMsPerPageWithout.toFixed(2)} ms (${count} pages, load ${figures.load?.toFixed(1)})`,
    );
}
