import assert from 'node:assert/strict';
import { test } from 'node:test';

import { mathFiles, renderMath } from './index.ts';

test('a formula is written for display and for screen readers', () => {
  const { html, problem } = renderMath('x^2', false);
  assert.match(html, /<math[^]*class="katex-html"/);
  assert.equal(problem, undefined);
  assert.match(renderMath('x', true).html, /katex-display/);
});

test('a formula that KaTeX rejects is shown as its source, with the reason', () => {
  const { html, problem } = renderMath('\\frac{<b>', true);
  assert.equal(html, '<pre class="math-source"><code>\\frac{&lt;b&gt;</code></pre>');
  assert.match(problem ?? '', /KaTeX parse error/);
});

test('a formula can’t write addresses or attributes, or load files, and its limits are enforced', () => {
  const { html } = renderMath(
    '\\href{javascript:alert(1)}{x}\\htmlId{a}{y}\\includegraphics{https://x.test/a.png}',
    false,
  );
  assert.doesNotMatch(html, /<a |javascript:alert[^<]*"|<img|id="a"/);
  assert.match(renderMath(`\\def\\a{\\a\\a}\\a`, false).problem ?? '', /[Tt]oo many expansions/);
  assert.match(renderMath('x'.repeat(20_001), false).problem ?? '', /20001 characters/);
});

test('the style sheet refers only to fonts that the bundle contains', () => {
  const { stylesheet, files } = mathFiles();
  const sheet = files.find(({ path }) => path === stylesheet);
  assert.ok(sheet);
  const folder = stylesheet.slice(0, stylesheet.lastIndexOf('/'));
  const named = [...String(sheet.bytes).matchAll(/url\(([^)]*)\)/g)].map(([, url]) => `${folder}/${url}`);
  assert.ok(named.length >= 20);
  const shipped = new Set(files.map(({ path }) => path));
  for (const path of named) assert.ok(shipped.has(path), path);
});

test('a page contains only the glyphs of its formulas, as fonts that a browser can read', () => {
  const { pageFonts } = mathFiles();
  const content = renderMath(String.raw`x+\mathbf{y}+\mathbb{R}`, true).html;
  const faces = pageFonts(`<p>${content}</p>`);
  assert.deepEqual(faces.match(/font-family:KaTeX_\w+;(?:font-(?:weight|style):\w+;)*|unicode-range:[^}]*/g), [
    'font-family:KaTeX_AMS;',
    'unicode-range:U+52',
    'font-family:KaTeX_Main;font-weight:700;',
    'unicode-range:U+79',
    'font-family:KaTeX_Main;',
    'unicode-range:U+2b',
    'font-family:KaTeX_Math;font-style:italic;',
    'unicode-range:U+78',
  ]);
  for (const [, data = ''] of faces.matchAll(/base64,([^)]*)/g)) {
    const font = Buffer.from(data, 'base64');
    assert.equal(font.toString('latin1', 0, 4), 'wOFF');
    assert.equal(font.readUInt32BE(8), font.length);
  }
  assert.equal(pageFonts('<p>No formula, <span class="katex-html"'), '');
});
