import assert from 'node:assert/strict';
import { test } from 'node:test';

import type { IconSpec } from '../../markup/icon-spec.ts';
import { createIconSet, type IconSetOptions } from './create-icon-set.ts';
import { sanitizeSvg } from './sanitize-svg.ts';

const noFiles = { readSiteFile: () => undefined };
const set = openSet({ library: 'fontawesome', ...noFiles });

function openSet(options: IconSetOptions) {
  const icons = createIconSet(options);
  return { svg: (spec: IconSpec) => icons.svg(spec, (path) => `/files${path}`) };
}

test('a name is looked up in the site’s set, then in the others', () => {
  assert.match(set.svg({ name: 'rocket' }) ?? '', /fill="currentColor"/);
  assert.match(set.svg({ name: 'workflow' }) ?? '', /stroke="currentColor"/);
  assert.equal(set.svg({ name: 'no-such-icon-anywhere' })?.includes('<svg'), undefined);
  const lucide = openSet({ library: 'lucide', ...noFiles });
  assert.match(lucide.svg({ name: 'rocket' }) ?? '', /stroke="currentColor"/);
  assert.match(lucide.svg({ name: 'kubernetes' }) ?? lucide.svg({ name: 'docker' }) ?? '', /fill="currentColor"/);
});

test('a paid style or name is replaced with the most similar free icon', () => {
  assert.equal(set.svg({ name: 'rocket', style: 'sharp-duotone-solid' }), set.svg({ name: 'rocket' }));
  assert.equal(set.svg({ name: 'book-open-cover' }), set.svg({ name: 'book-open' }));
  assert.ok(set.svg({ name: 'rectangle-terminal' }));
});

test('a brand is found without its style', () => {
  assert.equal(set.svg({ name: 'github' }), set.svg({ name: 'github', style: 'brands' }));
});

test('names can’t leave the icon folder', () => {
  for (const name of ['..', '../../package', 'a/../../b', '__proto__', 'constructor']) {
    const html = set.svg({ name }) ?? '';
    assert.ok(!html.includes('<svg'), name);
  }
});

test('a path names a file of the site: an SVG is inlined, and any other file is used as an image', () => {
  const files = openSet({
    library: 'fontawesome',
    readSiteFile: (path) => (path === 'a.svg' ? '<svg viewBox="0 0 2 2"><path d="M0 0h2v2z"/></svg>' : undefined),
  });
  assert.match(files.svg({ name: '/a.svg' }) ?? '', /^<svg class="icon" viewBox="0 0 2 2"/);
  assert.match(files.svg({ name: '/b.png' }) ?? '', /^<img class="icon" src="\/files\/b.png" alt=""/);
});

test('an author’s SVG keeps its shapes, and everything that runs, loads or restyles is removed', () => {
  const hostile = `<svg viewBox="0 0 4 4" onload="x()" style="position:fixed"><script>x()</script><style>*{display:none}</style>
    <foreignObject><iframe src="//evil"></iframe></foreignObject><a href="javascript:x()"><path d="M9"/></a><use href="//evil#a"/><image href="//evil"/>
    <path d="M1" onclick="x()" fill="url(//evil)"/><g><animate onbegin="x()"/><circle r="1" fill="#f00"/></svg>`;
  const icon = sanitizeSvg(hostile);
  assert.ok(icon);
  assert.doesNotMatch(icon.body + icon.paint, /script|style|evil|on\w+=|javascript|foreign|<a\b|image|animate/i);
  assert.match(icon.body, /<path d="M1"\/>/);
  assert.match(icon.body, /<circle r="1" fill="#f00"\/><\/g>$/);
});

test('invalid SVG results in no icon', () => {
  for (const text of ['', '<svg', '<b>x</b>', '<svg viewBox="a&quot;b"></svg>'])
    assert.equal(sanitizeSvg(text), undefined, text);
});

test('the styles of a drawing become attributes only of its shapes', () => {
  const drawing = (style: string, shape: string): string =>
    sanitizeSvg(`<svg viewBox="0 0 2 2" fill="none"><style>${style}</style>${shape}</svg>`)?.body ?? '';
  assert.equal(drawing('.icon-fill{fill:#000}', '<path class="icon-fill" d="M0 0"/>'), '<path d="M0 0" fill="#000"/>');
  assert.equal(
    drawing('path,.b{stroke:red}.b{stroke:blue!important}', '<path class="a b" stroke="green"/>'),
    '<path stroke="blue"/>',
  );
  assert.equal(drawing('', '<rect style="fill: url(#g); opacity:.5"/>'), '<rect fill="url(#g)" opacity=".5"/>');
  for (const style of [
    '.a{background:url(https://evil.example/x)}',
    '.a{fill:url(https://evil.example/x)}',
    '.a{fill:"><script>alert(1)</script>}',
    '@import url(https://evil.example/x);',
    '@media print{.a{fill:red}}',
    'body .a,*{fill:red}',
  ])
    assert.equal(drawing(style, '<path class="a"/>'), '<path/>', style);
  assert.equal(
    sanitizeSvg('<svg class="a" viewBox="0 0 2 2"><style>.a{fill:none;stroke:red}</style></svg>')?.paint,
    'fill="none" stroke="red"',
  );
});

test('names that exist only in paid sets result in free icons', () => {
  for (const name of ['presentation-screen', 'grid-2', 'wave-pulse', 'grid', 'display-code', 'ballot-check'])
    assert.ok(set.svg({ name })?.includes('<svg'), name);
});
