import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';

import type { Browser, Page } from 'playwright-core';

import { serveFixture, type ServedSite } from '../testing/browser-fixture.ts';
import { launchBrowser } from '../testing/launch-browser.ts';

const page = `## Part\n\nText.\n\n- one\n- two\n\n<Card title="Next" href="/other">Read on.</Card>`;
const resets =
  '@layer theme, base; @layer base { *, ::before { margin: 0; padding: 0; border: 0 solid } h2 { font-size: inherit } ul { list-style: none } }';
const cell = '必須です。これは長い説明で、列の幅に合わせて折り返されるべき文章です。';
const tables = `| 名前 | 必須 | 既定値 | 説明 |\n|---|---|---|---|\n| \`a\` | はい | いいえ | ${cell} |\n| \`b\` | いいえ | はい | ${cell} |

| One | Two |
|---|---|
| a | b |

| Command | Meaning |
|---|---|
| \`npm run build -- --all --now\` | Builds it. |

<table><tbody><tr><td>예</td><td>필수 항목</td></tr></tbody></table>`;

let browser: Browser;
const sites = new Map<string, ServedSite>();

before(async () => {
  browser = await launchBrowser();
  const files = { 'index.mdx': page, 'other.mdx': tables };
  sites.set('plain', await serveFixture(files));
  sites.set('layered', await serveFixture({ ...files, 'own.css': resets }));
  sites.set('unnamed', await serveFixture({ ...files, 'own.css': resets.replace('@layer base {', '@layer {') }));
  const own =
    'html[data-current-path="/other"] #content { color: rgb(1, 2, 3) } #background-color { background: rgb(4, 5, 6) }';
  sites.set('unlayered', await serveFixture({ ...files, 'own.css': `h2 { font-size: 11px } ${own}` }));
});

after(async () => {
  await browser?.close();
  for (const site of sites.values()) site.close();
});

async function open(name: string, path: string, width = 1440): Promise<Page> {
  const opened = await browser.newPage({ viewport: { width, height: 900 } });
  await opened.goto(`${sites.get(name)?.origin}/${path}`);
  return opened;
}

const look = `JSON.stringify(['h2', '#content ul', '.card', '#content p', '.search-open'].map((selector) => {
  const { fontSize, padding, margin, listStyleType, borderWidth } = getComputedStyle(document.querySelector(selector));
  return [selector, fontSize, padding, margin, listStyleType, borderWidth];
}))`;

test('the theme overrides a site’s rules in named and anonymous layers', async () => {
  const plain = await (await open('plain', 'index.html')).evaluate(look);
  assert.equal(await (await open('layered', 'index.html')).evaluate(look), plain);
  assert.equal(await (await open('unnamed', 'index.html')).evaluate(look), plain);
});

test('a site’s rules outside layers override the theme', async () => {
  const opened = await open('unlayered', 'index.html');
  assert.equal(await opened.evaluate(`getComputedStyle(document.querySelector('h2')).fontSize`), '11px');
});

test('a style sheet can style individual pages by path, and the background of a page', async () => {
  const color = `getComputedStyle(document.querySelector('#content')).color`;
  assert.equal(await (await open('unlayered', 'other.html')).evaluate(color), 'rgb(1, 2, 3)');
  const opened = await open('unlayered', 'index.html');
  assert.notEqual(await opened.evaluate(color), 'rgb(1, 2, 3)');
  const [width, height] = await opened.evaluate<[number, number]>(
    `(({ width, height }) => [width, height])(document.querySelector('#background-color').getBoundingClientRect())`,
  );
  assert.deepEqual([width, height], [1440, 900]);
});

for (const width of [1440, 390]) {
  test(`short cells in Chinese, Japanese and Korean stay on one line, and long cells wrap at a readable width (${width} px)`, async () => {
    const opened = await open('plain', 'other.html', width);
    const cells = await opened.evaluate<{ text: string; lines: number; width: number }[]>(
      `[...document.querySelectorAll('#content :is(td, th)')].map((cell) => {
        const range = document.createRange();
        range.selectNodeContents(cell);
        const tops = new Set([...range.getClientRects()].map(({ bottom }) => Math.round(bottom / 12)));
        return { text: cell.textContent, lines: tops.size, width: cell.clientWidth };
      })`,
    );
    assert.deepEqual(
      cells.filter(({ text, lines }) => text.length <= 10 && lines !== 1),
      [],
    );
    for (const { width: wide } of cells.filter(({ text }) => text === cell)) assert.ok(wide >= 120, String(wide));
    assert.equal(await opened.evaluate('document.documentElement.scrollWidth - innerWidth'), 0);
  });

  test(`Markdown and HTML tables are as wide as the text (${width} px)`, async () => {
    const opened = await open('plain', 'other.html', width);
    const [text = 0, ...widths] = await opened.evaluate<number[]>(
      `[document.querySelector('#content').clientWidth, ...[...document.querySelectorAll('#content table')].map(({ clientWidth }) => clientWidth)]`,
    );
    assert.equal(widths.length, 4);
    for (const one of widths) assert.ok(one >= text - 1, `${one} of ${text}`);
  });
}

test('a long command in a cell stays on one line', async () => {
  const opened = await open('plain', 'other.html');
  const lines = await opened.evaluate<number>(
    `(() => { const range = document.createRange(); range.selectNodeContents(document.querySelector('.code-long')); return range.getClientRects().length })()`,
  );
  assert.equal(lines, 1);
});
