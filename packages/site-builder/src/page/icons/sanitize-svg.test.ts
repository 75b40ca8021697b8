import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { hostileMarkup } from '../../testing/hostile-markup.ts';
import { readMarkupFaults } from '../../testing/read-markup-faults.ts';
import { sanitizeSvg } from './sanitize-svg.ts';

const elements =
  'svg g path circle ellipse rect line polyline polygon defs linearGradient radialGradient stop clipPath mask title desc symbol text tspan';
const attributes =
  'd cx cy r rx ry x y x1 y1 x2 y2 width height points transform fill fill-rule fill-opacity clip-rule clip-path stroke stroke-width viewBox ' +
  'stroke-linecap stroke-linejoin stroke-miterlimit stroke-dasharray stroke-dashoffset stroke-opacity opacity offset stop-color ' +
  'stop-opacity gradientUnits gradientTransform clipPathUnits spreadMethod id mask maskUnits fx fy text-anchor font-size font-weight';
const allowed = { elements: new Set(elements.split(' ')), attributes: new Set(attributes.split(' ')) };

/** An icon in a page, and the text after it. */
function inPage(text: string): string {
  const icon = sanitizeSvg(text);
  return icon === undefined ? '' : `<svg viewBox="${icon.viewBox}" ${icon.paint}>${icon.body}</svg>`;
}

function assertHarmless(text: string): void {
  const written = inPage(text);
  assert.deepEqual(readMarkupFaults(written, allowed), [], `${text}\n${written}`);
  assert.doesNotMatch(written, /<\/svg>./s, text);
}

test('a hostile SVG can’t run or load anything, and can’t leave its element', () => {
  for (const text of hostileMarkup) {
    assertHarmless(text);
    assertHarmless(`<svg viewBox="0 0 1 1">${text}</svg>`);
    assertHarmless(`<svg><desc>${text}</desc><text>${text}</text></svg>`);
  }
});

test('pieces of hostile drawings are harmless in any order', () => {
  const pieces = hostileMarkup.flatMap((text) => text.match(/<[^<>]*>?|[^<]+/g) ?? []);
  const texts = fc.array(
    fc.constantFrom(...pieces, '</svg>', '<g>', '<desc>', '<title>', '"', "'", '>', ']]>', '-->'),
    {
      maxLength: 14,
    },
  );
  fc.assert(
    fc.property(texts, (parts) => assertHarmless(`<svg>${parts.join('')}`)),
    { seed: 20, numRuns: 2_000 },
  );
});

test('elements nested more than a hundred deep are left out, and the rest of the drawing is kept', () => {
  const depth = 20_000;
  const icon = sanitizeSvg(`<svg>${'<g>'.repeat(depth)}<path d="M1"/>${'</g>'.repeat(depth)}<path d="M2"/></svg>`);
  assert.ok(
    icon?.body === `${'<g>'.repeat(100)}${'</g>'.repeat(100)}<path d="M2"/>`,
    `${icon?.body.length} characters`,
  );
});

test('attributes in any spelling are written with their SVG names', () => {
  const written = `<svg strokeWidth={2}><path strokeWidth={1.5} STROKE-LINECAP='round' d={"M0 0h2"} fill={'none'} className="a"/><lineargradient gradientunits="x"/></svg>`;
  assert.deepEqual(sanitizeSvg(written), {
    viewBox: '0 0 24 24',
    paint: 'stroke-width="2"',
    body: '<path stroke-width="1.5" stroke-linecap="round" d="M0 0h2" fill="none"/><linearGradient gradientUnits="x"/>',
  });
});
