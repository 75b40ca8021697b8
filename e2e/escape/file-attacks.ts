import { join, relative } from 'node:path';
import type { Canary } from './code-attacks.ts';

type Files = Readonly<Record<string, string>>;

const config = (rest: object): string =>
  JSON.stringify({ theme: 'mint', name: 'T', colors: { primary: '#0a7' }, navigation: { pages: ['index'] }, ...rest });
const spec = (rest: object): string =>
  JSON.stringify({ openapi: '3.1.0', info: { title: 'T', version: '1' }, paths: {}, ...rest });
const operation = (schema: object): object => ({
  paths: {
    '/x': {
      get: { summary: 'X', responses: { 200: { description: 'd', content: { 'application/json': { schema } } } } },
    },
  },
});

export interface FileAttacks {
  /** Description of the attack → the text of a page. */
  readonly pages: ReadonlyMap<string, string>;
  /** Description of the attack → the files of a site. */
  readonly sites: ReadonlyMap<string, Files>;
}

/**
 * Returns pages and sites that reference a file or host outside the site, in every position that accepts a reference.
 */
export function fileAttacks({ file, url }: Canary, siteFolder: string): FileAttacks {
  const up = relative(siteFolder, file);
  const targets = {
    absolute: file,
    relative: up,
    deep: join('../../../../../../..', file),
    'as URL': `file://${file}`,
    encoded: up.replaceAll('../', '%2e%2e/'),
    remote: url,
  };
  const kinds = Object.keys(targets);
  const inEach = (make: (target: string) => Files): Files[] => Object.values(targets).map(make);
  const cases: Record<string, Files[]> = {
    'import of text': inEach((to) => ({ 'index.mdx': `import X from '${to}';\n\n<X />` })),
    'legacy snippet': inEach((to) => ({ 'index.mdx': `<Snippet file="${to}" />` })),
    picture: inEach((to) => ({
      'index.mdx': `![x](${to}) <img src="${to}" srcset="${to} 2x" /> <video src="${to}" poster="${to}" />`,
    })),
    link: inEach((to) => ({ 'index.mdx': `[x](${to}) <a href="${to}">x</a>` })),
    icon: inEach((to) => ({ 'index.mdx': `<Icon icon="${to}" /><Card title="x" icon="${to}" img="${to}">x</Card>` })),
    'file of an island': inEach((to) => ({
      'index.mdx': `import { A } from '/a.jsx';\n\n<A />`,
      'a.jsx': `import { B } from '${to}';\nexport const A = () => { const [x] = useState(1); return <B onClick={() => x} />; };`,
    })),
    '$ref of the configuration': inEach((to) => ({
      'docs.json': config({ navbar: { $ref: to }, footer: { $ref: `./${to}` } }),
    })),
    logo: inEach((to) => ({
      'docs.json': config({ logo: { light: to, dark: to }, favicon: to, background: { image: to } }),
    })),
    font: inEach((to) => ({ 'docs.json': config({ fonts: { family: 'x', source: to, format: 'woff2' } }) })),
    grammar: inEach((to) => ({
      'docs.json': config({ styling: { codeblocks: { languages: { custom: [to] } } } }),
      'index.mdx': '```x\ny\n```',
    })),
    specification: inEach((to) => ({
      'docs.json': config({ api: { openapi: to, asyncapi: to } }),
      'index.mdx': `---\nopenapi: ${to} GET /x\n---\n`,
    })),
    'specification of a group': inEach((to) => ({
      'docs.json': config({
        navigation: { groups: [{ group: 'g', openapi: { source: to, directory: to }, pages: ['index'] }] },
      }),
    })),
    '$ref of a specification': inEach((to) => ({
      'docs.json': config({ api: { openapi: 'spec.json' } }),
      'index.mdx': '---\nopenapi: GET /x\n---\n',
      'spec.json': spec(operation({ $ref: `${to}#/x` })),
    })),
    overlay: inEach((to) => ({
      'docs.json': config({ api: { openapi: { source: 'spec.json', overlays: [to] } } }),
      'spec.json': spec({}),
    })),
    'navigation page': inEach((to) => ({
      'docs.json': config({ navigation: { pages: [to, 'index', `${to} GET /x`] } }),
    })),
    redirect: inEach((to) => ({
      'docs.json': config({
        redirects: [
          { source: to, destination: to },
          { source: `/${up}`, destination: '/x' },
        ],
      }),
    })),
    'metadata path': inEach((to) => ({
      'index.mdx': `---\ncanonical: ${to}\n"og:image": ${to}\nurl: ${to}\n---\nx`,
    })),
    'style sheet': inEach((to) => ({ 'a.css': `@import '${to}'; body { background: url(${to}) }` })),
    formula: [
      {
        'index.mdx': `$$\\input{${file}}$$ $$\\includegraphics{${file}}$$ $$\\href{file://${file}}{x}$$ $$\\def\\x{\\x\\x}\\x$$`,
      },
    ],
    'XML entity': [
      {
        'index.mdx': '![x](/x.svg) <Icon icon="/x.svg" />',
        'x.svg': `<?xml version="1.0"?><!DOCTYPE svg [<!ENTITY x SYSTEM "file://${file}">]><svg xmlns="http://www.w3.org/2000/svg"><text>&x;</text><image href="file://${file}"/></svg>`,
      },
    ],
    'YAML tag': [
      {
        'index.mdx': `---\ntitle: !!js/function "function () { return process.env.DOCWRIGHT_CANARY }"\nx: !include ${file}\n---\nx`,
      },
    ],
    'ignore file': [{ '.mintignore': `!${up}\n!/../**`, 'index.mdx': 'x' }],
    'file names that leave the folder': [
      {
        'a/..%2f..%2fescaped.mdx': 'x',
        'C:escaped.mdx': 'x',
        '...mdx': 'x',
        '-rf.mdx': 'x',
        'a\u202eb.mdx': 'x',
        'con.mdx': 'x',
        ' .mdx': 'x',
        'a\nb.mdx': 'x',
      },
    ],
    'generated paths that leave the folder': [
      {
        'docs.json': config({
          navigation: { groups: [{ group: 'g', openapi: { source: 'spec.json', directory: '../../escaped' } }] },
        }),
        'spec.json': spec({
          paths: {
            '/../../escaped': {
              get: { tags: ['../..'], summary: '../../escaped', 'x-mint': { href: '../../escaped' }, responses: {} },
            },
            '/b': { get: { 'x-mint': { href: '/../../../escaped' }, responses: {} } },
          },
        }),
      },
    ],
  };
  const named = Object.entries(cases).flatMap(([name, list]) =>
    list.map((files, index) => [list.length === 1 ? name : `${name}, ${kinds[index] ?? ''}`, files] as const),
  );
  const isOnePage = (files: Files): boolean => Object.keys(files).join() === 'index.mdx';
  return {
    pages: new Map(
      named.flatMap(([name, files]) => (isOnePage(files) ? [[name, files['index.mdx'] ?? ''] as const] : [])),
    ),
    // Each site needs a build, so only half of the targets are used.
    sites: new Map(
      named.flatMap(([name, files]) =>
        isOnePage(files) || /deep|URL|encoded/.test(name)
          ? []
          : [[name, { 'docs.json': config({}), 'index.mdx': 'Start.', ...files }] as const],
      ),
    ),
  };
}
