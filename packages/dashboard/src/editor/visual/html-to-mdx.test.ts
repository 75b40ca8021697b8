import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasStructure, htmlToMdx, type HtmlNode } from './html-to-mdx.ts';

type Child = HtmlNode | string;

/** An element as a browser's parser creates it. */
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
      '---',
      'First\\\nsecond',
    ].join('\n\n'),
  );
});

test('Google Docs: the wrapper isn’t bold, styles are, and inner lists are next to their item', () => {
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

test('deeply nested pages end, and text without structure is left to the browser', () => {
  let deep: HtmlNode = h('p', {}, 'deep');
  for (let depth = 0; depth < 2000; depth += 1) deep = h('div', {}, deep);
  assert.equal(convert(deep), 'deep');
  assert.equal(hasStructure(h('body', {}, h('span', {}, 'plain'))), false);
  assert.equal(hasStructure(h('body', {}, h('span', { style: 'font-weight:700' }, 'bold'))), true);
});
