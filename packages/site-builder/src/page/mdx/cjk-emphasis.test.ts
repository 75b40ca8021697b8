import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildFixture } from '../../testing/build-fixture.ts';
import { maskCjkNeighbors } from './cjk-emphasis.ts';

/** The visible text of each case, with tags for bold and italic parts. */
const texts: readonly (readonly [written: string, shown: string])[] = [
  ['**强调。**后文', '<strong>强调。</strong>后文'],
  ['前文**（强调）**后文', '前文<strong>（强调）</strong>后文'],
  ['前文**“强调”**后文', '前文<strong>“强调”</strong>后文'],
  ['请看**[链接](/a)**后文', '请看<strong><a href="/a.html">链接</a></strong>后文'],
  ['使用**`code`**运行', '使用<strong><code>code</code></strong>运行'],
  ['これは**「重要」**です。', 'これは<strong>「重要」</strong>です。'],
  ['*強調。*次の文', '<em>強調。</em>次の文'],
  ['**스크립트(script)**를', '<strong>스크립트(script)</strong>를'],
  ['~~删除。~~后文', '<del>删除。</del>后文'],
  ['a**「b」**c', 'a<strong>「b」</strong>c'],
  ['普通**强调**文字', '普通<strong>强调</strong>文字'],
  ['两个：**一。**和**（二）**。', '两个：<strong>一。</strong>和<strong>（二）</strong>。'],
];

test('text between marks is bold next to Chinese, Japanese and Korean letters and punctuation', async () => {
  const pages = texts.map(([written], index) => [`p${index}.mdx`, written] as const);
  const site = await buildFixture({ ...Object.fromEntries(pages), 'a.mdx': 'A.' });
  assert.deepEqual(site.report.issues, []);
  for (const [index, [written, shown]] of texts.entries())
    assert.ok(site.content(`p${index}`).includes(`<p>${shown}</p>`), written);
});

test('other text is parsed according to CommonMark, and code keeps its characters', async () => {
  const site = await buildFixture({
    'a.mdx': 'a**"b"**c\n\n中文 `**码。**文` x\n\n```text\n**码。**文\n```\n\n2 * 3 * 4，5*6',
  });
  const html = site.content('a');
  assert.ok(html.includes('<p>a**&quot;b&quot;**c</p>') || html.includes('<p>a**"b"**c</p>'));
  assert.ok(html.includes('<code>**码。**文</code>'));
  assert.ok(html.includes('**码。**文</span>'));
  assert.ok(html.includes('2 * 3 * 4，5*6'));
});

test('masked text keeps its length, so that positions stay valid, and text without such letters is unchanged', () => {
  const { text, originals } = maskCjkNeighbors('前**（强）**后 **b.**c');
  assert.equal(text.length, '前**（强）**后 **b.**c'.length);
  assert.deepEqual([...originals.values()], ['前', '后']);
  assert.equal(maskCjkNeighbors('a **b.**c').originals.size, 0);
});
