import assert from 'node:assert/strict';
import { test } from 'node:test';

import { buildFixture } from '../testing/build-fixture.ts';

const themeSheet = (files: ReadonlyMap<string, string>): string =>
  [...files].find(([path]) => /^_docwright\/site\.\w+\.css$/.test(path))?.[1] ?? '';

test('a site’s layers, including those that its scripts insert, are declared below the theme’s', async () => {
  const { files } = await buildFixture({
    'index.mdx': 'Text.',
    'kit.css': '@layer reset, kit.parts; @layer reset { * { margin: 0 } }',
    'widget.js': 'document.head.append(Object.assign(new Text(), { data: "@layer widget{a{b:c}}" }))',
  });
  assert.match(themeSheet(files), /^@layer reset,kit,widget,docwright;/);
});

test('a site that uses only the theme’s layer name adds no layer order', async () => {
  const { files } = await buildFixture({ 'index.mdx': 'Text.', 'a.css': 'p{color:red}@layer docwright{p{margin:0}}' });
  assert.doesNotMatch(themeSheet(files), /@layer docwright;|@layer [\w,]+;/);
});

test('a style sheet with an unnamed layer is linked before the theme’s, and any other style sheet after it', async () => {
  const { files } = await buildFixture({
    'index.mdx': 'Text.',
    'a.css': 'p{color:red}',
    'b.css': '@layer{p{margin:0}}',
  });
  const sheets = [...(files.get('index.html') ?? '').matchAll(/<link rel="stylesheet" href="([^"]*)"/g)];
  assert.deepEqual(
    sheets.map(([, href = '']) => href.replace(/\.\w{10}\./, '.')),
    ['/b.css', '/_docwright/site.css', '/a.css'],
  );
});

test('a missing file that a style sheet refers to is reported with its line', async () => {
  const { report } = await buildFixture({
    'index.mdx': 'Text.',
    'css/own.css':
      '@font-face { src: url(/fonts/here.woff2) }\n.a { background: url("../gone.svg?v=2") }\n' +
      '.b { background: url(data:image/png;base64,AA) }\n.c { background: url(https://cdn.example.com/x.png) }\n.d { mask: url(#m) }',
    'fonts/here.woff2': 'x',
  });
  const found = report.issues.filter(({ code }) => code === 'missing-file');
  assert.deepEqual(
    found.map(({ path, line, message }) => [path, line, message]),
    [['css/own.css', 2, 'The style sheet refers to "../gone.svg?v=2", but the site has no file "gone.svg".']],
  );
});

test('an image that a page shows and a style sheet refers to is served under both names', async () => {
  const { files } = await buildFixture({
    'index.mdx': '![sign](/sign.svg)',
    'own.css': '.x { background: url(sign.svg) }',
    'sign.svg': '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><path d="M0 0h1v1z"/></svg>',
  });
  assert.ok(files.has('sign.svg'));
  assert.ok([...files.keys()].some((path) => path.startsWith('_docwright/assets/sign.')));
});
