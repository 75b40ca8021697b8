import assert from 'node:assert/strict';
import { test } from 'node:test';
import { checkSite, createMemorySource } from '@docwright/site-builder';
import { importSite, ImportRefused } from './index.ts';

const read = (files: Record<string, string>) => {
  const site = importSite({ source: createMemorySource(Object.entries(files)), name: 'Old docs' });
  const texts = new Map(site.files.map((file) => [file.path, 'text' in file ? file.text : (files[file.copyOf] ?? '')]));
  return { site, texts, docs: JSON.parse(texts.get('docs.json') ?? '{}') };
};
const errorsOf = async (texts: ReadonlyMap<string, string>) =>
  (await checkSite({ source: createMemorySource(texts), clock: () => 0 })).issues.filter(
    ({ severity }) => severity === 'error',
  );

test('a Docusaurus site keeps its addresses, sidebar, admonitions, tabs and marks; its script is not run', async () => {
  const { site, texts, docs } = read({
    'docusaurus.config.js': `throw new Error(require('fs').readFileSync('/etc/passwd'));
      module.exports = { title: 'Acme', presets: [['classic', { docs: { sidebarPath: require.resolve('./sidebars.js') } }]] };`,
    'sidebars.js': `module.exports = { main: [{ type: 'category', label: 'Start', items: ['intro', 'gone'] }] };`,
    'docs/01-intro.md': `# Hello\n\nimport Tabs from '@theme/Tabs';\n\n:::caution Mind\nHot\n:::\n\n<Tabs><TabItem value="a" label="A">x</TabItem></Tabs>\n\n[no](./nowhere.md)\n\n\`\`\`js title="a.js" showLineNumbers\n// highlight-next-line\nf();\n\`\`\`\n`,
  });
  const page = texts.get('docs/intro.mdx') ?? [...texts.keys()].join();
  assert.match(page, /^---\ntitle: Hello\n---/);
  for (const part of ['<Warning title="Mind">', '<Tab title="A">', '```js title="a.js" lines {1}\nf();'])
    assert.ok(page.includes(part), page);
  assert.deepEqual([docs.name, docs.navigation], ['Acme', { groups: [{ group: 'Start', pages: ['docs/intro'] }] }]);
  assert.deepEqual(
    site.losses.filter(({ path }) => path === 'docs/01-intro.md'),
    [{ path: 'docs/01-intro.md', line: 11, message: 'the link has no target: ./nowhere.md' }],
  );
  assert.deepEqual(await errorsOf(texts), []);
});

test('Docusaurus: admonitions written as components become callouts, and several images can be imported together', () => {
  const { site, texts } = read({
    'docusaurus.config.js': "module.exports = { title: 'A' };",
    'docs/intro.md': `import Admonition from '@theme/Admonition';\nimport Shot, { ReactComponent as Mark } from './shot.svg';\nimport * as More from './more.png';\n\n# Hi\n\n<Admonition type="danger" title="Stop <b>now</b>" icon="x">\n\nHot\n\n</Admonition>\n\n<Admonition>In</Admonition>\n\n<img src={Shot} /> <img alt="m" src={More.default} />\n`,
    'docs/shot.svg': '<svg/>',
    'docs/more.png': 'x',
  });
  const page = texts.get('docs/intro.mdx') ?? '';
  for (const part of [
    '<Danger title="Stop now">\n\nHot\n\n</Danger>',
    '<Note>In</Note>',
    'shot.svg" />',
    'more.png" />',
  ])
    assert.ok(page.includes(part), page);
  assert.deepEqual(site.losses, []);
});

test('MkDocs: blocks with indentation, redirects, braces and HTML become MDX', async () => {
  const { texts, docs } = read({
    'mkdocs.yml':
      'site_name: M\nnav:\n  - Home: index.md\nplugins:\n  - redirects:\n      redirect_maps:\n        old.md: index.md\n',
    'docs/index.md':
      '# M\n\n!!! warning "Hot"\n    A {brace} < b<br>\n\n=== "One"\n\n    1\n\n=== "Two"\n\n    2\n\n    code {x}\n\n![p](p.png)\n',
    'docs/p.png': 'x',
    '.env': 'SECRET=1',
  });
  const page = texts.get('index.mdx') ?? '';
  for (const part of ['<Warning title="Hot">', 'A \\{brace} \\< b<br />', '<Tab title="Two">', '![p](/p.png)'])
    assert.ok(page.includes(part), page);
  assert.deepEqual(docs.redirects, [{ source: '/old', destination: '/' }]);
  assert.deepEqual([...texts.keys()].toSorted(), ['docs.json', 'index.mdx', 'p.png']);
  assert.deepEqual(await errorsOf(texts), []);
});

