import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLinks } from './find-links.ts';
import { rebaseLinks, retargetLinks } from './rewrite-links.ts';
import { indexPages } from '../paths/page-index.ts';
import { editDistance, suggestPath } from '../paths/suggest-path.ts';

test('links are found in every form that pages use', () => {
  const table: readonly (readonly [string, readonly string[]])[] = [
    ['[a](/x)', ['/x']],
    ['[a](/x "title") [b](</y z>)', ['/x', '/y z']],
    ['![i](/p.png)', ['/p.png']],
    ['[![i](/p.png)](/x)', ['/p.png', '/x']],
    ['[a](/x_(y))', ['/x_(y)']],
    ['[ref]: /x "t"', ['/x']],
    ['<Card href="/x" img=\'/i.png\'>', ['/x', '/i.png']],
    ['<Card href={"/x"} /> <Card href={`/y`} /> <a href={ \'/z\' }>', ['/x', '/y', '/z']],
    ['const l = { href: "/x" }', ['/x']],
    ['import A from "/snippets/a.mdx";', ['/snippets/a.mdx']],
    ["export { b } from './b.mdx'", ['./b.mdx']],
    ['<Snippet file="a.mdx" />', ['a.mdx']],
    ['`[a](/x)` ``[`b`](/y)``', []],
    ['```md\n[a](/x)\n```\n[b](/y)', ['/y']],
    ['~~~\n[a](/x)\n```\n[b](/y)\n~~~\n[c](/z)', ['/z']],
    ['- item\n\n  ```\n  [a](/x)\n  ```\n\n  [b](/y)', ['/y']],
    ['> ```\n> [a](/x)\n> ```\n> [b](/y)', ['/y']],
    ["don't [a](/x) won't", ['/x']],
    ['no links here [a] (b) href', []],
  ];
  for (const [text, targets] of table)
    assert.deepEqual(
      findLinks('p.mdx', text).map((link) => link.target),
      targets,
      text,
    );
});

test('links, images and imports are distinguished', () => {
  const kinds = findLinks('p.mdx', 'import A from "./a.mdx"\n[t](/x) ![i](/y) <img src="/z"/>').map(
    (link) => link.kind,
  );
  assert.deepEqual(kinds, ['import', 'link', 'image', 'image']);
});

test('finding links in 200,000 characters of hostile text takes less than 2.5 s', () => {
  const hostile = ['[', '](', '`', '``', '<a href="', '![', '[a](', '{', '\n>', 'href=', 'import ', '[x]:', '\\'].map(
    (piece) => piece.repeat(200_000 / piece.length),
  );
  for (const text of hostile) {
    const started = process.cpuUsage();
    findLinks('p.mdx', text);
    const { user } = process.cpuUsage(started);
    assert.ok(user < 2_500_000, `${JSON.stringify(text.slice(0, 10))} took ${user / 1000} ms`);
  }
});

test('a retargeted link keeps its form', () => {
  const pages = indexPages(['guides/start.mdx', 'guides/other.mdx', 'index.mdx', 'team/index.mdx']);
  const move = { from: 'guides/start.mdx', to: 'tutorials/begin.mdx' };
  const table: readonly (readonly [string, string, string])[] = [
    ['index.mdx', '/guides/start', '/tutorials/begin'],
    ['index.mdx', '/guides/start#a?b', '/tutorials/begin#a?b'],
    ['index.mdx', '/guides/start/', '/tutorials/begin/'],
    ['index.mdx', '/guides/start.mdx', '/tutorials/begin.mdx'],
    ['index.mdx', 'guides/start', 'tutorials/begin'],
    ['index.mdx', './guides/start', './tutorials/begin'],
    ['guides/other.mdx', './start', '../tutorials/begin'],
    ['guides/other.mdx', 'start.mdx#x', '../tutorials/begin.mdx#x'],
    ['guides/other.mdx', '../guides/start', '../tutorials/begin'],
    ['index.mdx', '/guides/starter', '/guides/starter'],
    ['index.mdx', 'https://a.example/guides/start', 'https://a.example/guides/start'],
    ['index.mdx', '#guides/start', '#guides/start'],
    ['index.mdx', '/guides/%73tart', '/tutorials/begin'],
  ];
  for (const [path, before, after] of table)
    assert.equal(retargetLinks({ path, text: `[x](${before})` }, move, pages), `[x](${after})`, before);
  assert.equal(
    retargetLinks({ path: 'a.mdx', text: '[x](/team)' }, { from: 'team/index.mdx', to: 'people/index.mdx' }, pages),
    '[x](/people)',
  );
  assert.equal(
    retargetLinks(
      { path: 'a.mdx', text: '[x](/team/index)' },
      { from: 'team/index.mdx', to: 'people/index.mdx' },
      pages,
    ),
    '[x](/people/index)',
  );
});

test('the relative links of a moved page keep their targets', () => {
  const move = { from: 'guides/start.mdx', to: 'a/b/begin.mdx' };
  const before =
    '[x](./auth) ![i](../img/p.png) [y](auth.mdx#k) [z](/abs) [m](mailto:a@b.c)\nimport A from "./s.mdx";\nimport R from "react";\n';
  assert.equal(
    rebaseLinks(before, move),
    '[x](../../guides/auth) ![i](../../img/p.png) [y](../../guides/auth.mdx#k) [z](/abs) [m](mailto:a@b.c)\nimport A from "../../guides/s.mdx";\nimport R from "react";\n',
  );
  assert.equal(rebaseLinks(before, { from: 'guides/start.mdx', to: 'guides/begin.mdx' }), before);
});

test('a similar path is suggested only if there is exactly one', () => {
  const known = ['guides/start', 'guides/auth', 'api/start-here', 'a/limits', 'b/limits', 'faq'];
  const table: readonly (readonly [string, string | undefined])[] = [
    ['guides/strat', 'guides/start'],
    ['Guides/Start', 'guides/start'],
    ['guide/start', 'guides/start'],
    ['old/auth', 'guides/auth'],
    ['api/start_here', 'api/start-here'],
    ['c/limits', undefined],
    ['pricing', undefined],
    ['faqs', 'faq'],
  ];
  for (const [wrong, right] of table) assert.equal(suggestPath(wrong, known), right, wrong);
});

test('edit distance counts a swap as one edit, and is at most one more than its limit', () => {
  assert.equal(editDistance('start', 'strat', 3), 1);
  assert.equal(editDistance('kitten', 'sitting', 5), 3);
  assert.equal(editDistance('a'.repeat(50), 'b'.repeat(50), 3), 4);
});
