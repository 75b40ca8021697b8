import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isUtf8 } from 'node:buffer';
import { requireBundlePath, SeenPaths } from '@docwright/bundle';
import { createMemorySource } from '@docwright/site-builder';
import fc from 'fast-check';
import { importSite, type ImportedSite } from './index.ts';

/** Names that leave a folder, are hidden, are executed, or are treated as other names by some file systems. */
const hostileSegments = [
  '..',
  '.',
  '',
  '.git',
  '.GIT',
  '\u200c.git',
  'hooks',
  '.docwright',
  '.bashrc',
  'C:',
  'c:x',
  'a:b',
  'a\\b',
  '..\\x',
  'nul\0x',
  'line\nbreak',
  '\u001b[2J',
  '\u202egnp',
  'x'.repeat(300),
  'docs.json',
  'DOCS.JSON',
  'manifest.json',
  'signature.json',
  '%2e%2e',
  '%2F..%2F',
  '\ud800',
  'é',
  'e\u0301',
  'CON',
  '~',
  '$HOME',
  '-rf',
  'a b',
  'ok',
  'index',
];
const segment = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...hostileSegments) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
);
const name = fc
  .tuple(
    fc.constantFrom('', '/', '//', './', '../', '@site/', 'file:///'),
    fc.array(segment, { minLength: 1, maxLength: 4 }),
  )
  .map(([start, parts]) => start + parts.join('/'));

const isFileName = (path: string): boolean => {
  try {
    createMemorySource([[path, '']]);
    return path.isWellFormed() && isUtf8(Buffer.from(path));
  } catch {
    return false;
  }
};
const filePath = name.filter(isFileName);

interface Names {
  readonly route: string;
  readonly id: string;
  readonly slug: string;
  readonly folder: string;
  readonly title: string;
  readonly link: string;
  readonly paths: readonly string[];
}
const names = fc.record<Names>({
  route: name,
  id: name,
  slug: name,
  folder: name,
  title: name,
  link: name,
  paths: fc.array(filePath, { minLength: 1, maxLength: 5 }),
});

const yaml = (value: unknown): string => JSON.stringify(value);
const page = ({ id, slug, title, link }: Names): string =>
  `---\nid: ${yaml(id)}\nslug: ${yaml(slug)}\ntitle: ${yaml(title)}\n---\n\n[a](<${link.replaceAll(/[<>\n]/g, '')}>) ![b](./a.png) [c](../x.sh)\n`;

/** A site of each format that uses these names wherever the format allows a name. */
const formats: Readonly<Record<ImportedSite['format'], (given: Names) => Record<string, string>>> = {
  docusaurus: (given) => ({
    'docusaurus.config.js': `module.exports = ${JSON.stringify({
      title: given.title,
      favicon: given.link,
      presets: [
        ['classic', { docs: { routeBasePath: given.route, path: given.folder, sidebarPath: './sidebars.json' } }],
      ],
      plugins: [['@docusaurus/plugin-content-docs', { id: given.id, path: 'docs', routeBasePath: given.slug }]],
    })}`,
    'sidebars.json': JSON.stringify({
      [given.title]: [given.id, { type: 'link', label: given.title, href: `https://x/${given.link}` }],
    }),
    'docs/intro.md': page(given),
    'docs/a.png': 'png',
    'docs/_part.md': 'part',
    ...Object.fromEntries(
      given.paths.flatMap((path) => [
        [`docs/${path}.md`, page(given)],
        [`docs/${path}`, 'x'],
        [`static/${path}`, 'x'],
      ]),
    ),
  }),
  mkdocs: (given) => ({
    'mkdocs.yml': yaml({
      site_name: given.title,
      docs_dir: given.folder,
      nav: [{ [given.title]: given.link }, given.slug, { Away: [given.route, `https://x/${given.link}`] }],
      plugins: [{ redirects: { redirect_maps: { [given.id]: given.slug } } }],
    }),
    'docs/index.md': page(given),
    'docs/a.png': 'png',
    ...Object.fromEntries(
      given.paths.flatMap((path) => [
        [`docs/${path}.md`, page(given)],
        [`docs/${path}.png`, 'x'],
        [path, 'x'],
      ]),
    ),
  }),
  gitbook: (given) => ({
    '.gitbook.yaml': yaml({
      root: given.folder,
      structure: { readme: given.id },
      redirects: { [given.slug]: given.link },
    }),
    'SUMMARY.md': `# S\n\n* [${given.title}](${given.link})\n* [${given.id}](https://x/${given.slug})\n`,
    'README.md': page(given),
    '.gitbook/assets/a.png': 'png',
    ...Object.fromEntries(
      given.paths.flatMap((path) => [
        [`${path}.md`, page(given)],
        [`.gitbook/${path}`, 'x'],
        [path, 'x'],
      ]),
    ),
  }),
  readme: (given) => ({
    'docs/Start/_order.yaml': yaml([given.slug, given.id]),
    'docs/Start/one.md': page(given),
    'reference/_order.yaml': yaml([given.slug]),
    ...Object.fromEntries(
      given.paths.flatMap((path) => [
        [`docs/${path}.md`, page(given)],
        [`reference/${path}.json`, '{}'],
        [`custom_pages/${path}.md`, page(given)],
      ]),
    ),
  }),
};

