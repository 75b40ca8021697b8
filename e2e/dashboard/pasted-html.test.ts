import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { parseMdxTree } from '../../packages/site-builder/src/page/mdx/parse-tree.ts';
import { hasStructure, htmlToMdx, type HtmlNode } from '../../packages/dashboard/src/editor/visual/html-to-mdx.ts';

type Child = HtmlNode | string;

/** Creates an element as a browser's parser does. */
function h(name: string, attributes: Readonly<Record<string, string>> = {}, ...children: readonly Child[]): HtmlNode {
  const childNodes = children.map((child): HtmlNode =>
    typeof child === 'string' ? { nodeType: 3, nodeName: '#text', textContent: child, childNodes: [] } : child,
  );
  return {
    nodeType: 1,
    nodeName: name.toUpperCase(),
    textContent: childNodes.map((child) => child.textContent).join(''),
    childNodes,
    getAttribute: (key) => attributes[key] ?? null,
  };
}
const convert = (...children: readonly Child[]): string => htmlToMdx(h('body', {}, ...children));

test('the structure of a page is kept', () => {
  const page = convert(
    h('h2', {}, h('b', {}, 'Set up')),
    h('p', {}, 'Install ', h('strong', {}, 'the '), h('em', {}, 'tool'), ' with ', h('code', {}, 'npm i'), '.'),
    h('ul', {}, h('li', {}, 'One', h('ul', {}, h('li', {}, 'Inner'))), h('li', {}, h('p', {}, 'Two'))),
    h('ol', { start: '3' }, h('li', {}, 'Three'), h('li', {}, 'Four')),
    h('blockquote', {}, h('p', {}, 'Said'), h('p', {}, 'twice')),
    h('pre', {}, h('code', { class: 'language-js' }, 'if (a < b) {}\n```\n')),
    h('table', {}, h('tbody', {}, h('tr', {}, h('th', {}, 'A'), h('th', {}, 'B')), h('tr', {}, h('td', {}, '1|2')))),
    h('hr'),
    h('p', {}, 'First', h('br'), 'second'),
  );
  assert.equal(
    page,
    [
      '## Set up',
      'Install **the** *tool* with `npm i`.',
      '- One\n  - Inner\n- Two',
      '3. Three\n4. Four',
      '> Said\n>\n> twice',
      '````js\nif (a < b) {}\n```\n````',
      '| A | B |\n| --- | --- |\n| 1\\|2 |  |',
      '***',
      'First\\\nsecond',
    ].join('\n\n'),
  );
});

test('a Google Docs page keeps its bold text and its inner lists, and its wrapper isn’t bold', () => {
  const page = convert(
    h(
      'b',
      { style: 'font-weight:normal;' },
      h('p', {}, h('span', { style: 'font-weight: 700' }, 'Bold'), h('span', { style: 'font-style:italic' }, ' and')),
      h('ul', {}, h('li', {}, 'One'), h('ul', {}, h('li', {}, 'Inner'))),
    ),
  );
  assert.equal(page, '**Bold** *and*\n\n- One\n  - Inner');
});

test('text is escaped, and scripts, styles, tracking pixels and unsafe links are dropped', () => {
  const page = convert(
    h('style', {}, 'p {}'),
    h('script', {}, 'alert(1)'),
    h('p', {}, 'a < b, {x}, <Note>, *no*, _no_, `no`, [no](x)'),
    h('p', {}, '# no heading'),
    h('p', {}, 'import x from "y"'),
    h('p', {}, '1. no list'),
    h(
      'p',
      {},
      h('a', { href: 'java\nscript:alert(1)' }, 'bad'),
      ' ',
      h('a', { href: 'https://a.example/(x) {y}' }, 'good'),
    ),
    h('img', { src: 'https://t.example/p.gif', width: '1' }),
    h('img', { src: 'data:image/svg+xml,<svg onload=alert(1)>' }),
    h('img', { src: 'https://a.example/a.png', alt: 'A {b}' }),
    h('iframe', { src: 'https://a.example' }),
  );
  assert.equal(
    page,
    [
      'a \\< b, \\{x\\}, \\<Note>, \\*no\\*, \\_no\\_, \\`no\\`, \\[no\\](x)',
      String.raw`\# no heading`,
      '&#105;mport x from "y"',
      String.raw`1\. no list`,
      'bad [good](https://a.example/%28x%29%20%7By%7D)',
      String.raw`![A \{b\}](https://a.example/a.png)`,
    ].join('\n\n'),
  );
});