test('MkDocs: Arithmatex formulas and CriticMarkup are kept, and dropped parts are reported', async () => {
  const text = [
    '# M',
    '',
    'A \\(x_1 == y\\) and \\[z^2\\] in `\\(code\\)`.',
    '',
    '\\[',
    'a = b',
    '\\]',
    '',
    'Now {++added++}, {--removed--}, {~~old~>new~~}, {==marked==}{>>why?<<} ==too==.',
    '',
    'It {++starts here',
    'and ends here++} too.',
  ].join('\n');
  const files = {
    'mkdocs.yml': 'site_name: M\nmarkdown_extensions:\n  - pymdownx.arithmatex:\n      generic: true\n',
    'docs/index.md': text,
  };
  const { site, texts } = read(files);
  const page = texts.get('index.mdx') ?? '';
  for (const part of [
    'A $x_1 == y$ and $$z^2$$ in `\\(code\\)`.',
    '$$\na = b\n$$',
    'Now <ins>added</ins>, <del>removed</del>, <del>old</del><ins>new</ins>, <mark>marked</mark> <mark>too</mark>.',
  ])
    assert.ok(page.includes(part), page);
  assert.deepEqual(
    site.losses.map(({ line, message }) => [line, message]),
    [
      [9, 'the comment "why?" is left out'],
      [9, 'words missing from the new page: why'],
      [11, 'CriticMarkup that spans several lines or contains code stays unchanged'],
      [12, 'CriticMarkup that spans several lines or contains code stays unchanged'],
    ],
  );
  assert.deepEqual(await errorsOf(texts), []);
  // Without the extension, they are escaped brackets.
  const plain = read({ 'mkdocs.yml': 'site_name: M\n', 'docs/index.md': 'A \\(b\\).' });
  assert.doesNotMatch(plain.texts.get('index.mdx') ?? '', /\$/);
});

test('GitBook: a hint keeps its icon, and a card’s second cover is reported', () => {
  const cell = (name: string) => `<td><a href="${name}.png">${name}</a></td>`;
  const cards = `<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-cover data-type="files"></th><th data-hidden data-card-cover-dark data-type="files"></th></tr></thead><tbody><tr><td>One</td>${cell('a')}${cell('b')}</tr><tr><td>Two</td><td></td>${cell('b')}</tr></tbody></table>`;
  const { site, texts } = read({
    'SUMMARY.md': '* [Hi](README.md)\n',
    'README.md': `# Hi\n\n{% hint style="info" icon="rocket" %}\nGo\n{% endhint %}\n\n${cards}\n`,
    'a.png': 'x',
    'b.png': 'x',
  });
  const page = [...texts.values()].join('\n');
  assert.match(page, /<Info icon="rocket">/);
  assert.match(page, /<Card title="One" img="[^"]*a\.png">[^]*<Card title="Two" img="[^"]*b\.png">/);
  assert.deepEqual(
    site.losses.map(({ line, message }) => [line, message]),
    [[7, 'the cover b.png of the card "One" for dark mode is left out: a card has one cover']],
  );
});

test('GitBook: SUMMARY.md is the navigation, and blocks can share a line', async () => {
  const { texts, docs } = read({
    'SUMMARY.md': '# S\n\n* [Home](README.md)\n\n## Guides\n\n* [A](guides/a.md)\n  * [B](guides/b.md)\n',
    'README.md':
      '# Home\n\n{% hint style="danger" %} hot {% endhint %}\n\n{% code title="x.js" %}\n```js\n{% hint %}\n```\n{% endcode %}\n',
    'guides/a.md': '# A\n\n[b](b.md#x) ![](../.gitbook/assets/i.png)\n',
    'guides/b.md': '# B\n',
    '.gitbook/assets/i.png': 'x',
  });
  assert.match(texts.get('index.mdx') ?? '', /<Danger>\n\n hot \n\n<\/Danger>[\s\S]*```js title="x\.js"\n\{% hint %\}/);
  assert.match(texts.get('guides/a.mdx') ?? '', /\[b\]\(\/guides\/b#x\) !\[\]\(\/assets\/i\.png\)/);
  assert.deepEqual(docs.navigation.pages[1].pages, [{ group: 'A', root: 'guides/a', pages: ['guides/b'] }]);
  assert.deepEqual(await errorsOf(texts), []);
});

test('GitBook: special characters in a card’s address are kept', () => {
  const { texts } = read({
    'SUMMARY.md': '# S\n\n* [Home](README.md)\n',
    'README.md':
      '# Home\n\n<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>Two</td><td><a href="https://e.test/a?b=1&#x26;c=2">x</a></td></tr></tbody></table>\n',
  });
  assert.match(texts.get('index.mdx') ?? '', /<Card title="Two" href="https:\/\/e\.test\/a\?b=1&amp;c=2">/);
});

test('ReadMe: order, callouts, magic blocks and links by slug are converted', async () => {
  const { texts, docs } = read({
    'docs/Start/_order.yaml': '- two\n- one\n',
    'docs/Start/one.md':
      '---\ntitle: One\n---\n> 🚧 Mind\n>\n> body\n\n[block:code]\n{"codes":[{"code":"a","language":"js"},{"code":"b","language":"py"}]}\n[/block]\n',
    'docs/Start/two.md': '---\ntitle: Two\nexcerpt: E\n---\n[one](doc:one) <<key>>\n',
  });
  assert.match(texts.get('docs/one.mdx') ?? '', /<Warning title="Mind">[\s\S]*<CodeGroup>/);
  assert.match(texts.get('docs/two.mdx') ?? '', /description: E[\s\S]*\[one\]\(\/docs\/one\) key/);
  assert.deepEqual(docs.navigation.groups, [{ group: 'Start', pages: ['docs/two', 'docs/one'] }]);
  assert.deepEqual(await errorsOf(texts), []);
});

test('a folder without a supported site is rejected', () => {
  assert.throws(() => read({ 'a.md': '# A' }), ImportRefused);
});