/**
 * Creates a source with the same restrictions as a folder on a disk; files that conflict with an earlier file are left
 * out.
 */
function toSource(files: Record<string, string>) {
  return createMemorySource(Object.entries(files).filter(([path]) => isFileName(path)));
}

for (const format of Object.keys(formats) as ImportedSite['format'][])
  test(`${format}: a bundle can contain every path of the new site, even if the old site has hostile names`, () => {
    fc.assert(
      fc.property(names, (given) => {
        const source = toSource(formats[format](given));
        const site = importUnlessRefused({ source, format, name: given.title });
        const seen = new SeenPaths();
        for (const file of site?.files ?? []) {
          assert.doesNotThrow(() => requireBundlePath(file.path));
          assert.doesNotThrow(() => seen.addFile(file.path));
          if ('copyOf' in file) assert.ok(source.has(file.copyOf));
        }
      }),
      { numRuns: 50 },
    );
  });

function importUnlessRefused(request: Parameters<typeof importSite>[0]): ImportedSite | undefined {
  try {
    return importSite(request);
  } catch (error) {
    assert.match(String(error), /no pages were found|no configuration|is no site|holds none/);
    return undefined;
  }
}

test('a route that leaves the folder and a conflicting name are reported as losses, and other files are converted', () => {
  const files = {
    'docusaurus.config.js': `module.exports = { presets: [['classic', { docs: { routeBasePath: '../.git/hooks' } }]],
      plugins: [['@docusaurus/plugin-content-docs', { path: 'more', routeBasePath: 'more' }]] };`,
    'more/a.md': '# A\n',
    'docs/intro.md': '[get it](./post-commit)',
    'docs/post-commit': '#!/bin/sh\n',
    'static/ok.png': 'x',
    'static/Docs.json': '{}',
  };
  const site = importSite({ source: createMemorySource(Object.entries(files)), name: 'Old' });
  assert.deepEqual(
    site.files.map(({ path }) => path),
    ['docs.json', 'more/a.mdx', 'ok.png'],
  );
  const losses = site.losses.map(({ path, message }) => `${path}: ${message}`).join('\n');
  assert.match(
    losses,
    /docs\/intro\.md: left out: "\.\.\/\.git\/hooks\/intro\.mdx" isn't a valid path for the new site/,
  );
  assert.match(
    losses,
    /static\/Docs\.json: left out: "Docs\.json" isn't a valid path for the new site: "Docs\.json" conflicts with "docs\.json"/,
  );
});

test('names of members that all objects have aren’t treated as known blocks, callouts, attributes or colors', () => {
  const pageOf = (files: Record<string, string>, path: string): string => {
    const { files: made } = importSite({ source: createMemorySource(Object.entries(files)), name: 'Old' });
    const page = made.find((file) => file.path === path);
    return page !== undefined && 'text' in page ? page.text : '';
  };
  for (const member of ['__proto__', 'constructor', 'toString', 'hasOwnProperty']) {
    const gitbook = pageOf(
      {
        'SUMMARY.md': '* [Home](README.md)\n',
        'README.md': `# M\n\n{% ${member} %}\nIn\n{% end${member} %}\n{% swagger-parameter in="${member}" name="a" %}\n{% endswagger-parameter %}\n`,
      },
      'index.mdx',
    );
    assert.match(gitbook, /\n\nIn\n+<ParamField body="a">/, member);
    const mkdocs = pageOf(
      {
        'mkdocs.yml': `site_name: M\ntheme: {name: material, palette: {primary: ${member}}}\nnav: [{Home: index.md}]\n`,
        'docs/index.md': `# M\n\n!!! ${member}\n    In <b ${member}="x">it</b>\n`,
      },
      'index.mdx',
    );
    assert.match(mkdocs, /<Note>\n\nIn <b [\w]+="x">it<\/b>\n\n<\/Note>/, member);
  }
});