test('deeply nested pages are flattened, and text without structure is left to the browser', () => {
  let deep: HtmlNode = h('p', {}, 'deep');
  for (let depth = 0; depth < 2000; depth += 1) deep = h('div', {}, deep);
  assert.equal(convert(deep), 'deep');
  assert.equal(hasStructure(h('body', {}, h('span', {}, 'plain'))), false);
  assert.equal(hasStructure(h('body', {}, h('span', { style: 'font-weight:700' }, 'bold'))), true);
});

test('text that would break the page is escaped or joined when it is pasted', () => {
  const p = (...children: readonly Child[]): string => convert(h('p', {}, ...children));
  const cell = (...children: readonly Child[]): string =>
    convert(h('table', {}, h('tr', {}, h('td', {}, ...children)))).split('\n')[0] ?? '';
  assert.equal(p(h('b', {}, 'a'), h('b', {}, 'b'), h('i', {}, 'c')), '**ab**c');
  assert.equal(p(h('b', {}, 'End.'), 'Next'), 'End.Next');
  assert.equal(p('a', h('a', { href: '/b' }, ' b '), 'c'), 'a [b](/b) c');
  assert.equal(p('Wow!', h('a', { href: '/b' }, 'b')), String.raw`Wow\![b](/b)`);
  assert.equal(p(h('a', { href: 'javascript&colon;alert(1)' }, 'b')), '[b](javascript&amp;colon;alert%281%29)');
  assert.equal(p('Write &lt; in snake_case'), String.raw`Write \&lt; in snake_case`);
  assert.equal(p('## two'), String.raw`\## two`);
  assert.equal(p('1.'), String.raw`1\.`);
  assert.equal(p('a | b', h('br'), '-- | --'), 'a \\| b\\\n\\-- \\| --');
  assert.equal(convert(h('h2', {}, 'C #', h('br'), 'F #')), String.raw`## C # F \#`);
  assert.equal(convert(h('pre', {}, 'a', h('br'), 'b')), '```\na\nb\n```');
  assert.equal(cell('a', h('br'), h('p', {}, 'b'), h('pre', {}, 'x | y\nz')), '| a<br />b<br />`x \\| y`<br />`z` |');
  assert.equal(convert(h('ul', {}, h('li', {}, 'a', h('ol', { start: '3' }, h('li', {}, 'b'))))), '- a\n\n  3. b');
});

