import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { replaceInPage } from './replace-in-page.ts';
import type { OccurrenceKind } from './replace-in-page.ts';

function replace(text: string, old: string, replacement: string, kinds: readonly OccurrenceKind[] = ['prose']) {
  const request = { old, new: replacement, kinds: new Set(kinds), whole: false };
  const result = replaceInPage({ path: 'a.mdx', text }, request);
  return { text: result.text, left: Object.fromEntries(result.left) };
}

const page = `---
title: Acme
slug: Acme
description: >-
  What Acme does,
  by Acme.
---
import { Acme } from '/snippets/Acme.mdx'

# Acme setup

Acme's API, Acme-based, non-Acme, _Acme_ and **Acme**. "Acme", (Acme) Acme: AcmeClient, X-Acme-Key, Acme.com, @Acme, /Acme/.

See [Acme](/Acme "Acme title"), ![Acme logo](/images/Acme.png), https://x.example/Acme and \`Acme\`.

<Card title="Acme" href="/Acme" icon="Acme">Acme</Card>
<Acme name={Acme} />

{/* Acme */}

\`\`\`bash
Acme login
\`\`\`

| Acme | a |
`;

test('only text that readers see as prose changes, and other occurrences are counted by kind', () => {
  const { text, left } = replace(page, 'Acme', 'Globex');
  assert.equal(
    text,
    `---
title: Globex
slug: Acme
description: >-
  What Globex does,
  by Globex.
---
import { Acme } from '/snippets/Acme.mdx'

# Globex setup

Globex's API, Globex-based, non-Globex, _Globex_ and **Globex**. "Globex", (Globex) Globex: AcmeClient, X-Acme-Key, Acme.com, @Acme, /Acme/.

See [Globex](/Acme "Globex title"), ![Globex logo](/images/Acme.png), https://x.example/Acme and \`Acme\`.

<Card title="Globex" href="/Acme" icon="Acme">Globex</Card>
<Acme name={Acme} />

{/* Acme */}

\`\`\`bash
Acme login
\`\`\`

| Globex | a |
`,
  );
  assert.deepEqual(left, { markup: 6, links: 5, words: 1, identifiers: 4, code: 2 });
});

describe('on request', () => {
  test('only code, or prose with code and links, is changed', () => {
    assert.equal(replace('Acme `Acme` [x](/Acme)\n', 'Acme', 'B', ['code']).text, 'Acme `B` [x](/Acme)\n');
    assert.equal(replace('Acme `Acme` [x](/Acme)\n', 'Acme', 'B', ['prose', 'code', 'links']).text, 'B `B` [x](/B)\n');
  });
  test('identifiers and parts of words are changed', () => {
    assert.equal(replace('acme acme.com acmeX', 'acme', 'b', ['prose', 'identifiers']).text, 'b b.com acmeX');
    assert.equal(replace('acme acme.com acmeX', 'acme', 'b', ['prose', 'words']).text, 'b acme.com bX');
  });
  test('a link target that equals the text is changed', () => {
    const text =
      '[a](https://x.example/a) https://x.example/a, https://x.example/ab <C href="https://x.example/a" /> `https://x.example/a`\n';
    const request = { old: 'https://x.example/a', new: '/b', kinds: new Set<OccurrenceKind>(['links']), whole: true };
    const result = replaceInPage({ path: 'a.mdx', text }, request);
    assert.equal(result.text, '[a](/b) /b, https://x.example/ab <C href="/b" /> `https://x.example/a`\n');
    assert.deepEqual(Object.fromEntries(result.left), { links: 1, code: 1 });
  });
});

const rules: readonly (readonly [rule: string, text: string, old: string, replacement: string, expected: string])[] = [
  ['a plural keeps its ending', 'keys and key', 'key', 'token', 'tokens and token'],
  ['a word that only looks like a plural is not changed', 'its news', 'it', 'that', 'its news'],
  ['an ending whose spelling would change is not changed', 'two keys', 'key', 'entry', 'two keys'],
  ['a version is not part of another', '3.1 3.10 v3.1 3.1.4 3.1.', '3.1', '3.2', '3.2 3.10 v3.1 3.1.4 3.2.'],
  ['a number is not part of a longer one', '100 1,100 1000 100%', '100', '200', '200 1,100 1000 200%'],
  [
    'a text that doesn’t begin or end with a letter or digit is replaced everywhere',
    'a->b a -> b',
    '->',
    '→',
    'a→b a → b',
  ],
  [
    'a Chinese text is replaced even next to other Chinese characters',
    '设置密钥吧 キーを',
    '密钥',
    '令牌',
    '设置令牌吧 キーを',
  ],
  ['a Korean word is replaced even before an ending', '키를 키', '키', '열쇠', '열쇠를 열쇠'],
  [
    'text that already has the new form is not changed again',
    'Acme Cloud and Acme',
    'Acme',
    'Acme Cloud',
    'Acme Cloud and Acme Cloud',
  ],
  ['accented letters are letters', 'caf café', 'caf', 'x', 'x café'],
  ['text with Markdown syntax is taken literally', 'a `x` b', '`x`', '`y`', 'a `y` b'],
  ['a component that is named with its bracket changes', '<Note>a</Note>', '<Note>', '<Tip>', '<Tip>a</Note>'],
  ['prose after an unpaired bracket changes', 'a < b Acme\nAcme', 'Acme', 'B', 'a < b B\nB'],
  ['CRLF matches as a line ending', 'a\r\nb\r\n', 'a\nb', 'c\nd', 'c\r\nd\r\n'],
];
for (const [rule, text, old, replacement, expected] of rules) {
  test(rule, () => {
    assert.equal(replace(text, old, replacement).text, expected);
  });
}

test('a page is rejected if the frontmatter can’t contain the new text', () => {
  assert.throws(() => replace('---\ntitle: Acme\n---\n', 'Acme', 'A: b: c'), { code: 'invalid_frontmatter' });
});

test('pages with 20,000 unfinished pieces of markup are processed', () => {
  for (const piece of ['<a ', '{', '[x](', '`', '"', '<a b="', '<!--', 'https://', '- ', '_']) {
    const text = `${piece.repeat(20_000)}Acme`;
    assert.equal(typeof replace(text, 'Acme', 'B').text, 'string');
  }
});
