import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** The minimum contrast of text (WCAG 2.2, 1.4.3). */
const ENOUGH = 4.5;
const colors = new Map(
  [
    ...readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8').matchAll(
      /--([a-z-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g,
    ),
  ].map(([, name = '', light = '', dark = '']) => [name, { light, dark }]),
);

/** Computes WCAG’s relative luminance. */
function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (light + 0.05) / (dark + 0.05);
}

test('code has enough contrast on each background of a diff in light and dark mode', () => {
  const codes = [...colors].filter(([name]) => name.startsWith('code-') || name === 'text');
  assert.equal(codes.length, 9);
  for (const ground of ['surface', 'added', 'added-strong', 'removed', 'removed-strong']) {
    for (const [name, { light, dark }] of codes) {
      const on = colors.get(ground) ?? assert.fail(ground);
      assert.ok(contrast(light, on.light) >= ENOUGH, `${name} on ${ground}, light`);
      assert.ok(contrast(dark, on.dark) >= ENOUGH, `${name} on ${ground}, dark`);
    }
  }
});

/** The minimum contrast of parts that show a control's state (WCAG 2.2, 1.4.11). */
const ENOUGH_FOR_STATES = 3;

test('the selected option has an outline with enough contrast in light and dark mode', () => {
  const rules = readFileSync(join(import.meta.dirname, 'segmented.module.css'), 'utf8');
  const [, chosen = ''] = /\[aria-pressed='true'\] \{([^}]*)\}/.exec(rules) ?? [];
  const [, outline = ''] = /outline: 1px solid var\(--([a-z-]+)\)/.exec(chosen) ?? [];
  const line = colors.get(outline) ?? assert.fail(`the outline is ${outline === '' ? 'missing' : outline}`);
  for (const ground of ['raised', 'sunken']) {
    const on = colors.get(ground) ?? assert.fail(ground);
    assert.ok(contrast(line.light, on.light) >= ENOUGH_FOR_STATES, `${ground}, light`);
    assert.ok(contrast(line.dark, on.dark) >= ENOUGH_FOR_STATES, `${ground}, dark`);
  }
});