const piece = fc.constantFrom(
  'a',
  'B ',
  ' c',
  'word',
  '{',
  '}',
  '<',
  '>',
  '<b>',
  '|',
  '`',
  '```',
  '*',
  '**',
  '_',
  '__',
  '~',
  '~~~',
  '#',
  '## ',
  '-',

  '- ',
  '---',
  '===',
  ':-:',
  '+ ',
  '1. ',
  '1.5',
  '2)',
  '\\',
  '[x](y)',
  '![',
  ']',
  '!',
  '(',
  '&lt;',
  '&',
  '$x$',
  '^',
  '$',

  'import x from "y"',
  'export const a = 1',
  '    four',
  '\u2028',
  '\u00A0',
  '😀',
  'é',
  '.',
  '"',
  '{/* */}',
  '<!-- -->',
  'https://a.example/b_c',
  'snake_case',
  '\u0000',
  '\n',
  '\t',
  ':::',
  '@',
  '|a|',
);
const text: fc.Arbitrary<Child> = fc.array(piece, { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const address = fc.constantFrom(
  '/a',
  'https://a.example/(x)?a=1&lt;=2|`',
  'javascript:alert(1)',
  'java\nscript:alert(1)',
  'javascript&colon;alert(1)',
  'data:text/html,x',
  ' vbscript:x',
  'javascript&#58;x',
  '#a',
  '',
  'a b',
  'mailto:a@b.example',
);
const { tree } = fc.letrec<{ tree: Child; inline: Child }>((tie) => {
  const children = fc.array(tie('tree'), { maxLength: 4, depthIdentifier: 'html' });
  const inlines = fc.array(tie('inline'), { maxLength: 4, depthIdentifier: 'html' });
  const items = fc.array(fc.oneof(children.map((all) => h('li', {}, ...all))), { maxLength: 3 });
  return {
    inline: fc.oneof(
      { depthIdentifier: 'html', maxDepth: 5 },
      text,
      fc.constant(h('br')),
      fc.constant(h('img', { src: '/a.png', alt: 'A {b} ![' })),
      fc
        .tuple(fc.constantFrom('b', 'i', 'em', 'strong', 'del', 'span', 'code'), inlines)
        .map(([name, all]) => h(name, {}, ...all)),
      inlines.map((all) => h('span', { style: 'font-weight:700;font-style:italic' }, ...all)),
      fc.tuple(address, text).map(([href, shown]) => h('a', { href }, shown)),
    ),
    tree: fc.oneof(
      { depthIdentifier: 'html', maxDepth: 5 },
      tie('inline'),
      fc
        .tuple(fc.constantFrom('p', 'div', 'h1', 'h3', 'blockquote', 'section'), inlines)
        .map(([name, all]) => h(name, {}, ...all)),
      fc.tuple(fc.constantFrom('div', 'blockquote', 'b'), children).map(([name, all]) => h(name, {}, ...all)),
      fc
        .tuple(fc.constantFrom('ul', 'ol'), items, fc.constantFrom('1', '7', '-1', '2147483648'))
        .map(([name, all, start]) => h(name, { start }, ...all)),
      items.map((all) => h('ul', {}, h('li', {}, 'a'), h('ol', { start: '4' }, ...all))),
      text.map((code) => h('pre', {}, h('code', { class: 'language-js' }, code))),
      fc
        .array(fc.array(children, { maxLength: 3 }), { maxLength: 3 })
        .map((rows) => h('table', {}, ...rows.map((cells) => h('tr', {}, ...cells.map((all) => h('td', {}, ...all)))))),
      fc.constant(h('hr')),
    ),
  };
});

interface Parsed {
  readonly type: string;
  readonly value?: string;
  readonly url?: string;
  readonly name?: string | null;
  readonly children?: readonly Parsed[];
}
const isOfMdx = /^mdx|^(?:html|yaml|toml|math|inlineMath|definition|footnote)/;

function readVisible(node: Parsed): string {
  assert.ok(!isOfMdx.test(node.type) || node.name === 'br', `${node.type} ${node.value ?? ''}`);
  if (node.type === 'link') assert.doesNotMatch(node.url ?? '', /^\s*(?:javascript|data|vbscript):/i);
  return node.value ?? (node.children ?? []).map(readVisible).join('');
}
const squeeze = (shown: string): string => shown.replaceAll(/\s+/g, '').replaceAll('\u0000', '');
const visibleOf = (node: HtmlNode): string =>
  node.nodeType === 3 ? (node.textContent ?? '') : [...node.childNodes].map(visibleOf).join('');

test('a random pasted page is valid MDX with exactly its own visible text', () => {
  fc.assert(
    fc.property(fc.array(tree, { maxLength: 4 }), (nodes) => {
      const mdx = convert(...nodes);
      const parsed = parseMdxTree(mdx, true);
      assert.ok(parsed.ok, mdx);
      assert.equal(squeeze(readVisible(parsed.tree as Parsed)), squeeze(visibleOf(h('body', {}, ...nodes))), mdx);
    }),
    { numRuns: 1000 },
  );
});
