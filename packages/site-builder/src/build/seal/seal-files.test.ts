import { strict as assert } from 'node:assert';
import { test } from 'node:test';
import { createMemorySource } from '../../source/memory-source.ts';
import { buildFiles, buildSealed, compareViews, viewFor, type SealedBuild } from '../../testing/check-sealed.ts';

const settings = { siteUrl: 'https://docs.example.com' };
const readers = [[], ['a'], ['b']].map((groups) => ({ signedIn: true, groups }));
const [nobody = { signedIn: true, groups: [] }, ofA = nobody] = readers;

const config = (navigation: object): string =>
  JSON.stringify({ theme: 'mint', name: 'Site', colors: { primary: '#0d9373' }, navigation });

/** Seals a site and compares it with the builds of readers. `zq…` occurs only in restricted files. */
async function seal(files: Record<string, string>): Promise<SealedBuild> {
  const source = createMemorySource(Object.entries(files));
  const sealed = await buildSealed(source, settings);
  for (const [path, bytes] of sealed.publicFiles)
    if (!path.endsWith('.woff2')) assert.doesNotMatch(`${path} ${bytes.toString()}`, /zq/, path);
  for (const reader of readers)
    compareViews(sealed, reader, await buildFiles(source, { ...settings, restricted: { audience: reader } }));
  return sealed;
}

const iconsFor = (sealed: SealedBuild, reader: typeof nobody): string[] =>
  [...viewFor(sealed, reader).keys()].flatMap((path) => /assets\/(\w+)\.\w+\.png$/.exec(path)?.[1] ?? []).toSorted();

test('an image of a restricted navigation node is a file for the readers of the node', async () => {
  const icons = ['open', 'zqgroup', 'zqinner', 'zqpage', 'zqanchor', 'zqother', 'zqtab'];
  const sealed = await seal({
    'docs.json': config({
      global: { anchors: [{ anchor: 'Chat', icon: '/icons/zqanchor.png', href: 'https://x.example/', groups: ['a'] }] },
      tabs: [
        {
          tab: 'Docs',
          groups: [
            { group: 'Open', icon: '/icons/open.png', pages: ['index'] },
            {
              group: 'A',
              icon: '/icons/zqgroup.png',
              groups: ['a'],
              pages: ['one', { group: 'In', icon: '/icons/zqinner.png', pages: ['two'] }],
            },
            { group: 'B', icon: '/icons/zqother.png', groups: ['b'], pages: ['three'] },
          ],
        },
        { tab: 'B', icon: '/icons/zqtab.png', groups: ['b'], pages: ['four'] },
      ],
    }),
    'index.mdx': '---\ntitle: Home\n---\nHome',
    'one.mdx': '---\ntitle: One\nicon: /icons/zqpage.png\n---\nText',
    'two.mdx': 'Text',
    'three.mdx': 'Text',
    'four.mdx': 'Text',
    ...Object.fromEntries(icons.map((name) => [`icons/${name}.png`, `image ${name}`])),
  });
  assert.deepEqual(iconsFor(sealed, nobody), ['open']);
  assert.deepEqual(iconsFor(sealed, ofA), ['open', 'zqanchor', 'zqgroup', 'zqinner', 'zqpage']);
});

test('files that a specification refers to contain only what their readers may see', async () => {
  const mint = { 'x-mint': { groups: ['a'] } };
  const properties = {
    open: { type: 'string' },
    hidden: { $ref: './parts/zqsecret.json#/Secret', ...mint },
    other: { $ref: 'parts/mixed.yaml#/Mixed' },
  };
  const json = (value: object): object => ({ 'application/json': value });
  const content = json({
    schema: { type: 'object', properties },
    examples: { one: { externalValue: './examples/one.json' } },
  });
  const restricted = json({
    schema: { $ref: 'parts/zqclosed.json' },
    examples: { two: { externalValue: 'examples/zqtwo.json' } },
  });
  const spec = {
    openapi: '3.1.0',
    info: { title: 'API', version: '1' },
    paths: {
      '/a': { get: { summary: 'A', responses: { 200: { description: 'ok', content } } } },
      '/b': { ...mint, get: { summary: 'zqb', responses: { 200: { description: 'ok', content: restricted } } } },
      '/c': { $ref: './parts/c.yaml' },
    },
  };
  const sealed = await seal({
    'docs.json': JSON.stringify({
      ...(JSON.parse(config({ pages: ['index', 'GET /a', 'GET /b', 'GET /c'] })) as object),
      api: { openapi: 'specs/api.json' },
    }),
    'index.mdx': 'Home',
    'specs/api.json': JSON.stringify(spec),
    'specs/parts/zqsecret.json': '{"Secret":{"type":"string","description":"zqsecret"}}',
    'specs/parts/zqclosed.json': '{"type":"object","properties":{"zqfield":{"type":"string"}}}',
    'specs/parts/mixed.yaml':
      'Mixed:\n  type: object\n  properties:\n    open: {type: string}\n    zqhidden: {type: string, x-mint: {groups: [a]}}\n',
    'specs/parts/c.yaml': 'get:\n  x-mint: {groups: [a]}\n  description: zqc\n  responses: {200: {description: ok}}\n',
    'specs/examples/one.json': '{"open":"x","hidden":"zqvalue"}',
    'specs/examples/zqtwo.json': '{"zqfield":1}',
  });
  const api = viewFor(sealed, ofA).get('specs/api.json')?.toString() ?? '';
  assert.match(api, /zqb/);
  assert.match(viewFor(sealed, ofA).get('api-reference/a.html')?.toString() ?? '', /zqhidden/);
});

test('a page in two versions is sealed completely, even if one version begins with a restricted page', async () => {
  const sealed = await seal({
    'docs.json': config({
      versions: [
        { version: '1', pages: ['index', 'one', 'two'] },
        { version: '2', pages: [{ group: 'A', groups: ['a'], pages: ['zqfirst'] }, 'one', 'two'] },
      ],
    }),
    'index.mdx': 'Home',
    'one.mdx': 'One',
    'two.mdx': 'Two',
    'zqfirst.mdx': 'First',
  });
  assert.deepEqual(
    sealed.report.issues.filter(({ code }) => code === 'unsealed-page'),
    [],
  );
});

test('the page at an old address has the language that its reader sees first', async () => {
  const sealed = await seal({
    'docs.json': JSON.stringify({
      ...(JSON.parse(
        config({
          languages: [
            { language: 'en', groups: ['a'], pages: ['zqone'] },
            { language: 'fr', pages: ['fr/two'] },
          ],
        }),
      ) as object),
      redirects: [
        { source: '/old', destination: '/zqone' },
        { source: '/older', destination: '/fr/two' },
      ],
    }),
    'zqone.mdx': 'Text',
    'fr/two.mdx': 'Text',
  });
  const titleOf = (path: string, reader: typeof nobody): string | undefined =>
    /<title>(.*?)<\/title>/.exec(viewFor(sealed, reader).get(path)?.toString() ?? '')?.[1];
  assert.deepEqual([titleOf('old.html', nobody), titleOf('old.html', ofA)], [undefined, 'This page has moved']);
  assert.deepEqual(
    [titleOf('older.html', nobody), titleOf('older.html', ofA)],
    ['Cette page a été déplacée', 'This page has moved'],
  );
});
